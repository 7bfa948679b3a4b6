"""Weights of samples."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from metricore._checked import is_mapped, reads_at_once

if TYPE_CHECKING:
    from metricore._metric import Metric


def weights_for(metric: Metric, sample_weight: Tensor, target: Tensor) -> Tensor:
    """The same for weights that a metric was given; reports those that no number of samples stands for."""
    weight = weights_like(sample_weight, target)
    if is_mapped(weight):
        return weight
    if reads_at_once(weight):  # a look at the extremes is cheaper than a mask
        if not metric.validate_args or not weight.numel():
            return weight
        least, most = weight.aminmax()
        if least.item() >= 0 and most.item() < math.inf:
            return weight
    metric.flag(~((weight >= 0) & (weight < math.inf)), "Expected sample_weight of finite numbers not below 0")
    return weight


def weights_like(sample_weight: Tensor, target: Tensor) -> Tensor:
    """Weights in float64 in the shape of the target: given for each element, or for each sample."""
    if not isinstance(sample_weight, Tensor):
        raise TypeError(f"Expected sample_weight to be a tensor, got {type(sample_weight).__name__}.")
    if sample_weight.shape == target.shape:
        return sample_weight.to(torch.float64)
    if sample_weight.ndim == 1 and target.ndim and len(sample_weight) == len(target):
        return sample_weight.to(torch.float64).reshape(-1, *[1] * (target.ndim - 1)).expand(target.shape)
    raise ValueError(
        f"Expected sample_weight of shape {tuple(target.shape)} or {tuple(target.shape[:1])}, "
        f"got {tuple(sample_weight.shape)}."
    )
