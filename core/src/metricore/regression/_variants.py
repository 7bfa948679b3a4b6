"""Roots of errors, the largest error, the bias, and the loss of a quantile."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any, ClassVar

import torch
from torch import Tensor

from metricore._arguments import check_number
from metricore._metric import Metric
from metricore._state import state
from metricore._values import in_default_dtype
from metricore._weights import weights_for
from metricore.regression._errors import MeanError, MeanSquaredError, MeanSquaredLogError
from metricore.regression._inputs import report_nan, same_shape
from metricore.regression._masks import unpadded


class RootMeanSquaredError(MeanSquaredError):
    r"""Root of the mean squared error :math:`\sqrt{\frac{1}{n}\sum_i (p_i - t_i)^2}`, in the unit of the data.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - `preds`, `target`, `sample_weight`: as in :class:`MeanSquaredError`, with which it shares its states.
        - returns: scalar, or `(num_outputs,)`; `nan` before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN in the inputs.

    Examples:
        >>> import torch
        >>> from metricore.regression import RootMeanSquaredError
        >>> metric = RootMeanSquaredError()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.6124)
    """

    _fixed: ClassVar[dict[str, Any]] = {"squared": False}


class RootMeanSquaredLogError(MeanSquaredLogError):
    r"""Root of the mean squared logarithmic error :math:`\sqrt{\frac{1}{n}\sum_i (\log(1 + p_i) - \log(1 + t_i))^2}`.

    Shapes:
        - `preds`, `target`, `sample_weight`: as in :class:`MeanSquaredLogError`, with which it shares its states.
        - returns: scalar; `nan` before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN, and for values of -1 or below.

    Examples:
        >>> import torch
        >>> from metricore.regression import RootMeanSquaredLogError
        >>> metric = RootMeanSquaredLogError()
        >>> metric(torch.tensor([3.0, 5.0, 2.5, 7.0]), torch.tensor([2.5, 5.0, 4.0, 8.0]))
        tensor(0.1993)
    """

    def compute(self) -> Tensor:
        return in_default_dtype((self.error / self.weight).sqrt())


class MeanBias(MeanError):
    r"""Mean of signed errors :math:`\frac{1}{n}\sum_i (p_i - t_i)`, in the unit of the data; 0 is best.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - inputs, and what is raised for them, are as in :class:`MeanSquaredError`.
        - returns: scalar, or `(num_outputs,)`; above 0 for predictions that are too large; `nan` before any sample.

    Examples:
        >>> import torch
        >>> from metricore.regression import MeanBias
        >>> metric = MeanBias()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.2500)
    """

    higher_is_better = None
    plot_lower_bound = None

    def errors(self, preds: Tensor, target: Tensor) -> Tensor:
        """Signed errors."""
        return preds.to(torch.float64) - target.to(torch.float64)


class PinballLoss(MeanError):
    r"""Mean loss of predicted quantiles, :math:`\frac{1}{n}\sum_i \max(\alpha (t_i - p_i), (\alpha - 1)(t_i - p_i))`.

    Args:
        alpha: the quantile that is predicted, from 0 to 1; 0.5, the median, gives half the absolute error.
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - inputs, and what is raised for them, are as in :class:`MeanSquaredError`.
        - returns: scalar, or `(num_outputs,)`; `nan` before any sample.

    Examples:
        >>> import torch
        >>> from metricore.regression import PinballLoss
        >>> metric = PinballLoss(alpha=0.9)
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.1500)
    """

    alpha: float = 0.5

    def check(self) -> None:
        super().check()
        check_number("alpha", self.alpha)
        if not 0 <= self.alpha <= 1:
            raise ValueError(f"Expected alpha to be a number from 0 to 1, got {self.alpha!r}.")

    def accumulates(self) -> Hashable | None:
        return (type(self).update, type(self).errors, float(self.alpha), self.num_outputs)

    def errors(self, preds: Tensor, target: Tensor) -> Tensor:
        """Losses of elements."""
        return pinball(preds.to(torch.float64), target.to(torch.float64), self.alpha)


def pinball(preds: Tensor, target: Tensor, alpha: float | Tensor) -> Tensor:
    """Losses of predicted quantiles."""
    gap = target - preds
    return torch.maximum(alpha * gap, (alpha - 1) * gap)


class MaxError(Metric):
    r"""Largest absolute error :math:`\max_i |p_i - t_i|`, in the unit of the data.

    Shapes:
        - `preds`, `target`: `(N,)` or any equal shape; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`; what weighs nothing is left out.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar; `nan` before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN in the inputs.

    Examples:
        >>> import torch
        >>> from metricore.regression import MaxError
        >>> metric = MaxError()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(1.)
    """

    higher_is_better = False
    is_differentiable = True
    plot_lower_bound = 0.0
    updates_in_place = False

    largest: Tensor = state(-math.inf, reduce="max")

    def update(
        self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of predictions and targets."""
        same_shape(preds, target)
        preds, target, sample_weight = unpadded(mask, sample_weight, preds, target)
        errors = (preds.to(torch.float64) - target.to(torch.float64)).abs()
        present = None
        if sample_weight is not None:
            present = weights_for(self, sample_weight, target) > 0
            errors = torch.where(present, errors, -math.inf)
        report_nan(self, preds, target, present)
        if errors.numel():
            self.largest = torch.maximum(self.largest, errors.amax())

    def compute(self) -> Tensor:
        return in_default_dtype(torch.where(self.largest < 0, torch.nan, self.largest))
