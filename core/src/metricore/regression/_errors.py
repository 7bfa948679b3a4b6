"""Means of errors."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any, ClassVar

import torch
from torch import Tensor

from metricore._arguments import check_flag
from metricore._checked import reads_at_once
from metricore._metric import Metric
from metricore._state import state
from metricore._weights import weights_for
from metricore.regression._inputs import check_outputs, report_nan, same_shape, shape_of, wide
from metricore.regression._masks import unpadded


class MeanError(Metric):
    """Base of errors that are averaged over samples, by output.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - `preds`, `target`: `(N,)` or any equal shape, or `(N, num_outputs)`; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or `(num_outputs,)`; `nan` before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN in the inputs.
    """

    num_outputs: int = 1

    _last = ("num_outputs",)
    higher_is_better: ClassVar[bool | None] = False
    is_differentiable = True
    plot_lower_bound: ClassVar[float | None] = 0.0
    updates_in_place = False

    error: Tensor = state(lambda self: torch.zeros(self._shape, dtype=torch.float64))
    weight: Tensor = state(lambda self: torch.zeros(self._shape, dtype=torch.float64))

    @property
    def _shape(self) -> tuple[int, ...]:
        return shape_of(self.num_outputs)

    def check(self) -> None:
        check_outputs(self.num_outputs)

    def accumulates(self) -> Hashable | None:
        return (type(self).update, type(self).errors, self.num_outputs)

    def errors(self, preds: Tensor, target: Tensor) -> Tensor:
        """The error of each element."""
        raise NotImplementedError

    def update(
        self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of predictions and targets."""
        self._add(preds, target, sample_weight, mask)

    def _add(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None, mask: Tensor | None) -> None:
        self._refuse_shapes(preds, target)
        preds, target, sample_weight = unpadded(mask, sample_weight, preds, target)
        errors = self.errors(preds, target)
        over = None if self.num_outputs == 1 else 0
        present = None
        if sample_weight is None:
            total = errors.sum(over, dtype=torch.float64)
            self.weight = self.weight + (errors.numel() if over is None else len(errors))
        else:
            weight = weights_for(self, sample_weight, errors)
            present = weight > 0
            total = torch.where(present, errors * weight, 0.0).sum(over)
            self.weight = self.weight + weight.sum(over)
        if not reads_at_once(total) or not math.isfinite(total.sum().item()):
            self._report(preds, target, present)
        self.error = self.error + total

    def _report(self, preds: Tensor, target: Tensor, present: Tensor | None) -> None:
        """Report elements whose error is no number; called where the errors may not be finite."""
        report_nan(self, preds, target, present)

    def _refuse_shapes(self, preds: Tensor, target: Tensor) -> None:
        same_shape(preds, target)
        if self.num_outputs > 1 and (preds.ndim != 2 or preds.shape[1] != self.num_outputs):
            raise ValueError(f"Expected preds of shape (N, {self.num_outputs}), got {tuple(preds.shape)}.")

    def compute(self) -> Tensor:
        return (self.error / self.weight).to(torch.get_default_dtype())


class MeanSquaredError(MeanError):
    r"""Mean squared error :math:`\frac{1}{n}\sum_i (p_i - t_i)^2`, or its root with `squared=False`.

    Args:
        squared: give the mean of squares; `False` gives its root, in the unit of the data.
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - `preds`, `target`: `(N,)` or any equal shape, or `(N, num_outputs)`; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or `(num_outputs,)`; `nan` before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN in the inputs.

    Examples:
        >>> import torch
        >>> from metricore import MeanSquaredError
        >>> metric = MeanSquaredError()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.3750)
    """

    squared: bool = True

    def check(self) -> None:
        super().check()
        check_flag("squared", self.squared)

    def errors(self, preds: Tensor, target: Tensor) -> Tensor:
        """Squares."""
        difference = wide(preds) - wide(target)
        return difference * difference

    def compute(self) -> Tensor:
        mean = self.error / self.weight
        return (mean if self.squared else mean.sqrt()).to(torch.get_default_dtype())


class MeanAbsoluteError(MeanError):
    r"""Mean absolute error :math:`\frac{1}{n}\sum_i |p_i - t_i|`, in the unit of the data.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - inputs, and what is raised for them, are as in :class:`MeanSquaredError`.
        - returns: scalar, or `(num_outputs,)`; `nan` before any sample.

    Examples:
        >>> import torch
        >>> from metricore import MeanAbsoluteError
        >>> metric = MeanAbsoluteError()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.5000)
    """

    def errors(self, preds: Tensor, target: Tensor) -> Tensor:
        """Absolute values."""
        return (wide(preds) - wide(target)).abs()


class LogCoshError(MeanError):
    r"""Mean of the logarithms of the hyperbolic cosines of errors, :math:`\frac{1}{n}\sum_i \log\cosh(p_i - t_i)`.

    Like half the squared error for small errors, like the absolute error for large ones; no error is too large for it.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - inputs, and what is raised for them, are as in :class:`MeanSquaredError`.
        - returns: scalar, or `(num_outputs,)`; `nan` before any sample.

    Examples:
        >>> import torch
        >>> from metricore import LogCoshError
        >>> metric = LogCoshError()
        >>> metric(torch.tensor([3.0, 5.0, 2.5, 7.0]), torch.tensor([2.5, 5.0, 4.0, 8.0]))
        tensor(0.3523)
    """

    def errors(self, preds: Tensor, target: Tensor) -> Tensor:
        """Logarithms of hyperbolic cosines, with all digits near 0 and without powers of large numbers."""
        size = (preds.to(torch.float64) - target.to(torch.float64)).abs()
        near = torch.log1p(2 * torch.sinh(size.clamp(max=1.0) / 2).square())
        return torch.where(size < 1, near, size + torch.log1p(torch.exp(-2 * size)) - math.log(2))


class MeanSquaredLogError(MeanError):
    r"""Mean squared logarithmic error :math:`\frac{1}{n}\sum_i (\log(1 + p_i) - \log(1 + t_i))^2`.

    Shapes:
        - `preds`, `target`: `(N,)` or any equal shape; floating or integer, above -1.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar; `nan` before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN, and for values of -1 or below.

    Examples:
        >>> import torch
        >>> from metricore import MeanSquaredLogError
        >>> metric = MeanSquaredLogError()
        >>> metric(torch.tensor([3.0, 5.0, 2.5, 7.0]), torch.tensor([2.5, 5.0, 4.0, 8.0]))
        tensor(0.0397)
    """

    _fixed: ClassVar[dict[str, Any]] = {"num_outputs": 1}

    def errors(self, preds: Tensor, target: Tensor) -> Tensor:
        """Squares of differences of logarithms."""
        return (preds.to(torch.float64).log1p() - target.to(torch.float64).log1p()).square()

    def _report(self, preds: Tensor, target: Tensor, present: Tensor | None) -> None:
        super()._report(preds, target, present)
        low = (preds <= -1) | (target <= -1)
        self.flag(low if present is None else low & present, "Expected preds and target above -1")
