"""Covariance of the columns of a stream of rows."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._arguments import check_flag
from metricore._settings import REQUIRED
from metricore._state import joint, state
from metricore.aggregation._aggregator import Aggregator
from metricore.aggregation._moments import Parts, origin_of


def merged_scatter(a: Parts, b: Parts) -> Parts:
    """Means and products of deviations of two parts together."""
    total = a["weight"] + b["weight"]
    share = b["weight"] / torch.where(total > 0, total, 1.0)
    gap = b["mean"] - a["mean"]
    return {
        "weight": total,
        "mean": a["mean"] + gap * share,
        "scatter": a["scatter"] + b["scatter"] + torch.outer(gap, gap) * a["weight"] * share,
    }


_SCATTER = joint(merged_scatter)


class CovarianceMetric(Aggregator):
    r"""Covariance matrix of rows, :math:`\frac{1}{W - c}\sum_i w_i (x_i - \bar x)(x_i - \bar x)^\top`.

    Args:
        num_variables: length of a row.
        correction: :math:`c`; 1 is unbiased, 0 the covariance of the rows themselves.
        correlation: divide by the standard deviations.
        nan_strategy: as in :class:`VarianceMetric`; a row with NaN is left out as a whole.

    Shapes:
        - `value`: `(N, num_variables)`.
        - `weight`: `(N,)`; 1 if left out.
        - returns: `(num_variables, num_variables)`; `nan` unless the weights sum to more than :math:`c`.

    Raises:
        InvalidDataError: for NaN, with `nan_strategy="error"`, and for negative weights.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import CovarianceMetric
        >>> metric = CovarianceMetric(2)
        >>> metric.update(torch.tensor([[1.0, 2.0], [3.0, 2.0], [2.0, 5.0]]))
        >>> metric.compute()
        tensor([[1., 0.],
                [0., 3.]])
    """

    num_variables: int = REQUIRED
    correction: float = 1
    correlation: bool = False
    nan_strategy: str | float = "warn"

    updates_in_place = False
    _last = ("nan_strategy",)
    _weight_argument = "weight"

    weight: Tensor = state(0.0, reduce=_SCATTER)
    mean: Tensor = state(lambda self: torch.zeros(self.num_variables, dtype=torch.float64), reduce=_SCATTER)
    scatter: Tensor = state(
        lambda self: torch.zeros(self.num_variables, self.num_variables, dtype=torch.float64), reduce=_SCATTER
    )

    def check(self) -> None:
        super().check()
        size = self.num_variables
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise ValueError(f"Expected num_variables to be a positive integer, got {size!r}.")
        number = isinstance(self.correction, (int, float)) and not isinstance(self.correction, bool)
        if not number or not self.correction >= 0:
            raise ValueError(f"Expected correction to be a number not below 0, got {self.correction!r}.")
        check_flag("correlation", self.correlation)

    def accumulates(self) -> Hashable | None:
        return (CovarianceMetric.update, self.num_variables, self.nan_strategy, self.validate_args)

    def update(self, value: Tensor, weight: Tensor | None = None) -> None:
        if value.ndim != 2 or value.shape[1] != self.num_variables:
            raise ValueError(f"Expected value of shape (N, {self.num_variables}), got {tuple(value.shape)}.")
        if weight is not None and weight.shape != value.shape[:1]:
            raise ValueError(f"Expected weight of shape {tuple(value.shape[:1])}, got {tuple(weight.shape)}.")
        if not len(value):
            return
        wide, weights = self._weighed(value, None if weight is None else weight.unsqueeze(1))
        rows = weights.amin(1)  # 0 where one of the variables is left out
        self.flag(rows < 0, "Expected weights not below 0")
        counted = rows.unsqueeze(1) > 0
        total = rows.sum()
        origin = origin_of(wide, rows)
        shifted = torch.where(counted, wide - origin, 0.0)
        mean = (rows.unsqueeze(1) * shifted).sum(0) / torch.where(total > 0, total, 1.0)
        deviations = torch.where(counted, shifted - mean, 0.0)
        batch = {
            "weight": total,
            "mean": torch.where(total > 0, origin.squeeze(0) + mean, 0.0),
            "scatter": (rows.unsqueeze(1) * deviations).mT @ deviations,
        }
        for name, part in merged_scatter({name: getattr(self, name) for name in batch}, batch).items():
            setattr(self, name, part)

    def compute(self) -> Tensor:
        rest = self.weight - self.correction
        covariance = torch.where(rest > 0, self.scatter / rest, torch.nan)
        if self.correlation:
            deviation = covariance.diagonal().sqrt()
            covariance = covariance / torch.outer(deviation, deviation)
        return covariance.to(torch.get_default_dtype())
