"""Image metrics for metricore; a name is imported from its module on first use, so that listing them needs no torch."""

from metricore._lazy import lazy_names

_HOMES = {
    "PeakSignalNoiseRatio": "_peak_signal_noise",
    "StructuralSimilarityIndexMeasure": "_structural_similarity",
}

__all__ = sorted(_HOMES)

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
