"""Audio metrics for metricore; a name is imported from its module on first use, so that listing them needs no torch."""

from metricore._lazy import lazy_names

_HOMES = {
    "ScaleInvariantSignalDistortionRatio": "_signal_noise",
    "ScaleInvariantSignalNoiseRatio": "_signal_noise",
    "SignalNoiseRatio": "_signal_noise",
}

__all__ = sorted(_HOMES)

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
