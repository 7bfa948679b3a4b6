"""Means of another scale: geometric and harmonic."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._state import state
from metricore.aggregation._aggregator import Aggregator, Number


class _TransformedMean(Aggregator):
    """Base of means of a function of values not below 0.

    `value` is a number or a tensor of any shape, `weight` a number or a tensor that broadcasts to it.
    """

    updates_in_place = False
    _weight_argument = "weight"

    total: Tensor = state(0.0)
    weight: Tensor = state(0.0)

    def accumulates(self) -> Hashable | None:
        return (type(self), self.nan_strategy, self.validate_args)

    def update(self, value: Number, weight: Number | None = None) -> None:
        """Add values."""
        wide, weights = self._weighed(self._as_tensor(value), weight)
        self.flag((wide < 0) & (weights != 0), "Expected values not below 0")
        self.flag(weights < 0, "Expected weights not below 0")
        self.total = self.total + torch.where(weights == 0, 0.0, self._function(wide) * weights).sum()
        self.weight = self.weight + weights.sum()

    @staticmethod
    def _function(value: Tensor) -> Tensor:
        raise NotImplementedError


class GeometricMeanMetric(_TransformedMean):
    r"""Geometric mean of a stream of values, :math:`\exp(\sum_i w_i \ln v_i / \sum_i w_i)`.

    Args:
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN.

    Shapes:
        - `value`: a number or a tensor of any shape, not below 0.
        - `weight`: a number or a tensor that broadcasts to the shape of `value`; 1 if left out.
        - returns: scalar; 0 if a value is 0, `nan` before any value.

    Raises:
        InvalidDataError: for values or weights below 0, and for NaN with `nan_strategy="error"`.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import GeometricMeanMetric
        >>> metric = GeometricMeanMetric()
        >>> metric.update(torch.tensor([1.0, 2.0, 4.0]))
        >>> metric.compute()
        tensor(2.)
    """

    updates_in_place = False

    @staticmethod
    def _function(value: Tensor) -> Tensor:
        return value.log()

    def compute(self) -> Tensor:
        return (self.total / self.weight).exp().to(torch.get_default_dtype())


class HarmonicMeanMetric(_TransformedMean):
    r"""Harmonic mean of a stream of values, :math:`\sum_i w_i / \sum_i (w_i / v_i)`.

    Args:
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN.

    Shapes:
        - `value`: a number or a tensor of any shape, not below 0.
        - `weight`: a number or a tensor that broadcasts to the shape of `value`; 1 if left out.
        - returns: scalar; 0 if a value is 0, `nan` before any value.

    Raises:
        InvalidDataError: for values or weights below 0, and for NaN with `nan_strategy="error"`.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import HarmonicMeanMetric
        >>> metric = HarmonicMeanMetric()
        >>> metric.update(torch.tensor([1.0, 3.0]))
        >>> metric.compute()
        tensor(1.5000)
    """

    updates_in_place = False

    @staticmethod
    def _function(value: Tensor) -> Tensor:
        return 1 / value.abs()  # -0.0 is no negative value

    def compute(self) -> Tensor:
        return (self.weight / self.total).to(torch.get_default_dtype())
