"""Confidence intervals of the area below an exact ROC curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor

from metricore.classification._curve import Curve
from metricore.classification._intervals import Intervals, deviations, refuse_weights
from metricore.classification._scores_by_task import BinaryScores

_AT_ONCE = 1 << 16  # samples drawn together: what becomes of them stays in a CPU's cache


class AreaIntervals(Intervals, BinaryScores):
    """Confidence intervals from the scores of all samples."""

    if TYPE_CHECKING:
        max_fpr: float | None = None

        def value_of(self, curve: Curve) -> Tensor: ...

    def _analytic(self, level: float) -> tuple[Tensor, Tensor]:
        if self.max_fpr not in (None, 1):
            raise ValueError(
                f"Expected the whole area for DeLong's variance, got max_fpr={self.max_fpr!r}: use method='bootstrap'."
            )
        area, variance = delong(self._by_score())
        half = deviations(level) * variance.sqrt()
        return (area - half).clamp(min=0), (area + half).clamp(max=1)

    def _replicates(self, number: int, seed: int) -> Tensor:
        """Of as many samples, drawn with replacement: they are sorted once."""
        counts = self._by_score().cpu().flatten()
        cell = torch.repeat_interleave(counts)
        distinct, at_once = len(counts) // 2, max(1, _AT_ONCE // max(1, len(cell)))
        generator, values = torch.Generator().manual_seed(seed), []
        for first in range(0, number, at_once):
            rows = min(at_once, number - first)
            drawn = cell[torch.randint(max(1, len(cell)), (rows, len(cell)), generator=generator)]
            drawn = drawn + torch.arange(rows).unsqueeze(1) * len(counts)
            tables = torch.bincount(drawn.flatten(), minlength=rows * len(counts)).view(rows, 2, distinct)
            values.append(self.value_of(Curve.of_histogram(tables, torch.empty(distinct))))
        return torch.cat(values)

    def _by_score(self) -> Tensor:
        """Negatives and positives with each score, from the lowest, of shape `(2, S)`."""
        if self.thresholds is not None:
            raise ValueError(
                f"Expected all scores for a confidence interval, got bins of them: thresholds={self.thresholds!r}."
            )
        refuse_weights(self.weights.values)
        labels = self.labels.values
        known = labels >= 0
        scores: Tensor
        scores, place = torch.unique(self._ranked()[known], return_inverse=True)
        distinct = max(1, len(scores))
        return torch.bincount(place + labels[known] * distinct, minlength=2 * distinct).view(2, distinct)


def delong(counts: Tensor) -> tuple[Tensor, Tensor]:
    """The area and DeLong's variance of it, nan with fewer than two positives or negatives.

    Each positive is placed by the share of negatives below it, ties counting half, each negative by the share of
    positives above it. The area is the mean of either; how much they vary is how much it does.

    Args:
        counts: negatives and positives with each score, from the lowest, of shape `(2, S)`.
    """
    negative, positive = counts.to(torch.float64)
    m, n = positive.sum(), negative.sum()
    below = (negative.cumsum(0) - negative / 2) / n
    above = (m - positive.cumsum(0) + positive / 2) / m
    area = (positive * below).sum() / m
    variance = (positive * (below - area) ** 2).sum() / (m * (m - 1))
    return area, variance + (negative * (above - area) ** 2).sum() / (n * (n - 1))
