"""Metrics of images with text as functions: what ``metricore_image.multimodal.functional`` exports."""

from metricore._facade import forward

__getattr__, __dir__ = forward(__name__, "metricore_image.multimodal.functional", extra="multimodal")
