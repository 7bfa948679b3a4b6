"""Metrics of medians and other quantiles, exact over all data."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_number
from metricore._values import in_default_dtype
from metricore.regression._inputs import defined_mean
from metricore.regression._pairs import KeptPairs
from metricore.regression._variants import pinball


class MedianAbsoluteError(KeptPairs):
    r"""Median of absolute errors :math:`\operatorname{median}_i |p_i - t_i|`, which no outlier moves, in O(n log n).

    It keeps the data, as any exact median has to; a collection keeps them once for all metrics of ranks and medians.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - `preds`, `target`: `(N,)` or `(N, num_outputs)`; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`; a weight counts like as many equal samples.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or `(num_outputs,)`; the mean of both middle errors if their number is even; `nan` before
          any sample.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for NaN in the inputs.

    Examples:
        >>> import torch
        >>> from metricore.regression import MedianAbsoluteError
        >>> metric = MedianAbsoluteError()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 99.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.5000)
    """

    higher_is_better = False
    is_differentiable = False  # where two errors are equal, the middle one changes
    plot_lower_bound = 0.0

    def compute(self) -> Tensor:
        return self._of_outputs([_median_error(*column) for column in self._columns()])


class D2PinballScore(KeptPairs):
    r"""Share of the pinball loss that predicted quantiles spare, against the best constant prediction.

    .. math:: D^2 = 1 - \frac{\sum_i \rho_\alpha(t_i - p_i)}{\sum_i \rho_\alpha(t_i - q_\alpha)} \qquad
        \rho_\alpha(e) = \max(\alpha e, (\alpha - 1) e)

    with the quantile :math:`q_\alpha` of the targets. It is known once all of them are there, so the data are kept.

    Args:
        alpha: the quantile that is predicted, from 0 to 1.
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)`.
        multioutput: `"uniform_average"` averages outputs, `"raw_values"` gives one value for each.

    Shapes:
        - inputs, and what is raised for them, are as in :class:`MedianAbsoluteError`.
        - returns: scalar, or `(num_outputs,)`; at most 1; `nan` for constant targets, which leave the average.

    Reference:
        Koenker and Machado, Goodness of fit and related inference processes for quantile regression, JASA 94 (1999).

    Examples:
        >>> import torch
        >>> from metricore.regression import D2PinballScore
        >>> metric = D2PinballScore(alpha=0.9)
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.6364)
    """

    alpha: float = 0.5
    num_outputs: int = 1
    multioutput: Literal["raw_values", "uniform_average"] = "uniform_average"

    _last = ("num_outputs", "multioutput")
    higher_is_better = True
    is_differentiable = True
    plot_upper_bound = 1.0

    def check(self) -> None:
        super().check()
        check_number("alpha", self.alpha)
        if not 0 <= self.alpha <= 1:
            raise ValueError(f"Expected alpha to be a number from 0 to 1, got {self.alpha!r}.")
        check_choice("multioutput", self.multioutput, ("raw_values", "uniform_average"))

    def compute(self) -> Tensor:
        scores = [_spared(*column, self.alpha) for column in self._columns()]
        if self.multioutput == "uniform_average":
            return in_default_dtype(defined_mean(torch.stack(scores)))
        return self._of_outputs(scores)


class D2AbsoluteErrorScore(D2PinballScore):
    r"""Share of the absolute error that predictions spare, against the median :math:`m` of the targets.

    .. math:: D^2 = 1 - \frac{\sum_i |t_i - p_i|}{\sum_i |t_i - m|}

    It is :class:`D2PinballScore` with `alpha=0.5`, and keeps the data for the median.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)`.
        multioutput: `"uniform_average"` averages outputs, `"raw_values"` gives one value for each.

    Shapes:
        - inputs, and what is raised for them, are as in :class:`MedianAbsoluteError`.
        - returns: scalar, or `(num_outputs,)`; at most 1; `nan` for constant targets, which leave the average.

    Examples:
        >>> import torch
        >>> from metricore.regression import D2AbsoluteErrorScore
        >>> metric = D2AbsoluteErrorScore()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.7647)
    """

    _fixed: ClassVar[dict[str, Any]] = {"alpha": 0.5}


def _median_error(preds: Tensor, target: Tensor, weight: Tensor | None) -> Tensor:
    errors = (preds.to(torch.float64) - target.to(torch.float64)).abs()
    low, high = _around(errors, weight, 0.5)
    return (low + high) / 2


def _spared(preds: Tensor, target: Tensor, weight: Tensor | None, alpha: float) -> Tensor:
    preds, target = preds.to(torch.float64), target.to(torch.float64)
    best, _ = _around(target, weight, alpha)  # all between both are as good
    losses, least = pinball(preds, target, alpha), pinball(best, target, alpha)
    if weight is not None:
        losses, least = losses * weight, least * weight
    return torch.where(least.sum() > 0, 1 - losses.sum() / least.sum(), torch.nan)


def _around(values: Tensor, weight: Tensor | None, level: float) -> tuple[Tensor, Tensor]:
    """The values between which a quantile lies: as much as the level wants is at or below the first."""
    if not len(values):
        nothing = values.new_full((), torch.nan)
        return nothing, nothing
    ordered, order = values.sort()
    up_to = torch.ones_like(ordered).cumsum(0) if weight is None else weight[order].cumsum(0)
    wanted = level * up_to[-1]
    some, last = up_to > 0, len(values) - 1
    first = ((up_to < wanted) | ~some).sum().clamp(max=last)
    after = ((up_to <= wanted) | ~some).sum().clamp(max=last)
    low, high = torch.where(up_to[-1] > 0, ordered.gather(0, torch.stack([first, after])), torch.nan)
    return low, high
