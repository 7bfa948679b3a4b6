"""Agreement of two labellings: overlap, correlation and agreement beyond chance, each from counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor

from metricore._settings import REQUIRED
from metricore.classification._averaging import Counts
from metricore.classification._binary_counts import BinaryCounts, MultilabelCounts
from metricore.classification._counting import TaskCounts
from metricore.classification._multiclass_counts import MulticlassCounts
from metricore.classification._ratio import Dividing

_GLOBAL: dict[str, Any] = {"multidim_average": "global"}
_TOTAL: dict[str, Any] = {"top_k": 1, "average": "micro", **_GLOBAL}
_WITHOUT_AVERAGE: dict[str, Any] = {
    "threshold": 0.5, "num_classes": None, "num_labels": None, "ignore_index": None, "validate_args": True,
    "from_logits": None,
}  # fmt: skip


class JaccardIndex(
    Dividing,
    family={"threshold": 0.5, "num_classes": None, "num_labels": None, "average": "macro", "ignore_index": None,
            "validate_args": True, "zero_division": 0.0, "from_logits": None},
):  # fmt: skip
    r"""Intersection over union of predicted and actual samples of a class, :math:`\frac{TP}{TP + FP + FN}`.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import JaccardIndex
        >>> metric = JaccardIndex(task="multiclass", num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.6667)
    """

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """In both, among those in either."""
        return counts.tp, counts.actual + counts.fp


class BinaryJaccardIndex(BinaryCounts, JaccardIndex, task="binary"):
    """Jaccard index of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryJaccardIndex
        >>> BinaryJaccardIndex()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.5000)
    """

    _fixed: ClassVar[dict[str, Any]] = _GLOBAL


class MulticlassJaccardIndex(MulticlassCounts, JaccardIndex, task="multiclass"):
    """Jaccard index of a choice among classes, such as mean intersection over union of a segmentation.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassJaccardIndex
        >>> MulticlassJaccardIndex(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.6667)
    """

    num_classes: int = REQUIRED

    _fixed: ClassVar[dict[str, Any]] = {"top_k": 1, **_GLOBAL}


class MultilabelJaccardIndex(MultilabelCounts, JaccardIndex, task="multilabel"):
    """Jaccard index of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelJaccardIndex
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelJaccardIndex(num_labels=2)(preds, torch.tensor([[1, 1], [1, 1]]))
        tensor(0.7500)
    """

    _fixed: ClassVar[dict[str, Any]] = _GLOBAL


class MatthewsCorrCoef(TaskCounts, family=_WITHOUT_AVERAGE):
    r"""Correlation of predicted and actual labels, from -1 to 1; 0 is chance.

    .. math:: \frac{TP \cdot TN - FP \cdot FN}{\sqrt{(TP + FP)(TP + FN)(TN + FP)(TN + FN)}}

    and its generalisation to several classes. Perfect agreement is 1 even where only one class occurs; otherwise the
    correlation with a constant is undefined and `nan`. Several labels are taken as one long list of decisions.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Reference:
        Gorodkin, Comparing two K-category assignments by a K-category correlation coefficient, 2004.

    Examples:
        >>> import torch
        >>> from metricore import MatthewsCorrCoef
        >>> metric = MatthewsCorrCoef(task="multiclass", num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.7000)
    """

    higher_is_better = True
    is_differentiable = False
    plot_lower_bound = -1.0
    plot_upper_bound = 1.0

    def compute(self) -> Tensor:
        counts = self.counts(torch.float64).summed()
        predicted, actual, total = counts.predicted, counts.actual, counts.total
        spread = (predicted * (total - predicted)).sqrt() * (actual * (total - actual)).sqrt()
        return _correlation(counts.tp * counts.tn - counts.fp * counts.fn, spread, counts.fp + counts.fn, total)


def _correlation(covariance: Tensor, spread: Tensor, wrong: Tensor, total: Tensor) -> Tensor:
    value = torch.where((wrong == 0) & (total > 0), 1.0, covariance / spread)
    return value.to(torch.get_default_dtype())


class BinaryMatthewsCorrCoef(BinaryCounts, MatthewsCorrCoef, task="binary"):
    """Correlation of yes-or-no decisions with the truth.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryMatthewsCorrCoef
        >>> BinaryMatthewsCorrCoef()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.5000)
    """

    _fixed: ClassVar[dict[str, Any]] = _GLOBAL


class MulticlassMatthewsCorrCoef(MulticlassCounts, MatthewsCorrCoef, task="multiclass"):
    """Correlation of chosen and actual classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassMatthewsCorrCoef
        >>> MulticlassMatthewsCorrCoef(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.7000)
    """

    num_classes: int = REQUIRED

    _fixed: ClassVar[dict[str, Any]] = _TOTAL

    def compute(self) -> Tensor:
        counts = self.counts(torch.float64)
        right, total = counts.tp.sum(), counts.actual.sum()
        by_chance = (counts.predicted * counts.actual).sum()
        spread = (total**2 - (counts.predicted**2).sum()).sqrt() * (total**2 - (counts.actual**2).sum()).sqrt()
        return _correlation(right * total - by_chance, spread, total - right, total)


class MultilabelMatthewsCorrCoef(MultilabelCounts, MatthewsCorrCoef, task="multilabel"):
    """Correlation of several yes-or-no decisions with the truth, over all labels together.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelMatthewsCorrCoef
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelMatthewsCorrCoef(num_labels=2)(preds, torch.tensor([[0, 1], [1, 0]]))
        tensor(0.5774)
    """

    _fixed: ClassVar[dict[str, Any]] = {"average": "micro", **_GLOBAL}


class CohenKappa(
    TaskCounts,
    family={"threshold": 0.5, "num_classes": None, "weights": None, "ignore_index": None, "validate_args": True,
            "from_logits": None},
):  # fmt: skip
    r"""Agreement of two labellings beyond chance, :math:`\kappa = 1 - \frac{\sum w_{ij} O_{ij}}{\sum w_{ij} E_{ij}}`.

    :math:`O` counts pairs of labels, :math:`E` those expected if both labelled at random with the shares they have, and
    :math:`w` weighs disagreement: 1, :math:`|i - j|` (`"linear"`) or :math:`(i - j)^2` (`"quadratic"`). Where no
    disagreement is to be expected the value is `nan`.

    Args:
        task: `"binary"` or `"multiclass"`; the other settings are those of the class it makes.
        weights: `None`, `"linear"` or `"quadratic"`.

    Reference:
        Cohen, Weighted kappa: nominal scale agreement provision for scaled disagreement or partial credit, 1968.

    Examples:
        >>> import torch
        >>> from metricore import CohenKappa
        >>> metric = CohenKappa(task="multiclass", num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.6364)
    """

    if TYPE_CHECKING:
        weights: str | None = None

    higher_is_better = True
    is_differentiable = False
    plot_lower_bound = -1.0
    plot_upper_bound = 1.0

    def check(self) -> None:
        super().check()
        if self.weights not in (None, "none", "linear", "quadratic"):
            raise ValueError(f"Expected weights to be None, 'linear' or 'quadratic', got {self.weights!r}.")

    def disagreement(self) -> tuple[Tensor, Tensor]:
        """What was observed, and what chance would give."""
        counts = self.counts(torch.float64).summed()
        actual, predicted, total = counts.actual, counts.predicted, counts.total
        by_chance = (actual * (total - predicted) + (total - actual) * predicted) / total
        return counts.fp + counts.fn, by_chance

    def compute(self) -> Tensor:
        observed, by_chance = self.disagreement()
        return (1 - observed / by_chance).to(torch.get_default_dtype())


class BinaryCohenKappa(BinaryCounts, CohenKappa, task="binary"):
    """Agreement beyond chance of yes-or-no decisions; weights make no difference between two classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryCohenKappa
        >>> BinaryCohenKappa()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.4000)
    """

    weights: str | None = None

    _fixed: ClassVar[dict[str, Any]] = _GLOBAL


class MulticlassCohenKappa(MulticlassCounts, CohenKappa, task="multiclass"):
    """Agreement beyond chance of a choice among classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassCohenKappa
        >>> metric = MulticlassCohenKappa(num_classes=3, weights="quadratic")
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.8000)
    """

    num_classes: int = REQUIRED
    weights: str | None = None

    _fixed: ClassVar[dict[str, Any]] = _TOTAL

    def check(self) -> None:
        vars(self)["_reads_matrix"] = self.weights in ("linear", "quadratic")  # otherwise sums are enough
        super().check()

    def disagreement(self) -> tuple[Tensor, Tensor]:
        """What was observed, and what chance would give."""
        counts = self.counts(torch.float64)
        actual, predicted, total = counts.actual, counts.predicted, counts.actual.sum()
        if not self.weights or self.weights == "none":
            return total - counts.tp.sum(), total - (actual * predicted).sum() / total
        steps = torch.arange(self.num_classes, dtype=actual.dtype, device=actual.device)
        apart = (steps.unsqueeze(1) - steps).abs()
        weights = apart if self.weights == "linear" else apart**2
        return (weights * self.confusion(actual.dtype)).sum(), actual @ weights @ predicted / total
