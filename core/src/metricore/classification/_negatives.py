"""Shares of negatives that are recognised, and that are right.

The classes of a task take the settings of :class:`BinaryCounts`, :class:`MulticlassCounts` or
:class:`MultilabelCounts`, which also say what the inputs look like.
"""

from __future__ import annotations

from torch import Tensor

from metricore.classification._averaging import Counts
from metricore.classification._binary_counts import BinaryCounts, MultilabelCounts
from metricore.classification._multiclass_counts import MulticlassCounts
from metricore.classification._ratio import DIVIDING, PLAIN, Dividing, Ratio


class Specificity(Ratio, family=PLAIN):
    r"""Share of actual negatives that are recognised, :math:`\frac{TN}{TN + FP}`.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import Specificity
        >>> metric = Specificity(task="multiclass", average="macro", num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8889)
    """

    _counts_negatives = True

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Recognised among the actual negatives."""
        return counts.tn, counts.total - counts.actual


class BinarySpecificity(BinaryCounts, Specificity, task="binary"):
    """Specificity of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinarySpecificity
        >>> BinarySpecificity()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.5000)
    """


class MulticlassSpecificity(MulticlassCounts, Specificity, task="multiclass"):
    """Specificity of a choice among classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassSpecificity
        >>> MulticlassSpecificity(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8889)
    """


class MultilabelSpecificity(MultilabelCounts, Specificity, task="multilabel"):
    """Specificity of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelSpecificity
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelSpecificity(num_labels=2)(preds, torch.tensor([[0, 1], [0, 0]]))
        tensor(0.2500)
    """


class NegativePredictiveValue(Dividing, family=DIVIDING):
    r"""Share of negative predictions that are right, :math:`\frac{TN}{TN + FN}`.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import NegativePredictiveValue
        >>> metric = NegativePredictiveValue(task="multiclass", average="macro", num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8889)
    """

    _counts_negatives = True

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Right among those predicted negative."""
        return counts.tn, counts.total - counts.predicted


class BinaryNegativePredictiveValue(BinaryCounts, NegativePredictiveValue, task="binary"):
    """Negative predictive value of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryNegativePredictiveValue
        >>> BinaryNegativePredictiveValue()(torch.tensor([0.2, 0.8, 0.4]), torch.tensor([0, 1, 1]))
        tensor(0.5000)
    """


class MulticlassNegativePredictiveValue(MulticlassCounts, NegativePredictiveValue, task="multiclass"):
    """Negative predictive value of a choice among classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassNegativePredictiveValue
        >>> metric = MulticlassNegativePredictiveValue(num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8889)
    """


class MultilabelNegativePredictiveValue(MultilabelCounts, NegativePredictiveValue, task="multilabel"):
    """Negative predictive value of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelNegativePredictiveValue
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.1]])
        >>> MultilabelNegativePredictiveValue(num_labels=2)(preds, torch.tensor([[0, 1], [0, 0]]))
        tensor(1.)
    """
