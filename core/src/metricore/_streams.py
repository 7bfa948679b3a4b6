"""Further aggregates of a stream of values: other means, a fading mean, counts in bins, quantiles."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any

import torch
from torch import Tensor

from metricore._aggregator import Aggregator, Number
from metricore._state import joint, state

Parts = dict[str, Tensor]


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

    Example:
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

    Example:
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


class HistogramMetric(Aggregator):
    r"""Counts of a stream of values in bins of equal width.

    A bin holds its lower edge, and the last one its upper edge too. Values outside of the range are in no bin, and
    neither is NaN. Edges: `torch.linspace(low, high, bins + 1)`.

    Args:
        bins: number of bins.
        low: lower edge of the first bin.
        high: upper edge of the last bin.
        density: divide by the sum of all counts and by the width of a bin.
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN.

    Shapes:
        - `value`: a number or a tensor of any shape.
        - `weight`: a number or a tensor that broadcasts to the shape of `value`; 1 if left out.
        - returns: `(bins,)`.

    Raises:
        InvalidDataError: for weights below 0, and for NaN with `nan_strategy="error"`.

    Example:
        >>> import torch
        >>> from metricore.aggregation import HistogramMetric
        >>> metric = HistogramMetric(bins=4, low=0.0, high=1.0)
        >>> metric.update(torch.tensor([0.1, 0.3, 0.25, 1.0, 7.0]))
        >>> metric.compute()
        tensor([1., 2., 0., 1.])
    """

    bins: int = 10
    low: float = 0.0
    high: float = 1.0
    density: bool = False
    nan_strategy: str | float = "warn"

    updates_in_place = False
    _last = ("nan_strategy",)
    _weight_argument = "weight"

    counts: Tensor = state(lambda self: torch.zeros(self.bins, dtype=torch.float64))

    def check(self) -> None:
        super().check()
        if isinstance(self.bins, bool) or not isinstance(self.bins, int) or self.bins < 1:
            raise ValueError(f"Expected bins to be a positive integer, got {self.bins!r}.")
        if not _finite(self.low) or not _finite(self.high) or not self.low < self.high:
            raise ValueError(f"Expected finite low < high, got {self.low!r} and {self.high!r}.")
        if not isinstance(self.density, bool):
            raise ValueError(f"Expected density to be True or False, got {self.density!r}.")

    def accumulates(self) -> Hashable | None:
        return (type(self).update, self.bins, self.low, self.high, self.nan_strategy, self.validate_args)

    def update(self, value: Number, weight: Number | None = None) -> None:
        """Add values."""
        wide, weights = (part.flatten() for part in self._weighed(self._as_tensor(value), weight))
        self.flag(weights < 0, "Expected weights not below 0")
        edges = torch.linspace(self.low, self.high, self.bins + 1, dtype=torch.float64, device=wide.device)
        inside = (wide >= self.low) & (wide <= self.high)
        place = (torch.bucketize(torch.where(inside, wide, self.low), edges, right=True) - 1).clamp(max=self.bins - 1)
        self.counts = self.counts.index_add(0, place, torch.where(inside, weights, 0.0))

    def compute(self) -> Tensor:
        counts = self.counts
        if self.density:
            counts = counts / counts.sum() / ((self.high - self.low) / self.bins)
        return counts.to(torch.get_default_dtype())


def faded(a: Parts, b: Parts) -> Parts:
    """Sums of two stretches of a stream, the second after the first."""
    return {
        "total": a["total"] * b["share"] + b["total"],
        "weight": a["weight"] * b["share"] + b["weight"],
        "share": a["share"] * b["share"],
    }


_IN_ORDER = joint(faded)


class ExponentialMovingAverage(Aggregator):
    r"""Mean of a stream that fades, :math:`\sum_i d^{n - i} v_i / \sum_i d^{n - i}` over its values in order.

    Every value is one step, however the stream is cut into batches. Other ranks and merged states follow on the own
    values.

    Args:
        decay: :math:`d`, what a value weighs relative to the one after it.
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN. A value
            that is left out is no step.

    Shapes:
        - `value`: a number or a tensor of any shape, in order.
        - returns: scalar; `nan` before any value.

    Raises:
        InvalidDataError: for NaN, with `nan_strategy="error"`.

    Example:
        >>> import torch
        >>> from metricore.aggregation import ExponentialMovingAverage
        >>> metric = ExponentialMovingAverage(decay=0.5)
        >>> metric.update(torch.tensor([1.0, 2.0]))
        >>> metric.update(6.0)
        >>> metric.compute()
        tensor(4.1429)
    """

    decay: float = 0.99
    nan_strategy: str | float = "warn"

    updates_in_place = False
    _last = ("nan_strategy",)

    total: Tensor = state(0.0, reduce=_IN_ORDER)
    weight: Tensor = state(0.0, reduce=_IN_ORDER)
    share: Tensor = state(1.0, reduce=_IN_ORDER)  # what is left of all that came before

    def check(self) -> None:
        super().check()
        if not _finite(self.decay) or not 0 < self.decay < 1:
            raise ValueError(f"Expected decay to be a number between 0 and 1, got {self.decay!r}.")

    def update(self, value: Number) -> None:
        """Add values in order."""
        wide, steps = (part.flatten() for part in self._weighed(self._as_tensor(value), None))
        after = steps.flip(0).cumsum(0).flip(0) - steps  # how many values follow
        weights = steps * self.decay**after
        batch = {"total": (wide * weights).sum(), "weight": weights.sum(), "share": self.decay ** steps.sum()}
        for name, part in faded({name: getattr(self, name) for name in batch}, batch).items():
            setattr(self, name, part)

    def compute(self) -> Tensor:
        return (self.total / self.weight).to(torch.get_default_dtype())


_SMALLEST, _LARGEST = 1e-12, 1e18


class QuantileMetric(Aggregator):
    r"""Quantiles of a stream of values, from a sketch of fixed size that merges.

    Values are counted in bins whose edges grow by the factor :math:`(1 + \alpha) / (1 - \alpha)`, apart for positive
    and negative ones. The result is within the relative error :math:`\alpha` of the value of rank
    :math:`\lfloor q (W - 1) \rfloor` in sorted order (`interpolation="lower"` of numpy) if that is 0 or between 1e-12
    and 1e18 in size; smaller ones are taken as 0, and larger ones as the extreme value of their side.

    Args:
        q: a number in [0, 1], or a list of them.
        relative_error: :math:`\alpha`.
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN; with
            `"disable"` NaN is counted as 0.

    Shapes:
        - `value`: a number or a tensor of any shape.
        - `weight`: a number or a tensor that broadcasts to the shape of `value`; 1 if left out.
        - returns: scalar, or a vector for a list; `nan` before any value.

    Raises:
        InvalidDataError: for weights below 0, and for NaN with `nan_strategy="error"`.

    Reference:
        Masson, Rim and Lee, DDSketch: a fast and fully-mergeable quantile sketch with relative-error guarantees.
        PVLDB, 2019.

    Example:
        >>> import torch
        >>> from metricore.aggregation import QuantileMetric
        >>> metric = QuantileMetric([0.0, 0.5, 1.0])
        >>> metric.update(torch.arange(1.0, 102.0))
        >>> metric.compute()
        tensor([  1.0000,  51.4176, 101.0000])
    """

    q: float | list[float] = 0.5
    relative_error: float = 0.01
    nan_strategy: str | float = "warn"

    updates_in_place = False
    _last = ("nan_strategy",)
    _weight_argument = "weight"

    counts: Tensor = state(lambda self: torch.zeros(2 * self._bins + 1, dtype=torch.float64))
    least: Tensor = state(math.inf, reduce="min")
    most: Tensor = state(-math.inf, reduce="max")

    def check(self) -> None:
        super().check()
        levels = self.q if isinstance(self.q, (list, tuple)) else [self.q]
        if not levels or not all(_finite(level) and 0 <= level <= 1 for level in levels):
            raise ValueError(f"Expected q to be a number in [0, 1] or a list of them, got {self.q!r}.")
        if not _finite(self.relative_error) or not 1e-4 <= self.relative_error < 1:
            raise ValueError(f"Expected relative_error to be in [0.0001, 1), got {self.relative_error!r}.")

    def accumulates(self) -> Hashable | None:
        return (QuantileMetric.update, self.relative_error, self.nan_strategy, self.validate_args)

    @property
    def _growth(self) -> float:
        return math.log((1 + self.relative_error) / (1 - self.relative_error))

    @property
    def _bins(self) -> int:
        """Bins for each sign; the last one is for what is larger than all others."""
        return math.ceil(math.log(_LARGEST / _SMALLEST) / self._growth) + 1

    def update(self, value: Number, weight: Number | None = None) -> None:
        """Add values."""
        value = self._as_tensor(value)
        if not value.numel():
            return
        wide, weights = (part.flatten() for part in self._weighed(value, weight))
        self.flag(weights < 0, "Expected weights not below 0")
        size = wide.abs()
        large = size >= _SMALLEST
        place = ((torch.where(large, size, 1.0) / _SMALLEST).log() / self._growth).clamp(max=self._bins - 1)
        place = place.to(torch.int64) + 1
        side = torch.where(large, torch.where(wide < 0, -place, place), 0)
        self.counts = self.counts.index_add(0, side + self._bins, weights)
        counted = weights > 0
        self.least = torch.minimum(self.least, torch.where(counted, wide, math.inf).amin())
        self.most = torch.maximum(self.most, torch.where(counted, wide, -math.inf).amax())

    def compute(self) -> Tensor:
        """The quantiles."""
        reached = self.counts.cumsum(0)
        levels = self.q if isinstance(self.q, (list, tuple)) else [self.q]
        rank = torch.stack([(level * (reached[-1] - 1)).clamp(min=0) for level in levels])
        place = torch.searchsorted(reached, rank, right=True).clamp(max=2 * self._bins) - self._bins
        low = ((place.abs() - 1).to(torch.float64) * self._growth).exp() * _SMALLEST
        middle = low * (1 + self.relative_error)  # within the error of both edges
        values = torch.where(place == 0, 0.0, torch.where(place < 0, -middle, middle))
        values = torch.where(place == self._bins, self.most, torch.where(place == -self._bins, self.least, values))
        values = torch.minimum(torch.maximum(values, self.least), self.most)
        values = torch.where(reached[-1] > 0, values, torch.nan)
        return (values if levels is self.q else values[0]).to(torch.get_default_dtype())


class MedianMetric(QuantileMetric):
    """Median of a stream of values: :class:`QuantileMetric` with `q=0.5`.

    Args:
        relative_error: as in :class:`QuantileMetric`.
        nan_strategy: as in :class:`QuantileMetric`.

    Shapes:
        - `value`, `weight`: as in :class:`QuantileMetric`.
        - returns: scalar; `nan` before any value.

    Example:
        >>> import torch
        >>> from metricore.aggregation import MedianMetric
        >>> metric = MedianMetric()
        >>> metric.update(torch.tensor([3.0, 100.0, -5.0]))
        >>> metric.compute()
        tensor(3.0038)
    """

    updates_in_place = False
    _fixed = {"q": 0.5}  # noqa: RUF012


def _finite(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
