"""What aggregates of a stream of values share: numbers or tensors, strategies for NaN, weights."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._metric import Metric

Number = Tensor | float | Sequence[Any]  # or an array of numpy
_STRATEGIES = ("error", "warn", "ignore", "disable")
NAN = "Expected values without NaN"


class Aggregator(Metric):
    """What the aggregates share: numbers or tensors in, and a strategy for NaN.

    Args:
        nan_strategy: `"error"` raises, `"warn"` warns and leaves NaN out, `"ignore"` leaves it out, `"disable"` lets it
            through, a number takes its place.
    """

    nan_strategy: str | float = "warn"

    updates_in_place = False

    def check(self) -> None:
        number = isinstance(self.nan_strategy, (int, float)) and not isinstance(self.nan_strategy, bool)
        if self.nan_strategy not in _STRATEGIES and not number:
            raise ValueError(
                f"Expected nan_strategy to be a number or one of {_STRATEGIES}, got {self.nan_strategy!r}."
            )

    def _as_tensor(self, value: Number) -> Tensor:
        if isinstance(value, Tensor):
            return value
        if isinstance(value, (int, float)):
            return torch.full((), float(value), dtype=torch.float64, device=self.device)
        try:
            return torch.as_tensor(value, dtype=torch.float64, device=self.device)
        except (TypeError, ValueError, RuntimeError):
            raise TypeError(
                f"Expected a number, a tensor, or an array or list of numbers, got {_short(value)}."
            ) from None

    def _without_nan(self, value: Tensor, nan: Tensor, fill: float) -> Tensor:
        """The values with `fill`, or the number to impute, where `nan` is true; reports NaN as the strategy says."""
        if self.nan_strategy == "disable" or not value.is_floating_point():
            return value
        if not isinstance(self.nan_strategy, str):  # the number need not fit into half precision
            return torch.where(nan, self.nan_strategy, value.to(torch.promote_types(value.dtype, torch.float32)))
        if self.nan_strategy in ("error", "warn"):
            self.flag(nan, NAN, warn=self.nan_strategy == "warn")
        return torch.where(nan, fill, value)

    def _weighed(self, value: Tensor, weight: Number | None) -> tuple[Tensor, Tensor]:
        """Values and their weights in float64, those left out with weight 0."""
        weights = self._as_tensor(1.0 if weight is None else weight).to(torch.float64)
        try:
            weights = weights.expand(value.shape)
        except RuntimeError:
            raise ValueError(
                f"Expected weight to broadcast to the shape {tuple(value.shape)} of value, got {tuple(weights.shape)}."
            ) from None
        wide = value.to(torch.float64)
        wide = torch.where((weights == 0) & ~wide.isfinite(), 0.0, wide)  # what weighs nothing may hold anything
        if isinstance(self.nan_strategy, str):
            nan = wide.isnan() | weights.isnan()
            wide = self._without_nan(wide, nan, 0.0)
            weights = weights if self.nan_strategy == "disable" else torch.where(nan, 0.0, weights)
        else:
            wide, weights = (self._without_nan(part, part.isnan(), 0.0) for part in (wide, weights))
        return wide, weights


def _short(value: Any) -> str:
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= 50 else text[:47] + '...'}"


def is_clean(total: Tensor) -> bool:
    """Whether a sum or an extremum shows, without stalling anything, that no value in it was NaN."""
    return reads_at_once(total) and not math.isnan(total.item())


def is_finite(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
