"""Numbers that a whole curve comes to: areas below it, and its greatest or least distances."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor

from metricore.classification._area_intervals import AreaIntervals
from metricore.classification._curve import Curve, area_between, share
from metricore.classification._scores import BinaryScores, MulticlassScores, MultilabelScores, Scores, score_task

AVERAGES = ("micro", "macro", "weighted", "none", None)


class CurveSummary(Scores):
    """A number for each column of scores, averaged.

    Args:
        average: `"macro"` averages the columns that have a value, `"weighted"` weighs them by their positives,
            `"micro"` takes all columns for one, `"none"` gives a value for each.
    """

    higher_is_better = True
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0
    plot_legend_name = "Class"

    def check(self) -> None:
        super().check()
        average = getattr(self, "average", None)
        if average not in AVERAGES:
            raise ValueError(f"Expected average to be one of {AVERAGES}, got {average!r}.")

    def value_of(self, curve: Curve) -> Tensor:
        """The formula: the value of each row of a curve."""
        raise NotImplementedError

    def compute(self) -> Tensor:
        return self.averaged(self.value_of)

    def _synced(self, formula: Callable[[Curve], Tensor]) -> Tensor:
        """The value of another formula, over all ranks if `compute` is."""
        with self.sync_context(should_sync=bool(self.sync_on_compute and self._to_sync)):
            return self.averaged(formula)


class AUROC(CurveSummary, family=score_task(average="macro", max_fpr=None)):
    r"""Area below the receiver operating characteristic: how often a positive is scored above a negative.

    .. math:: P(s^+ > s^-) + \tfrac12 P(s^+ = s^-)

    It is `nan` where there are no positives or no negatives. Of binned scores, those in one bin count as equal.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        max_fpr: take the area up to this false positive rate only, standardised by McClish's correction so that chance
            is 0.5 and the best 1 (binary task).

    Reference:
        D. K. McClish, Analyzing a portion of the ROC curve, Medical Decision Making 9 (1989).

    Example:
        >>> import torch
        >>> from metricore import AUROC
        >>> metric = AUROC(task="binary")
        >>> metric(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.7500)
    """

    if TYPE_CHECKING:
        max_fpr: float | None = None
    else:
        max_fpr = None

    def check(self) -> None:
        super().check()
        if self.max_fpr is not None and not (
            isinstance(self.max_fpr, (int, float)) and not isinstance(self.max_fpr, bool) and 0 < self.max_fpr <= 1
        ):
            raise ValueError(f"Expected max_fpr to be a number in (0, 1] or None, got {self.max_fpr!r}.")

    def value_of(self, curve: Curve) -> Tensor:
        """Whole numbers as long as there are no weights."""
        if self.max_fpr not in (None, 1):
            return self._partial(curve)
        tp, fp, positives, negatives = curve.tp, curve.fp, curve.positives, curve.negatives
        pairs = ((fp[..., :-1] - fp[..., 1:]) * (tp[..., :-1] + tp[..., 1:])).sum(-1, keepdim=True)
        pairs = pairs + (negatives - fp[..., :1]) * (positives + tp[..., :1])  # below the first threshold
        return share(pairs, 2 * positives * negatives).squeeze(-1)

    def _partial(self, curve: Curve) -> Tensor:
        high = float(self.max_fpr)  # type: ignore[arg-type]
        chance = high * high / 2
        return 0.5 + (area_between(*curve.roc(), 0.0, high) - chance) / (high - chance) / 2

    def error_bound(self) -> Tensor:
        """How far the value can be from that of unbinned scores: half of the pairs that share a bin.

        It is of what `compute` is of, averaged alike, and 0 for exact curves.
        """
        if self.max_fpr not in (None, 1):
            raise ValueError(f"Expected an error bound of the whole area, got max_fpr={self.max_fpr!r}.")
        return self._synced(self._tied)

    def _tied(self, curve: Curve) -> Tensor:
        if self.thresholds is None:
            return share(0 * curve.positives, curve.positives * curve.negatives).squeeze(-1)
        pos, neg = curve.bins()
        return share((pos * neg).sum(-1, keepdim=True), 2 * curve.positives * curve.negatives).squeeze(-1)


class BinaryAUROC(AreaIntervals, BinaryScores, AUROC, task="binary"):
    """Area below the ROC curve of yes or no.

    Of exact curves, `confidence_interval` tells how far the area may be from that of the population.

    Example:
        >>> import torch
        >>> from metricore.classification import BinaryAUROC
        >>> BinaryAUROC()(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.7500)
        >>> BinaryAUROC(thresholds=5)(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.8750)
    """

    max_fpr: float | None = None


class MulticlassAUROC(MulticlassScores, AUROC, task="multiclass"):
    """Area below the ROC curve of each class against the rest.

    Example:
        >>> import torch
        >>> from metricore.classification import MulticlassAUROC
        >>> preds = torch.tensor([[0.7, 0.2, 0.1], [0.3, 0.4, 0.3], [0.1, 0.3, 0.6], [0.4, 0.3, 0.3]])
        >>> MulticlassAUROC(num_classes=3)(preds, torch.tensor([0, 1, 2, 1]))
        tensor(0.9583)
    """

    average: str | None = "macro"


class MultilabelAUROC(MultilabelScores, AUROC, task="multilabel"):
    """Area below the ROC curve of each label.

    Example:
        >>> import torch
        >>> from metricore.classification import MultilabelAUROC
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7], [0.5, 0.1]])
        >>> MultilabelAUROC(num_labels=2, average="none")(preds, torch.tensor([[0, 1], [1, 0], [1, 0]]))
        tensor([1., 1.])
    """

    average: str | None = "macro"


class Gini(AUROC, family=score_task(average="macro")):
    r"""Gini coefficient of scores, also called accuracy ratio or Somers' D: twice the area below the ROC curve, less 1.

    .. math:: 2\,\mathrm{AUROC} - 1

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Example:
        >>> import torch
        >>> from metricore import Gini
        >>> Gini(task="binary")(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.5000)
    """

    plot_lower_bound = -1.0

    def value_of(self, curve: Curve) -> Tensor:
        """From the area."""
        return 2 * super().value_of(curve) - 1

    def _tied(self, curve: Curve) -> Tensor:
        return 2 * super()._tied(curve)


class BinaryGini(BinaryScores, Gini, task="binary"):
    """Gini coefficient of yes or no."""


class MulticlassGini(MulticlassScores, Gini, task="multiclass"):
    """Gini coefficient of each class against the rest."""

    average: str | None = "macro"


class MultilabelGini(MultilabelScores, Gini, task="multilabel"):
    """Gini coefficient of each label."""

    average: str | None = "macro"


class AveragePrecision(CurveSummary, family=score_task(average="macro")):
    r"""Precision at each threshold, weighed by the recall gained there.

    .. math:: \sum_k (R_k - R_{k-1}) P_k

    It is `nan` where there are no positives.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Example:
        >>> import torch
        >>> from metricore import AveragePrecision
        >>> metric = AveragePrecision(task="binary")
        >>> metric(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.8333)
    """

    def value_of(self, curve: Curve) -> Tensor:
        """From counts, without the line of recalls."""
        found = curve.tp[..., :-1] - curve.tp[..., 1:]
        return share((found * curve.precision[..., :-1]).sum(-1, keepdim=True), curve.positives).squeeze(-1)

    def error_bound(self) -> Tensor:
        """How far the value can be from that of unbinned scores.

        The precision at a positive is at most what it would be if its bin held the positives alone, and at least what
        it would be if all negatives of the bin came before. It is of what `compute` is of, averaged alike, and 0 for
        exact curves.
        """
        return self._synced(self._spread)

    def _spread(self, curve: Curve) -> Tensor:
        if self.thresholds is None:
            return share(0 * curve.positives, curve.positives).squeeze(-1)
        found, _ = curve.bins()
        tp, fp = torch.cat([curve.positives, curve.tp], -1), torch.cat([curve.negatives, curve.fp], -1)
        best = share(tp[..., :-1], tp[..., :-1] + fp[..., 1:])
        own = 0 if tp.is_floating_point() else 1  # what the positive itself weighs at least
        worst = share(tp[..., 1:] + own, tp[..., 1:] + own + fp[..., :-1]).nan_to_num(1.0)
        value = self.value_of(curve)
        high, low = (
            share(torch.where(found > 0, found * precision, 0).sum(-1, keepdim=True), curve.positives).squeeze(-1)
            for precision in (best, worst)
        )
        return torch.maximum(high - value, value - low)


class BinaryAveragePrecision(BinaryScores, AveragePrecision, task="binary"):
    """Average precision of yes or no.

    Args:
        normalization: `None` takes scores as they are, so that thresholds are scores and not probabilities.

    Example:
        >>> import torch
        >>> from metricore.classification import BinaryAveragePrecision
        >>> BinaryAveragePrecision()(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.8333)
    """


class MulticlassAveragePrecision(MulticlassScores, AveragePrecision, task="multiclass"):
    """Average precision of each class against the rest.

    Example:
        >>> import torch
        >>> from metricore.classification import MulticlassAveragePrecision
        >>> preds = torch.tensor([[0.7, 0.2, 0.1], [0.3, 0.4, 0.3], [0.1, 0.3, 0.6], [0.4, 0.3, 0.3]])
        >>> MulticlassAveragePrecision(num_classes=3, average="none")(preds, torch.tensor([0, 1, 2, 1]))
        tensor([1.0000, 0.8333, 1.0000])
    """

    average: str | None = "macro"


class MultilabelAveragePrecision(MultilabelScores, AveragePrecision, task="multilabel"):
    """Average precision of each label.

    Example:
        >>> import torch
        >>> from metricore.classification import MultilabelAveragePrecision
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7], [0.5, 0.1]])
        >>> MultilabelAveragePrecision(num_labels=2)(preds, torch.tensor([[0, 1], [1, 0], [1, 0]]))
        tensor(1.)
    """

    average: str | None = "macro"


class LogAUC(CurveSummary, family={"thresholds": None, "fpr_range": (0.001, 0.1), **score_task(), "average": None}):
    r"""Area below the ROC curve over the logarithm of the false positive rate, which looks at the first few alarms.

    .. math:: \frac{1}{\log b - \log a} \int_a^b \mathrm{TPR}\; d \log \mathrm{FPR}

    The curve is interpolated linearly at both ends and summed by trapezoids of the logarithm. It is `nan` where there
    are no positives or no negatives.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        fpr_range: the rates `a` and `b`.

    Reference:
        M. M. Mysinger and B. K. Shoichet, Rapid context-dependent ligand desolvation in molecular docking, J. Chem.
        Inf. Model. 50 (2010).

    Example:
        >>> import torch
        >>> from metricore import LogAUC
        >>> metric = LogAUC(task="binary", fpr_range=(0.1, 1.0))
        >>> metric(torch.tensor([0.75, 0.05, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.6505)
    """

    _last: ClassVar[tuple[str, ...]] = ("average", *Scores._last)
    fpr_range: tuple[float, float] = (0.001, 0.1)

    def check(self) -> None:
        super().check()
        ends = self.fpr_range
        rising = isinstance(ends, (tuple, list)) and len(ends) == 2 and all(isinstance(x, (int, float)) for x in ends)
        if not rising or not 0 < ends[0] < ends[1] <= 1:
            raise ValueError(f"Expected fpr_range to be two rising numbers in (0, 1], got {ends!r}.")

    def value_of(self, curve: Curve) -> Tensor:
        """The area, as a share of the greatest possible one."""
        low, high = map(float, self.fpr_range)
        return area_between(*curve.roc(), low, high, log=True) / (math.log(high) - math.log(low))


class BinaryLogAUC(BinaryScores, LogAUC, task="binary"):
    """Logarithmic area below the ROC curve of yes or no."""


class MulticlassLogAUC(MulticlassScores, LogAUC, task="multiclass"):
    """Logarithmic area below the ROC curve of each class against the rest."""

    average: str | None = None


class MultilabelLogAUC(MultilabelScores, LogAUC, task="multilabel"):
    """Logarithmic area below the ROC curve of each label."""

    average: str | None = None


class EER(CurveSummary, family=score_task(average=None)):
    r"""Equal error rate: the share of errors where false alarms and misses are equally frequent.

    .. math:: \frac{\mathrm{FPR} + \mathrm{FNR}}{2} \text{ at the threshold where } |\mathrm{FPR} - \mathrm{FNR}|
        \text{ is least}

    Of several such thresholds the highest counts. It is `nan` where there are no positives or no negatives.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Example:
        >>> import torch
        >>> from metricore import EER
        >>> EER(task="binary")(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.5000)
    """

    higher_is_better = False
    _last: ClassVar[tuple[str, ...]] = ("thresholds", "average", *Scores._last[1:])

    def value_of(self, curve: Curve) -> Tensor:
        """Mean of both rates where they are closest."""
        fpr, tpr = curve.roc()
        gap = (fpr + tpr - 1).abs()
        place = torch.arange(gap.shape[-1], device=gap.device)
        first = torch.where(gap == gap.amin(-1, keepdim=True), place, len(place) - 1).amin(-1, keepdim=True)
        return ((fpr + 1 - tpr) / 2).gather(-1, first).squeeze(-1)


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

    Example:
        >>> import torch
        >>> from metricore import KolmogorovSmirnov
        >>> KolmogorovSmirnov(task="binary")(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.5000)
    """

    def value_of(self, curve: Curve) -> Tensor:
        """The greatest distance."""
        return (curve.recall - curve.fpr).abs().amax(-1)


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

    Example:
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

    def value_of(self, curve: Curve) -> Tensor:
        """The least rate that is allowed."""
        rate = torch.where(curve.recall >= self.recall, curve.fpr, math.inf).amin(-1)
        return torch.where(rate.isinf(), math.nan, rate)


class BinaryFalsePositiveRateAtRecall(BinaryScores, FalsePositiveRateAtRecall, task="binary"):
    """Least false positive rate with enough recall, of yes or no."""


class MulticlassFalsePositiveRateAtRecall(MulticlassScores, FalsePositiveRateAtRecall, task="multiclass"):
    """Least false positive rate with enough recall, of each class against the rest."""

    average: str | None = "macro"


class MultilabelFalsePositiveRateAtRecall(MultilabelScores, FalsePositiveRateAtRecall, task="multilabel"):
    """Least false positive rate with enough recall, of each label."""

    average: str | None = "macro"


def check_rate(name: str, value: Any) -> None:
    """Refuse what is no rate."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise ValueError(f"Expected {name} to be a number in [0, 1], got {value!r}.")
