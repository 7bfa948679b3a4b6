"""How far apart the scores of positives and negatives are: rates at one point of the ROC curve."""

from __future__ import annotations

import math
from typing import ClassVar

import torch
from torch import Tensor

from metricore.classification._curve import Curve
from metricore.classification._curve_summary import CurveSummary, check_rate
from metricore.classification._scores import Scores, score_task
from metricore.classification._scores_by_task import BinaryScores, MulticlassScores, MultilabelScores


class EER(CurveSummary, family=score_task(average=None)):
    r"""Equal error rate: the share of errors where false alarms and misses are equally frequent.

    .. math:: \frac{\mathrm{FPR} + \mathrm{FNR}}{2} \text{ at the threshold where } |\mathrm{FPR} - \mathrm{FNR}|
        \text{ is least}

    Of several such thresholds the highest counts. It is `nan` where there are no positives or no negatives.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import EER
        >>> EER(task="binary")(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.5000)
    """

    higher_is_better = False
    _last: ClassVar[tuple[str, ...]] = ("thresholds", "average", *Scores._last[1:])

    def part_of(self, curve: Curve) -> Tensor:
        """The least gap between both rates, and their mean there."""
        fpr, tpr = curve.roc()
        gap = (fpr + tpr - 1).abs()
        place = torch.arange(gap.shape[-1], device=gap.device)
        first = torch.where(gap == gap.amin(-1, keepdim=True), place, len(place) - 1).amin(-1, keepdim=True)
        return torch.cat([gap.gather(-1, first), ((fpr + 1 - tpr) / 2).gather(-1, first)], -1)

    def joined(self, above: Tensor, below: Tensor) -> Tensor:
        """That of the lesser gap."""
        return torch.where(below[..., :1] < above[..., :1], below, above)

    def value_from(self, part: Tensor, positives: Tensor, negatives: Tensor) -> Tensor:
        """The mean alone."""
        return part[..., 1]


class BinaryEER(BinaryScores, EER, task="binary"):
    """Equal error rate of yes or no.

    Args:
        normalization: `None` takes scores as they are, so that thresholds are scores and not probabilities.
    """


class MulticlassEER(MulticlassScores, EER, task="multiclass"):
    """Equal error rate of each class against the rest."""

    average: str | None = None


class MultilabelEER(MultilabelScores, EER, task="multilabel"):
    """Equal error rate of each label, of shape `(L,)`."""


class KolmogorovSmirnov(CurveSummary, family=score_task(average="macro")):
    r"""Kolmogorov-Smirnov distance between the scores of positives and of negatives.

    .. math:: \max_t |\mathrm{TPR}(t) - \mathrm{FPR}(t)|

    It is `nan` where there are no positives or no negatives.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import KolmogorovSmirnov
        >>> KolmogorovSmirnov(task="binary")(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.5000)
    """

    def part_of(self, curve: Curve) -> Tensor:
        """The greatest distance."""
        return (curve.recall - curve.fpr).abs().amax(-1)

    def joined(self, above: Tensor, below: Tensor) -> Tensor:
        """The greater one."""
        return torch.maximum(above, below)


class BinaryKolmogorovSmirnov(BinaryScores, KolmogorovSmirnov, task="binary"):
    """Kolmogorov-Smirnov distance of yes or no."""


class MulticlassKolmogorovSmirnov(MulticlassScores, KolmogorovSmirnov, task="multiclass"):
    """Kolmogorov-Smirnov distance of each class against the rest."""

    average: str | None = "macro"


class MultilabelKolmogorovSmirnov(MultilabelScores, KolmogorovSmirnov, task="multilabel"):
    """Kolmogorov-Smirnov distance of each label."""

    average: str | None = "macro"


class FalsePositiveRateAtRecall(CurveSummary, family=score_task(recall=0.95, average="macro")):
    r"""Least false positive rate among the thresholds with enough recall: FPR95 as it stands.

    .. math:: \min_{t:\, \mathrm{TPR}(t) \ge r} \mathrm{FPR}(t)

    It is `nan` where there are no positives, no negatives, or no given threshold with enough recall.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        recall: the recall `r` to reach.

    Examples:
        >>> import torch
        >>> from metricore import FalsePositiveRateAtRecall
        >>> FalsePositiveRateAtRecall(task="binary")(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.5000)
    """

    higher_is_better = False
    recall: float = 0.95

    def check(self) -> None:
        super().check()
        check_rate("recall", self.recall)

    def part_of(self, curve: Curve) -> Tensor:
        """The least rate that is allowed."""
        return torch.where(curve.recall >= self.recall, curve.fpr, math.inf).amin(-1)

    def joined(self, above: Tensor, below: Tensor) -> Tensor:
        """The lesser one."""
        return torch.minimum(above, below)

    def value_from(self, part: Tensor, positives: Tensor, negatives: Tensor) -> Tensor:
        """The rate, if any is allowed."""
        return torch.where(part.isinf(), math.nan, part)


class BinaryFalsePositiveRateAtRecall(BinaryScores, FalsePositiveRateAtRecall, task="binary"):
    """Least false positive rate with enough recall, of yes or no."""


class MulticlassFalsePositiveRateAtRecall(MulticlassScores, FalsePositiveRateAtRecall, task="multiclass"):
    """Least false positive rate with enough recall, of each class against the rest."""

    average: str | None = "macro"


class MultilabelFalsePositiveRateAtRecall(MultilabelScores, FalsePositiveRateAtRecall, task="multilabel"):
    """Least false positive rate with enough recall, of each label."""

    average: str | None = "macro"
