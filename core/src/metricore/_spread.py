"""How a stream of values is spread: moments that merge, exact wherever the values lie."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._aggregator import Aggregator, Number
from metricore._settings import REQUIRED
from metricore._state import joint, state

Parts = dict[str, Tensor]


def merged(a: Parts, b: Parts) -> Parts:
    """Central moments of two parts together (Pébay 2008), up to the fourth if there."""
    total = a["weight"] + b["weight"]
    safe = torch.where(total > 0, total, 1.0)
    mine, other = a["weight"] / safe, b["weight"] / safe  # shares
    gap = b["mean"] - a["mean"]
    parts = {
        "weight": total,
        "mean": a["mean"] + gap * other,
        "second": a["second"] + b["second"] + gap**2 * a["weight"] * other,
    }
    if "third" in a:
        parts["third"] = (
            a["third"] + b["third"] + gap**3 * a["weight"] * other * (mine - other)
            + 3 * gap * (mine * b["second"] - other * a["second"])
        )  # fmt: skip
        parts["fourth"] = (
            a["fourth"] + b["fourth"] + gap**4 * a["weight"] * other * (mine**2 - mine * other + other**2)
            + 6 * gap**2 * (mine**2 * b["second"] + other**2 * a["second"])
            + 4 * gap * (mine * b["third"] - other * a["third"])
        )  # fmt: skip
    return parts


_TOGETHER = joint(merged)
_WIDER = joint(merged)


def _origin(values: Tensor, weights: Tensor) -> Tensor:
    """The first row that counts: deviations of a constant from it are exactly 0."""
    first = (weights > 0).to(torch.uint8).argmax(0, keepdim=True)
    return values.index_select(0, first.reshape(1)).detach()


class _Moments(Aggregator):
    """Base of aggregates that read central moments.

    `value` is a number or a tensor of any shape, `weight` a number or a tensor that broadcasts to it.
    """

    updates_in_place = False
    _last = ("nan_strategy",)
    _weight_argument = "weight"
    _orders = 2

    def _add(self, value: Number, weight: Number | None) -> None:
        value = self._as_tensor(value)
        if not value.numel():
            return
        wide, weights = (part.flatten() for part in self._weighed(value, weight))
        self.flag(weights < 0, "Expected weights not below 0")
        total = weights.sum()
        origin = _origin(wide, weights)
        shifted = torch.where(weights > 0, wide - origin, 0.0)
        mean = (weights * shifted).sum() / torch.where(total > 0, total, 1.0)
        deviations = torch.where(weights > 0, shifted - mean, 0.0)
        batch = {"weight": total, "mean": torch.where(total > 0, origin.squeeze() + mean, 0.0)}
        for order, name in enumerate(("second", "third", "fourth")[: self._orders - 1], start=2):
            batch[name] = (weights * deviations**order).sum()
        for name, part in merged({name: getattr(self, name) for name in batch}, batch).items():
            setattr(self, name, part)


class VarianceMetric(_Moments):
    r"""Variance of a stream of values, :math:`\frac{1}{W - c}\sum_i w_i (v_i - \bar v)^2` with :math:`W = \sum_i w_i`.

    Args:
        correction: :math:`c`; 1 is unbiased, 0 the variance of the values themselves.
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN.

    Shapes:
        - `value`: a number or a tensor of any shape.
        - `weight`: a number or a tensor that broadcasts to the shape of `value`; 1 if left out.
        - returns: scalar; `nan` unless the weights sum to more than :math:`c`.

    Raises:
        InvalidDataError: for NaN, with `nan_strategy="error"`, and for negative weights.

    Reference:
        Chan, Golub and LeVeque, Updating formulae and a pairwise algorithm for computing sample variances. 1979.

    Example:
        >>> import torch
        >>> from metricore.aggregation import VarianceMetric
        >>> metric = VarianceMetric()
        >>> metric.update(torch.tensor([1.0, 3.0]))
        >>> metric.update(2.0)
        >>> metric.compute()
        tensor(1.)
    """

    correction: float = 1
    nan_strategy: str | float = "warn"

    updates_in_place = False

    weight: Tensor = state(0.0, reduce=_TOGETHER)
    mean: Tensor = state(0.0, reduce=_TOGETHER)
    second: Tensor = state(0.0, reduce=_TOGETHER)

    def check(self) -> None:
        super().check()
        number = isinstance(self.correction, (int, float)) and not isinstance(self.correction, bool)
        if not number or not self.correction >= 0:
            raise ValueError(f"Expected correction to be a number not below 0, got {self.correction!r}.")

    def accumulates(self) -> Hashable | None:
        return (VarianceMetric.update, self.nan_strategy, self.validate_args)

    def update(self, value: Number, weight: Number | None = None) -> None:
        self._add(value, weight)

    def compute(self) -> Tensor:
        rest = self.weight - self.correction
        return torch.where(rest > 0, self.second / rest, torch.nan).to(torch.get_default_dtype())


class StdMetric(VarianceMetric):
    r"""Standard deviation of a stream of values, the root of :class:`VarianceMetric`.

    Args:
        correction: 1 for the root of the unbiased variance, 0 for that of the values themselves.
        nan_strategy: as in :class:`VarianceMetric`.

    Shapes:
        - `value`, `weight`, returns: as in :class:`VarianceMetric`.

    Example:
        >>> import torch
        >>> from metricore.aggregation import StdMetric
        >>> metric = StdMetric(correction=0)
        >>> metric.update(torch.tensor([1.0, 3.0]))
        >>> metric.compute()
        tensor(1.)
    """

    updates_in_place = False

    def compute(self) -> Tensor:
        rest = self.weight - self.correction
        return torch.where(rest > 0, self.second / rest, torch.nan).sqrt().to(torch.get_default_dtype())


class _Shape(_Moments):
    """Skewness and kurtosis: what they share."""

    bias: bool = True
    nan_strategy: str | float = "warn"

    updates_in_place = False
    _orders = 4

    weight: Tensor = state(0.0, reduce=_WIDER)
    mean: Tensor = state(0.0, reduce=_WIDER)
    second: Tensor = state(0.0, reduce=_WIDER)
    third: Tensor = state(0.0, reduce=_WIDER)
    fourth: Tensor = state(0.0, reduce=_WIDER)

    def check(self) -> None:
        super().check()
        if not isinstance(self.bias, bool):
            raise ValueError(f"Expected bias to be True or False, got {self.bias!r}.")

    def accumulates(self) -> Hashable | None:
        return (_Shape.update, self.nan_strategy, self.validate_args)

    def update(self, value: Number, weight: Number | None = None) -> None:
        self._add(value, weight)


class SkewnessMetric(_Shape):
    r"""Skewness of a stream of values, :math:`g_1 = m_3 / m_2^{3/2}` of its central moments.

    Args:
        bias: `False` gives the adjusted :math:`g_1 \sqrt{W (W - 1)} / (W - 2)`.
        nan_strategy: as in :class:`VarianceMetric`.

    Shapes:
        - `value`, `weight`: as in :class:`VarianceMetric`.
        - returns: scalar; `nan` for a constant.

    Reference:
        Joanes and Gill, Comparing measures of sample skewness and kurtosis. The Statistician, 1998.

    Example:
        >>> import torch
        >>> from metricore.aggregation import SkewnessMetric
        >>> metric = SkewnessMetric()
        >>> metric.update(torch.tensor([0.0, 0.0, 3.0]))
        >>> metric.compute()
        tensor(0.7071)
    """

    updates_in_place = False

    def compute(self) -> Tensor:
        n = self.weight
        skewness = self.third / n / (self.second / n) ** 1.5
        if not self.bias:
            skewness = torch.where(n > 2, skewness * (n * (n - 1)).sqrt() / (n - 2), torch.nan)
        return skewness.to(torch.get_default_dtype())


class KurtosisMetric(_Shape):
    r"""Excess kurtosis of a stream of values, :math:`g_2 = m_4 / m_2^2 - 3` of its central moments; 0 for a Gaussian.

    Args:
        bias: `False` gives the adjusted :math:`\frac{W - 1}{(W - 2)(W - 3)} ((W + 1) g_2 + 6)`.
        nan_strategy: as in :class:`VarianceMetric`.

    Shapes:
        - `value`, `weight`: as in :class:`VarianceMetric`.
        - returns: scalar; `nan` for a constant.

    Reference:
        Joanes and Gill, Comparing measures of sample skewness and kurtosis. The Statistician, 1998.

    Example:
        >>> import torch
        >>> from metricore.aggregation import KurtosisMetric
        >>> metric = KurtosisMetric()
        >>> metric.update(torch.tensor([-1.0, 1.0]))
        >>> metric.compute()
        tensor(-2.)
    """

    updates_in_place = False

    def compute(self) -> Tensor:
        n = self.weight
        excess = self.fourth / n / (self.second / n) ** 2 - 3
        if not self.bias:
            excess = torch.where(n > 3, (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * excess + 6), torch.nan)
        return excess.to(torch.get_default_dtype())


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

    Example:
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
        if not isinstance(self.correlation, bool):
            raise ValueError(f"Expected correlation to be True or False, got {self.correlation!r}.")

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
        origin = _origin(wide, rows)
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
