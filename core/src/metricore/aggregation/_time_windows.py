"""Aggregates of the values of a stream that came in the last stretch of time."""

from __future__ import annotations

import math
from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._settings import REQUIRED
from metricore._state import joint, state
from metricore.aggregation._aggregator import Aggregator, Number

Parts = dict[str, Tensor]

_NEVER = -(2**53)  # before any bucket that a time in float64 falls into


def _moved(parts: Parts, newest: Tensor) -> Parts:
    """The buckets once the newest is another: those that leave the window are emptied."""
    size = len(parts["weight"])
    slots = torch.arange(size, device=newest.device)
    ages = (parts["newest"] - slots) % size  # of what each slot has held so far
    gone = newest - (parts["newest"] - ages) >= size
    empty = {"total": 0.0, "weight": 0.0, "least": math.inf, "most": -math.inf}
    return {"newest": newest, **{name: torch.where(gone, fill, parts[name]) for name, fill in empty.items()}}


def merged(a: Parts, b: Parts) -> Parts:
    """Windows of two parts of a stream, up to the newest value of both; in any order."""
    newest = torch.maximum(a["newest"], b["newest"])
    a, b = _moved(a, newest), _moved(b, newest)
    return {
        "newest": newest,
        "total": a["total"] + b["total"],
        "weight": a["weight"] + b["weight"],
        "least": torch.minimum(a["least"], b["least"]),
        "most": torch.maximum(a["most"], b["most"]),
    }


_IN_TIME = joint(merged)


class TimeWindow(Aggregator):
    """Base of aggregates of what came in the last stretch of time, in buckets; memory is constant.

    Args:
        window: length of the stretch, in the unit of the times given.
        buckets: number of buckets that it is cut into.
        nan_strategy: as in :class:`MeanMetric`.
    """

    window: float = REQUIRED
    buckets: int = 60
    nan_strategy: str | float = "warn"

    updates_in_place = False
    _last = ("nan_strategy",)
    _weight_argument = "weight"

    newest: Tensor = state(lambda self: torch.tensor(_NEVER), reduce=_IN_TIME)  # number of the last bucket
    total: Tensor = state(lambda self: torch.zeros(self.buckets, dtype=torch.float64), reduce=_IN_TIME)
    weight: Tensor = state(lambda self: torch.zeros(self.buckets, dtype=torch.float64), reduce=_IN_TIME)
    least: Tensor = state(lambda self: torch.full((self.buckets,), math.inf, dtype=torch.float64), reduce=_IN_TIME)
    most: Tensor = state(lambda self: torch.full((self.buckets,), -math.inf, dtype=torch.float64), reduce=_IN_TIME)

    def check(self) -> None:
        super().check()
        number = isinstance(self.window, (int, float)) and not isinstance(self.window, bool)
        if not number or not 0 < self.window < math.inf:
            raise ValueError(f"Expected window to be a finite number above 0, got {self.window!r}.")
        if isinstance(self.buckets, bool) or not isinstance(self.buckets, int) or self.buckets < 1:
            raise ValueError(f"Expected buckets to be a positive integer, got {self.buckets!r}.")

    def accumulates(self) -> Hashable | None:
        return (TimeWindow.update, self.window, self.buckets, self.nan_strategy, self.validate_args)

    def update(self, value: Number, time: Number, weight: Number | None = None) -> None:
        """Add values that came at given times."""
        value = self._as_tensor(value)
        if not value.numel():
            return
        wide, weights = (part.flatten() for part in self._weighed(value, weight))
        self.flag(weights < 0, "Expected weights not below 0")
        place = self._buckets_of(time, value).flatten()
        counts = weights > 0
        batch_newest = torch.where(counts, place, _NEVER).amax()
        held = {name: getattr(self, name) for name in ("newest", "total", "weight", "least", "most")}
        parts = _moved(held, torch.maximum(held["newest"], batch_newest))
        slot = torch.where(counts & (place > parts["newest"] - self.buckets), place % self.buckets, self.buckets)
        self.newest = parts["newest"]
        self.total = _spare(parts["total"]).index_add(0, slot, wide * weights)[:-1]
        self.weight = _spare(parts["weight"]).index_add(0, slot, weights)[:-1]
        self.least = _spare(parts["least"]).scatter_reduce(0, slot, wide, "amin")[:-1]
        self.most = _spare(parts["most"]).scatter_reduce(0, slot, wide, "amax")[:-1]

    def _buckets_of(self, time: Number, value: Tensor) -> Tensor:
        place = self._places(time)
        try:
            place = place.expand(value.shape)
        except RuntimeError:
            raise ValueError(
                f"Expected time to broadcast to the shape {tuple(value.shape)} of value, got {tuple(place.shape)}."
            ) from None
        within = (place > _NEVER) & (place < -_NEVER)
        self.flag(~within, "Expected finite times, of fewer than 2^53 buckets")
        return torch.where(within, place, _NEVER).to(torch.int64)

    def _places(self, time: Number) -> Tensor:
        """Numbers of buckets, with all digits of the times also where nothing else is in float64."""
        length = self.window / self.buckets
        if isinstance(time, (int, float)) and not torch.compiler.is_compiling() and abs(time / length) < -_NEVER:
            return torch.full((), math.floor(time / length), dtype=torch.int64, device=self.device)
        times = self._as_tensor(time)
        if not times.is_floating_point() and length.is_integer():
            return times.to(torch.int64).div(int(length), rounding_mode="floor")
        return torch.floor((times if times.dtype == torch.float64 else times.to(torch.float64)) / length)


