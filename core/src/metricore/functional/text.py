"""Text metrics as functions: what ``metricore_text.functional`` exports, imported when first used."""

from metricore._facade import forward

__getattr__, __dir__ = forward(__name__, "metricore_text.functional", extra="text")
