"""Aggregates of the last values of a stream."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any

import torch
from torch import Tensor

from metricore._state import state
from metricore.aggregation._aggregator import Aggregator, Number


def _side_by_side(stacked: Tensor) -> Tensor:
    return stacked.flatten()


class Window(Aggregator):
    """Base of aggregates of the last `window` values, however these are cut into batches; memory is constant.

    Merged states follow on the own values, and the last of all are kept. Over ranks the value is that of the windows of
    all of them, `window` values each.

    Args:
        window: number of values.
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN; a value that
            is left out takes no place in the window.
    """

    window: int = 100
    nan_strategy: str | float = "warn"

    updates_in_place = False
    _last = ("nan_strategy",)

    values: Tensor = state(lambda self: torch.zeros(self.window, dtype=torch.float64), reduce=_side_by_side)
    kept: Tensor = state(lambda self: torch.zeros(self.window, dtype=torch.int64), reduce=_side_by_side)  # 0 or 1

    def check(self) -> None:
        super().check()
        if isinstance(self.window, bool) or not isinstance(self.window, int) or self.window < 1:
            raise ValueError(f"Expected window to be a positive integer, got {self.window!r}.")

    def accumulates(self) -> Hashable | None:
        return (Window.update, self.window, self.nan_strategy, self.validate_args)

    def update(self, value: Number) -> None:
        """Add values in order."""
        wide, steps = (part.flatten() for part in self._weighed(self._as_tensor(value), None))
        values, kept = torch.cat([self.values, wide]), torch.cat([self.kept, steps.to(torch.int64)])
        self.values, self.kept = _last(values, kept, self.window)

    def compute(self) -> Tensor:
        return self.aggregate(self.values, self.kept > 0).to(torch.get_default_dtype())

    def aggregate(self, values: Tensor, kept: Tensor) -> Tensor:
        """The value of those that are kept."""
        raise NotImplementedError

    def merge_states(self, a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
        """The last values of both."""
        return self._in_window(super().merge_states(a, b))

    def _merged(self, old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
        return self._in_window(super()._merged(old, new))

    def _in_window(self, states: dict[str, Any]) -> dict[str, Any]:
        values, kept = _last(states["values"], states["kept"], self.window)
        return states | {"values": values, "kept": kept}


def _last(values: Tensor, kept: Tensor, size: int) -> tuple[Tensor, Tensor]:
    """The last values that are kept, at the end of as many places, in shapes that do not depend on the data."""
    place = size - kept.flip(0).cumsum(0).flip(0)
    place = torch.where((kept > 0) & (place >= 0), place, size)  # a place past the end for all others
    return tuple(part.new_zeros(size + 1).scatter(0, place, part)[:size] for part in (values, kept))  # type: ignore[return-value]


class WindowedMean(Window):
    """Mean of the last `window` values of a stream.

    Args:
        window: number of values, not of updates as in :class:`RunningMean`.
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN; a value that
            is left out takes no place in the window.

    Shapes:
        - `value`: a number or a tensor of any shape, in order.
        - returns: scalar; `nan` before any value. Over ranks, it is that of the last `window` values of each of them;
          merged states follow on the own values.

    Raises:
        InvalidDataError: for NaN, with `nan_strategy="error"`.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import WindowedMean
        >>> metric = WindowedMean(window=3)
        >>> metric.update(torch.tensor([9.0, 1.0, 2.0]))
        >>> metric.update(6.0)
        >>> metric.compute()
        tensor(3.)
    """

    def aggregate(self, values: Tensor, kept: Tensor) -> Tensor:
        """Their mean."""
        return torch.where(kept, values, 0.0).sum() / kept.sum()


class WindowedSum(Window):
    """Sum of the last `window` values of a stream.

    Args:
        window: as in :class:`WindowedMean`.
        nan_strategy: as in :class:`WindowedMean`.

    Shapes:
        - as in :class:`WindowedMean`; 0 before any value.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import WindowedSum
        >>> metric = WindowedSum(window=3)
        >>> metric.update(torch.tensor([9.0, 1.0, 2.0, 6.0]))
        >>> metric.compute()
        tensor(9.)
    """

    def aggregate(self, values: Tensor, kept: Tensor) -> Tensor:
        """Their sum."""
        return torch.where(kept, values, 0.0).sum()


class WindowedMax(Window):
    """Largest of the last `window` values of a stream.

    Args:
        window: as in :class:`WindowedMean`.
        nan_strategy: as in :class:`WindowedMean`.

    Shapes:
        - as in :class:`WindowedMean`; `-inf` before any value.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import WindowedMax
        >>> metric = WindowedMax(window=3)
        >>> metric.update(torch.tensor([9.0, 1.0, 2.0, 6.0]))
        >>> metric.compute()
        tensor(6.)
    """

    def aggregate(self, values: Tensor, kept: Tensor) -> Tensor:
        """The largest."""
        return torch.where(kept, values, -math.inf).amax()


class WindowedMin(Window):
    """Smallest of the last `window` values of a stream.

    Args:
        window: as in :class:`WindowedMean`.
        nan_strategy: as in :class:`WindowedMean`.

    Shapes:
        - as in :class:`WindowedMean`; `inf` before any value.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import WindowedMin
        >>> metric = WindowedMin(window=3)
        >>> metric.update(torch.tensor([0.0, 1.0, 2.0, 6.0]))
        >>> metric.compute()
        tensor(1.)
    """

    def aggregate(self, values: Tensor, kept: Tensor) -> Tensor:
        """The smallest."""
        return torch.where(kept, values, math.inf).amin()


class WindowedStd(Window):
    """Unbiased standard deviation of the last `window` values of a stream.

    Args:
        window: as in :class:`WindowedMean`.
        nan_strategy: as in :class:`WindowedMean`.

    Shapes:
        - as in :class:`WindowedMean`; `nan` for fewer than 2 values.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import WindowedStd
        >>> metric = WindowedStd(window=3)
        >>> metric.update(torch.tensor([9.0, 1.0, 2.0, 3.0]))
        >>> metric.compute()
        tensor(1.)
    """

    def aggregate(self, values: Tensor, kept: Tensor) -> Tensor:
        """The root of their variance, exact for a constant."""
        number = kept.sum()
        shifted = torch.where(kept, values - values[-1], 0.0)
        squares = torch.where(kept, shifted - shifted.sum() / number, 0.0).square().sum()
        return torch.where(number > 1, squares / (number - 1), torch.nan).sqrt()


class WindowedMedian(Window):
    """Median of the last `window` values of a stream, exact.

    Args:
        window: as in :class:`WindowedMean`.
        nan_strategy: as in :class:`WindowedMean`.

    Shapes:
        - as in :class:`WindowedMean`; the mean of both middle values if their number is even.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import WindowedMedian
        >>> metric = WindowedMedian(window=3)
        >>> metric.update(torch.tensor([9.0, 1.0, 7.0, 2.0]))
        >>> metric.compute()
        tensor(2.)
    """

    def aggregate(self, values: Tensor, kept: Tensor) -> Tensor:
        """The middle of them in order, with those not kept after all others."""
        number = kept.sum()
        order = torch.where(kept, values, math.inf).sort().values
        middle = torch.stack([number - 1, number]).clamp(min=0) // 2
        known = (number > 0) & ~(kept & values.isnan()).any()
        return torch.where(known, order.gather(0, middle).mean(), torch.nan)
