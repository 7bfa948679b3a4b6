"""How far the probability of each class is from its frequency."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from metricore._state import state
from metricore.classification._calibration import Binned, bin_of, distance
from metricore.classification._elements import Elements, MulticlassScores, MultilabelScores


class ClasswiseCalibrationError(
    Binned,
    family={"n_bins": 15, "norm": "l1", "average": "macro", "num_classes": None, "num_labels": None,
            "ignore_index": None, "validate_args": True, "from_logits": None},
):  # fmt: skip
    """Calibration error of the probability of each class against its frequency, averaged over classes.

    Args:
        task: `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        average: `"macro"`, or `"none"` for a value per class.

    Reference:
        Kull et al., Beyond temperature scaling, 2019. Nixon et al., Measuring calibration in deep learning, 2019.

    Examples:
        >>> import torch
        >>> from metricore.classification import ClasswiseCalibrationError
        >>> metric = ClasswiseCalibrationError(task="multiclass", num_classes=2, n_bins=2)
        >>> metric(torch.tensor([[0.7, 0.3], [0.4, 0.6], [0.2, 0.8]]), torch.tensor([0, 0, 1]))
        tensor(0.2333)
    """

    average: str | None = "macro"

    updates_in_place = False

    bins: Tensor = state(lambda self: torch.zeros(self._readings, self._width, self.n_bins, 3, dtype=torch.float64))

    if TYPE_CHECKING:

        def _probabilities(self, elements: Elements) -> list[Tensor | None]: ...

    def check(self) -> None:
        super().check()
        if self.average not in ("macro", "none", None):
            raise ValueError(f"Expected average to be 'macro' or 'none', got {self.average!r}.")

    def accumulates(self) -> Hashable | None:
        return (ClasswiseCalibrationError.update, self.n_bins, self._shape_key())

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of scores and labels."""
        elements = self._elements(preds, target, sample_weight)
        labels = elements.labels
        if labels.ndim == 1:
            labels = labels.unsqueeze(1) == torch.arange(self._width, device=labels.device)
        sums = [self._sums(p, labels, elements) for p in self._probabilities(elements)]
        self.bins = self.bins + torch.stack(sums)

    def _sums(self, probability: Tensor | None, labels: Tensor, elements: Elements) -> Tensor:
        """Number, probability and occurrences by class and bin."""
        sums = torch.zeros_like(self.bins[0]).flatten(0, 1)
        if probability is None:
            return sums.reshape(self.bins[0].shape)
        classes = torch.arange(self._width, device=probability.device)
        index = bin_of(probability, self.n_bins) + classes * self.n_bins
        columns = [torch.ones_like(probability), probability, labels.to(probability.dtype)]
        rows = torch.stack([elements.weighed(column).to(sums.dtype) for column in columns], -1)
        return sums.index_add(0, index.flatten(), rows.flatten(0, 1)).reshape(self.bins[0].shape)

    def _by_bin(self) -> Tensor:
        return self._picked(self.bins)

    def compute(self) -> Tensor:
        errors = distance(self._by_bin(), self.norm)
        value = errors if self.average in ("none", None) else errors.nanmean()
        return value.to(torch.get_default_dtype())


class MulticlassClasswiseCalibrationError(MulticlassScores, ClasswiseCalibrationError, task="multiclass"):
    """Calibration error of the probability of each class.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassClasswiseCalibrationError
        >>> metric = MulticlassClasswiseCalibrationError(num_classes=2, n_bins=2, average="none")
        >>> metric(torch.tensor([[0.7, 0.3], [0.4, 0.6], [0.2, 0.8]]), torch.tensor([0, 0, 1]))
        tensor([0.2333, 0.2333])
    """


class MultilabelClasswiseCalibrationError(MultilabelScores, ClasswiseCalibrationError, task="multilabel"):
    """Calibration error of the probability of each label.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelClasswiseCalibrationError
        >>> metric = MultilabelClasswiseCalibrationError(num_labels=2, n_bins=2)
        >>> metric(torch.tensor([[0.7, 0.3], [0.4, 0.6], [0.2, 0.8]]), torch.tensor([[1, 0], [1, 1], [0, 1]]))
        tensor(0.2667)
    """
