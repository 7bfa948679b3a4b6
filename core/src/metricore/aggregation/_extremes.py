"""Largest and smallest of a stream of values."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from metricore._state import state
from metricore.aggregation._aggregator import Aggregator, Number, is_clean


class _Extremum(Aggregator):
    def _push(self, name: str, value: Number, reduce: Callable[[Tensor], Tensor], pick: Any, neutral: float) -> None:
        value = self._as_tensor(value)
        if not value.numel():
            return
        best = reduce(value)
        if not is_clean(best):
            best = reduce(self._without_nan(value, value.isnan(), neutral))
        setattr(self, name, pick(getattr(self, name), best.to(getattr(self, name).dtype)))


class MaxMetric(_Extremum):
    r"""Largest value of a stream, :math:`\max_i v_i`.

    Args:
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN.

    Shapes:
        - `value`: a number or a tensor of any shape.
        - returns: scalar; `-inf` before any value.

    Raises:
        InvalidDataError: for NaN, with `nan_strategy="error"`.

    Examples:
        >>> import torch
        >>> from metricore import MaxMetric
        >>> metric = MaxMetric()
        >>> metric.update(torch.tensor([1.0, 3.0, 2.0]))
        >>> metric.compute()
        tensor(3.)
    """

    updates_in_place = False

    max_value: Tensor = state(-math.inf, reduce="max")

    def update(self, value: Number) -> None:
        self._push("max_value", value, Tensor.amax, torch.maximum, -math.inf)

    def compute(self) -> Tensor:
        return self.max_value.to(torch.get_default_dtype())


class MinMetric(_Extremum):
    r"""Smallest value of a stream, :math:`\min_i v_i`.

    Args:
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN.

    Shapes:
        - `value`: a number or a tensor of any shape.
        - returns: scalar; `inf` before any value.

    Raises:
        InvalidDataError: for NaN, with `nan_strategy="error"`.

    Examples:
        >>> import torch
        >>> from metricore import MinMetric
        >>> metric = MinMetric()
        >>> metric.update(torch.tensor([1.0, 3.0, 2.0]))
        >>> metric.compute()
        tensor(1.)
    """

    updates_in_place = False

    min_value: Tensor = state(math.inf, reduce="min")

    def update(self, value: Number) -> None:
        self._push("min_value", value, Tensor.amin, torch.minimum, math.inf)

    def compute(self) -> Tensor:
        return self.min_value.to(torch.get_default_dtype())
