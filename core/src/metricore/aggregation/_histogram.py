"""Counts of a stream of values in bins."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._arguments import check_flag
from metricore._state import state
from metricore.aggregation._aggregator import Aggregator, Number, is_finite


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

    Examples:
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
        if not is_finite(self.low) or not is_finite(self.high) or not self.low < self.high:
            raise ValueError(f"Expected finite low < high, got {self.low!r} and {self.high!r}.")
        check_flag("density", self.density)

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
