"""Functions of one batch, derived from the classes of :mod:`metricore.segmentation`.

They give the values of single images; `reduction="mean"` gives what the classes do.
"""

from __future__ import annotations

from metricore import segmentation as _classes
from metricore._functional import functional_form as _form

_EACH = {"reduction": "none"}

dice_score = _form(
    _classes.DiceScore,
    *("num_classes", "include_background", "average", "input_format", "aggregation_level"),
    name="dice_score",
    defaults=_EACH,
)
generalized_dice_score = _form(_classes.GeneralizedDiceScore, name="generalized_dice_score", defaults=_EACH)
mean_iou = _form(_classes.MeanIoU, name="mean_iou", defaults=_EACH)
pixel_accuracy = _form(_classes.PixelAccuracy, name="pixel_accuracy", defaults=_EACH)

__all__ = [
    "dice_score",
    "generalized_dice_score",
    "mean_iou",
    "pixel_accuracy",
]
