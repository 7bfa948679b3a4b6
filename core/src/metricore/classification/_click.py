"""How much predicted rates tell, and whether they are right on the whole: metrics of models of clicks."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from metricore._state import state
from metricore.classification._elements import BinaryScores, Elements, TaskScores
from metricore.classification._probability import (
    SETTINGS,
    BinaryLogLoss,
    LabelAverage,
    LogLoss,
    MulticlassLogLoss,
    MultilabelLogLoss,
)


class NormalizedEntropy(LogLoss, family=SETTINGS):
    r"""Log loss as a share of that of the base rate, the entropy of how often each outcome happened.

    .. math:: \frac{-\frac1N \sum_n \log p_{n y_n}}{-\sum_c \bar y_c \log \bar y_c}

    Below 1, predictions tell more than the base rate does. What always or never happened has no value.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Reference:
        He et al., Practical lessons from predicting clicks on ads at Facebook, 2014.

    Examples:
        >>> import torch
        >>> from metricore.classification import NormalizedEntropy
        >>> NormalizedEntropy(task="binary")(torch.tensor([0.1, 0.9, 0.8, 0.3]), torch.tensor([0, 1, 1, 0]))
        tensor(0.2851)
    """

    updates_in_place = False

    outcomes: Tensor = state(lambda self: torch.zeros(*self._losses, self._classes, dtype=torch.float64))

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of scores and labels."""
        elements = self._elements(preds, target, sample_weight)
        self._add(elements)
        self.outcomes = self.outcomes + self._outcomes_of(elements)

    def _outcomes_of(self, elements: Elements) -> Tensor:
        """How often each outcome of each label happened."""
        return torch.stack([elements.weighed(labels).sum(0) for labels in (1 - elements.labels, elements.labels)], -1)

    def compute(self) -> Tensor:
        rate = self.outcomes / self.outcomes.sum(-1, keepdim=True)  # sums of weights in another order may differ
        entropy = -torch.special.xlogy(rate, rate).sum(-1)
        loss = self._picked(self.loss) / self.count
        several = (self.outcomes > 0).sum(-1) > 1
        return self._averaged(torch.where(several, loss / entropy, torch.nan))


class BinaryNormalizedEntropy(BinaryLogLoss, NormalizedEntropy, task="binary"):
    """Normalised entropy of the probability of yes.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryNormalizedEntropy
        >>> BinaryNormalizedEntropy()(torch.tensor([0.1, 0.9, 0.8, 0.3]), torch.tensor([0, 1, 1, 0]))
        tensor(0.2851)
    """


class MulticlassNormalizedEntropy(MulticlassLogLoss, NormalizedEntropy, task="multiclass"):
    """Normalised entropy of the probability of the class.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassNormalizedEntropy
        >>> MulticlassNormalizedEntropy(num_classes=2)(torch.tensor([[0.9, 0.1], [0.2, 0.8]]), torch.tensor([0, 1]))
        tensor(0.2370)
    """

    def _outcomes_of(self, elements: Elements) -> Tensor:
        return torch.zeros_like(self.outcomes).scatter_add_(0, elements.labels, elements.weight())


class MultilabelNormalizedEntropy(MultilabelLogLoss, NormalizedEntropy, task="multilabel"):
    """Normalised entropy of the probability of each label, averaged over labels.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelNormalizedEntropy
        >>> preds, target = torch.tensor([[0.9, 0.1], [0.2, 0.8]]), torch.tensor([[1, 0], [0, 1]])
        >>> MultilabelNormalizedEntropy(num_labels=2, average="none")(preds, target)
        tensor([0.2370, 0.2370])
    """


class CalibrationRatio(TaskScores, family={name: value for name, value in SETTINGS.items() if name != "num_classes"}):
    r"""Sum of the probabilities over the sum of what happened, :math:`\frac{\sum_n p_n}{\sum_n y_n}`.

    It is 1 if predictions are right on the whole, above 1 if they are too high; `nan` if nothing happened.

    Args:
        task: `"binary"` or `"multilabel"`; the other settings are those of the class it makes.

    Reference:
        He et al., Practical lessons from predicting clicks on ads at Facebook, 2014.

    Examples:
        >>> import torch
        >>> from metricore.classification import CalibrationRatio
        >>> CalibrationRatio(task="binary")(torch.tensor([0.1, 0.9, 0.8, 0.3]), torch.tensor([0, 1, 1, 0]))
        tensor(1.0500)
    """

    is_differentiable = True
    plot_lower_bound = 0.0
    updates_in_place = False

    predicted: Tensor = state(lambda self: torch.zeros(self._readings, *self._labels, dtype=torch.float64))
    happened: Tensor = state(lambda self: torch.zeros(self._labels, dtype=torch.float64))

    if TYPE_CHECKING:

        def _probabilities(self, elements: Elements) -> list[Tensor | None]: ...

    @property
    def _labels(self) -> tuple[int, ...]:
        """Shape of the sums."""
        return (self._width,) if hasattr(self, "num_labels") else ()

    def accumulates(self) -> Hashable | None:
        return (CalibrationRatio.update, self._shape_key())

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of scores and labels."""
        elements = self._elements(preds, target, sample_weight)
        given = self._probabilities(elements)
        zero = torch.zeros_like(self.happened)
        self.predicted = self.predicted + torch.stack(
            [zero if p is None else elements.weighed(p).sum(0) for p in given]
        )
        self.happened = self.happened + elements.weighed(elements.labels).sum(0)

    def compute(self) -> Tensor:
        ratio = torch.where(self.happened > 0, self._picked(self.predicted) / self.happened, torch.nan)
        if getattr(self, "average", "none") == "macro":
            ratio = ratio.nanmean()
        return ratio.to(torch.get_default_dtype())


class BinaryCalibrationRatio(BinaryScores, CalibrationRatio, task="binary"):
    """Calibration ratio of the probability of yes.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryCalibrationRatio
        >>> BinaryCalibrationRatio()(torch.tensor([0.1, 0.9, 0.8, 0.3]), torch.tensor([0, 1, 1, 0]))
        tensor(1.0500)
    """


class MultilabelCalibrationRatio(LabelAverage, CalibrationRatio, task="multilabel"):
    """Calibration ratio of the probability of each label, averaged over labels.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelCalibrationRatio
        >>> preds, target = torch.tensor([[0.9, 0.1], [0.2, 0.8]]), torch.tensor([[1, 0], [0, 1]])
        >>> MultilabelCalibrationRatio(num_labels=2, average="none")(preds, target)
        tensor([1.1000, 0.9000])
    """
