"""Detection metrics as functions: what ``metricore_image.detection.functional`` exports, imported when first used."""

from metricore._facade import forward

__getattr__, __dir__ = forward(__name__, "metricore_image.detection.functional", extra="detection")
