"""Proper scores of probabilities: the square and the logarithm of what was given to what happened."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid

from metricore._state import state
from metricore.classification._elements import (
    BinaryScores,
    Elements,
    MulticlassScores,
    MultilabelScores,
    TaskScores,
)

SETTINGS = {"num_classes": None, "num_labels": None, "average": "macro", "ignore_index": None, "validate_args": True,
             "from_logits": None}  # fmt: skip


class _Proper(TaskScores):
    """A loss of each element, averaged over samples, and over labels in the multilabel task."""

    higher_is_better = False
    is_differentiable = True
    plot_lower_bound = 0.0
    updates_in_place = False

    loss: Tensor = state(lambda self: torch.zeros(self._readings, *self._losses, dtype=torch.float64))
    count: Tensor = state(lambda self: torch.zeros(self._losses, dtype=torch.float64))

    @property
    def _losses(self) -> tuple[int, ...]:
        """Shape of the losses that are summed up."""
        return (self._width,) if hasattr(self, "num_labels") else ()

    def _losses_of(self, elements: Elements) -> list[Tensor | None]:
        """Loss of each label for each reading of the scores, `None` for one that the data have ruled out."""
        raise NotImplementedError

    def accumulates(self) -> Hashable | None:
        return (type(self).update, type(self)._losses_of, self._shape_key())

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of scores and labels."""
        self._add(self._elements(preds, target, sample_weight))

    def _add(self, elements: Elements) -> None:
        """Add what the elements of a batch lose."""
        zero = torch.zeros_like(self.count)
        losses = [zero if loss is None else elements.weighed(loss).sum(0) for loss in self._losses_of(elements)]
        self.loss = self.loss + torch.stack(losses)
        self.count = self.count + elements.weight().sum(0)

    def compute(self) -> Tensor:
        return self._averaged(self._picked(self.loss) / self.count)

    def _averaged(self, value: Tensor) -> Tensor:
        """The value as it is asked for, from those of all labels."""
        if getattr(self, "average", "none") == "macro":
            value = value.nanmean()
        return value.to(torch.get_default_dtype())


class LabelAverage(MultilabelScores):
    """Several labels, each with a value.

    Args:
        average: `"macro"`, or `"none"` for a value per label.
    """

    average: str | None = "macro"

    def check(self) -> None:
        super().check()
        if self.average not in ("macro", "none", None):
            raise ValueError(f"Expected average to be 'macro' or 'none', got {self.average!r}.")


class BrierScore(_Proper, family=SETTINGS):
    r"""Mean squared distance of probabilities from what happened.

    .. math:: \frac1N\sum_n (p_n - y_n)^2, \qquad \frac1N\sum_n\sum_c (p_{nc} - [y_n = c])^2

    for yes or no (from 0 to 1) and for classes (from 0 to 2).

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Reference:
        Brier, Verification of forecasts expressed in terms of probability, 1950.

    Examples:
        >>> import torch
        >>> from metricore.classification import BrierScore
        >>> BrierScore(task="binary")(torch.tensor([0.1, 0.9, 0.8, 0.3]), torch.tensor([0, 1, 1, 0]))
        tensor(0.0375)
    """

    if TYPE_CHECKING:

        def _probabilities(self, elements: Elements) -> list[Tensor | None]: ...

    def _losses_of(self, elements: Elements) -> list[Tensor | None]:
        given = self._probabilities(elements)
        return [None if p is None else self._loss(p, elements.labels) for p in given]

    def _loss(self, probability: Tensor, labels: Tensor) -> Tensor:
        return (probability - labels) ** 2


class BinaryBrierScore(BinaryScores, BrierScore, task="binary"):
    """Brier score of the probability of yes.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryBrierScore
        >>> BinaryBrierScore()(torch.tensor([0.1, 0.9, 0.8, 0.3]), torch.tensor([0, 1, 1, 0]))
        tensor(0.0375)
    """


class MulticlassBrierScore(MulticlassScores, BrierScore, task="multiclass"):
    """Brier score of the probabilities of classes, summed over them.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassBrierScore
        >>> MulticlassBrierScore(num_classes=2)(torch.tensor([[0.9, 0.1], [0.2, 0.8]]), torch.tensor([0, 0]))
        tensor(0.6500)
    """

    def _loss(self, probability: Tensor, labels: Tensor) -> Tensor:
        own = probability.gather(1, labels.unsqueeze(1)).squeeze(1)
        return (1 - own) ** 2 + (probability**2).sum(1) - own**2


class MultilabelBrierScore(LabelAverage, BrierScore, task="multilabel"):
    """Brier score of the probability of each label, averaged over labels.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelBrierScore
        >>> preds, target = torch.tensor([[0.9, 0.1], [0.2, 0.8]]), torch.tensor([[1, 0], [0, 0]])
        >>> MultilabelBrierScore(num_labels=2, average="none")(preds, target)
        tensor([0.0250, 0.3250])
    """


class LogLoss(_Proper, family=SETTINGS):
    r"""Mean negative logarithm of the probability of what happened, :math:`-\frac1N\sum_n \log p_{n y_n}`, in nats.

    What was given no probability and happened costs `inf`. Logits are normalised without loss of digits.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Reference:
        Good, Rational decisions, 1952.

    Examples:
        >>> import torch
        >>> from metricore.classification import LogLoss
        >>> LogLoss(task="binary")(torch.tensor([0.1, 0.9, 0.8, 0.3]), torch.tensor([0, 1, 1, 0]))
        tensor(0.1976)
    """

    def _losses_of(self, elements: Elements) -> list[Tensor | None]:
        scores, labels = elements.scores, elements.labels
        logits = self._see(elements)
        if self._readings == 1:
            return [self._of_logits(scores, labels) if logits else self._of_probabilities(scores, labels)]
        return [None if logits else self._of_probabilities(scores, labels), self._of_logits(scores, labels)]

    def _of_probabilities(self, scores: Tensor, labels: Tensor) -> Tensor:
        return -torch.where(labels == 1, scores, 1 - scores).log()

    def _of_logits(self, scores: Tensor, labels: Tensor) -> Tensor:
        return -logsigmoid(torch.where(labels == 1, scores, -scores))


class BinaryLogLoss(BinaryScores, LogLoss, task="binary"):
    """Log loss of the probability of yes.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryLogLoss
        >>> BinaryLogLoss()(torch.tensor([0.1, 0.9, 0.8, 0.3]), torch.tensor([0, 1, 1, 0]))
        tensor(0.1976)
    """


class MulticlassLogLoss(MulticlassScores, LogLoss, task="multiclass"):
    """Log loss of the probability of the class (cross-entropy).

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassLogLoss
        >>> MulticlassLogLoss(num_classes=2)(torch.tensor([[0.9, 0.1], [0.2, 0.8]]), torch.tensor([0, 0]))
        tensor(0.8574)
    """

    def _of_probabilities(self, scores: Tensor, labels: Tensor) -> Tensor:
        return -scores.gather(1, labels.unsqueeze(1)).squeeze(1).log()

    def _of_logits(self, scores: Tensor, labels: Tensor) -> Tensor:
        return scores.logsumexp(1) - scores.gather(1, labels.unsqueeze(1)).squeeze(1)


class MultilabelLogLoss(LabelAverage, LogLoss, task="multilabel"):
    """Log loss of the probability of each label, averaged over labels.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelLogLoss
        >>> preds, target = torch.tensor([[0.9, 0.1], [0.2, 0.8]]), torch.tensor([[1, 0], [0, 0]])
        >>> MultilabelLogLoss(num_labels=2)(preds, target)
        tensor(0.5108)
    """
