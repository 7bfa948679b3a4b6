"""Running aggregates of a stream of values."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from metricore._aggregator import NAN, Aggregator, Number, amount, is_clean
from metricore._spread import CovarianceMetric, KurtosisMetric, SkewnessMetric, StdMetric, VarianceMetric
from metricore._state import CatState, Reduction, cat_state, joined_rows, state
from metricore._streams import (
    ExponentialMovingAverage,
    GeometricMeanMetric,
    HarmonicMeanMetric,
    HistogramMetric,
    MedianMetric,
    QuantileMetric,
)
from metricore._time_windows import TimeWindowedMax, TimeWindowedMean, TimeWindowedMin, TimeWindowedSum
from metricore._windows import WindowedMax, WindowedMean, WindowedMedian, WindowedMin, WindowedStd, WindowedSum
from metricore.wrappers._running import Running

__all__ = [
    "BaseAggregator",
    "CatMetric",
    "CovarianceMetric",
    "ExponentialMovingAverage",
    "GeometricMeanMetric",
    "HarmonicMeanMetric",
    "HistogramMetric",
    "KurtosisMetric",
    "MaxMetric",
    "MeanMetric",
    "MedianMetric",
    "MinMetric",
    "QuantileMetric",
    "RunningMean",
    "RunningSum",
    "SkewnessMetric",
    "StdMetric",
    "SumMetric",
    "TimeWindowedMax",
    "TimeWindowedMean",
    "TimeWindowedMin",
    "TimeWindowedSum",
    "VarianceMetric",
    "WindowedMax",
    "WindowedMean",
    "WindowedMedian",
    "WindowedMin",
    "WindowedStd",
    "WindowedSum",
]


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

    Example:
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

    Example:
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


class SumMetric(Aggregator):
    r"""Sum of a stream of values, :math:`\sum_i v_i`, accumulated in float64.

    Args:
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN.

    Shapes:
        - `value`: a number or a tensor of any shape.
        - returns: scalar.

    Raises:
        InvalidDataError: for NaN, with `nan_strategy="error"`.

    Example:
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

    Example:
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
        value = self._as_tensor(value)
        if weight is None:
            total = value if value.ndim == 0 else value.sum(dtype=torch.float64)
            if is_clean(total):
                self.mean_value = self.mean_value + total
                self.weight = self.weight + amount(value.numel())
                return
        wide, weights = self._weighed(value, weight)
        self.mean_value = self.mean_value + (wide * weights).sum()
        self.weight = self.weight + weights.sum()

    def compute(self) -> Tensor:
        return (self.mean_value / self.weight).to(torch.get_default_dtype())


class CatMetric(Aggregator):
    """All values of a stream, in the order they came; ranks follow each other.

    Args:
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN.

    Shapes:
        - `value`: a number or a tensor of any shape.
        - returns: the values concatenated along the first dimension; empty before any value.

    Raises:
        InvalidDataError: for NaN, with `nan_strategy="error"`.

    Example:
        >>> import torch
        >>> from metricore import CatMetric
        >>> metric = CatMetric()
        >>> metric.update(1.0)
        >>> metric.update(torch.tensor([3.0, 2.0]))
        >>> metric.compute()
        tensor([1., 3., 2.])
    """

    updates_in_place = False

    value: CatState = cat_state()  # the values are the result

    def update(self, value: Number) -> None:
        value = self._as_tensor(value)
        if not isinstance(self.nan_strategy, str):
            value = self._without_nan(value, value.isnan(), 0.0)
        elif self.nan_strategy in ("error", "warn"):
            self.flag(value.isnan(), NAN, warn=self.nan_strategy == "warn")
        if value.numel():
            self.value.append(value.to(torch.get_default_dtype()) if value.dtype == torch.float64 else value)

    def compute(self) -> Tensor:
        values = self.value.values
        if self.nan_strategy in ("warn", "ignore"):  # dropping them in `update` would make a shape depend on data
            nan = values.isnan()
            values = values[~nan] if nan.any() else values  # the shape stays where nothing is dropped
        return values


class BaseAggregator(Aggregator):
    """Base of aggregates of one's own: one state under a name of one's choice.

    Args:
        fn: how the state merges: `"sum"`, `"mean"`, `"max"`, `"min"`, `"cat"` or a function.
        default_value: start value of the state.
        nan_strategy: what to do with NaN in `update`.
        state_name: name of the state.
    """

    def __init__(
        self,
        fn: Reduction,
        default_value: Any,
        nan_strategy: str | float = "error",
        state_name: str = "value",
        **kwargs: Any,
    ) -> None:
        super().__init__(nan_strategy=nan_strategy, **kwargs)
        self.state_name = state_name
        self.add_state(state_name, default=default_value, dist_reduce_fx=fn)

    def update(self, value: Number) -> None:
        """Add values; to be written by subclasses."""
        raise NotImplementedError

    def compute(self) -> Any:
        """The state, lists as one tensor."""
        value = getattr(self, self.state_name)
        return joined_rows(value) if isinstance(value, list) and value else value


class RunningMean(Running):
    """Mean over the values of the last `window` updates.

    Args:
        window: number of updates.
        nan_strategy: as in :class:`MeanMetric`.

    Shapes:
        - `value`, `weight`: as in :class:`MeanMetric`.
        - returns: scalar.

    Example:
        >>> import torch
        >>> from metricore import RunningMean
        >>> metric = RunningMean(window=2)
        >>> for value in (1.0, 2.0, 4.0):
        ...     metric.update(torch.tensor(value))
        >>> metric.compute()
        tensor(3.)
    """

    def __init__(self, window: int = 5, nan_strategy: str | float = "warn", **kwargs: Any) -> None:
        super().__init__(MeanMetric(nan_strategy), window, **kwargs)


class RunningSum(Running):
    """Sum over the values of the last `window` updates.

    Args:
        window: number of updates.
        nan_strategy: as in :class:`SumMetric`.

    Shapes:
        - `value`: as in :class:`SumMetric`.
        - returns: scalar.

    Example:
        >>> import torch
        >>> from metricore import RunningSum
        >>> metric = RunningSum(window=2)
        >>> for value in (1.0, 2.0, 4.0):
        ...     metric.update(torch.tensor(value))
        >>> metric.compute()
        tensor(6.)
    """

    def __init__(self, window: int = 5, nan_strategy: str | float = "warn", **kwargs: Any) -> None:
        super().__init__(SumMetric(nan_strategy), window, **kwargs)
