"""The counts themselves: true and false positives and negatives, and the confusion matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor

from metricore._arguments import check_choice
from metricore._settings import REQUIRED
from metricore.classification._averaging import averaged
from metricore.classification._binary_counts import BinaryCounts, MultilabelCounts
from metricore.classification._counting import TaskCounts
from metricore.classification._family import TASK_SETTINGS
from metricore.classification._multiclass_counts import MulticlassCounts

NORMALIZE = (None, "none", "true", "pred", "all")


class StatScores(TaskCounts, family={**TASK_SETTINGS, "from_logits": None}):
    r"""True positives, false positives, true negatives, false negatives and support, in this order.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import StatScores
        >>> metric = StatScores(task="multiclass", num_classes=3, average="micro")
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor([3, 1, 7, 1, 4])
    """

    is_differentiable = False
    plot_lower_bound = 0.0

    def check(self) -> None:
        super().check()
        if getattr(self, "num_classes", 2) is None:
            raise ValueError(f"{type(self).__name__} counts true negatives and needs num_classes, got None.")

    def compute(self) -> Tensor:
        counts = self.counts()
        average = getattr(self, "average", "micro")
        if average == "micro":
            counts = counts.summed()
        table = torch.stack([counts.tp, counts.fp, counts.tn, counts.fn, counts.actual], -1)
        if average in ("micro", "none", None):
            return table.to(torch.get_default_dtype()) if table.is_floating_point() else table
        support, counted = counts.actual.to(torch.float64), self.counted(counts)
        columns = [averaged(column.to(support.dtype), average, support, counted) for column in table.unbind(-1)]
        return torch.stack(columns, -1).to(torch.get_default_dtype())


class BinaryStatScores(BinaryCounts, StatScores, task="binary"):
    """Counts of a yes-or-no decision, of shape `(5,)`, or `(N, 5)` if samplewise.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryStatScores
        >>> BinaryStatScores()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor([1, 1, 1, 0, 1])
    """


class MulticlassStatScores(MulticlassCounts, StatScores, task="multiclass"):
    """Counts of a choice among classes, of shape `(5,)`, or `(C, 5)` without average, after samples if samplewise.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassStatScores
        >>> metric = MulticlassStatScores(num_classes=3, average="none")
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor([[1, 0, 2, 1, 2],
                [1, 1, 2, 0, 1],
                [1, 0, 3, 0, 1]])
    """


class MultilabelStatScores(MultilabelCounts, StatScores, task="multilabel"):
    """Counts of several yes-or-no decisions, of shape `(5,)`, or `(L, 5)` without average.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelStatScores
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelStatScores(num_labels=2, average="none")(preds, torch.tensor([[0, 1], [1, 0]]))
        tensor([[1, 0, 1, 0, 1],
                [1, 1, 0, 0, 1]])
    """


class ConfusionMatrix(
    TaskCounts,
    family={"threshold": 0.5, "num_classes": None, "num_labels": None, "normalize": None, "ignore_index": None,
            "validate_args": True, "from_logits": None},
):  # fmt: skip
    r"""How often each class (rows) was predicted as each other (columns).

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        normalize: `"true"` divides by the sum of a row, `"pred"` by that of a column, `"all"` by that of all; where
            there is nothing to divide by, the share is `nan`.

    Examples:
        >>> import torch
        >>> from metricore import ConfusionMatrix
        >>> metric = ConfusionMatrix(task="multiclass", num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor([[1, 1, 0],
                [0, 1, 0],
                [0, 0, 1]])
    """

    if TYPE_CHECKING:
        normalize: str | None = None

    is_differentiable = False
    plot_lower_bound = 0.0
    _picture = "metricore.classification._pictures.matrix:confusion"

    def check(self) -> None:
        super().check()
        check_choice("normalize", self.normalize, NORMALIZE)

    def confusion(self, dtype: torch.dtype | None = None) -> Tensor:
        """The matrix, one for each label in the multilabel task."""
        counts = self.counts(dtype)
        cells = torch.stack([counts.tn, counts.fp, counts.fn, counts.tp], -1)
        return cells.reshape(*cells.shape[:-1], 2, 2)

    def compute(self) -> Tensor:
        if self.normalize in (None, "none"):
            matrix = self.confusion()
            return matrix.to(torch.get_default_dtype()) if matrix.is_floating_point() else matrix
        matrix = self.confusion(torch.float64)
        over = {"true": (-1,), "pred": (-2,), "all": (-2, -1)}[self.normalize]
        return (matrix / matrix.sum(over, keepdim=True)).to(torch.get_default_dtype())


class BinaryConfusionMatrix(BinaryCounts, ConfusionMatrix, task="binary"):
    """Confusion matrix of a yes-or-no decision: `[[TN, FP], [FN, TP]]`.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryConfusionMatrix
        >>> BinaryConfusionMatrix()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor([[1, 1],
                [0, 1]])
    """

    normalize: str | None = None

    _fixed: ClassVar[dict[str, Any]] = {"multidim_average": "global"}

    def confusion(self, dtype: torch.dtype | None = None) -> Tensor:
        return super().confusion(dtype).squeeze(0)


class MulticlassConfusionMatrix(MulticlassCounts, ConfusionMatrix, task="multiclass"):
    """Confusion matrix of a choice among classes, of shape `(C, C)`.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassConfusionMatrix
        >>> MulticlassConfusionMatrix(num_classes=2, normalize="true")(torch.tensor([1, 1, 0]), torch.tensor([1, 0, 0]))
        tensor([[0.5000, 0.5000],
                [0.0000, 1.0000]])
    """

    num_classes: int = REQUIRED
    normalize: str | None = None

    _fixed: ClassVar[dict[str, Any]] = {"top_k": 1, "average": "none", "multidim_average": "global"}
    _reads_matrix = True


class MultilabelConfusionMatrix(MultilabelCounts, ConfusionMatrix, task="multilabel"):
    """Confusion matrix of each of several yes-or-no decisions, of shape `(L, 2, 2)`.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelConfusionMatrix
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelConfusionMatrix(num_labels=2)(preds, torch.tensor([[0, 1], [1, 0]]))
        tensor([[[1, 0],
                 [0, 1]],
        <BLANKLINE>
                [[0, 1],
                 [0, 1]]])
    """

    normalize: str | None = None

    _fixed: ClassVar[dict[str, Any]] = {"average": "none", "multidim_average": "global"}
