# Written by tools/stubs.py; do not edit.

from typing import Literal

from torch import Tensor

from metricore.segmentation._counts import Level
from metricore.segmentation._images import Reduction
from metricore.segmentation._masks import InputFormat
from metricore.segmentation._overlap import Average

__all__ = [
    "dice_score",
    "generalized_dice_score",
    "mean_iou",
    "pixel_accuracy",
]

def dice_score(
    preds: Tensor,
    target: Tensor,
    num_classes: int,
    include_background: bool = True,
    average: Average = "macro",
    input_format: InputFormat = "one-hot",
    aggregation_level: Level = "samplewise",
    ignore_index: int | None = None,
    reduction: Reduction = "none",
) -> Tensor: ...
def generalized_dice_score(
    preds: Tensor,
    target: Tensor,
    num_classes: int,
    include_background: bool = True,
    per_class: bool = False,
    weight_type: Literal["square", "simple", "linear"] = "square",
    input_format: InputFormat = "one-hot",
    aggregation_level: Level = "samplewise",
    ignore_index: int | None = None,
    reduction: Reduction = "none",
) -> Tensor: ...
def mean_iou(
    preds: Tensor,
    target: Tensor,
    num_classes: int | None = None,
    include_background: bool = True,
    per_class: bool = False,
    input_format: InputFormat = "one-hot",
    aggregation_level: Level = "samplewise",
    ignore_index: int | None = None,
    reduction: Reduction = "none",
) -> Tensor: ...
def pixel_accuracy(
    preds: Tensor,
    target: Tensor,
    num_classes: int,
    include_background: bool = True,
    average: Average = "micro",
    input_format: InputFormat = "one-hot",
    aggregation_level: Level = "global",
    ignore_index: int | None = None,
    reduction: Reduction = "none",
) -> Tensor: ...
