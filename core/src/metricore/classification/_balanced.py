"""Accuracies that value every class alike, and one that takes several answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor

from metricore._arguments import check_flag
from metricore._settings import REQUIRED
from metricore.classification._accuracy import MulticlassAccuracy
from metricore.classification._averaging import Counts, averaged
from metricore.classification._binary_counts import BinaryCounts, MultilabelCounts
from metricore.classification._counting import TaskCounts
from metricore.classification._multiclass_counts import MulticlassCounts

_GLOBAL: dict[str, Any] = {"multidim_average": "global"}


class _RecallOfBoth(TaskCounts):
    """A mean of the shares that were found of each class, or of positives and negatives."""

    higher_is_better = True
    is_differentiable = False
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0

    if TYPE_CHECKING:
        average: str | None = "macro"

    def _mean(self, recalls: Tensor) -> Tensor:
        """The mean over the last dimension, in which what does not occur is nan."""
        raise NotImplementedError

    def compute(self) -> Tensor:
        counts = self.counts(torch.float64)
        if hasattr(self, "num_classes"):
            recalls, void = counts.tp / counts.actual, self.void(counts)
            value = self._mean(recalls if void is None else torch.where(void, torch.nan, recalls))
        elif getattr(self, "average", "micro") == "micro":
            value = self._mean(_of_no_and_yes(counts.summed()))
        else:
            value = averaged(self._mean(_of_no_and_yes(counts)), self.average, counts.actual)
        return value.to(torch.get_default_dtype())


def _of_no_and_yes(counts: Counts) -> Tensor:
    """Shares of negatives and of positives that were found, in the last dimension."""
    return torch.stack([counts.tn / (counts.total - counts.actual), counts.tp / counts.actual], -1)


class BalancedAccuracy(
    _RecallOfBoth,
    family={"threshold": 0.5, "num_classes": None, "num_labels": None, "average": "macro", "adjusted": False,
            "ignore_index": None, "validate_args": True, "from_logits": None},
):  # fmt: skip
    r"""Mean over classes of the share that was found, :math:`\frac1C\sum_c \frac{TP_c}{TP_c + FN_c}`.

    Classes that do not occur are left out. In the binary and the multilabel task yes and no are the two classes.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        adjusted: rescale so that chance is 0 and perfection 1; `nan` where only one class occurs.

    Reference:
        Brodersen et al., The balanced accuracy and its posterior distribution, 2010.

    Examples:
        >>> import torch
        >>> from metricore.classification import BalancedAccuracy
        >>> BalancedAccuracy(task="binary")(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.7500)
    """

    adjusted: bool = False

    def check(self) -> None:
        super().check()
        check_flag("adjusted", self.adjusted)

    def _mean(self, recalls: Tensor) -> Tensor:
        value = recalls.nanmean(-1)
        if not self.adjusted:
            return value
        chance = 1 / (~recalls.isnan()).sum(-1).to(value.dtype)
        return torch.where(chance < 1, (value - chance) / (1 - chance), torch.nan)


class BinaryBalancedAccuracy(BinaryCounts, BalancedAccuracy, task="binary"):
    """Balanced accuracy of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryBalancedAccuracy
        >>> BinaryBalancedAccuracy()(torch.tensor([0.9, 0.2, 0.6, 0.4, 0.7]), torch.tensor([1, 1, 0, 0, 1]))
        tensor(0.5833)
    """

    _fixed: ClassVar[dict[str, Any]] = _GLOBAL


class MulticlassBalancedAccuracy(MulticlassCounts, BalancedAccuracy, task="multiclass"):
    """Balanced accuracy of a choice among classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassBalancedAccuracy
        >>> MulticlassBalancedAccuracy(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8333)
    """

    num_classes: int = REQUIRED

    _fixed: ClassVar[dict[str, Any]] = {"top_k": 1, "average": "macro", **_GLOBAL}


class MultilabelBalancedAccuracy(MultilabelCounts, BalancedAccuracy, task="multilabel"):
    """Balanced accuracy of several yes-or-no decisions, averaged over labels.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelBalancedAccuracy
        >>> metric = MultilabelBalancedAccuracy(num_labels=2)
        >>> metric(torch.tensor([[1, 1], [0, 1], [1, 0]]), torch.tensor([[1, 0], [0, 1], [0, 0]]))
        tensor(0.7500)
    """

    _fixed: ClassVar[dict[str, Any]] = _GLOBAL


class GeometricMean(
    _RecallOfBoth,
    family={"threshold": 0.5, "num_classes": None, "num_labels": None, "average": "macro", "ignore_index": None,
            "validate_args": True, "from_logits": None},
):  # fmt: skip
    r"""Geometric mean over classes of the share that was found, :math:`\sqrt[C]{\prod_c \frac{TP_c}{TP_c + FN_c}}`.

    Classes that do not occur are left out. In the binary and the multilabel task yes and no are the two classes.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Reference:
        Kubat and Matwin, Addressing the curse of imbalanced training sets: one-sided selection, 1997.

    Examples:
        >>> import torch
        >>> from metricore.classification import GeometricMean
        >>> GeometricMean(task="binary")(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.7071)
    """

    def _mean(self, recalls: Tensor) -> Tensor:
        return recalls.log().nanmean(-1).exp()


class BinaryGeometricMean(BinaryCounts, GeometricMean, task="binary"):
    """Geometric mean of sensitivity and specificity.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryGeometricMean
        >>> BinaryGeometricMean()(torch.tensor([0.9, 0.2, 0.6, 0.4, 0.7]), torch.tensor([1, 1, 0, 0, 1]))
        tensor(0.5774)
    """

    _fixed: ClassVar[dict[str, Any]] = _GLOBAL


class MulticlassGeometricMean(MulticlassCounts, GeometricMean, task="multiclass"):
    """Geometric mean of the recalls of classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassGeometricMean
        >>> MulticlassGeometricMean(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.7937)
    """

    num_classes: int = REQUIRED

    _fixed: ClassVar[dict[str, Any]] = {"top_k": 1, "average": "macro", **_GLOBAL}


class MultilabelGeometricMean(MultilabelCounts, GeometricMean, task="multilabel"):
    """Geometric mean of sensitivity and specificity of each label, averaged over labels.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelGeometricMean
        >>> metric = MultilabelGeometricMean(num_labels=2)
        >>> metric(torch.tensor([[1, 1], [0, 1], [1, 0]]), torch.tensor([[1, 0], [0, 1], [0, 0]]))
        tensor(0.7071)
    """

    _fixed: ClassVar[dict[str, Any]] = _GLOBAL


class TopKAccuracy(MulticlassAccuracy):
    """Share of samples whose class is among the `top_k` with the highest scores; ties go to the lowest class.

    Args:
        top_k: number of classes that a sample may name.
        average: `"micro"` for the share among all samples, otherwise as in :class:`MulticlassAccuracy`.

    Examples:
        >>> import torch
        >>> from metricore.classification import TopKAccuracy
        >>> preds = torch.tensor([[0.5, 0.3, 0.2], [0.1, 0.2, 0.7], [0.6, 0.3, 0.1]])
        >>> TopKAccuracy(num_classes=3, top_k=2)(preds, torch.tensor([1, 2, 2]))
        tensor(0.6667)
    """

    num_classes: int = REQUIRED
    top_k: int = 5
    average: str | None = "micro"
