"""How each task counts: the accumulators behind every metric of true and false positives and negatives."""

from __future__ import annotations

import functools
import math
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._settings import REQUIRED
from metricore._state import CatState, cat_state, state
from metricore._weights import weights_for
from metricore.classification._averaging import AVERAGES, Counts, MatrixCounts
from metricore.classification._inputs import (
    both,
    refuse_float_labels,
    report_nan,
    same_shape,
    valid_labels,
)
from metricore.classification._intervals import Intervals

_SMALL = 64  # classes up to which a matrix of counts is cheaper than separate sums


def _positive(name: str, value: Any, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"Expected {name} to be an integer of at least {least}, got {value!r}.")


class TaskCounts(Intervals):
    """What the tasks share: settings of all of them, and counts that grow by batch or by sample.

    Args:
        multidim_average: `"global"` counts all elements together, `"samplewise"` each sample of shape `(N, ...)` on
            its own, which gives a value per sample.
        ignore_index: label in the target that takes its sample, or its single label, out of everything.
        validate_args: check arguments and data.
    """

    if TYPE_CHECKING:
        multidim_average: str = "global"
        ignore_index: int | None = None
        validate_args: bool = True

    _last = ("validate_args", "zero_division", "from_logits")
    updates_in_place = False

    def check(self) -> None:
        if self.multidim_average not in ("global", "samplewise"):
            raise ValueError(
                f"Expected multidim_average to be 'global' or 'samplewise', got {self.multidim_average!r}."
            )
        if self.ignore_index is not None and (
            isinstance(self.ignore_index, bool) or not isinstance(self.ignore_index, int)
        ):
            raise ValueError(f"Expected ignore_index to be an integer or None, got {self.ignore_index!r}.")
        if not isinstance(self.validate_args, bool):
            raise ValueError(f"Expected validate_args to be True or False, got {self.validate_args!r}.")
        average = getattr(self, "average", "micro")
        if average not in AVERAGES:
            raise ValueError(f"Expected average to be one of {AVERAGES}, got {average!r}.")

    @functools.cached_property
    def samplewise(self) -> bool:
        """Whether each sample has a value of its own."""
        return self.multidim_average == "samplewise"

    def _refuse_samplewise(self) -> None:
        if self.samplewise:
            raise ValueError("Expected multidim_average='global' for an interval, got 'samplewise'.")

    def _needs_samples(self, target: Tensor) -> None:
        if target.ndim < (3 if hasattr(self, "num_labels") else 2):
            raise ValueError(
                f"Expected target with a dimension besides the samples for multidim_average='samplewise', "
                f"got shape {tuple(target.shape)}."
            )

    def counts(self, dtype: torch.dtype | None = None) -> Counts:
        """The counts by class in the last dimension, after a dimension of samples if samplewise."""
        raise NotImplementedError

    def counted(self, counts: Counts) -> Tensor | None:
        """Which classes are part of an average, `None` for all that have a value."""
        return None

    def void(self, counts: Counts) -> Tensor | None:
        """Which classes have no value at all, `None` for none of them."""
        return None


