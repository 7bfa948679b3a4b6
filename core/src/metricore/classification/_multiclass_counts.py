"""Counts of a choice among classes."""

from __future__ import annotations

import functools
import math
from collections.abc import Hashable
from typing import ClassVar

import torch
from torch import Tensor

from metricore._arguments import check_integer_labels, check_size
from metricore._checked import reads_at_once
from metricore._constants import remembered
from metricore._state import CatState, cat_state, state
from metricore._together import shared
from metricore._weights import weights_for
from metricore.classification._averaging import Counts, MatrixCounts
from metricore.classification._counting import TaskCounts, amount_of
from metricore.classification._inputs import both, report_nan, same_shape, valid_labels

_SMALL = 64  # classes up to which a matrix of counts is cheaper than separate sums


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
            check_size("num_classes", self.num_classes, 2)
        check_size("top_k", self.top_k, 1)
        if self.num_classes is not None and self.top_k > self.num_classes:
            raise ValueError(f"Expected top_k of at most num_classes={self.num_classes}, got {self.top_k}.")
        _ = self._plain  # cached by now, since a compiler cannot trace how it is

    def accumulates(self) -> Hashable | None:
        return (type(self).update, self._matrix, self.num_classes, self.top_k, self.multidim_average,
                self.ignore_index, self.validate_args, self.compute_on_cpu)  # fmt: skip

    @functools.cached_property
    def _matrix(self) -> bool:
        """Whether the state is the confusion matrix, rather than sums over its rows, columns and diagonal."""
        small = self.num_classes is not None and self.num_classes <= _SMALL and not self.samplewise
        return small or self._reads_matrix

    @functools.cached_property
    def _plain(self) -> bool:
        """Whether each sample is one entry of the matrix."""
        return self._matrix and self.ignore_index is None and self.top_k == 1

    def _fresh_counts(self) -> Tensor:
        classes = self.num_classes or 1
        return torch.zeros(classes * classes if self._matrix else 3 * classes, dtype=torch.int64)

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of predictions and labels."""
        weight = None if sample_weight is None else weights_for(self, sample_weight, target)
        if self._plain and reads_at_once(target) and self._add_scores(preds, target, weight):
            return
        scores = self._refuse_inputs(preds, target)
        labels, valid = self._labels(preds, target, scores, None if weight is None else weight > 0)
        if self._matrix:
            index = torch.add(labels, target, alpha=self.num_classes)
            amount = amount_of(index, valid, weight)
            self._add((index if valid is None else torch.where(valid, index, 0)).flatten(), amount.flatten())
            return
        rows = len(target) if self.samplewise else 1
        shape = (rows, target.numel() // max(rows, 1))
        parts = [part if part is None else part.reshape(shape) for part in (labels, target, valid, weight)]
        sums = self._sums(*parts)  # type: ignore[arg-type]
        if self.samplewise:
            self.sample_counts.append(sums)
        else:
            self.class_counts = self.class_counts + sums.flatten()

    def _add_scores(self, preds: Tensor, target: Tensor, weight: Tensor | None) -> bool:
        """Add a batch of scores in the fewest steps; False, and nothing added, if there is more to be done."""
        try:
            if target.dtype is not torch.int64 or not preds.is_floating_point() or preds.size(1) != self.num_classes:
                return False
            best = preds.argmax(1)
            if best.shape != target.shape or (self.validate_args and math.isnan(preds.sum().item())):
                return False
            if best.ndim != 1:
                best, target = best.flatten(), target.flatten()
            index = best.add_(_first_of_rows(self.num_classes).index_select(0, target))
        except IndexError:  # no dimension of classes, or a label outside of them, which has no row
            return False
        if weight is None:
            counts = self.class_counts
            self.class_counts = counts.index_add(0, index, _ones(target.shape[0], counts.dtype))
        else:
            self._add(index, weight.flatten())
        return True

    def _add(self, index: Tensor, amount: Tensor) -> None:
        """Add amounts to entries of the matrix."""
        counts = self.class_counts
        if counts.dtype != amount.dtype:
            counts, amount = counts.to(torch.float64), amount.to(torch.float64)
        self.class_counts = counts.index_add(0, index, amount)

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
        check_integer_labels("target", target)
        if self.samplewise:
            self._needs_samples(target)
        if preds.ndim == target.ndim + 1:
            if not preds.is_floating_point():
                raise ValueError(
                    f"Expected preds with a dimension of classes to be floating scores, got {preds.dtype}."
                )
            size, *others = target.shape or (-1,)
            if preds.shape != (size, self.num_classes or preds.shape[1], *others):
                raise ValueError(
                    f"Expected preds of shape (N, C, ...) with C={self.num_classes} for a target of shape "
                    f"{tuple(target.shape)}, got {tuple(preds.shape)}."
                )
            return True
        same_shape(preds, target)
        check_integer_labels("preds", preds)
        if self.top_k > 1:
            raise ValueError(f"Expected preds to be scores of shape (N, C, ...) for top_k={self.top_k}, got labels.")
        return False

    def _sums(self, labels: Tensor, target: Tensor, valid: Tensor | None, weight: Tensor | None) -> Tensor:
        """Rows of `[true positives, predicted, actual]` by class, for inputs of shape `(rows, elements)`."""
        hits = labels == target
        amount = amount_of(hits, valid, weight).reshape(hits.shape)
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
            return shared(MatrixCounts, self.class_counts, dtype, self.num_classes)
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


@remembered
def _ones(count: int, dtype: torch.dtype) -> Tensor:
    """Ones for each sample of a batch; these mostly have one size."""
    return torch.ones(count, dtype=dtype, device="cpu")


@remembered
def _first_of_rows(classes: int) -> Tensor:
    """Where each row of the flattened matrix begins."""
    return torch.arange(0, classes * classes, classes, device="cpu")


def _among_top(scores: Tensor, target: Tensor, k: int) -> Tensor:
    """Whether the target's score is among the `k` highest, equal scores ranked by lowest label."""
    own = scores.gather(1, target.unsqueeze(1))
    order = torch.arange(scores.shape[1], device=scores.device).reshape(1, -1, *[1] * (target.ndim - 1))
    before = (scores > own) | ((scores == own) & (order < target.unsqueeze(1)))
    return before.sum(1) < k
