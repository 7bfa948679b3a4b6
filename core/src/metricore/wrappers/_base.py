"""What wrappers share: a value that is never older than the metric inside, and arguments that fit it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from metricore._collection import MetricCollection
from metricore._metric import Metric
from metricore._stateful import atomic
from metricore._values import detached


class WrapperMetric(Metric):
    """Base of metrics around other metrics.

    Metrics that a wrapper has as attributes (or in a `ModuleList`, `ModuleDict` or collection) are reset, moved, saved,
    merged and synchronised with it. A wrapper remembers no value of its own, since the metrics inside may be updated
    without it; they remember theirs.

    Args:
        kwargs: what every metric takes.
    """

    updates_in_place = False

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.compute_with_cache = False

    def _wrapped(self) -> Metric | MetricCollection | None:
        """The metric that gets the arguments of `update`, if it is one."""
        return None

    def _filter_kwargs(self, **kwargs: Any) -> dict[str, Any]:
        wrapped = self._wrapped()
        if isinstance(wrapped, MetricCollection):
            taken = [metric._filter_kwargs(**kwargs) for metric in wrapped.values()]
            return {name: value for name, value in kwargs.items() if any(name in own for own in taken)}
        return super()._filter_kwargs(**kwargs) if wrapped is None else wrapped._filter_kwargs(**kwargs)

    def _take_traits(self, metric: Metric) -> None:
        """Be better when higher, and differentiable, as the metric inside is."""
        self.higher_is_better = metric.higher_is_better  # type: ignore[misc]
        self.is_differentiable = metric.is_differentiable  # type: ignore[misc]

    def _stays_with(self, cls: type[WrapperMetric]) -> bool:
        """Whether `update` and `compute` are those of `cls`, and batch values need no other ranks."""
        own = type(self)
        return own.update is cls.update and own.compute is cls.compute and not self.dist_sync_on_step

    def _forward_inside(self, forward: Callable[[], Any]) -> Any:
        """`forward` by that of the metrics inside, so that those of a collection go on sharing what they accumulate."""
        self._refuse_when_synced()
        with atomic(leaf for _, leaf in self._leaves()):
            value = forward()
            self.__dict__["_update_count"] += 1
        self.__dict__["_forward_cache"] = detached(value)
        return value


def the_metric(name: str, metric: Any) -> Metric:
    """An argument that has to be a metric."""
    if not isinstance(metric, Metric):
        raise ValueError(f"Expected {name} to be a metric, got {metric!r}.")
    return metric


def metric_or_collection(name: str, metric: Any) -> Metric | MetricCollection:
    """An argument that has to be a metric or a collection."""
    if not isinstance(metric, (Metric, MetricCollection)):
        raise TypeError(f"Expected {name} to be a metric or a collection, got {metric!r}.")
    return metric


def affix(name: str, value: Any) -> str | None:
    """An argument that has to be a string or `None`."""
    if value is not None and not isinstance(value, str):
        raise ValueError(f"Expected {name} to be a string or None, got {value!r}.")
    return value
