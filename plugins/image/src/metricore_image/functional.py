"""Image metrics as functions of one batch."""

from __future__ import annotations

from metricore._functional import functional_form
from metricore_image._peak_signal_noise import PeakSignalNoiseRatio
from metricore_image._structural_similarity import StructuralSimilarityIndexMeasure

__all__ = ["peak_signal_noise_ratio", "structural_similarity_index_measure"]

peak_signal_noise_ratio = functional_form(PeakSignalNoiseRatio, name="peak_signal_noise_ratio")
structural_similarity_index_measure = functional_form(
    StructuralSimilarityIndexMeasure, name="structural_similarity_index_measure"
)
