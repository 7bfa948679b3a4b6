"""Counts of yes or no, for one label or for several."""

from __future__ import annotations

import math
from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._arguments import check_integer_labels, check_size
from metricore._checked import reads_at_once
from metricore._settings import REQUIRED
from metricore._state import CatState, cat_state, state
from metricore._weights import weights_for
from metricore.classification._averaging import Counts
from metricore.classification._counting import TaskCounts, amount_of
from metricore.classification._inputs import both, report_nan, same_shape, valid_labels


class _BinaryCounts(TaskCounts):
    """Counts of yes or no: the common part of the binary and the multilabel task.

    Scores are read as probabilities or as logits. Unless `from_logits` says which, both readings are counted and the
    values seen over all batches decide: one outside of [0, 1] makes all of them logits.
    """

    threshold: float = 0.5
    from_logits: bool | None = None

    updates_in_place = False

    label_counts: Tensor = state(
        lambda self: torch.zeros(self._readings, 4, self._width, dtype=torch.int64),
        when=lambda self: not self.samplewise,
    )
    sample_counts: CatState = cat_state(dtype=torch.int64, when=lambda self: self.samplewise)  # a value for each sample
    outside: Tensor = state(
        lambda _: torch.zeros((), dtype=torch.int64), reduce="max", when=lambda self: self.from_logits is None
    )

    def check(self) -> None:
        super().check()
        number = isinstance(self.threshold, (int, float)) and not isinstance(self.threshold, bool)
        if not number or not 0 <= self.threshold <= 1:
            raise ValueError(f"Expected threshold to be a number in [0, 1], got {self.threshold!r}.")
        if self.from_logits is not None and not isinstance(self.from_logits, bool):
            raise ValueError(f"Expected from_logits to be True, False or None, got {self.from_logits!r}.")

    def accumulates(self) -> Hashable | None:
        return (type(self).update, self._width, self.threshold, self.multidim_average, self.ignore_index,
                self.validate_args, self.from_logits, hasattr(self, "num_labels"), self.compute_on_cpu)  # fmt: skip

    @property
    def _width(self) -> int:
        return int(getattr(self, "num_labels", 1))

    @property
    def _readings(self) -> int:
        return 2 if self.from_logits is None else 1

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of scores or labels."""
        self._refuse_inputs(preds, target)
        weight = None if sample_weight is None else weights_for(self, sample_weight, target)
        present = None if weight is None else weight > 0
        valid = valid_labels(self, "target", target, 2, self.ignore_index, present)
        decided = self._decisions(preds, both(valid, present))
        actual = target if target.dtype == torch.bool else target == 1
        self._count(decided, actual, None if valid is None and weight is None else amount_of(actual, valid, weight))

    def _count(self, decided: list[Tensor], actual: Tensor, amount: Tensor | None) -> None:
        """Add decisions, for each reading of the scores, and what each element counts, `None` for 1."""
        known = [self._sum(actual, amount), self._sum(torch.ones_like(actual), amount)]
        readings = [torch.stack([self._sum(d & actual, amount), self._sum(d, amount), *known], -2) for d in decided]
        if len(readings) < self._readings:  # labels read the same either way
            readings = readings * self._readings
        rows = torch.stack(readings, -3)
        if self.samplewise:
            self.sample_counts.append(rows)
        else:
            self.label_counts = self.label_counts + rows

    def _refuse_inputs(self, preds: Tensor, target: Tensor) -> None:
        same_shape(preds, target)
        check_integer_labels("target", target)
        if self.samplewise:
            self._needs_samples(target)
        if hasattr(self, "num_labels") and (target.ndim < 2 or target.shape[1] != self.num_labels):
            raise ValueError(f"Expected target of shape (N, {self.num_labels}, ...), got {tuple(target.shape)}.")

    def _decisions(self, preds: Tensor, valid: Tensor | None) -> list[Tensor]:
        """Which elements are predicted positive, for each reading of the scores."""
        if not preds.is_floating_point():
            inside = valid_labels(self, "preds", preds, 2, None, valid)
            return [preds == 1 if inside is None else (preds == 1) & inside]
        report_nan(self, preds, valid)
        as_probability = preds > self.threshold
        if self.from_logits is False:
            if not self._all_probabilities(preds):
                wrong = (preds < 0) | (preds > 1)
                self.flag(wrong if valid is None else wrong & valid, "Expected probabilities in [0, 1] in preds")
            return [as_probability]
        as_logit = preds > _logit(self.threshold)
        if self.from_logits:
            return [as_logit]
        if not self._all_probabilities(preds):
            wrong = (preds < 0) | (preds > 1)
            seen = (wrong if valid is None else wrong & valid).any()
            self.outside = torch.maximum(self.outside, seen.to(torch.int64))
        return [as_probability, as_logit]

    @staticmethod
    def _all_probabilities(preds: Tensor) -> bool:
        """Whether a look that stalls nothing shows all scores in [0, 1]."""
        if not reads_at_once(preds) or not preds.numel():
            return reads_at_once(preds)
        low, high = preds.aminmax()
        return low.item() >= 0 and high.item() <= 1

    def _sum(self, elements: Tensor, amount: Tensor | None) -> Tensor:
        """Number or weight of the true elements, by label, after a dimension of samples if samplewise."""
        counted = elements if amount is None else elements * amount
        shape = (len(counted), self._width, -1) if self.samplewise else None
        if shape is not None:
            return counted.reshape(shape if counted.numel() else (len(counted), self._width, 0)).sum(-1)
        if not hasattr(self, "num_labels"):
            return counted.sum().reshape(1)
        return counted.sum(0) if counted.ndim == 2 else counted.flatten(2).sum((0, 2))

    def counts(self, dtype: torch.dtype | None = None) -> Counts:
        if self.samplewise:
            table = self.sample_counts.values.reshape(-1, self._readings, 4, self._width)
        else:
            table = self.label_counts
        first, last = table[..., 0, :, :], table[..., -1, :, :]
        table = (torch.where(self.outside > 0, last, first) if self._readings == 2 else first).to(dtype)
        return Counts(*table.unbind(-2))

    def _cells(self) -> Tensor:
        self._refuse_samplewise()
        if hasattr(self, "num_labels") and getattr(self, "average", None) not in ("none", None):
            raise ValueError("The labels of a sample vary together: expected average='none' for an interval.")
        counts = self.counts()
        return torch.stack([counts.tp, counts.fp, counts.fn, counts.tn], -1)

    def _state_of(self, cells: Tensor) -> dict[str, Tensor]:
        tp, fp, fn, tn = cells.unbind(-1)
        table = torch.stack([tp, tp + fp, tp + fn, tp + fp + fn + tn])
        return {"label_counts": table.expand(self._readings, -1, -1).to(self.device)}

    def counted(self, counts: Counts) -> Tensor:
        """Labels that were not ignored throughout."""
        return counts.total > 0

    def void(self, counts: Counts) -> Tensor:
        """Labels that were ignored throughout."""
        return counts.total == 0


class BinaryCounts(_BinaryCounts):
    """Counts of yes or no.

    `preds` and `target` have the same shape `(N, ...)`; `preds` are scores, or labels 0 and 1. `sample_weight` of shape
    `(N,)` or that of the target weighs each element.

    Args:
        threshold: a probability above it is a positive prediction.
        from_logits: whether scores are logits; by default values outside of [0, 1] anywhere in the data tell.
    """

    threshold: float = 0.5
    multidim_average: str = "global"
    ignore_index: int | None = None
    validate_args: bool = True


class MultilabelCounts(_BinaryCounts):
    """Counts of yes or no for several labels at once.

    `preds` and `target` have the same shape `(N, L, ...)`; `preds` are scores, or labels 0 and 1. `sample_weight` of
    shape `(N,)` or that of the target weighs each element.

    Args:
        num_labels: number of labels.
        threshold: a probability above it is a positive prediction.
        average: `"micro"` counts over all labels, `"macro"` averages them, `"weighted"` weighs them by their number of
            positives, `"none"` gives a value per label.
        from_logits: whether scores are logits; by default values outside of [0, 1] anywhere in the data tell.
    """

    num_labels: int = REQUIRED
    threshold: float = 0.5
    average: str | None = "macro"
    multidim_average: str = "global"
    ignore_index: int | None = None
    validate_args: bool = True

    def check(self) -> None:
        check_size("num_labels", self.num_labels, 2)
        super().check()


def _logit(threshold: float) -> float:
    if threshold in (0, 1):
        return math.inf if threshold == 1 else -math.inf
    return math.log(threshold / (1 - threshold))
