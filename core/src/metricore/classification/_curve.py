"""Counts of positives and negatives at each threshold, and the rates that curve metrics are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from metricore._stretches import parting, stretches, taken

Amounts = Callable[[Tensor | None], tuple[Tensor, Tensor]]


@dataclass(frozen=True)
class Curve:
    """What is predicted positive at each threshold, from the lowest to the one that nothing reaches.

    Args:
        tp: positives at or above each threshold and, last, the 0 above all, of shape `(K, T + 1)`.
        fp: the same of negatives.
        positives: all positives, of shape `(K, 1)`.
        negatives: all negatives.
        thresholds: of shape `(T,)`, as the scores are.
        open: whether the first threshold is not known to be the lowest score.
    """

    tp: Tensor
    fp: Tensor
    positives: Tensor
    negatives: Tensor
    thresholds: Tensor
    open: bool = False

    @staticmethod
    def in_stretches(scores: Tensor, amounts: Amounts) -> Iterator[Curve]:
        """The curve with a point for each score, in stretches from the highest scores down.

        The last point of each but the first is the first one of that before it.

        Args:
            scores: of shape `(N,)`.
            amounts: gives, for places of scores or all of them, whether or with what weight each counts as positive
                and as negative; neither for what takes no part.
        """
        bounds = parting(scores)
        if not bounds:
            yield Curve.of_scores(scores, *amounts(None))
            return
        positives, negatives = _totals(scores, bounds, amounts)
        for tp, fp, thresholds in _points(scores, bounds, amounts):
            yield Curve(tp, fp, positives, negatives, thresholds)
            del tp, fp, thresholds

    @staticmethod
    def of_scores(scores: Tensor, positive: Tensor, negative: Tensor) -> Curve:
        """The curve with a point for each score, equal scores giving equal points.

        Args:
            scores: of shape `(N,)`.
            positive: whether, or with what weight, each counts as positive; neither for what takes no part.
            negative: the same for negatives.
        """
        values, order = _sorted(scores)
        first = torch.ones_like(values, dtype=torch.bool)
        first[1:] = values[1:] != values[:-1]
        tp, positives = _from_each_on(positive.index_select(0, order), first)
        fp, negatives = _from_each_on(negative.index_select(0, order), first)
        return Curve(tp, fp, positives, negatives, values, open=not len(values))

    @staticmethod
    def of_histogram(histogram: Tensor, thresholds: Tensor) -> Curve:
        """The curve of counts by bin.

        Args:
            histogram: negatives and positives of shape `(K, 2, B)`.
            thresholds: lower edges of the last of the `B` bins.
        """
        upward = histogram.flip(-1).cumsum(-1).flip(-1)
        total = upward[..., :1]
        counts = torch.cat([upward[..., upward.shape[-1] - len(thresholds) :], torch.zeros_like(total)], -1)
        return Curve(counts[:, 1], counts[:, 0], total[:, 1], total[:, 0], thresholds, open=True)

    @property
    def recall(self) -> Tensor:
        """Share of the positives found, nan where there are none."""
        return share(self.tp, self.positives)

    @property
    def fpr(self) -> Tensor:
        """Share of the negatives taken for positives, nan where there are none."""
        return share(self.fp, self.negatives)

    @property
    def precision(self) -> Tensor:
        """Share of positives in what is predicted positive, by convention 1 where nothing is."""
        predicted = self.tp + self.fp
        return torch.where(predicted > 0, share(self.tp, predicted), 1.0)

    def roc(self) -> tuple[Tensor, Tensor]:
        """False and true positive rate from (0, 0) to (1, 1)."""
        tp, fp = self.from_all()
        return share(fp, self.negatives).flip(-1), share(tp, self.positives).flip(-1)

    def bins(self) -> tuple[Tensor, Tensor]:
        """Positives and negatives from each threshold to the next, before them those below the first."""
        tp, fp = self.from_all()
        return tp[..., :-1] - tp[..., 1:], fp[..., :-1] - fp[..., 1:]

    def from_all(self) -> tuple[Tensor, Tensor]:
        """True and false positives, from where everything is predicted positive."""
        if not self.open:
            return self.tp, self.fp
        return torch.cat([self.positives, self.tp], -1), torch.cat([self.negatives, self.fp], -1)

    def corners(self) -> Tensor:
        """Which points differ from the next, and the last one."""
        keep = torch.ones_like(self.tp, dtype=torch.bool)
        keep[..., :-1] = (self.tp[..., :-1] != self.tp[..., 1:]) | (self.fp[..., :-1] != self.fp[..., 1:])
        return keep


def area_between(x: Tensor, y: Tensor, low: float, high: float, log: bool = False) -> Tensor:
    """Area below a line of rising `x` from `low` to `high`, where it is interpolated; by `log(x)` if asked for."""
    left, right = x[..., :-1], x[..., 1:]
    slope = (y[..., 1:] - y[..., :-1]) / torch.where(right > left, right - left, 1)
    a, b = left.clamp(low, high), right.clamp(low, high)
    height = y[..., :-1] + slope * ((a + b) / 2 - left)
    return ((b.log() - a.log() if log else b - a) * height).sum(-1)


def _totals(scores: Tensor, bounds: list[Tensor], amounts: Amounts) -> tuple[Tensor, Tensor]:
    """All positives and negatives; weights are summed in the order of the curve, which so ends at all of them."""
    if not amounts(torch.zeros(0, dtype=torch.int64))[0].is_floating_point():
        positive, negative = amounts(None)
        return positive.count_nonzero().reshape(1, 1), negative.count_nonzero().reshape(1, 1)
    for tp, fp, _ in _points(scores, bounds, amounts):
        totals = tp[:, :1].clone(), fp[:, :1].clone()
        del tp, fp, _
    return totals


def _points(scores: Tensor, bounds: list[Tensor], amounts: Amounts) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """True positives, false positives and thresholds of each stretch, from the highest scores down."""
    above: tuple[Tensor, Tensor] | None = None
    for where in stretches(scores, bounds, falling=True):
        part = Curve.of_scores(taken(scores, where), *amounts(where))
        tp, fp = (part.tp, part.fp) if above is None else (part.tp + above[0], part.fp + above[1])
        above = tp[:, :1].clone(), fp[:, :1].clone()
        thresholds = part.thresholds
        del part, where
        yield tp, fp, thresholds
        del tp, fp, thresholds


def _sorted(scores: Tensor) -> tuple[Tensor, Tensor]:
    if scores.dtype in (torch.float16, torch.bfloat16):
        scores = scores.to(torch.float32)
    if scores.dtype != torch.float32:
        return scores.sort()
    bits = (scores + 0.0).view(torch.int32)  # + 0.0 makes -0.0 equal to 0.0
    keys, order = _ordered(bits).sort()  # integers sort faster
    return _ordered(keys).view(torch.float32), order


def _ordered(bits: Tensor) -> Tensor:
    """The bits of floating numbers as integers of the same order, and back."""
    return bits ^ ((bits >> 31) & 0x7FFFFFFF)


def _from_each_on(amount: Tensor, first: Tensor) -> tuple[Tensor, Tensor]:
    """Sums of all that is not below each value, then 0, and the total; `first` tells where a new value begins."""
    narrow = amount.dtype == torch.bool and len(amount) < 1 << 31
    upto = amount.cumsum(0, dtype=torch.int32 if narrow else None)
    sums = torch.zeros(1, len(upto) + 1, dtype=torch.int64 if narrow else upto.dtype, device=upto.device)
    if not len(upto):
        return sums, sums.clone()
    total = upto[-1:].to(sums.dtype)
    below = torch.zeros_like(upto)
    below[1:] = torch.where(first[1:], upto[:-1], 0)  # not `upto - amount`, which rounds weights
    del upto
    below = below.cummax(0).values
    torch.sub(total, below, out=sums[0, :-1])
    return sums, total.unsqueeze(0)


def share(part: Tensor, whole: Tensor) -> Tensor:
    """Elementwise ratio as precise as the device allows; 0 / 0 is nan."""
    dtype = torch.float64
    return part.to(dtype) / whole.to(dtype)
