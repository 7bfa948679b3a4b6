"""Laws about what is said of a metric: in the registry, and in its class."""

from __future__ import annotations

import inspect
from typing import Any

import torch
from torch import Tensor

from metricore._loading import import_path
from metricore._registry import registry
from metricore.testing._batches import tensors_in
from metricore.testing._comparison import shown
from metricore.testing._laws import law
from metricore.testing._subject import Subject

_ALWAYS_GIVEN = {"task", "num_classes", "num_labels"}  # optional in the signature of a task form only


@law(lambda subject: subject.info is not None)
def check_spec(subject: Subject) -> None:
    """The registry says of the metric what is so: class, function, direction, bounds and kind of value."""
    info = subject.info
    assert info is not None
    metric = subject.build()
    if registry.get(info.id) is not subject.metric_class:  # bare names may belong to another plugin
        raise AssertionError(f"{info.id!r} stands for {registry.get(info.id)!r}")
    if info.functional is not None and not callable(import_path(info.functional)):
        raise AssertionError(f"functional {info.functional!r} is not a function")
    if metric.higher_is_better is not info.higher_is_better:
        raise AssertionError(
            f"higher_is_better is {info.higher_is_better} in the spec and {metric.higher_is_better} in the class"
        )
    _expect_within(subject.value, info.lower_bound, info.upper_bound, "the spec")
    kinds = _kinds(subject.value)
    if _settings_are_needed(subject) and info.output not in kinds:
        raise AssertionError(f"output is {info.output!r} in the spec, yet the value is {shown(subject.value)}")


@law()
def check_metadata(subject: Subject) -> None:
    """The class says of itself what is so: direction, differentiability and bounds."""
    metric = subject.build()
    for name in ("higher_is_better", "is_differentiable"):
        if getattr(metric, name) not in (True, False, None):
            raise AssertionError(f"expected {name} to be True, False or None, got {getattr(metric, name)!r}")
    _expect_within(subject.value, metric.plot_lower_bound, metric.plot_upper_bound, "the class")


def _expect_within(value: Any, low: float | None, high: float | None, whose: str) -> None:
    for tensor in tensors_in(value):
        known = tensor[~tensor.isnan()] if not tensor.is_complex() else torch.empty(0)
        slack = 1e-5
        if low is not None and bool((known < low - slack).any()):
            raise AssertionError(f"the lower bound of {whose} is {low:g}, yet the value is {shown(value)}")
        if high is not None and bool((known > high + slack).any()):
            raise AssertionError(f"the upper bound of {whose} is {high:g}, yet the value is {shown(value)}")


def _kinds(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {"dict"}
    if isinstance(value, (tuple, list)):
        return {"curve"}
    return {"scalar"} if not isinstance(value, Tensor) or value.ndim == 0 else {"vector"}


def _settings_are_needed(subject: Subject) -> bool:
    """Whether the case gives only those settings that have no default; others may change the kind of value."""
    parameters = inspect.signature(subject.metric_class).parameters
    free = {name for name, p in parameters.items() if p.default is not p.empty} - _ALWAYS_GIVEN
    return not free & subject.case.settings.keys()
