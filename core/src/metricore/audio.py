"""Audio metrics: what ``metricore_audio`` exports, imported when first used."""

from metricore._facade import forward

__getattr__, __dir__ = forward(__name__, "metricore_audio", extra="audio")
