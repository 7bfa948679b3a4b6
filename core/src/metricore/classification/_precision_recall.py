"""Shares of positives that are right, and that are found.

The classes of a task take the settings of :class:`BinaryCounts`, :class:`MulticlassCounts` or
:class:`MultilabelCounts`, which also say what the inputs look like.
"""

from __future__ import annotations

from torch import Tensor

from metricore.classification._averaging import Counts
from metricore.classification._binary_counts import BinaryCounts, MultilabelCounts
from metricore.classification._multiclass_counts import MulticlassCounts
from metricore.classification._ratio import DIVIDING, Dividing


class Precision(Dividing, family=DIVIDING):
    r"""Share of positive predictions that are right, :math:`\frac{TP}{TP + FP}`.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import Precision
        >>> metric = Precision(task="multiclass", average="macro", num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8333)
    """

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Right among those predicted."""
        return counts.tp, counts.predicted


class BinaryPrecision(BinaryCounts, Precision, task="binary"):
    """Precision of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryPrecision
        >>> BinaryPrecision()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.5000)
    """


class MulticlassPrecision(MulticlassCounts, Precision, task="multiclass"):
    """Precision of a choice among classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassPrecision
        >>> MulticlassPrecision(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8333)
    """


class MultilabelPrecision(MultilabelCounts, Precision, task="multilabel"):
    """Precision of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelPrecision
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelPrecision(num_labels=2)(preds, torch.tensor([[0, 1], [1, 1]]))
        tensor(1.)
    """


class Recall(Dividing, family=DIVIDING):
    r"""Share of actual positives that are found, :math:`\frac{TP}{TP + FN}`; also called sensitivity.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import Recall
        >>> metric = Recall(task="multiclass", average="macro", num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8333)
    """

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Found among the actual."""
        return counts.tp, counts.actual


class BinaryRecall(BinaryCounts, Recall, task="binary"):
    """Recall of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryRecall
        >>> BinaryRecall()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([1, 1, 0]))
        tensor(0.5000)
    """


class MulticlassRecall(MulticlassCounts, Recall, task="multiclass"):
    """Recall of a choice among classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassRecall
        >>> MulticlassRecall(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8333)
    """


class MultilabelRecall(MultilabelCounts, Recall, task="multilabel"):
    """Recall of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelRecall
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelRecall(num_labels=2)(preds, torch.tensor([[1, 1], [1, 1]]))
        tensor(0.7500)
    """
