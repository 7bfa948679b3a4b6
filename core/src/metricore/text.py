"""Text metrics: what ``metricore_text`` exports, imported when first used."""

from metricore._facade import forward

__getattr__, __dir__ = forward(__name__, "metricore_text", extra="text")
