"""Ratios of counts: each family is a formula, and each of its tasks a formula times a way to count.

The classes of a task take the settings of :class:`BinaryCounts`, :class:`MulticlassCounts` or
:class:`MultilabelCounts`, which also say what the inputs look like.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor

from metricore._settings import REQUIRED
from metricore.classification._averaging import Counts, averaged, is_defined, quotient, wide
from metricore.classification._counting import BinaryCounts, MulticlassCounts, MultilabelCounts, TaskCounts
from metricore.classification._family import TASK_SETTINGS

_PLAIN = {**TASK_SETTINGS, "from_logits": None}
_DIVIDING = {**TASK_SETTINGS, "zero_division": 0.0, "from_logits": None}


class Ratio(TaskCounts):
    """A fraction of counts, by class, averaged over classes."""

    higher_is_better = True
    is_differentiable = False
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0
    plot_legend_name = "Class"

    _counts_negatives: ClassVar[bool] = False  # a class that does not occur has a score then
    _is_share: ClassVar[bool] = True  # numerator and denominator are numbers of samples, the one part of the other
    _fixed: ClassVar[dict[str, Any]] = {"zero_division": math.nan}
    if TYPE_CHECKING:
        zero_division: float = math.nan

    def check(self) -> None:
        super().check()
        if self._counts_negatives and getattr(self, "num_classes", 2) is None:
            raise ValueError(f"{type(self).__name__} counts true negatives and needs num_classes, got None.")

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """The formula: numerator and denominator."""
        raise NotImplementedError

    def _share(self) -> tuple[Tensor, Tensor]:
        self._refuse_samplewise()
        average = getattr(self, "average", "micro")
        together = average == "micro" and (
            hasattr(self, "num_labels") or (hasattr(self, "num_classes") and self._counts_negatives)
        )
        if not self._is_share or together or average in ("macro", "weighted"):
            return super()._share()
        return self.fraction(self.counts().summed() if average == "micro" else self.counts())

    def compute(self) -> Tensor:
        counts = self.counts()
        average = getattr(self, "average", "micro")
        if average == "micro":
            score = quotient(*self.fraction(counts.summed()))
            defined = self.zero_division != self.zero_division or is_defined(score)
            return score if defined else torch.where(score.isnan(), self.zero_division, score)
        scores = quotient(*self.fraction(counts))
        void = self.void(counts)
        if average == "macro" and void is None and not self._counts_negatives:
            mean = scores.mean(-1)
            if is_defined(mean):  # every class has a score, so it occurs and there is nothing to leave out
                return mean
        value = averaged(scores, average, counts.actual, self.counted(counts), self.zero_division)
        if void is not None and average in ("none", None):
            value = torch.where(void, torch.nan, value)
        return value


class _Dividing(Ratio):
    """A ratio with a value of one's choice where nothing is divided by nothing.

    Args:
        zero_division: that value; `nan` takes a class out of averages.
    """

    zero_division: float = 0.0

    def check(self) -> None:
        super().check()
        if isinstance(self.zero_division, bool) or not isinstance(self.zero_division, (int, float)):
            raise ValueError(f"Expected zero_division to be a number or nan, got {self.zero_division!r}.")
        if not (0 <= self.zero_division <= 1 or self.zero_division != self.zero_division):
            raise ValueError(f"Expected zero_division in [0, 1] or nan, got {self.zero_division!r}.")


class Accuracy(Ratio, family=_PLAIN):
    r"""Share of right predictions.

    .. math:: \frac{TP + TN}{TP + FP + TN + FN} \quad\text{(multiclass, by class: } \frac{TP}{TP + FN} \text{)}

    The macro average of the multiclass task is the balanced accuracy.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Example:
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

    Example:
        >>> import torch
        >>> from metricore.classification import BinaryAccuracy
        >>> BinaryAccuracy()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.6667)
    """


class MulticlassAccuracy(MulticlassCounts, Accuracy, task="multiclass"):
    """Accuracy of a choice among classes; by class, the share of its samples that were found.

    Example:
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

    Example:
        >>> import torch
        >>> from metricore.classification import MultilabelAccuracy
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelAccuracy(num_labels=2)(preds, torch.tensor([[0, 1], [0, 1]]))
        tensor(0.7500)
    """


class HammingDistance(Ratio, family=_PLAIN):
    r"""Share of wrong predictions, one minus the accuracy of the same settings.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Example:
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

    Example:
        >>> import torch
        >>> from metricore.classification import BinaryHammingDistance
        >>> BinaryHammingDistance()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.3333)
    """


class MulticlassHammingDistance(MulticlassCounts, HammingDistance, task="multiclass"):
    """Share of wrong choices among classes; by class, the share of its samples that were missed.

    Example:
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

    Example:
        >>> import torch
        >>> from metricore.classification import MultilabelHammingDistance
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelHammingDistance(num_labels=2)(preds, torch.tensor([[0, 1], [0, 1]]))
        tensor(0.2500)
    """


class Precision(_Dividing, family=_DIVIDING):
    r"""Share of positive predictions that are right, :math:`\frac{TP}{TP + FP}`.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Example:
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

    Example:
        >>> import torch
        >>> from metricore.classification import BinaryPrecision
        >>> BinaryPrecision()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.5000)
    """


class MulticlassPrecision(MulticlassCounts, Precision, task="multiclass"):
    """Precision of a choice among classes.

    Example:
        >>> import torch
        >>> from metricore.classification import MulticlassPrecision
        >>> MulticlassPrecision(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8333)
    """


class MultilabelPrecision(MultilabelCounts, Precision, task="multilabel"):
    """Precision of several yes-or-no decisions.

    Example:
        >>> import torch
        >>> from metricore.classification import MultilabelPrecision
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelPrecision(num_labels=2)(preds, torch.tensor([[0, 1], [1, 1]]))
        tensor(1.)
    """


class Recall(_Dividing, family=_DIVIDING):
    r"""Share of actual positives that are found, :math:`\frac{TP}{TP + FN}`; also called sensitivity.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Example:
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

    Example:
        >>> import torch
        >>> from metricore.classification import BinaryRecall
        >>> BinaryRecall()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([1, 1, 0]))
        tensor(0.5000)
    """


class MulticlassRecall(MulticlassCounts, Recall, task="multiclass"):
    """Recall of a choice among classes.

    Example:
        >>> import torch
        >>> from metricore.classification import MulticlassRecall
        >>> MulticlassRecall(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8333)
    """


class MultilabelRecall(MultilabelCounts, Recall, task="multilabel"):
    """Recall of several yes-or-no decisions.

    Example:
        >>> import torch
        >>> from metricore.classification import MultilabelRecall
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelRecall(num_labels=2)(preds, torch.tensor([[1, 1], [1, 1]]))
        tensor(0.7500)
    """


class Specificity(Ratio, family=_PLAIN):
    r"""Share of actual negatives that are recognised, :math:`\frac{TN}{TN + FP}`.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Example:
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

    Example:
        >>> import torch
        >>> from metricore.classification import BinarySpecificity
        >>> BinarySpecificity()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.5000)
    """


class MulticlassSpecificity(MulticlassCounts, Specificity, task="multiclass"):
    """Specificity of a choice among classes.

    Example:
        >>> import torch
        >>> from metricore.classification import MulticlassSpecificity
        >>> MulticlassSpecificity(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8889)
    """


class MultilabelSpecificity(MultilabelCounts, Specificity, task="multilabel"):
    """Specificity of several yes-or-no decisions.

    Example:
        >>> import torch
        >>> from metricore.classification import MultilabelSpecificity
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelSpecificity(num_labels=2)(preds, torch.tensor([[0, 1], [0, 0]]))
        tensor(0.2500)
    """


class NegativePredictiveValue(_Dividing, family=_DIVIDING):
    r"""Share of negative predictions that are right, :math:`\frac{TN}{TN + FN}`.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Example:
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

    Example:
        >>> import torch
        >>> from metricore.classification import BinaryNegativePredictiveValue
        >>> BinaryNegativePredictiveValue()(torch.tensor([0.2, 0.8, 0.4]), torch.tensor([0, 1, 1]))
        tensor(0.5000)
    """


class MulticlassNegativePredictiveValue(MulticlassCounts, NegativePredictiveValue, task="multiclass"):
    """Negative predictive value of a choice among classes.

    Example:
        >>> import torch
        >>> from metricore.classification import MulticlassNegativePredictiveValue
        >>> metric = MulticlassNegativePredictiveValue(num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8889)
    """


class MultilabelNegativePredictiveValue(MultilabelCounts, NegativePredictiveValue, task="multilabel"):
    """Negative predictive value of several yes-or-no decisions.

    Example:
        >>> import torch
        >>> from metricore.classification import MultilabelNegativePredictiveValue
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.1]])
        >>> MultilabelNegativePredictiveValue(num_labels=2)(preds, torch.tensor([[0, 1], [0, 0]]))
        tensor(1.)
    """


class _FBeta(_Dividing):
    _is_share = False

    if TYPE_CHECKING:
        beta: float = 1.0

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """The harmonic mean of precision and recall, recall weighing `beta` times."""
        if self.beta == 1:
            return 2 * counts.tp, counts.actual + counts.predicted
        square, dtype = self.beta**2, wide(self.device)
        return (1 + square) * counts.tp.to(dtype), square * counts.actual.to(dtype) + counts.predicted


class FBetaScore(_FBeta, family={"beta": 1.0, **_DIVIDING}):
    r"""Weighted harmonic mean of precision and recall.

    .. math:: \frac{(1 + \beta^2)\,TP}{(1 + \beta^2)\,TP + \beta^2\,FN + FP}

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        beta: how many times recall weighs as much as precision.

    Example:
        >>> import torch
        >>> from metricore import FBetaScore
        >>> metric = FBetaScore(task="multiclass", num_classes=3, beta=0.5)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.7500)
    """

    beta: float = REQUIRED

    def check(self) -> None:
        super().check()
        if isinstance(self.beta, bool) or not isinstance(self.beta, (int, float)) or not self.beta > 0:
            raise ValueError(f"Expected beta to be a positive number, got {self.beta!r}.")


class BinaryFBetaScore(BinaryCounts, FBetaScore, task="binary"):
    """F-beta of a yes-or-no decision.

    Example:
        >>> import torch
        >>> from metricore.classification import BinaryFBetaScore
        >>> BinaryFBetaScore(beta=2.0)(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.8333)
    """


class MulticlassFBetaScore(MulticlassCounts, FBetaScore, task="multiclass"):
    """F-beta of a choice among classes.

    Example:
        >>> import torch
        >>> from metricore.classification import MulticlassFBetaScore
        >>> MulticlassFBetaScore(beta=2.0, num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.7963)
    """


class MultilabelFBetaScore(MultilabelCounts, FBetaScore, task="multilabel"):
    """F-beta of several yes-or-no decisions.

    Example:
        >>> import torch
        >>> from metricore.classification import MultilabelFBetaScore
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelFBetaScore(beta=2.0, num_labels=2)(preds, torch.tensor([[1, 1], [1, 1]]))
        tensor(0.7778)
    """


class F1Score(_FBeta, family=_DIVIDING):
    r"""Harmonic mean of precision and recall, :math:`\frac{2\,TP}{2\,TP + FN + FP}`.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Example:
        >>> import torch
        >>> from metricore import F1Score
        >>> metric = F1Score(task="multiclass", num_classes=3, average="macro")
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.7778)
    """

    _fixed: ClassVar[dict[str, Any]] = {"beta": 1.0}


class BinaryF1Score(BinaryCounts, F1Score, task="binary"):
    """F1 of a yes-or-no decision.

    Example:
        >>> import torch
        >>> from metricore.classification import BinaryF1Score
        >>> BinaryF1Score()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.6667)
    """


class MulticlassF1Score(MulticlassCounts, F1Score, task="multiclass"):
    """F1 of a choice among classes.

    Example:
        >>> import torch
        >>> from metricore.classification import MulticlassF1Score
        >>> MulticlassF1Score(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.7778)
    """


class MultilabelF1Score(MultilabelCounts, F1Score, task="multilabel"):
    """F1 of several yes-or-no decisions.

    Example:
        >>> import torch
        >>> from metricore.classification import MultilabelF1Score
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelF1Score(num_labels=2)(preds, torch.tensor([[1, 1], [1, 1]]))
        tensor(0.8333)
    """
