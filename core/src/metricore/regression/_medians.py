"""Metrics of medians and other quantiles, exact over all data."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_number
from metricore._stretches import blocks, stretches, taken
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
    errors = preds.to(torch.float64, copy=True).add_(target, alpha=-1).abs_()  # `sub_` refuses booleans
    return _around(errors, weight, 0.5).mean()


def _spared(preds: Tensor, target: Tensor, weight: Tensor | None, alpha: float) -> Tensor:
    best = _around(target, weight, alpha)[0]  # all between both are as good
    sums = best.new_zeros(2)
    for ours, theirs, *own in blocks(preds, target, *([] if weight is None else [weight])):
        ours, theirs = ours.to(torch.float64), theirs.to(torch.float64)
        losses = torch.stack([pinball(ours, theirs, alpha), pinball(best, theirs, alpha)])
        sums = sums + (losses * own[0] if own else losses).sum(1)
    return torch.where(sums[1] > 0, 1 - sums[0] / sums[1], torch.nan)


def _around(values: Tensor, weight: Tensor | None, level: float) -> Tensor:
    """The two values between which a quantile lies: as much as the level wants is at or below the first."""
    each = torch.ones((), dtype=torch.float64, device=values.device).expand(len(values)) if weight is None else weight
    total, up_to = each.sum(), each.new_zeros(1)
    wanted = level * total
    around, found = values.new_zeros(2), torch.zeros(2, dtype=torch.bool, device=values.device)
    for where in stretches(values) if len(values) else ():
        part, own = taken(values, where), taken(each, where)
        below, up_to = up_to, up_to + own.sum()
        if where is not None and bool(up_to < wanted):
            around = part.amax().expand(2)
            continue
        part, order = part.sort()
        sums = torch.cat([below, own.gather(0, order)]).cumsum(0)[1:]
        missing = torch.stack([sums < wanted, sums <= wanted]) | ~(sums > 0)
        place = missing.sum(1)
        around = torch.where(found, around, part.gather(0, place.clamp(max=len(part) - 1)))
        found = found | (place < len(part))
        if where is not None and bool(found.all()):
            break
    return torch.where(total > 0, around.to(torch.float64), torch.nan)
