"""Squared errors against the spread of the targets."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_flag, check_size
from metricore._values import in_default_dtype
from metricore.regression._inputs import defined_mean, of_outputs
from metricore.regression._moments import Moments

_MULTIOUTPUT = ("raw_values", "uniform_average", "variance_weighted")


class SpreadOfErrors(Moments):
    """Base of metrics of the moments of errors and targets."""

    def variables(self, preds: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
        """Errors and targets."""
        return preds - target, target

    def squared_error(self) -> Tensor:
        """The sum of squared errors of each output."""
        return self.scatter[0] + self.weight * self.mean[0].square()

    def _unexplained(self, error: Tensor) -> Tensor:
        """An error of each output as a share of the spread of its targets; `nan` for constant targets."""
        return torch.where(self.scatter[1] > 0, error / self.scatter[1], torch.nan)


class RelativeSquaredError(SpreadOfErrors):
    r"""Squared error as a share of that of the mean target, :math:`\sum_i (p_i - t_i)^2 / \sum_i (t_i - \bar t)^2`.

    Several outputs are averaged; those with constant targets are left out.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)`.
        squared: give the share itself; `False` gives its root.

    Shapes:
        - `preds`, `target`: `(N,)` or `(N, num_outputs)`; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar; `nan` for constant targets.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for NaN in the inputs.

    Examples:
        >>> import torch
        >>> from metricore import RelativeSquaredError
        >>> metric = RelativeSquaredError()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.0514)
    """

    squared: bool = True

    higher_is_better = False
    plot_lower_bound = 0.0

    def check(self) -> None:
        super().check()
        check_flag("squared", self.squared)

    def _fitted(self, values: Tensor) -> Tensor:
        of_outputs(values, self.num_outputs)
        return values.flatten() if self.num_outputs == 1 else values

    def compute(self) -> Tensor:
        share = self._unexplained(self.squared_error())
        return in_default_dtype(defined_mean(share if self.squared else share.sqrt()))


class _Explained(SpreadOfErrors):
    """Shares that are explained, with the number of outputs taken from the data."""

    multioutput: Literal["raw_values", "uniform_average", "variance_weighted"] = "uniform_average"

    _fixed: ClassVar[dict[str, Any]] = {"num_outputs": 1}
    higher_is_better = True
    plot_upper_bound = 1.0

    def check(self) -> None:
        check_choice("multioutput", self.multioutput, _MULTIOUTPUT)

    def _zeros(self, *leading: int) -> Tensor:
        return torch.zeros((*leading, 0), dtype=torch.float64)  # outputs are known once there are data

    def _fitted(self, values: Tensor) -> Tensor:
        if not values.ndim:
            raise ValueError("Expected preds of shape (N,) or (N, num_outputs), got ().")
        return values.squeeze(1) if values.ndim == 2 and values.shape[1] == 1 else values

    def _averaged(self, explained: Tensor) -> Tensor:
        """Values of outputs as the setting wants them; constant targets are left out of averages."""
        if not self.weight.numel():  # before any sample
            explained = explained.new_full((), torch.nan)
        elif self.multioutput == "variance_weighted":
            spread = self.scatter[1] / self.weight
            explained = torch.where(spread > 0, explained * spread, 0.0).sum() / spread.sum()
        elif self.multioutput == "uniform_average":
            explained = defined_mean(explained)
        return explained


class ExplainedVariance(_Explained):
    r"""Share of the variance of targets that predictions explain, :math:`1 - \sigma_{t - p}^2 / \sigma_t^2`.

    Args:
        multioutput: `"uniform_average"` averages outputs, `"variance_weighted"` weighs them by the variance of their
            targets, `"raw_values"` gives one value for each.

    Shapes:
        - `preds`, `target`: `(N,)`, or `(N, ...)` with any number of outputs; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or the shape of the outputs; `nan` for constant targets, which leave the averages.

    Raises:
        ValueError: for inputs of different shape, and for other outputs than in the first batch.
        InvalidDataError: for NaN in the inputs.

    Examples:
        >>> import torch
        >>> from metricore import ExplainedVariance
        >>> metric = ExplainedVariance()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.9572)
    """

    def compute(self) -> Tensor:
        return in_default_dtype(self._averaged(1 - self._unexplained(self.scatter[0])))


class R2Score(_Explained):
    r"""Coefficient of determination :math:`R^2 = 1 - \sum_i (p_i - t_i)^2 / \sum_i (t_i - \bar t)^2`.

    Args:
        adjusted: number of regressors to adjust for: :math:`1 - (1 - R^2)(n - 1)/(n - \mathrm{adjusted} - 1)`; 0 gives
            the value as it is.
        multioutput: `"uniform_average"` averages outputs, `"variance_weighted"` weighs them by the variance of their
            targets, `"raw_values"` gives one value for each.

    Shapes:
        - `preds`, `target`: `(N,)` or `(N, num_outputs)`; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or `(num_outputs,)`; `nan` for constant targets, which leave the averages, and for no more
          samples than regressors and one.

    Raises:
        ValueError: for inputs of other shapes, and for other outputs than in the first batch.
        InvalidDataError: for NaN in the inputs.

    Examples:
        >>> import torch
        >>> from metricore import R2Score
        >>> metric = R2Score()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.9486)
    """

    adjusted: int = 0

    _last = ("multioutput",)

    def check(self) -> None:
        super().check()
        check_size("adjusted", self.adjusted, 0)

    def _fitted(self, values: Tensor) -> Tensor:
        if values.ndim not in (1, 2):
            raise ValueError(f"Expected preds of shape (N,) or (N, num_outputs), got {tuple(values.shape)}.")
        return super()._fitted(values)

    def compute(self) -> Tensor:
        value = self._averaged(1 - self._unexplained(self.squared_error()))
        if not self.adjusted or not self.weight.numel():
            return in_default_dtype(value)
        samples = self.weight if self.multioutput == "raw_values" else self.weight.mean()
        freedom = samples - self.adjusted - 1
        adjusted = 1 - (1 - value) * (samples - 1) / torch.where(freedom > 0, freedom, torch.nan)
        return in_default_dtype(adjusted)
