"""What metricore reads to list the image metrics; nothing heavy is imported here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from metricore import MetricSpec, hookimpl

__all__ = ["metricore_conformance", "metricore_metrics"]


@hookimpl
def metricore_metrics() -> list[MetricSpec]:
    """Return the specs of the image metrics."""
    return [
        MetricSpec(
            name="peak_signal_noise_ratio",
            target="metricore_image:PeakSignalNoiseRatio",
            aliases=("psnr",),
            summary="Ratio of the peak of the signal to the error, in dB",
            domain="image",
            higher_is_better=True,
            functional="metricore_image.functional:peak_signal_noise_ratio",
        ),
        MetricSpec(
            name="structural_similarity_index_measure",
            target="metricore_image:StructuralSimilarityIndexMeasure",
            aliases=("ssim",),
            summary="Likeness in brightness, contrast and structure",
            domain="image",
            higher_is_better=True,
            lower_bound=-1.0,
            upper_bound=1.0,
            functional="metricore_image.functional:structural_similarity_index_measure",
        ),
    ]


@hookimpl
def metricore_conformance() -> Mapping[str, Sequence[object]]:
    """Return the cases for `metricore check`."""
    from metricore_image._cases import CASES

    return CASES
