# Written by tools/stubs.py; do not edit.

from collections.abc import Sequence
from typing import Literal

from torch import Tensor

from metricore.segmentation._counts import Level
from metricore.segmentation._images import Reduction
from metricore.segmentation._masks import InputFormat
from metricore.segmentation._overlap import Average
from metricore.segmentation._surfaces import DistanceMetric

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

def average_surface_distance(
    preds: Tensor,
    target: Tensor,
    num_classes: int,
    include_background: bool = False,
    distance_metric: DistanceMetric = "euclidean",
    spacing: Sequence[float] | Tensor | None = None,
    directed: bool = False,
    input_format: InputFormat = "one-hot",
    per_class: bool = True,
    reduction: Reduction = "none",
) -> Tensor: ...
def boundary_iou(
    preds: Tensor,
    target: Tensor,
    num_classes: int | None = None,
    include_background: bool = True,
    per_class: bool = False,
    dilation_ratio: float = 0.02,
    input_format: InputFormat = "one-hot",
    aggregation_level: Level = "samplewise",
    ignore_index: int | None = None,
    reduction: Reduction = "none",
) -> Tensor: ...
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
def hausdorff_distance(
    preds: Tensor,
    target: Tensor,
    num_classes: int,
    include_background: bool = False,
    distance_metric: DistanceMetric = "euclidean",
    spacing: Sequence[float] | Tensor | None = None,
    directed: bool = False,
    input_format: InputFormat = "one-hot",
    percentile: float | None = None,
    per_class: bool = True,
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
def normalized_surface_dice(
    preds: Tensor,
    target: Tensor,
    num_classes: int,
    include_background: bool = False,
    distance_metric: DistanceMetric = "euclidean",
    spacing: Sequence[float] | Tensor | None = None,
    tolerance: float | Sequence[float] = 1.0,
    input_format: InputFormat = "one-hot",
    per_class: bool = True,
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
