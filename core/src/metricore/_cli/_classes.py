"""Names of classes in place of their numbers, in values with an entry for each class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from torch import Tensor

from metricore._cli._results import plain
from metricore._collection import MetricCollection
from metricore._metric import Metric
from metricore.classification import ConfusionMatrix

__all__ = ["named_value", "named_values"]


def named_values(metrics: MetricCollection, values: dict[str, Any], labels: Sequence[str] | None) -> dict[str, Any]:
    """Plain values of metrics, those of classes by the names of the classes."""
    return {name: named_value(metrics, name, value, labels) for name, value in values.items()}


def named_value(metrics: MetricCollection, name: str, value: Any, labels: Sequence[str] | None) -> Any:
    """The plain value of one of them, or a bound of it."""
    metric = dict(metrics.items(keep_base=True)).get(name)
    if metric is None or not labels or not isinstance(value, Tensor):
        return plain(value)
    return _named(plain(value), labels, _axes(metric, value, len(labels)))


def _axes(metric: Metric, value: Tensor, classes: int) -> int:
    """How many of the first axes are of classes; samples and labels, which may be as many, are none."""
    if isinstance(metric, ConfusionMatrix):
        return 2 if value.shape == (classes, classes) else 0
    of_classes = getattr(metric, "num_classes", None) == classes and getattr(metric, "average", "") in (None, "none")
    samplewise = getattr(metric, "multidim_average", "global") == "samplewise"
    return int(of_classes and not samplewise and value.shape[:1] == (classes,))


def _named(value: Any, labels: Sequence[str], axes: int) -> Any:
    if axes == 0:
        return value
    return {label: _named(item, labels, axes - 1) for label, item in zip(labels, value, strict=True)}
