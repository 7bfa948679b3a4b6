"""Scores and labels of a batch as elements that count: what metrics of scores, rather than of decisions, read."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from metricore._arguments import check_flag, check_integer_labels, check_optional_integer, check_size
from metricore._checked import reads_at_once
from metricore._settings import REQUIRED
from metricore._state import state
from metricore._weights import weights_for
from metricore.classification._family import TaskFamily
from metricore.classification._inputs import both, report_nan, same_shape, valid_labels


class Elements(NamedTuple):
    """Elements of a batch.

    Args:
        scores: floating scores of shape `(M,)`, or `(M, C)` for classes or labels.
        labels: 0 or 1 in the shape of the scores, or classes of shape `(M,)`.
        amount: what each label counts, `None` where each counts 1; what takes no part counts 0.
        bounds: the extremes of the scores, `None` where looking at them would stall a device.
    """

    scores: Tensor
    labels: Tensor
    amount: Tensor | None
    bounds: tuple[float, float] | None

    def weighed(self, values: Tensor) -> Tensor:
        """Values of the elements by what they count, in float64; those that take no part may be anything."""
        values = values.to(torch.float64)
        if self.amount is None:
            return values
        amount = self.amount if values.ndim == self.amount.ndim else self.amount.unsqueeze(-1)
        return torch.where(amount > 0, values * amount, 0.0)

    def weight(self) -> Tensor:
        """What each label counts, in float64."""
        return self.weighed(torch.ones_like(self.labels))


class TaskScores(TaskFamily):
    """What the tasks share that read scores.

    Scores are read as probabilities or as logits. Unless `from_logits` says which, both readings are accumulated and
    the values seen over all batches decide: one outside of [0, 1] makes all of them logits.

    Args:
        ignore_index: label in the target that takes its sample, or its single label, out of everything.
        validate_args: check arguments and data.
        from_logits: whether scores are logits; by default values outside of [0, 1] anywhere in the data tell.
    """

    ignore_index: int | None = None
    validate_args: bool = True
    from_logits: bool | None = None

    _last = ("ignore_index", "validate_args", "from_logits")
    updates_in_place = False

    outside: Tensor = state(
        lambda _: torch.zeros((), dtype=torch.int64), reduce="max", when=lambda self: self.from_logits is None
    )

    def check(self) -> None:
        check_optional_integer("ignore_index", self.ignore_index)
        check_flag("validate_args", self.validate_args)
        if self.from_logits is not None and not isinstance(self.from_logits, bool):
            raise ValueError(f"Expected from_logits to be True, False or None, got {self.from_logits!r}.")

    @property
    def _readings(self) -> int:
        return 2 if self.from_logits is None else 1

    @property
    def _classes(self) -> int:
        """Classes that the target may hold."""
        return 2

    @property
    def _width(self) -> int:
        """Values of a sample."""
        return 1

    def _shape_key(self) -> Hashable:
        """What decides how a batch becomes elements."""
        return (self._classes, self._width, self.ignore_index, self.validate_args, self.from_logits,
                hasattr(self, "num_labels"), self.compute_on_cpu)  # fmt: skip

    def _refuse_inputs(self, preds: Tensor, target: Tensor) -> None:
        same_shape(preds, target)
        check_integer_labels("target", target)
        if not preds.is_floating_point():
            raise ValueError(f"Expected preds to hold floating scores, got dtype {preds.dtype}.")

    def _across(self, labels: Tensor) -> Tensor:
        """Something of each label in a shape that meets that of the scores."""
        return labels

    def _rows(self, values: Tensor) -> Tensor:
        return values.flatten()

    def _elements(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None) -> Elements:
        """A batch as elements; reports what is not a label, a weight or a score."""
        self._refuse_inputs(preds, target)
        weight = None if sample_weight is None else weights_for(self, sample_weight, target)
        present = None if weight is None else weight > 0
        known = valid_labels(self, "target", target, self._classes, self.ignore_index, present)
        valid = both(known, present)
        scores = preds if preds.dtype in (torch.float32, torch.float64) else preds.float()
        amount = None
        if valid is not None:
            scores, target = torch.where(self._across(valid), scores, 0.0), torch.where(valid, target, 0)
            amount = _flat(self, valid.to(torch.int64) if weight is None else torch.where(valid, weight, 0.0))
        bounds = _bounds_of(scores)
        if bounds is None or math.isnan(bounds[0]):
            report_nan(self, scores, None)
        return Elements(self._rows(scores), _flat(self, target).to(torch.int64), amount, bounds)

    def _see(self, elements: Elements) -> bool:
        """Note whether scores leave [0, 1]; tells whether they are logits as far as can be known by now."""
        scores, bounds = elements.scores, elements.bounds
        if self.from_logits:
            return True
        inside = bounds is not None and bounds[0] >= 0 and bounds[1] <= 1
        if self.from_logits is False:
            if not inside:
                self.flag((scores < 0) | (scores > 1), "Expected probabilities in [0, 1] in preds")
            return False
        if bounds is None:
            self.outside = torch.maximum(self.outside, ((scores < 0) | (scores > 1)).any().to(torch.int64))
            return False
        if not inside:
            self.outside = torch.ones_like(self.outside)
        return bool(self.outside.item())

    def _picked(self, readings: Tensor | Sequence[Tensor]) -> Tensor:
        """The reading that the data decide for, the last one of which is of logits; no copy where that can be seen."""
        if self._readings == 1:
            return readings[0]
        if reads_at_once(self.outside):
            return readings[-1 if bool(self.outside > 0) else 0]
        return torch.where(self.outside > 0, readings[-1], readings[0])


class BinaryScores(TaskScores):
    """Scores of yes or no: `preds` and `target` have the same shape `(N, ...)`.

    `sample_weight` of shape `(N,)` or that of the target weighs each element.
    """

    updates_in_place = False

    def _probabilities(self, elements: Elements) -> list[Tensor | None]:
        """Probabilities for each reading, `None` for one that the data have ruled out."""
        scores, logits = elements.scores, self._see(elements)
        if self._readings == 1:
            return [scores.sigmoid() if logits else scores]
        return [None if logits else scores, scores.sigmoid()]


class MultilabelScores(BinaryScores):
    """Scores of yes or no for several labels: `preds` and `target` have the same shape `(N, L, ...)`.

    `sample_weight` of shape `(N,)` or that of the target weighs each element.

    Args:
        num_labels: number of labels.
    """

    num_labels: int = REQUIRED

    def check(self) -> None:
        super().check()
        check_size("num_labels", self.num_labels, 2)

    @property
    def _width(self) -> int:
        return self.num_labels

    def _refuse_inputs(self, preds: Tensor, target: Tensor) -> None:
        super()._refuse_inputs(preds, target)
        if target.ndim < 2 or target.shape[1] != self.num_labels:
            raise ValueError(f"Expected target of shape (N, {self.num_labels}, ...), got {tuple(target.shape)}.")

    def _rows(self, values: Tensor) -> Tensor:
        return rows_of(values)


class MulticlassScores(TaskScores):
    """Scores of classes: `preds` of shape `(N, C, ...)` for a target of classes of shape `(N, ...)`.

    `sample_weight` of shape `(N,)` or that of the target weighs each sample.

    Args:
        num_classes: number of classes.
    """

    num_classes: int = REQUIRED

    def check(self) -> None:
        super().check()
        check_size("num_classes", self.num_classes, 2)

    @property
    def _classes(self) -> int:
        return self.num_classes

    @property
    def _width(self) -> int:
        return self.num_classes

    def _refuse_inputs(self, preds: Tensor, target: Tensor) -> None:
        check_integer_labels("target", target)
        shape = tuple(target.shape)
        if not shape or preds.shape != (shape[0], self.num_classes, *shape[1:]):
            raise ValueError(
                f"Expected preds of shape (N, C, ...) with C={self.num_classes} for a target of shape {shape}, "
                f"got {tuple(preds.shape)}."
            )
        if not preds.is_floating_point():
            raise ValueError(f"Expected preds to hold floating scores, got dtype {preds.dtype}.")

    def _across(self, labels: Tensor) -> Tensor:
        return labels.unsqueeze(1)

    def _rows(self, values: Tensor) -> Tensor:
        return rows_of(values)

    def _probabilities(self, elements: Elements) -> list[Tensor | None]:
        """Probabilities for each reading, `None` for one that the data have ruled out."""
        scores, logits = elements.scores, self._see(elements)
        if self._readings == 1:
            return [scores.softmax(1) if logits else scores]
        return [None if logits else scores, scores.softmax(1)]


def _bounds_of(scores: Tensor) -> tuple[float, float] | None:
    if not reads_at_once(scores):
        return None
    if not scores.numel():
        return 0.0, 0.0
    low, high = scores.detach().aminmax()
    return low.item(), high.item()


def rows_of(values: Tensor) -> Tensor:
    """Values of shape `(N, C, ...)` as rows of `C`."""
    return values if values.ndim == 2 else values.movedim(1, -1).flatten(0, -2)


def _flat(metric: TaskScores, labels: Tensor) -> Tensor:
    return rows_of(labels) if hasattr(metric, "num_labels") else labels.flatten()
