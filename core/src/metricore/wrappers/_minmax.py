"""The extremes that a metric has reached."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from metricore._metric import Metric
from metricore.wrappers._base import WrapperMetric, the_metric


class MinMaxMetric(WrapperMetric):
    """A metric's value, and the smallest and largest that `compute` has given so far.

    The extremes belong to the whole run: `reset` leaves them alone, and they are part of `state_dict`. NaN is no
    extreme. Over ranks they are those of all ranks. `forward` looks at its batch alone.

    Args:
        base_metric: a metric with a single value.
        kwargs: what every metric takes.

    Examples:
        >>> import torch
        >>> from metricore import MeanMetric, MinMaxMetric
        >>> metric = MinMaxMetric(MeanMetric())
        >>> for epoch in ([1.0, 2.0], [4.0]):
        ...     metric.reset()
        ...     metric.update(torch.tensor(epoch))
        ...     value = metric.compute()
        >>> value
        {'raw': tensor(4.), 'max': tensor(4.), 'min': tensor(1.5000)}
    """

    updates_in_place = False

    min_val: Tensor
    max_val: Tensor

    def __init__(self, base_metric: Metric, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._base_metric = the_metric("base_metric", base_metric)
        self._take_traits(base_metric)
        self.add_state("min_val", default=math.inf, dist_reduce_fx="min", persistent=True)
        self.add_state("max_val", default=-math.inf, dist_reduce_fx="max", persistent=True)

    def _wrapped(self) -> Metric:
        return self._base_metric

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Update the metric."""
        self._base_metric.update(*args, **kwargs)

    def compute(self) -> dict[str, Tensor]:
        """The metric's value as `raw`, and `max` and `min`."""
        value = self._base_metric.compute()
        value = value if isinstance(value, Tensor) else torch.as_tensor(value, device=self.device)
        if value.numel() != 1:
            raise ValueError(f"Expected a metric with a single value, got a value of shape {tuple(value.shape)}.")
        none = (self.min_val > self.max_val) & value.isnan()
        least, most = torch.fmin(self.min_val, value), torch.fmax(self.max_val, value)
        return {
            "raw": value,
            "max": torch.where(none, value, most.to(value.dtype)),
            "min": torch.where(none, value, least.to(value.dtype)),
        }

    def _remember(self, value: dict[str, Tensor]) -> None:
        if not self._has_data():
            return
        for held in (self.__dict__, self._local):  # within a block that syncs, the local states come back after it
            if held is not None:
                held["min_val"] = torch.fmin(held["min_val"], value["min"].detach())
                held["max_val"] = torch.fmax(held["max_val"], value["max"].detach())

    def _forget(self) -> None:
        kept = {name: self.__dict__[name] for name in ("min_val", "max_val")}
        super()._forget()
        self.__dict__.update(kept)
