"""Variance and standard deviation from moments that merge, exact wherever the values lie."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._state import joint, state
from metricore.aggregation._aggregator import Aggregator, Number

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


def origin_of(values: Tensor, weights: Tensor) -> Tensor:
    """The first row that counts: deviations of a constant from it are exactly 0."""
    first = (weights > 0).to(torch.uint8).argmax(0, keepdim=True)
    return values.index_select(0, first.reshape(1)).detach()


class Moments(Aggregator):
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
        origin = origin_of(wide, weights)
        shifted = torch.where(weights > 0, wide - origin, 0.0)
        mean = (weights * shifted).sum() / torch.where(total > 0, total, 1.0)
        deviations = torch.where(weights > 0, shifted - mean, 0.0)
        batch = {"weight": total, "mean": torch.where(total > 0, origin.squeeze() + mean, 0.0)}
        for order, name in enumerate(("second", "third", "fourth")[: self._orders - 1], start=2):
            batch[name] = (weights * deviations**order).sum()
        for name, part in merged({name: getattr(self, name) for name in batch}, batch).items():
            setattr(self, name, part)


class VarianceMetric(Moments):
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

    Examples:
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

    Examples:
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
