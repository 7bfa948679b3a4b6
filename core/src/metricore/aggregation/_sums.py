"""Sum and weighted mean of a stream of values."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._constants import number
from metricore._state import state
from metricore.aggregation._aggregator import Aggregator, Number, is_clean


class SumMetric(Aggregator):
    r"""Sum of a stream of values, :math:`\sum_i v_i`, accumulated in float64.

    Args:
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN.

    Shapes:
        - `value`: a number or a tensor of any shape.
        - returns: scalar.

    Raises:
        InvalidDataError: for NaN, with `nan_strategy="error"`.

    Examples:
        >>> import torch
        >>> from metricore import SumMetric
        >>> metric = SumMetric()
        >>> metric.update(torch.tensor([1.0, 3.0, 2.0]))
        >>> metric.compute()
        tensor(6.)
    """

    updates_in_place = False

    sum_value: Tensor = state(0.0)

    def update(self, value: Number) -> None:
        value = self._as_tensor(value)
        total = value.sum(dtype=torch.float64)
        if not is_clean(total):
            total = self._without_nan(value, value.isnan(), 0.0).sum(dtype=torch.float64)
        self.sum_value = self.sum_value + total

    def compute(self) -> Tensor:
        return self.sum_value.to(torch.get_default_dtype())


class MeanMetric(Aggregator):
    r"""Weighted mean of a stream of values, :math:`\sum_i w_i v_i / \sum_i w_i`, accumulated in float64.

    Args:
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN.

    Shapes:
        - `value`: a number or a tensor of any shape.
        - `weight`: a number or a tensor that broadcasts to the shape of `value`; 1 if left out.
        - returns: scalar; `nan` before any value.

    Raises:
        InvalidDataError: for NaN, with `nan_strategy="error"`.

    Examples:
        >>> import torch
        >>> from metricore import MeanMetric
        >>> metric = MeanMetric()
        >>> metric.update(torch.tensor([1.0, 3.0]), weight=torch.tensor([3.0, 1.0]))
        >>> metric.compute()
        tensor(1.5000)
    """

    updates_in_place = False
    _weight_argument = "weight"

    mean_value: Tensor = state(0.0)
    weight: Tensor = state(0.0)

    def update(self, value: Number, weight: Number | None = None) -> None:
        if not isinstance(value, Tensor):
            value = self._as_tensor(value)
        if weight is None:
            total = value if value.ndim == 0 else value.sum(dtype=torch.float64)
            if is_clean(total):
                self.mean_value = self.mean_value + total
                self.weight = self.weight + number(value.numel(), self.weight.dtype)
                return
        wide, weights = self._weighed(value, weight)
        self.mean_value = self.mean_value + (wide * weights).sum()
        self.weight = self.weight + weights.sum()

    def compute(self) -> Tensor:
        return (self.mean_value / self.weight).to(torch.get_default_dtype())
