"""Average precision, the area under the precision-recall curve."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore.classification._curve import Curve, share
from metricore.classification._curve_summary import CurveSummary
from metricore.classification._scores import score_task
from metricore.classification._scores_by_task import BinaryScores, MulticlassScores, MultilabelScores


class AveragePrecision(CurveSummary, family=score_task(average="macro")):
    r"""Precision at each threshold, weighed by the recall gained there.

    .. math:: \sum_k (R_k - R_{k-1}) P_k

    It is `nan` where there are no positives.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import AveragePrecision
        >>> metric = AveragePrecision(task="binary")
        >>> metric(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.8333)
    """

    def part_of(self, curve: Curve) -> Tensor:
        """From counts, without the line of recalls."""
        found = curve.tp[..., :-1] - curve.tp[..., 1:]
        return (found * curve.precision[..., :-1]).sum(-1)

    def value_from(self, part: Tensor, positives: Tensor, negatives: Tensor) -> Tensor:
        """The mean over positives."""
        return share(part, positives)

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

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryAveragePrecision
        >>> BinaryAveragePrecision()(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.8333)
    """


class MulticlassAveragePrecision(MulticlassScores, AveragePrecision, task="multiclass"):
    """Average precision of each class against the rest.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassAveragePrecision
        >>> preds = torch.tensor([[0.7, 0.2, 0.1], [0.3, 0.4, 0.3], [0.1, 0.3, 0.6], [0.4, 0.3, 0.3]])
        >>> MulticlassAveragePrecision(num_classes=3, average="none")(preds, torch.tensor([0, 1, 2, 1]))
        tensor([1.0000, 0.8333, 1.0000])
    """

    average: str | None = "macro"


class MultilabelAveragePrecision(MultilabelScores, AveragePrecision, task="multilabel"):
    """Average precision of each label.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelAveragePrecision
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7], [0.5, 0.1]])
        >>> MultilabelAveragePrecision(num_labels=2)(preds, torch.tensor([[0, 1], [1, 0], [1, 0]]))
        tensor(1.)
    """

    average: str | None = "macro"
