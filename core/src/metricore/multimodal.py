"""Metrics of images with text: what ``metricore_image.multimodal`` exports, imported when first used."""

from metricore._facade import forward

__getattr__, __dir__ = forward(__name__, "metricore_image.multimodal", extra="multimodal")
