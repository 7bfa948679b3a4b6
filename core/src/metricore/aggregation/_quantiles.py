"""Quantiles from a sketch of fixed size."""

from __future__ import annotations

import math
from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._state import state
from metricore.aggregation._aggregator import Aggregator, Number, is_finite

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

    Examples:
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
        if not levels or not all(is_finite(level) and 0 <= level <= 1 for level in levels):
            raise ValueError(f"Expected q to be a number in [0, 1] or a list of them, got {self.q!r}.")
        if not is_finite(self.relative_error) or not 1e-4 <= self.relative_error < 1:
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

    Examples:
        >>> import torch
        >>> from metricore.aggregation import MedianMetric
        >>> metric = MedianMetric()
        >>> metric.update(torch.tensor([3.0, 100.0, -5.0]))
        >>> metric.compute()
        tensor(3.0038)
    """

    updates_in_place = False
    _fixed = {"q": 0.5}  # noqa: RUF012
