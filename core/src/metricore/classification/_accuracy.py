"""Shares of right and of wrong predictions.

The classes of a task take the settings of :class:`BinaryCounts`, :class:`MulticlassCounts` or
:class:`MultilabelCounts`, which also say what the inputs look like.
"""

from __future__ import annotations

from torch import Tensor

from metricore.classification._averaging import Counts
from metricore.classification._binary_counts import BinaryCounts, MultilabelCounts
from metricore.classification._multiclass_counts import MulticlassCounts
from metricore.classification._ratio import PLAIN, Ratio


class Accuracy(Ratio, family=PLAIN):
    r"""Share of right predictions.

    .. math:: \frac{TP + TN}{TP + FP + TN + FN} \quad\text{(multiclass, by class: } \frac{TP}{TP + FN} \text{)}

    The macro average of the multiclass task is the balanced accuracy.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import Accuracy
        >>> metric = Accuracy(task="multiclass", num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.7500)
    """

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Right among all."""
        return counts.tp + counts.tn, counts.total


class BinaryAccuracy(BinaryCounts, Accuracy, task="binary"):
    """Accuracy of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryAccuracy
        >>> BinaryAccuracy()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.6667)
    """


class MulticlassAccuracy(MulticlassCounts, Accuracy, task="multiclass"):
    """Accuracy of a choice among classes; by class, the share of its samples that were found.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassAccuracy
        >>> MulticlassAccuracy(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8333)
    """

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Found among those of the class."""
        return counts.tp, counts.actual


class MultilabelAccuracy(MultilabelCounts, Accuracy, task="multilabel"):
    """Accuracy of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelAccuracy
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelAccuracy(num_labels=2)(preds, torch.tensor([[0, 1], [0, 1]]))
        tensor(0.7500)
    """


class HammingDistance(Ratio, family=PLAIN):
    r"""Share of wrong predictions, one minus the accuracy of the same settings.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import HammingDistance
        >>> metric = HammingDistance(task="multiclass", num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.2500)
    """

    higher_is_better = False

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Wrong among all."""
        return counts.fp + counts.fn, counts.total


class BinaryHammingDistance(BinaryCounts, HammingDistance, task="binary"):
    """Share of wrong yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryHammingDistance
        >>> BinaryHammingDistance()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.3333)
    """


class MulticlassHammingDistance(MulticlassCounts, HammingDistance, task="multiclass"):
    """Share of wrong choices among classes; by class, the share of its samples that were missed.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassHammingDistance
        >>> MulticlassHammingDistance(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.1667)
    """

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Missed among those of the class."""
        return counts.fn, counts.actual


class MultilabelHammingDistance(MultilabelCounts, HammingDistance, task="multilabel"):
    """Share of wrong decisions over several labels.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelHammingDistance
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelHammingDistance(num_labels=2)(preds, torch.tensor([[0, 1], [0, 1]]))
        tensor(0.2500)
    """
