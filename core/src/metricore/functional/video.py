"""Video metrics as functions: what ``metricore_image.video.functional`` exports, imported when first used."""

from metricore._facade import forward

__getattr__, __dir__ = forward(__name__, "metricore_image.video.functional", extra="video")
