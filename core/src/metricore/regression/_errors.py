"""Means of errors."""

from __future__ import annotations

import math
from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._metric import Metric
from metricore._state import state
from metricore._weights import weights_for


class MeanError(Metric):
    """Base of errors that are averaged over samples, by output.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - `preds`, `target`: `(N,)` or any equal shape, or `(N, num_outputs)`; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - returns: scalar, or `(num_outputs,)`; `nan` before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN in the inputs.
    """

    num_outputs: int = 1

    _last = ("num_outputs",)
    higher_is_better = False
    is_differentiable = True
    plot_lower_bound = 0.0
    updates_in_place = False

    error: Tensor = state(lambda self: torch.zeros(self._shape, dtype=torch.float64))
    weight: Tensor = state(lambda self: torch.zeros(self._shape, dtype=torch.float64))

    @property
    def _shape(self) -> tuple[int, ...]:
        return () if self.num_outputs == 1 else (self.num_outputs,)

    def check(self) -> None:
        if isinstance(self.num_outputs, bool) or not isinstance(self.num_outputs, int) or self.num_outputs < 1:
            raise ValueError(f"Expected num_outputs to be a positive integer, got {self.num_outputs!r}.")

    def accumulates(self) -> Hashable | None:
        return (type(self).update, type(self).errors, self.num_outputs)

    def errors(self, difference: Tensor) -> Tensor:
        """The error of each element from prediction minus target."""
        raise NotImplementedError

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of predictions and targets."""
        self._refuse_shapes(preds, target)
        errors = self.errors(_wide(preds) - _wide(target))
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
            nan = _wide(preds).isnan() | _wide(target).isnan()
            self.flag(nan if present is None else nan & present, "Expected preds and target without NaN")
        self.error = self.error + total

    def _refuse_shapes(self, preds: Tensor, target: Tensor) -> None:
        if preds.shape != target.shape:
            raise ValueError(
                f"Expected preds and target of the same shape, got {tuple(preds.shape)} and {tuple(target.shape)}."
            )
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
        - returns: scalar, or `(num_outputs,)`; `nan` before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN in the inputs.

    Example:
        >>> import torch
        >>> from metricore import MeanSquaredError
        >>> metric = MeanSquaredError()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.3750)
    """

    squared: bool = True

    def check(self) -> None:
        super().check()
        if not isinstance(self.squared, bool):
            raise ValueError(f"Expected squared to be True or False, got {self.squared!r}.")

    def errors(self, difference: Tensor) -> Tensor:
        """Squares."""
        return difference * difference

    def compute(self) -> Tensor:
        mean = self.error / self.weight
        return (mean if self.squared else mean.sqrt()).to(torch.get_default_dtype())


class MeanAbsoluteError(MeanError):
    r"""Mean absolute error :math:`\frac{1}{n}\sum_i |p_i - t_i|`, in the unit of the data.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - `preds`, `target`: `(N,)` or any equal shape, or `(N, num_outputs)`; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - returns: scalar, or `(num_outputs,)`; `nan` before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN in the inputs.

    Example:
        >>> import torch
        >>> from metricore import MeanAbsoluteError
        >>> metric = MeanAbsoluteError()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.5000)
    """

    def errors(self, difference: Tensor) -> Tensor:
        """Absolute values."""
        return difference.abs()


def _wide(values: Tensor) -> Tensor:
    """Values whose differences neither wrap around nor lose digits."""
    if values.dtype in (torch.float32, torch.float64):
        return values
    return values.to(torch.float32 if values.is_floating_point() else torch.float64)
