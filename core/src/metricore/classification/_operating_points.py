"""The best point of a curve under a condition, and the threshold to use for it."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import ClassVar

import torch
from torch import Tensor

from metricore._settings import REQUIRED
from metricore.classification._curve import Curve, share
from metricore.classification._curve_summary import check_rate
from metricore.classification._scores import Scores, score_task
from metricore.classification._scores_by_task import BinaryScores, MulticlassScores, MultilabelScores

_Point = tuple[Tensor, Tensor, Tensor]  # value, other rate, threshold


class OperatingPoint(Scores):
    """The greatest value among the points that fulfil a condition, and its threshold, both by class or label.

    Of equal values the one with the better other rate counts, then the one with the highest threshold. Predicting
    nothing positive is a point, too: its threshold is `inf`. Where no point fulfils the condition, or the value is
    undefined, both are `nan`.
    """

    higher_is_better = True
    plot_legend_name = "Class"

    def choice(self, curve: Curve) -> tuple[Tensor, Tensor, Tensor]:
        """The formula: value, other rate and whether the condition is met, at each point of a curve."""
        raise NotImplementedError

    def compute(self) -> tuple[Tensor, Tensor]:
        value, threshold = self.by_column(self._best)
        return value.to(torch.get_default_dtype()), threshold

    def _best(self, curves: Iterator[Curve]) -> tuple[Tensor, Tensor]:
        best, _, threshold = functools.reduce(_better, map(self._best_of, curves))
        none = best == -math.inf
        return torch.where(none, math.nan, best), torch.where(none, math.nan, threshold)

    def _best_of(self, curve: Curve) -> _Point:
        """The best point of a stretch of a curve."""
        value, other, allowed = self.choice(curve)
        value = torch.where(allowed & ~value.isnan(), value, -math.inf)
        best = value.amax(-1, keepdim=True)
        other = torch.where(value == best, other.nan_to_num(), -math.inf)
        most = other.amax(-1, keepdim=True)
        place = torch.arange(value.shape[-1], device=value.device)
        last = torch.where(other == most, place, -1).amax(-1)
        return best.squeeze(-1), most.squeeze(-1), self.shown(curve.thresholds)[last]


def _better(above: _Point, below: _Point) -> _Point:
    """The better of two points, the one with the higher threshold if they are equal."""
    lower = (below[0] > above[0]) | ((below[0] == above[0]) & (below[1] > above[1]))
    value, other, threshold = (torch.where(lower, *pair) for pair in zip(below, above, strict=True))
    return value, other, threshold


class PrecisionAtFixedRecall(OperatingPoint, family={"min_recall": REQUIRED, **score_task()}):
    r"""Greatest precision among the points with enough recall, and its threshold.

    .. math:: \max_{t:\, R(t) \ge r} P(t)

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        min_recall: the recall `r` to reach.

    Examples:
        >>> import torch
        >>> from metricore import PrecisionAtFixedRecall
        >>> metric = PrecisionAtFixedRecall(task="binary", min_recall=0.5)
        >>> metric(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        (tensor(1.), tensor(0.8000))
    """

    _last: ClassVar[tuple[str, ...]] = ("min_recall", *Scores._last)
    min_recall: float = REQUIRED

    def check(self) -> None:
        super().check()
        check_rate("min_recall", self.min_recall)

    def choice(self, curve: Curve) -> tuple[Tensor, Tensor, Tensor]:
        """Precision, then recall."""
        precision, recall = curve.precision, curve.recall
        return precision, recall, recall >= self.min_recall


class BinaryPrecisionAtFixedRecall(BinaryScores, PrecisionAtFixedRecall, task="binary"):
    """Greatest precision with enough recall of yes or no, and its threshold."""


class MulticlassPrecisionAtFixedRecall(MulticlassScores, PrecisionAtFixedRecall, task="multiclass"):
    """Greatest precision with enough recall, each class against the rest, and its threshold, of shape `(C,)`."""


class MultilabelPrecisionAtFixedRecall(MultilabelScores, PrecisionAtFixedRecall, task="multilabel"):
    """Greatest precision with enough recall of each label, and its threshold, each of shape `(L,)`."""


class RecallAtFixedPrecision(OperatingPoint, family={"min_precision": REQUIRED, **score_task()}):
    r"""Greatest recall among the points with enough precision, and its threshold.

    .. math:: \max_{t:\, P(t) \ge p} R(t)

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        min_precision: the precision `p` to reach. Where no threshold has it, recall is 0 at threshold `inf`: the end of
            the curve, where nothing is predicted positive and precision is 1 by convention.

    Examples:
        >>> import torch
        >>> from metricore import RecallAtFixedPrecision
        >>> metric = RecallAtFixedPrecision(task="binary", min_precision=0.5)
        >>> metric(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        (tensor(1.), tensor(0.3500))
    """

    _last: ClassVar[tuple[str, ...]] = ("min_precision", *Scores._last)
    min_precision: float = REQUIRED

    def check(self) -> None:
        super().check()
        check_rate("min_precision", self.min_precision)

    def choice(self, curve: Curve) -> tuple[Tensor, Tensor, Tensor]:
        """Recall, then precision."""
        precision, recall = curve.precision, curve.recall
        return recall, precision, precision >= self.min_precision


class BinaryRecallAtFixedPrecision(BinaryScores, RecallAtFixedPrecision, task="binary"):
    """Greatest recall with enough precision of yes or no, and its threshold."""


class MulticlassRecallAtFixedPrecision(MulticlassScores, RecallAtFixedPrecision, task="multiclass"):
    """Greatest recall with enough precision, each class against the rest, and its threshold, of shape `(C,)`."""


class MultilabelRecallAtFixedPrecision(MultilabelScores, RecallAtFixedPrecision, task="multilabel"):
    """Greatest recall with enough precision of each label, and its threshold, each of shape `(L,)`."""


class SensitivityAtSpecificity(OperatingPoint, family={"min_specificity": REQUIRED, **score_task()}):
    r"""Greatest sensitivity among the points with enough specificity, and its threshold.

    .. math:: \max_{t:\, \mathrm{TNR}(t) \ge s} \mathrm{TPR}(t)

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        min_specificity: the specificity `s` to reach; predicting nothing positive always does.

    Examples:
        >>> import torch
        >>> from metricore import SensitivityAtSpecificity
        >>> metric = SensitivityAtSpecificity(task="binary", min_specificity=0.5)
        >>> metric(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        (tensor(1.), tensor(0.3500))
    """

    _last: ClassVar[tuple[str, ...]] = ("min_specificity", *Scores._last)
    min_specificity: float = REQUIRED

    def check(self) -> None:
        super().check()
        check_rate("min_specificity", self.min_specificity)

    def choice(self, curve: Curve) -> tuple[Tensor, Tensor, Tensor]:
        """Sensitivity, then specificity."""
        specificity = 1 - curve.fpr
        return curve.recall, specificity, specificity >= self.min_specificity


class BinarySensitivityAtSpecificity(BinaryScores, SensitivityAtSpecificity, task="binary"):
    """Greatest sensitivity with enough specificity of yes or no, and its threshold."""


class MulticlassSensitivityAtSpecificity(MulticlassScores, SensitivityAtSpecificity, task="multiclass"):
    """Greatest sensitivity with enough specificity, each class against the rest, and its threshold, of shape `(C,)`."""


class MultilabelSensitivityAtSpecificity(MultilabelScores, SensitivityAtSpecificity, task="multilabel"):
    """Greatest sensitivity with enough specificity of each label, and its threshold, each of shape `(L,)`."""


class SpecificityAtSensitivity(OperatingPoint, family={"min_sensitivity": REQUIRED, **score_task()}):
    r"""Greatest specificity among the points with enough sensitivity, and its threshold.

    .. math:: \max_{t:\, \mathrm{TPR}(t) \ge s} \mathrm{TNR}(t)

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        min_sensitivity: the sensitivity `s` to reach.

    Examples:
        >>> import torch
        >>> from metricore import SpecificityAtSensitivity
        >>> metric = SpecificityAtSensitivity(task="binary", min_sensitivity=0.5)
        >>> metric(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        (tensor(1.), tensor(0.8000))
    """

    _last: ClassVar[tuple[str, ...]] = ("min_sensitivity", *Scores._last)
    min_sensitivity: float = REQUIRED

    def check(self) -> None:
        super().check()
        check_rate("min_sensitivity", self.min_sensitivity)

    def choice(self, curve: Curve) -> tuple[Tensor, Tensor, Tensor]:
        """Specificity, then sensitivity."""
        specificity, sensitivity = 1 - curve.fpr, curve.recall
        return specificity, sensitivity, sensitivity >= self.min_sensitivity


class BinarySpecificityAtSensitivity(BinaryScores, SpecificityAtSensitivity, task="binary"):
    """Greatest specificity with enough sensitivity of yes or no, and its threshold."""


class MulticlassSpecificityAtSensitivity(MulticlassScores, SpecificityAtSensitivity, task="multiclass"):
    """Greatest specificity with enough sensitivity, each class against the rest, and its threshold, of shape `(C,)`."""


class MultilabelSpecificityAtSensitivity(MultilabelScores, SpecificityAtSensitivity, task="multilabel"):
    """Greatest specificity with enough sensitivity of each label, and its threshold, each of shape `(L,)`."""


class MaxFBeta(OperatingPoint, family=score_task(beta=1.0)):
    r"""Greatest F-score over all thresholds, and the threshold that gives it.

    .. math:: \max_t \frac{(1 + \beta^2)\, P(t)\, R(t)}{\beta^2 P(t) + R(t)}

    Both are `nan` where there are no positives.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        beta: how many times as important recall is as precision.

    Examples:
        >>> import torch
        >>> from metricore import MaxFBeta
        >>> MaxFBeta(task="binary")(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        (tensor(0.8000), tensor(0.3500))
    """

    beta: float = 1.0

    def check(self) -> None:
        super().check()
        beta = self.beta
        if isinstance(beta, bool) or not isinstance(beta, (int, float)) or not 0 < beta < math.inf:
            raise ValueError(f"Expected beta to be a positive number, got {beta!r}.")

    def choice(self, curve: Curve) -> tuple[Tensor, Tensor, Tensor]:
        """The score, wherever there are positives."""
        square = self.beta**2
        score = share((1 + square) * curve.tp, square * curve.positives + curve.tp + curve.fp)
        return score, curve.precision, (curve.positives > 0).expand_as(score)


class BinaryMaxFBeta(BinaryScores, MaxFBeta, task="binary"):
    """Greatest F-score of yes or no, and its threshold."""


class MulticlassMaxFBeta(MulticlassScores, MaxFBeta, task="multiclass"):
    """Greatest F-score of each class against the rest, and its threshold, each of shape `(C,)`."""


class MultilabelMaxFBeta(MultilabelScores, MaxFBeta, task="multilabel"):
    """Greatest F-score of each label, and its threshold, each of shape `(L,)`."""
