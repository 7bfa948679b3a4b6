"""From counts per class to one number: the one place that divides by zero, and the one that averages."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from metricore._checked import reads_at_once

AVERAGES = ("micro", "macro", "weighted", "none", None)


class Counts:
    """How often each class was predicted, actual and both, in the last dimension; sums are made when asked for."""

    def __init__(self, tp: Tensor, predicted: Tensor, actual: Tensor, total: Tensor) -> None:
        self.tp = tp
        self.predicted = predicted
        self.actual = actual
        self.total = total
        self.readable = tp.ndim == 1 and reads_at_once(tp)  # whether a look at their average stalls nothing

    @property
    def fp(self) -> Tensor:
        """Predicted, yet not actual."""
        return self.predicted - self.tp

    @property
    def fn(self) -> Tensor:
        """Actual, yet not predicted."""
        return self.actual - self.tp

    @property
    def tn(self) -> Tensor:
        """Neither predicted nor actual."""
        return self.total - self.actual - self.fp

    def summed(self) -> Counts:
        """The counts over all classes."""
        return Counts(self.tp.sum(-1), self.predicted.sum(-1), self.actual.sum(-1), self.total.sum(-1))


class MatrixCounts(Counts):
    """Counts read off a confusion matrix with rows actual and columns predicted."""

    def __init__(self, flat: Tensor, dtype: torch.dtype | None, classes: int) -> None:
        self.matrix = flat.to(dtype).view(classes, classes)
        self.tp = self.matrix.diagonal()
        self.readable = reads_at_once(flat)
        self._predicted: Tensor | None = None
        self._actual: Tensor | None = None
        self._total: Tensor | None = None

    @property
    def predicted(self) -> Tensor:  # type: ignore[override]
        """Sums of columns."""
        if self._predicted is None:
            self._predicted = self.matrix.sum(0)
        return self._predicted

    @property
    def actual(self) -> Tensor:  # type: ignore[override]
        """Sums of rows."""
        if self._actual is None:
            self._actual = self.matrix.sum(1)
        return self._actual

    @property
    def total(self) -> Tensor:  # type: ignore[override]
        """The sum of all, for each class."""
        if self._total is None:
            self._total = self.matrix.sum().expand(len(self.matrix))
        return self._total

    def summed(self) -> Counts:
        """The counts over all classes."""
        everything = self.matrix.sum()
        return Counts(self.tp.sum(), everything, everything, everything * len(self.matrix))


def averaged(
    scores: Tensor, average: str | None, support: Tensor, counted: Tensor | None = None, undefined: float = math.nan
) -> Tensor:
    """The scores of classes, nan where there is none, as one number.

    Args:
        scores: score by class, in the last dimension.
        average: `"macro"`, `"weighted"` or `"none"`.
        support: weight of each class for `"weighted"`.
        counted: whether a class is part of the average; by default each that has a score.
        undefined: score to take where there is none, except in classes that are not counted; also the average of
            classes that all weigh nothing.
    """
    if undefined == undefined:
        scores = torch.where(scores.isnan(), undefined, scores)
    if average in ("none", None):
        return scores
    if counted is not None:
        scores = torch.where(counted, scores, torch.nan)
    if average == "macro":
        return scores.nanmean(-1)
    weights = torch.where(scores.isnan(), 0.0, support).to(scores.dtype)
    total = weights.sum(-1)
    mean = (scores * weights).nansum(-1) / total
    if undefined == undefined:
        mean = torch.where((total == 0) & ~scores.isnan().all(-1), undefined, mean)
    return mean


def quotient(numerator: Tensor, denominator: Tensor) -> Tensor:
    """Elementwise ratio in the default dtype, the same for whole numbers of either dtype; 0 / 0 is nan."""
    if numerator.is_floating_point():
        dtype = torch.get_default_dtype()
        return numerator.to(dtype) / denominator.to(dtype)
    return numerator / denominator


def sum_of_quotients(numerator: Tensor, denominator: Tensor) -> Tensor:
    """Sum of the ratios of all classes, nan if one of them is."""
    return quotient(numerator, denominator).sum()
