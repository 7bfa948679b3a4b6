"""Harmonic means of precision and recall.

The classes of a task take the settings of :class:`BinaryCounts`, :class:`MulticlassCounts` or
:class:`MultilabelCounts`, which also say what the inputs look like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor

from metricore._settings import REQUIRED
from metricore.classification._averaging import Counts
from metricore.classification._binary_counts import BinaryCounts, MultilabelCounts
from metricore.classification._multiclass_counts import MulticlassCounts
from metricore.classification._ratio import DIVIDING, Dividing


class _FBeta(Dividing):
    _is_share = False

    if TYPE_CHECKING:
        beta: float = 1.0

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """The harmonic mean of precision and recall, recall weighing `beta` times."""
        if self.beta == 1:
            return counts.tp + counts.tp, counts.actual + counts.predicted
        square, dtype = self.beta**2, torch.float64
        return (1 + square) * counts.tp.to(dtype), square * counts.actual.to(dtype) + counts.predicted


class FBetaScore(_FBeta, family={"beta": 1.0, **DIVIDING}):
    r"""Weighted harmonic mean of precision and recall.

    .. math:: \frac{(1 + \beta^2)\,TP}{(1 + \beta^2)\,TP + \beta^2\,FN + FP}

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        beta: how many times recall weighs as much as precision.

    Examples:
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

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryFBetaScore
        >>> BinaryFBetaScore(beta=2.0)(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.8333)
    """


class MulticlassFBetaScore(MulticlassCounts, FBetaScore, task="multiclass"):
    """F-beta of a choice among classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassFBetaScore
        >>> MulticlassFBetaScore(beta=2.0, num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.7963)
    """


class MultilabelFBetaScore(MultilabelCounts, FBetaScore, task="multilabel"):
    """F-beta of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelFBetaScore
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelFBetaScore(beta=2.0, num_labels=2)(preds, torch.tensor([[1, 1], [1, 1]]))
        tensor(0.7778)
    """


class F1Score(_FBeta, family=DIVIDING):
    r"""Harmonic mean of precision and recall, :math:`\frac{2\,TP}{2\,TP + FN + FP}`.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import F1Score
        >>> metric = F1Score(task="multiclass", num_classes=3, average="macro")
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.7778)
    """

    _fixed: ClassVar[dict[str, Any]] = {"beta": 1.0}


class BinaryF1Score(BinaryCounts, F1Score, task="binary"):
    """F1 of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryF1Score
        >>> BinaryF1Score()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.6667)
    """


class MulticlassF1Score(MulticlassCounts, F1Score, task="multiclass"):
    """F1 of a choice among classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassF1Score
        >>> MulticlassF1Score(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.7778)
    """


class MultilabelF1Score(MultilabelCounts, F1Score, task="multilabel"):
    """F1 of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelF1Score
        >>> preds = torch.tensor([[0.2, 0.8], [0.6, 0.7]])
        >>> MultilabelF1Score(num_labels=2)(preds, torch.tensor([[1, 1], [1, 1]]))
        tensor(0.8333)
    """
