"""Detection metrics: what ``metricore_image.detection`` exports, imported when first used."""

from metricore._facade import forward

__getattr__, __dir__ = forward(__name__, "metricore_image.detection", extra="detection")
