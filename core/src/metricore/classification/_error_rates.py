"""Rates of errors: shares of positives, of negatives and of what was predicted as either that are wrong."""

from __future__ import annotations

from torch import Tensor

from metricore.classification._averaging import Counts
from metricore.classification._binary_counts import BinaryCounts, MultilabelCounts
from metricore.classification._family import TASK_SETTINGS
from metricore.classification._multiclass_counts import MulticlassCounts
from metricore.classification._ratio import Ratio

_SETTINGS = {**TASK_SETTINGS, "from_logits": None}


class FalsePositiveRate(Ratio, family=_SETTINGS):
    r"""Share of negatives that are predicted as positive (false alarms), :math:`\frac{FP}{FP + TN}`.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore.classification import FalsePositiveRate
        >>> FalsePositiveRate(task="binary")(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.5000)
    """

    higher_is_better = False

    _counts_negatives = True

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Wrong among the actual negatives."""
        return counts.fp, counts.total - counts.actual


class BinaryFalsePositiveRate(BinaryCounts, FalsePositiveRate, task="binary"):
    """False positive rate of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryFalsePositiveRate
        >>> BinaryFalsePositiveRate()(torch.tensor([0.9, 0.2, 0.6, 0.4, 0.7]), torch.tensor([1, 1, 0, 0, 1]))
        tensor(0.5000)
    """


class MulticlassFalsePositiveRate(MulticlassCounts, FalsePositiveRate, task="multiclass"):
    """False positive rate of a choice among classes, each against the others.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassFalsePositiveRate
        >>> MulticlassFalsePositiveRate(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.1111)
    """


class MultilabelFalsePositiveRate(MultilabelCounts, FalsePositiveRate, task="multilabel"):
    """False positive rate of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelFalsePositiveRate
        >>> metric = MultilabelFalsePositiveRate(num_labels=2)
        >>> metric(torch.tensor([[1, 1], [0, 1], [1, 0]]), torch.tensor([[1, 0], [0, 1], [0, 0]]))
        tensor(0.5000)
    """


class FalseNegativeRate(Ratio, family=_SETTINGS):
    r"""Share of positives that are predicted as negative (misses), :math:`\frac{FN}{FN + TP}`.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore.classification import FalseNegativeRate
        >>> FalseNegativeRate(task="binary")(torch.tensor([0.2, 0.8, 0.3]), torch.tensor([0, 1, 1]))
        tensor(0.5000)
    """

    higher_is_better = False

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Missed among the actual positives."""
        return counts.fn, counts.actual


class BinaryFalseNegativeRate(BinaryCounts, FalseNegativeRate, task="binary"):
    """False negative rate of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryFalseNegativeRate
        >>> BinaryFalseNegativeRate()(torch.tensor([0.9, 0.2, 0.6, 0.4, 0.7]), torch.tensor([1, 1, 0, 0, 1]))
        tensor(0.3333)
    """


class MulticlassFalseNegativeRate(MulticlassCounts, FalseNegativeRate, task="multiclass"):
    """False negative rate of a choice among classes, each against the others.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassFalseNegativeRate
        >>> MulticlassFalseNegativeRate(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.1667)
    """


class MultilabelFalseNegativeRate(MultilabelCounts, FalseNegativeRate, task="multilabel"):
    """False negative rate of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelFalseNegativeRate
        >>> metric = MultilabelFalseNegativeRate(num_labels=2)
        >>> metric(torch.tensor([[1, 1], [0, 1], [1, 0]]), torch.tensor([[1, 0], [0, 1], [0, 0]]))
        tensor(0.)
    """


class FalseDiscoveryRate(Ratio, family=_SETTINGS):
    r"""Share of positive predictions that are wrong, :math:`\frac{FP}{FP + TP}`.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore.classification import FalseDiscoveryRate
        >>> FalseDiscoveryRate(task="binary")(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.5000)
    """

    higher_is_better = False

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Wrong among those predicted positive."""
        return counts.fp, counts.predicted


class BinaryFalseDiscoveryRate(BinaryCounts, FalseDiscoveryRate, task="binary"):
    """False discovery rate of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryFalseDiscoveryRate
        >>> BinaryFalseDiscoveryRate()(torch.tensor([0.9, 0.2, 0.6, 0.4, 0.7]), torch.tensor([1, 1, 0, 0, 1]))
        tensor(0.3333)
    """


class MulticlassFalseDiscoveryRate(MulticlassCounts, FalseDiscoveryRate, task="multiclass"):
    """False discovery rate of a choice among classes, each against the others.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassFalseDiscoveryRate
        >>> MulticlassFalseDiscoveryRate(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.1667)
    """


class MultilabelFalseDiscoveryRate(MultilabelCounts, FalseDiscoveryRate, task="multilabel"):
    """False discovery rate of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelFalseDiscoveryRate
        >>> metric = MultilabelFalseDiscoveryRate(num_labels=2)
        >>> metric(torch.tensor([[1, 1], [0, 1], [1, 0]]), torch.tensor([[1, 0], [0, 1], [0, 0]]))
        tensor(0.5000)
    """


class FalseOmissionRate(Ratio, family=_SETTINGS):
    r"""Share of negative predictions that are wrong, :math:`\frac{FN}{FN + TN}`.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore.classification import FalseOmissionRate
        >>> FalseOmissionRate(task="binary")(torch.tensor([0.2, 0.8, 0.3]), torch.tensor([0, 1, 1]))
        tensor(0.5000)
    """

    higher_is_better = False

    _counts_negatives = True

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Wrong among those predicted negative."""
        return counts.fn, counts.total - counts.predicted


class BinaryFalseOmissionRate(BinaryCounts, FalseOmissionRate, task="binary"):
    """False omission rate of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryFalseOmissionRate
        >>> BinaryFalseOmissionRate()(torch.tensor([0.9, 0.2, 0.6, 0.4, 0.7]), torch.tensor([1, 1, 0, 0, 1]))
        tensor(0.5000)
    """


class MulticlassFalseOmissionRate(MulticlassCounts, FalseOmissionRate, task="multiclass"):
    """False omission rate of a choice among classes, each against the others.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassFalseOmissionRate
        >>> MulticlassFalseOmissionRate(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.1111)
    """


class MultilabelFalseOmissionRate(MultilabelCounts, FalseOmissionRate, task="multilabel"):
    """False omission rate of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelFalseOmissionRate
        >>> metric = MultilabelFalseOmissionRate(num_labels=2)
        >>> metric(torch.tensor([[1, 1], [0, 1], [1, 0]]), torch.tensor([[1, 0], [0, 1], [0, 0]]))
        tensor(0.)
    """
