"""Samples that are right in all their parts."""

from __future__ import annotations

from typing import Any, ClassVar

import torch
from torch import Tensor

from metricore._settings import REQUIRED
from metricore._state import state
from metricore._weights import weights_for
from metricore.classification._averaging import quotient
from metricore.classification._binary_counts import MultilabelCounts
from metricore.classification._counting import TaskCounts
from metricore.classification._inputs import both, valid_labels
from metricore.classification._intervals import Intervals
from metricore.classification._multiclass_counts import MulticlassCounts


class ExactMatch(
    TaskCounts,
    family={"threshold": 0.5, "num_classes": None, "num_labels": None, "multidim_average": "global",
            "ignore_index": None, "validate_args": True, "from_logits": None},
):  # fmt: skip
    r"""Share of samples that are right in every part, :math:`\frac1N\sum_n \prod_i [p_{ni} = t_{ni}]`.

    Ignored parts are left out of the product, and samples that are ignored throughout out of the sum. `sample_weight`
    weighs samples.

    Args:
        task: `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import ExactMatch
        >>> metric = ExactMatch(task="multiclass", num_classes=3)
        >>> metric(torch.tensor([[2, 1], [0, 1]]), torch.tensor([[2, 1], [0, 0]]))
        tensor(0.5000)
    """

    higher_is_better = True
    is_differentiable = False
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0

    def _matched(self, right: list[Tensor], valid: Tensor | None, weight: Tensor | None, dim: int) -> Tensor:
        """Matching and all samples, for each reading; in a row for each of the `N` if samplewise.

        Args:
            right: which parts are right, for each reading; the parts of a sample lie in dimension `dim`.
            valid: which parts take part.
            weight: weight of each sample.
            dim: dimension of the parts.
        """
        counted = (torch.ones_like(right[0]) if valid is None else valid).any(dim)
        amount = counted.to(torch.int64) if weight is None else torch.where(counted, weight, 0.0)
        matching = [(each if valid is None else each | ~valid).all(dim) for each in right]
        table = torch.stack([torch.stack([amount * each, amount], -1) for each in matching], -2)
        if self.samplewise:
            return table.flatten(1, -3).sum(1) if table.ndim > 3 else table
        return table.flatten(0, -3).sum(0)


class MulticlassExactMatch(MulticlassCounts, ExactMatch, task="multiclass"):
    """Share of samples whose classes are all right; a sample is a row of shape `(...)` of the target `(N, ...)`.

    Samplewise, the value is 0 or 1 for each sample, and `nan` for one that is ignored throughout.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassExactMatch
        >>> metric = MulticlassExactMatch(num_classes=3)
        >>> metric(torch.tensor([[2, 1], [0, 1]]), torch.tensor([[2, 1], [0, 0]]))
        tensor(0.5000)
    """

    num_classes: int = REQUIRED

    _fixed: ClassVar[dict[str, Any]] = {"top_k": 1, "average": "micro"}
    updates_in_place = False

    class_counts: Tensor = state(lambda _: torch.zeros(1, 2, dtype=torch.int64), when=lambda self: not self.samplewise)

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of predictions and labels."""
        scores = self._refuse_inputs(preds, target)
        weight = None if sample_weight is None else weights_for(self, sample_weight, target.new_empty(len(target)))
        present = None if weight is None else (weight > 0).reshape(-1, *[1] * (target.ndim - 1)).expand(target.shape)
        labels, valid = self._labels(preds, target, scores, present)
        shape = (len(target), target.numel() // max(len(target), 1))
        right, valid = (labels == target).reshape(shape), None if valid is None else valid.reshape(shape)
        rows = self._matched([right], valid, weight, 1)
        if self.samplewise:
            self.sample_counts.append(rows)
        else:
            self.class_counts = self.class_counts + rows

    _cells = Intervals._cells

    def _share(self) -> tuple[Tensor, Tensor]:
        self._refuse_samplewise()
        return self.class_counts[0, 0], self.class_counts[0, 1]

    def compute(self) -> Tensor:
        table = self.sample_counts.values.reshape(-1, 1, 2) if self.samplewise else self.class_counts
        return quotient(table[..., 0, 0], table[..., 0, 1])


class MultilabelExactMatch(MultilabelCounts, ExactMatch, task="multilabel"):
    """Share of samples whose labels are all right (subset accuracy).

    For inputs of shape `(N, L, ...)` every position of `(...)` is a sample of its own; samplewise, the value is the
    share among the positions of each of the `N`, `nan` where all are ignored.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelExactMatch
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelExactMatch(num_labels=2)(preds, torch.tensor([[0, 1], [1, 0]]))
        tensor(0.5000)
    """

    _fixed: ClassVar[dict[str, Any]] = {"average": "micro"}
    updates_in_place = False

    label_counts: Tensor = state(
        lambda self: torch.zeros(self._readings, 2, dtype=torch.int64), when=lambda self: not self.samplewise
    )

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of scores or labels."""
        self._refuse_inputs(preds, target)
        weight = None if sample_weight is None else weights_for(self, sample_weight, target.select(1, 0))
        present = None if weight is None else (weight > 0).unsqueeze(1).expand(target.shape)
        valid = valid_labels(self, "target", target, 2, self.ignore_index, present)
        decided = self._decisions(preds, both(valid, present))
        decided = decided if len(decided) == self._readings else decided * self._readings
        rows = self._matched([each == (target == 1) for each in decided], valid, weight, 1)
        if self.samplewise:
            self.sample_counts.append(rows)
        else:
            self.label_counts = self.label_counts + rows

    _cells = Intervals._cells

    def _share(self) -> tuple[Tensor, Tensor]:
        self._refuse_samplewise()
        table = self._table()
        return table[..., 0], table[..., 1]

    def _table(self) -> Tensor:
        """Matching and all samples, in the reading that the data decide for."""
        table = self.sample_counts.values.reshape(-1, self._readings, 2) if self.samplewise else self.label_counts
        first, last = table[..., 0, :], table[..., -1, :]
        return torch.where(self.outside > 0, last, first) if self._readings == 2 else first

    def compute(self) -> Tensor:
        table = self._table()
        return quotient(table[..., 0], table[..., 1])
