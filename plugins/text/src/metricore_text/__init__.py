"""Text metrics for metricore; a name is imported from its module on first use, so that listing them needs no torch."""

from metricore._lazy import lazy_names

_HOMES = {
    "BLEUScore": "_bleu",
    "CharErrorRate": "_error_rates",
    "WordErrorRate": "_error_rates",
}

__all__ = sorted(_HOMES)

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
