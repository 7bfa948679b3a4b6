"""Area under the ROC curve, and the Gini coefficient, which is another scale for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import Tensor

from metricore.classification._area_intervals import AreaIntervals
from metricore.classification._curve import Curve, area_between, share
from metricore.classification._curve_summary import CurveSummary
from metricore.classification._scores import score_task
from metricore.classification._scores_by_task import BinaryScores, MulticlassScores, MultilabelScores


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

    Examples:
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

    def part_of(self, curve: Curve) -> Tensor:
        """Twice the pairs in the right order, whole numbers as long as there are no weights; or the partial area."""
        if self.max_fpr not in (None, 1):
            return area_between(*curve.roc(), 0.0, float(self.max_fpr))
        tp, fp = curve.from_all()
        return ((fp[..., :-1] - fp[..., 1:]) * (tp[..., :-1] + tp[..., 1:])).sum(-1)

    def value_from(self, part: Tensor, positives: Tensor, negatives: Tensor) -> Tensor:
        """Their share, or the standardised area."""
        if self.max_fpr in (None, 1):
            return share(part, 2 * positives * negatives)
        high = float(self.max_fpr)
        chance = high * high / 2
        return 0.5 + (part - chance) / (high - chance) / 2

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

    Examples:
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

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassAUROC
        >>> preds = torch.tensor([[0.7, 0.2, 0.1], [0.3, 0.4, 0.3], [0.1, 0.3, 0.6], [0.4, 0.3, 0.3]])
        >>> MulticlassAUROC(num_classes=3)(preds, torch.tensor([0, 1, 2, 1]))
        tensor(0.9583)
    """

    average: str | None = "macro"


class MultilabelAUROC(MultilabelScores, AUROC, task="multilabel"):
    """Area below the ROC curve of each label.

    Examples:
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

    Examples:
        >>> import torch
        >>> from metricore import Gini
        >>> Gini(task="binary")(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.5000)
    """

    plot_lower_bound = -1.0

    def value_from(self, part: Tensor, positives: Tensor, negatives: Tensor) -> Tensor:
        """From the area."""
        return 2 * super().value_from(part, positives, negatives) - 1

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
