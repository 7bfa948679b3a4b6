"""Calibration over bins that the data make."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import torch
from torch import Tensor

from metricore._state import CatState, cat_state
from metricore._stretches import stretches, taken
from metricore.classification._calibration import (
    CALIBRATION_SETTINGS,
    Binned,
    Confidence,
    PositiveConfidence,
    TopConfidence,
    distance,
)


class AdaptiveCalibrationError(Binned, Confidence, family=CALIBRATION_SETTINGS):
    """Calibration error over bins that hold equally many samples.

    Equal confidences share a bin: that of the first of them in order. The edges depend on all data, so confidence and
    correctness of every sample are kept.

    Args:
        task: `"binary"` or `"multiclass"`; the other settings are those of the class it makes.

    Reference:
        Nixon et al., Measuring calibration in deep learning, 2019.

    Examples:
        >>> import torch
        >>> from metricore.classification import AdaptiveCalibrationError
        >>> metric = AdaptiveCalibrationError(task="binary", n_bins=2)
        >>> metric(torch.tensor([0.1, 0.2, 0.7, 0.9]), torch.tensor([0, 1, 1, 1]))
        tensor(0.2750)
    """

    updates_in_place = False

    samples: CatState = cat_state((4,), torch.float64)  # both readings, right or not, weight: edges need all of them

    def accumulates(self) -> Hashable | None:
        return (AdaptiveCalibrationError.update, self._shape_key())

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of scores and labels."""
        elements = self._elements(preds, target, sample_weight)
        readings, right = self._confidence(elements)
        first, last = (readings[-1] if each is None else each for each in (readings[0], readings[-1]))
        columns = [part.to(torch.float64) for part in (first, last, right, elements.weight())]  # type: ignore[union-attr]
        self.samples.append(torch.stack(columns, -1))

    def _in_order(self) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        """Confidences as they rise, their bins, and rows of weight, confidence and right ones to be summed.

        Those of one stretch of the confidences after the other.
        """
        first, last, right, weight = self.samples.values.unbind(-1)
        confidence = self._picked((first, last))
        total, before = weight.sum(), torch.zeros_like(weight[:1])
        for where in stretches(confidence):
            part = taken(confidence, where), taken(right, where), taken(weight, where)
            yield self._binned(*part, before, total)
            before = before + part[2].sum()
            del where, part

    def _binned(
        self, confidence: Tensor, right: Tensor, weight: Tensor, before: Tensor, total: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        order = confidence.argsort()
        confidence, right, weight = confidence[order], right[order], weight[order]
        start = weight.cumsum(0) - weight + before
        first_alike = torch.searchsorted(confidence, confidence).clamp(max=max(len(confidence) - 1, 0))  # nan is last
        index = (start[first_alike] * self.n_bins / total).nan_to_num().long().clamp(0, self.n_bins - 1)
        return confidence, index, torch.stack([weight, weight * confidence, weight * right], -1)

    def _by_bin(self) -> Tensor:
        sums = torch.zeros(self.n_bins, 3, dtype=torch.float64, device=self.device)
        for _, index, rows in self._in_order():
            sums = sums.index_add(0, index, rows)
            del _, index, rows
        return sums

    def _edges(self) -> Tensor:
        """The least confidence of a bin, and the greatest."""
        low = high = torch.full((self.n_bins,), torch.nan, dtype=torch.float64, device=self.device)
        for confidence, index, _ in self._in_order():
            nothing = torch.full_like(low, torch.nan)
            low, high = (
                join(bound, nothing.scatter_reduce(0, index, confidence, how, include_self=False))
                for join, bound, how in ((torch.fmin, low, "amin"), (torch.fmax, high, "amax"))
            )
        return torch.stack([low, high], -1)

    def compute(self) -> Tensor:
        return distance(self._by_bin(), self.norm).to(torch.get_default_dtype())


class BinaryAdaptiveCalibrationError(PositiveConfidence, AdaptiveCalibrationError, task="binary"):
    """Distance of the probability of yes and its frequency, over bins of equally many samples.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryAdaptiveCalibrationError
        >>> metric = BinaryAdaptiveCalibrationError(n_bins=2)
        >>> metric(torch.tensor([0.1, 0.2, 0.7, 0.9]), torch.tensor([0, 1, 1, 1]))
        tensor(0.2750)
    """


class MulticlassAdaptiveCalibrationError(TopConfidence, AdaptiveCalibrationError, task="multiclass"):
    """Distance of the probability of the most probable class and its accuracy, over bins of equally many samples.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassAdaptiveCalibrationError
        >>> preds = torch.tensor([[0.25, 0.20, 0.55], [0.55, 0.05, 0.40], [0.10, 0.30, 0.60], [0.90, 0.05, 0.05]])
        >>> MulticlassAdaptiveCalibrationError(num_classes=3, n_bins=2)(preds, torch.tensor([0, 1, 2, 0]))
        tensor(0.4000)
    """
