"""All values of a stream."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._state import CatState, cat_state
from metricore.aggregation._aggregator import NAN, Aggregator, Number


class CatMetric(Aggregator):
    """All values of a stream, in the order they came; ranks follow each other.

    Args:
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN.

    Shapes:
        - `value`: a number or a tensor of any shape.
        - returns: the values concatenated along the first dimension; empty before any value.

    Raises:
        InvalidDataError: for NaN, with `nan_strategy="error"`.

    Examples:
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
