"""Functions of one batch, derived from the classes of :mod:`metricore.segmentation`.

They give the values of single images, those of distances also of single classes; `reduction="mean"` and
`per_class=False` give what the classes do.
"""

from __future__ import annotations

from metricore import segmentation as _classes
from metricore._functional import functional_form as _form

_EACH = {"reduction": "none"}
_EACH_CLASS = {**_EACH, "per_class": True}

average_surface_distance = _form(_classes.AverageSurfaceDistance, name="average_surface_distance", defaults=_EACH_CLASS)
boundary_iou = _form(_classes.BoundaryIoU, name="boundary_iou", defaults=_EACH)
dice_score = _form(
    _classes.DiceScore,
    *("num_classes", "include_background", "average", "input_format", "aggregation_level"),
    name="dice_score",
    defaults=_EACH,
)
generalized_dice_score = _form(_classes.GeneralizedDiceScore, name="generalized_dice_score", defaults=_EACH)
hausdorff_distance = _form(_classes.HausdorffDistance, name="hausdorff_distance", defaults=_EACH_CLASS)
mean_iou = _form(_classes.MeanIoU, name="mean_iou", defaults=_EACH)
normalized_surface_dice = _form(_classes.NormalizedSurfaceDice, name="normalized_surface_dice", defaults=_EACH_CLASS)
pixel_accuracy = _form(_classes.PixelAccuracy, name="pixel_accuracy", defaults=_EACH)

__all__ = [
    "average_surface_distance",
    "boundary_iou",
    "dice_score",
    "generalized_dice_score",
    "hausdorff_distance",
    "mean_iou",
    "normalized_surface_dice",
    "pixel_accuracy",
]
