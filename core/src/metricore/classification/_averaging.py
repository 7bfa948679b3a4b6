"""From counts per class to one number: the one place that divides by zero, and the one that averages."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

AVERAGES = ("micro", "macro", "weighted", "none", None)


class Counts(NamedTuple):
    """True and false positives and negatives; the last dimension runs over classes or labels."""

    tp: Tensor
    fp: Tensor
    tn: Tensor
    fn: Tensor

    def summed(self) -> Counts:
        """The counts over all classes."""
        return Counts(*(count.sum(-1) for count in self))


def ratio(numerator: Tensor, denominator: Tensor, undefined: float = torch.nan) -> Tensor:
    """Elementwise ratio, `undefined` where nothing is divided by nothing."""
    if undefined != undefined:  # 0 / 0 is nan already
        return numerator / denominator
    return torch.where(denominator == 0, undefined, numerator / denominator)


def averaged(scores: Tensor, average: str | None, support: Tensor, counted: Tensor | None = None) -> Tensor:
    """The scores of classes as one number; classes that are undefined or not `counted` leave the average.

    Args:
        scores: score by class, in the last dimension.
        average: `"macro"`, `"weighted"` or `"none"`.
        support: weight of each class for `"weighted"`.
        counted: whether a class is part of the average; by default each that is defined is.
    """
    if average in ("none", None):
        return scores
    if counted is not None:
        scores = torch.where(counted, scores, torch.nan)
    if average == "macro":
        return scores.nanmean(-1)
    weights = torch.where(scores.isnan(), 0.0, support)
    return (scores * weights).nansum(-1) / weights.sum(-1)


def wide(device: torch.device) -> torch.dtype:
    """The widest floating dtype of a device."""
    return torch.float32 if device.type == "mps" else torch.float64