def _spare(buckets: Tensor) -> Tensor:
    """The buckets, and one for what is in none of them."""
    return torch.cat([buckets, buckets.new_zeros(1)])


class TimeWindowedMean(TimeWindow):
    r"""Weighted mean of the values of a stream that came in the last stretch of time.

    Time is cut into buckets of the length `window / buckets`; the window is that of the latest value and those before
    it, so it reaches back for `window` or for up to a bucket less. For integer steps, `window=buckets=n` is exactly the
    last `n` of them. Values may come in any order; those from before the window are left out. Merged states and other
    ranks are parts of one stream: the window ends with the latest value of all of them.

    Args:
        window: length of the stretch, in the unit of the times given.
        buckets: number of buckets that it is cut into.
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN.

    Shapes:
        - `value`: a number or a tensor of any shape.
        - `time`: when it came: a number or a tensor that broadcasts to the shape of `value`. Seconds since 1970 need
          float64 or integers.
        - `weight`: a number or a tensor that broadcasts to the shape of `value`; 1 if left out.
        - returns: scalar; `nan` before any value.

    Raises:
        InvalidDataError: for NaN, with `nan_strategy="error"`, for negative weights, and for times that are not finite.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import TimeWindowedMean
        >>> metric = TimeWindowedMean(window=10.0, buckets=10)
        >>> metric.update(torch.tensor([9.0, 1.0]), time=torch.tensor([0.0, 8.0]))
        >>> metric.update(3.0, time=12.5)
        >>> metric.compute()
        tensor(2.)
    """

    def compute(self) -> Tensor:
        return (self.total.sum() / self.weight.sum()).to(torch.get_default_dtype())


class TimeWindowedSum(TimeWindow):
    """Weighted sum of the values of a stream that came in the last stretch of time.

    Args:
        window: as in :class:`TimeWindowedMean`.
        buckets: as in :class:`TimeWindowedMean`.
        nan_strategy: as in :class:`TimeWindowedMean`.

    Shapes:
        - as in :class:`TimeWindowedMean`; 0 before any value.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import TimeWindowedSum
        >>> metric = TimeWindowedSum(window=10.0, buckets=10)
        >>> metric.update(torch.tensor([9.0, 1.0, 3.0]), time=torch.tensor([0.0, 8.0, 12.5]))
        >>> metric.compute()
        tensor(4.)
    """

    def compute(self) -> Tensor:
        return self.total.sum().to(torch.get_default_dtype())


class TimeWindowedMax(TimeWindow):
    """Largest of the values of a stream that came in the last stretch of time.

    Args:
        window: as in :class:`TimeWindowedMean`.
        buckets: as in :class:`TimeWindowedMean`.
        nan_strategy: as in :class:`TimeWindowedMean`.

    Shapes:
        - as in :class:`TimeWindowedMean`; a value of weight 0 is left out; `-inf` before any value.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import TimeWindowedMax
        >>> metric = TimeWindowedMax(window=10.0, buckets=10)
        >>> metric.update(torch.tensor([9.0, 1.0, 3.0]), time=torch.tensor([0.0, 8.0, 12.5]))
        >>> metric.compute()
        tensor(3.)
    """

    def compute(self) -> Tensor:
        return self.most.amax().to(torch.get_default_dtype())


class TimeWindowedMin(TimeWindow):
    """Smallest of the values of a stream that came in the last stretch of time.

    Args:
        window: as in :class:`TimeWindowedMean`.
        buckets: as in :class:`TimeWindowedMean`.
        nan_strategy: as in :class:`TimeWindowedMean`.

    Shapes:
        - as in :class:`TimeWindowedMean`; a value of weight 0 is left out; `inf` before any value.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import TimeWindowedMin
        >>> metric = TimeWindowedMin(window=10.0, buckets=10)
        >>> metric.update(torch.tensor([0.0, 1.0, 3.0]), time=torch.tensor([0.0, 8.0, 12.5]))
        >>> metric.compute()
        tensor(1.)
    """

    def compute(self) -> Tensor:
        return self.least.amin().to(torch.get_default_dtype())
