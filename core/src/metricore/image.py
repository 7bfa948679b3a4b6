"""Image metrics: what ``metricore_image`` exports, imported when first used."""

from metricore._facade import forward

__getattr__, __dir__ = forward(__name__, "metricore_image", extra="image")
