"""Errors relative to the size of what was to be predicted."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._metric import Metric
from metricore._state import state
from metricore._values import in_default_dtype
from metricore._weights import weights_for
from metricore.regression._errors import MeanError
from metricore.regression._inputs import report_nan, same_shape
from metricore.regression._masks import unpadded

_LEAST = 1.17e-6  # smaller denominators count as this


class MeanAbsolutePercentageError(MeanError):
    r"""Mean error as a share of the target, :math:`\frac{1}{n}\sum_i \frac{|p_i - t_i|}{\max(|t_i|, \epsilon)}`.

    The least denominator :math:`\epsilon` is :math:`1.17\cdot10^{-6}`.

    Shapes:
        - inputs, and what is raised for them, are as in :class:`MeanSquaredError` with one output.
        - returns: scalar, 1 meaning 100 %; `nan` before any sample.

    Examples:
        >>> import torch
        >>> from metricore import MeanAbsolutePercentageError
        >>> metric = MeanAbsolutePercentageError()
        >>> metric(torch.tensor([0.9, 15.0, 1.2e6]), torch.tensor([1.0, 10.0, 1e6]))
        tensor(0.2667)
    """

    _fixed: ClassVar[dict[str, Any]] = {"num_outputs": 1}

    def errors(self, preds: Tensor, target: Tensor) -> Tensor:
        """Shares of the targets."""
        preds, target = preds.to(torch.float64), target.to(torch.float64)
        return (preds - target).abs() / target.abs().clamp(min=_LEAST)


class SymmetricMeanAbsolutePercentageError(MeanError):
    r"""Mean error as a share of the mean size of prediction and target.

    .. math:: \frac{2}{n}\sum_i \frac{|p_i - t_i|}{\max(|p_i| + |t_i|, \epsilon)}

    The least denominator :math:`\epsilon` is :math:`1.17\cdot10^{-6}`.

    Shapes:
        - inputs, and what is raised for them, are as in :class:`MeanSquaredError` with one output.
        - returns: scalar from 0 to 2; `nan` before any sample.

    Examples:
        >>> import torch
        >>> from metricore import SymmetricMeanAbsolutePercentageError
        >>> metric = SymmetricMeanAbsolutePercentageError()
        >>> metric(torch.tensor([0.9, 15.0, 1.2e6]), torch.tensor([1.0, 10.0, 1e6]))
        tensor(0.2290)
    """

    _fixed: ClassVar[dict[str, Any]] = {"num_outputs": 1}
    plot_upper_bound = 2.0

    def errors(self, preds: Tensor, target: Tensor) -> Tensor:
        """Shares of the mean sizes."""
        preds, target = preds.to(torch.float64), target.to(torch.float64)
        return 2 * (preds - target).abs() / (preds.abs() + target.abs()).clamp(min=_LEAST)


class WeightedMeanAbsolutePercentageError(Metric):
    r"""Sum of errors as a share of the sum of targets, :math:`\sum_i |p_i - t_i| / \sum_i |t_i|`.

    Shapes:
        - `preds`, `target`: `(N,)` or any equal shape; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, 1 meaning 100 %; `inf` for errors where all targets are 0, `nan` without errors either.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN in the inputs.

    Examples:
        >>> import torch
        >>> from metricore import WeightedMeanAbsolutePercentageError
        >>> metric = WeightedMeanAbsolutePercentageError()
        >>> metric(torch.tensor([0.9, 15.0, 12.0]), torch.tensor([1.0, 10.0, 10.0]))
        tensor(0.3381)
    """

    higher_is_better = False
    is_differentiable = True
    plot_lower_bound = 0.0
    updates_in_place = False

    error: Tensor = state(0.0)
    size: Tensor = state(0.0)

    def update(
        self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of predictions and targets."""
        same_shape(preds, target)
        preds, target, sample_weight = unpadded(mask, sample_weight, preds, target)
        size = target.to(torch.float64).abs()
        error = (preds.to(torch.float64) - target.to(torch.float64)).abs()
        present = None
        if sample_weight is not None:
            weight = weights_for(self, sample_weight, target)
            present = weight > 0
            size, error = (torch.where(present, part * weight, 0.0) for part in (size, error))
        total = error.sum()
        if not reads_at_once(total) or not math.isfinite(total.item()):
            report_nan(self, preds, target, present)
        self.error, self.size = self.error + total, self.size + size.sum()

    def compute(self) -> Tensor:
        return in_default_dtype(self.error / self.size)