class MulticlassCounts(TaskCounts):
    """Counts of a choice among classes.

    `preds` of shape `(N, ...)` hold labels, of shape `(N, C, ...)` scores of which only the order counts: logits,
    log-probabilities or probabilities. `target` of shape `(N, ...)` holds labels from 0 to `num_classes - 1`.
    `sample_weight` of shape `(N,)` or that of the target weighs each sample.

    Args:
        num_classes: number of classes; may be left out for `average="micro"`.
        top_k: a prediction is right if the target is among the `top_k` highest scores (ties: lowest label first).
        average: `"micro"` counts over all classes, `"macro"` averages the classes that occur, `"weighted"` weighs them
            by their number of samples, `"none"` gives a value per class.
    """

    num_classes: int | None = None
    top_k: int = 1
    average: str | None = "macro"
    multidim_average: str = "global"
    ignore_index: int | None = None
    validate_args: bool = True

    updates_in_place = False
    _reads_matrix: ClassVar[bool] = False  # whether `compute` needs which class was taken for which

    class_counts: Tensor = state(lambda self: self._fresh_counts(), when=lambda self: not self.samplewise)
    sample_counts: CatState = cat_state(dtype=torch.int64, when=lambda self: self.samplewise)  # a value for each sample

    def check(self) -> None:
        super().check()
        if self.num_classes is None:
            if self.average != "micro":
                raise ValueError(f"Expected num_classes for average={self.average!r}, got None.")
        else:
            _positive("num_classes", self.num_classes, 2)
        _positive("top_k", self.top_k, 1)
        if self.num_classes is not None and self.top_k > self.num_classes:
            raise ValueError(f"Expected top_k of at most num_classes={self.num_classes}, got {self.top_k}.")
        _ = self._matrix  # cached by now, since a compiler cannot trace how it is

    def accumulates(self) -> Hashable | None:
        return (type(self).update, self._matrix, self.num_classes, self.top_k, self.multidim_average,
                self.ignore_index, self.validate_args, self.compute_on_cpu)  # fmt: skip

    @functools.cached_property
    def _matrix(self) -> bool:
        """Whether the state is the confusion matrix, rather than sums over its rows, columns and diagonal."""
        small = self.num_classes is not None and self.num_classes <= _SMALL and not self.samplewise
        return small or self._reads_matrix

    def _fresh_counts(self) -> Tensor:
        classes = self.num_classes or 1
        return torch.zeros(classes * classes if self._matrix else 3 * classes, dtype=torch.int64)

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of predictions and labels."""
        scores = self._refuse_inputs(preds, target)
        weight = None if sample_weight is None else weights_for(self, sample_weight, target)
        plain = scores and self._matrix and weight is None and self.ignore_index is None and self.top_k == 1
        if plain and type(target) is Tensor and reads_at_once(target) and target.numel():
            report_nan(self, preds, None)
            index = torch.add(preds.argmax(1), target, alpha=self.num_classes)
            try:  # a label outside of the classes has no place in the matrix, so no look at the labels is needed
                self._add(index, _ones(index.numel(), self.class_counts.dtype))
            except IndexError:
                pass
            else:
                return
        labels, valid = self._labels(preds, target, scores, None if weight is None else weight > 0)
        if self._matrix:
            index = torch.add(labels, target, alpha=self.num_classes)
            amount = _amount(index, valid, weight).flatten()
            self._add(index if valid is None else torch.where(valid, index, 0), amount)
            return
        rows = len(target) if self.samplewise else 1
        shape = (rows, target.numel() // max(rows, 1))
        parts = [part if part is None else part.reshape(shape) for part in (labels, target, valid, weight)]
        sums = self._sums(*parts)  # type: ignore[arg-type]
        if self.samplewise:
            self.sample_counts.append(sums)
        else:
            self.class_counts = self.class_counts + sums.flatten()

    def _add(self, index: Tensor, amount: Tensor) -> None:
        """Add amounts to entries of the matrix."""
        counts = self.class_counts
        if counts.dtype != amount.dtype:
            counts, amount = counts.to(torch.float64), amount.to(torch.float64)
        self.class_counts = counts.index_add(0, index if index.ndim == 1 else index.flatten(), amount)

    def _labels(
        self, preds: Tensor, target: Tensor, scores: bool, present: Tensor | None
    ) -> tuple[Tensor, Tensor | None]:
        """Predicted labels in the shape of the target, within the classes, and which of them count."""
        classes = self.num_classes or (preds.shape[1] if scores else None)
        valid = valid_labels(self, "target", target, classes, self.ignore_index, present)
        present = both(valid, present)
        if not scores:
            valid = both(valid, valid_labels(self, "preds", preds, classes, None, present))
            return (preds if valid is None else torch.where(valid, preds, 0)).to(torch.int64), valid
        report_nan(self, preds, None if present is None else present.unsqueeze(1))
        if not target.numel():
            return target.to(torch.int64), valid
        return self._best(preds, target if valid is None else torch.where(valid, target, 0)), valid

    def _best(self, preds: Tensor, target: Tensor) -> Tensor:
        """The label of the highest score, or that of the target if it is among the highest `top_k`."""
        best = preds.argmax(1)
        if self.top_k > 1:
            target = target.to(torch.int64)
            best = torch.where(_among_top(preds, target, self.top_k), target, best)
        return best

    def _refuse_inputs(self, preds: Tensor, target: Tensor) -> bool:
        """Refuse shapes and dtypes that do not fit; tells whether `preds` are scores rather than labels."""
        refuse_float_labels("target", target)
        if self.samplewise:
            self._needs_samples(target)
        if preds.ndim == target.ndim + 1:
            if not preds.is_floating_point():
                raise ValueError(
                    f"Expected preds with a dimension of classes to be floating scores, got {preds.dtype}."
                )
            shape = target.shape
            if not shape or preds.shape != (shape[0], self.num_classes or preds.shape[1], *shape[1:]):
                raise ValueError(
                    f"Expected preds of shape (N, C, ...) with C={self.num_classes} for a target of shape "
                    f"{tuple(shape)}, got {tuple(preds.shape)}."
                )
            return True
        same_shape(preds, target)
        refuse_float_labels("preds", preds)
        if self.top_k > 1:
            raise ValueError(f"Expected preds to be scores of shape (N, C, ...) for top_k={self.top_k}, got labels.")
        return False

    def _sums(self, labels: Tensor, target: Tensor, valid: Tensor | None, weight: Tensor | None) -> Tensor:
        """Rows of `[true positives, predicted, actual]` by class, for inputs of shape `(rows, elements)`."""
        hits = labels == target
        amount = _amount(hits, valid, weight).reshape(hits.shape)
        classes = self.num_classes or 1
        if self.num_classes is None:
            total = amount.sum(1)
            return torch.stack([(amount * hits).sum(1), total, total], 1).unsqueeze(2)
        inside = target.to(torch.int64) if valid is None else torch.where(valid, target, 0).to(torch.int64)
        index = torch.cat([inside, labels + classes, inside + 2 * classes], 1)
        amounts = torch.cat([amount * hits, amount, amount], 1)
        sums = torch.zeros(len(labels), 3 * classes, dtype=amount.dtype, device=labels.device)
        return sums.scatter_add(1, index, amounts).reshape(-1, 3, classes)

    def counts(self, dtype: torch.dtype | None = None) -> Counts:
        if self.samplewise:
            tp, predicted, actual = self.sample_counts.values.to(dtype).reshape(-1, 3, self.num_classes or 1).unbind(1)
        elif self._matrix:
            return MatrixCounts.of(self.class_counts, dtype, self.num_classes)  # type: ignore[arg-type]
        else:
            tp, predicted, actual = self.class_counts.to(dtype).reshape(3, -1).unbind()
        return Counts(tp, predicted, actual, actual.sum(-1, keepdim=True).expand_as(actual))

    def _cells(self) -> Tensor:
        self._refuse_samplewise()
        if not self._matrix:
            raise ValueError(f"A bootstrap needs the confusion matrix, which is kept for up to {_SMALL} classes.")
        return self.class_counts.reshape(1, -1)

    def _state_of(self, cells: Tensor) -> dict[str, Tensor]:
        return {"class_counts": cells.flatten().to(self.device)}

    def confusion(self, dtype: torch.dtype | None = None) -> Tensor:
        """The confusion matrix, rows actual and columns predicted."""
        return self.class_counts.to(dtype).reshape(self.num_classes, self.num_classes)  # type: ignore[arg-type]

    def counted(self, counts: Counts) -> Tensor:
        """Classes that occur in the target or in the predictions, without the ignored one."""
        occurs = counts.predicted + counts.actual > 0
        void = self.void(counts)
        return occurs if void is None else occurs & ~void

    def void(self, counts: Counts) -> Tensor | None:
        """The class that `ignore_index` names, if it is one."""
        index, classes = self.ignore_index, self.num_classes
        if index is None or classes is None or not 0 <= index < classes:
            return None
        return torch.arange(classes, device=self.device) == index


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
        amount = None if valid is None and weight is None else _amount(actual, valid, weight)
        known = [self._sum(actual, amount), self._sum(torch.ones_like(actual), amount)]
        readings = [torch.stack([self._sum(d & actual, amount), self._sum(d, amount), *known], -2) for d in decided]
        if len(readings) < self._readings:  # labels read the same either way
            readings *= self._readings
        rows = torch.stack(readings, -3)
        if self.samplewise:
            self.sample_counts.append(rows)
        else:
            self.label_counts = self.label_counts + rows

    def _refuse_inputs(self, preds: Tensor, target: Tensor) -> None:
        same_shape(preds, target)
        refuse_float_labels("target", target)
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
        _positive("num_labels", self.num_labels, 2)
        super().check()


@functools.lru_cache(maxsize=16)
def _ones(count: int, dtype: torch.dtype) -> Tensor:
    """Ones on the CPU, which nobody changes; batches mostly have one size."""
    return torch.ones(count, dtype=dtype, device="cpu")


def _amount(like: Tensor, valid: Tensor | None, weight: Tensor | None) -> Tensor:
    """What each element counts: 1, its weight, or 0 if it takes no part."""
    if weight is not None:
        return weight if valid is None else torch.where(valid, weight, 0.0)
    return torch.ones_like(like, dtype=torch.int64) if valid is None else valid.to(torch.int64)


def _among_top(scores: Tensor, target: Tensor, k: int) -> Tensor:
    """Whether the target's score is among the `k` highest, equal scores ranked by lowest label."""
    own = scores.gather(1, target.unsqueeze(1))
    order = torch.arange(scores.shape[1], device=scores.device).reshape(1, -1, *[1] * (target.ndim - 1))
    before = (scores > own) | ((scores == own) & (order < target.unsqueeze(1)))
    return before.sum(1) < k


def _logit(threshold: float) -> float:
    if threshold in (0, 1):
        return math.inf if threshold == 1 else -math.inf
    return math.log(threshold / (1 - threshold))
