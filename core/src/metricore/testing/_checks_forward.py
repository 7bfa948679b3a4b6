"""Laws about `forward`, gradients, and updates that fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, nn

from metricore._metric import Metric
from metricore._state import CatState
from metricore._stateful import Stateful
from metricore.testing._batches import Batch, tensors_in
from metricore.testing._comparison import difference, unlike
from metricore.testing._laws import law
from metricore.testing._subject import Subject, expect_states, snapshot


@law()
def check_forward(subject: Subject) -> None:
    """`forward` returns the value of its batch alone, and accumulates like `update`."""
    metric = subject.build()
    for number, batch in enumerate(subject.batches, start=1):
        got = metric(*batch.args, **batch.kwargs)
        subject.expect_value(got, f"what forward returned for batch {number}", subject.updated([batch]).compute())
        text = unlike(metric._forward_cache, got)
        if text is not None:
            raise AssertionError(f"_forward_cache after batch {number}: {text}")
    subject.expect_value(metric.compute(), "the value after forward with each batch")
    if metric.update_count != len(subject.batches):
        raise AssertionError(f"expected an update count of {len(subject.batches)}, got {metric.update_count}")


class _InjectedError(Exception):
    pass


def _failing(metric: Metric, late: str) -> Callable[[bool], None]:
    """Give the metric an `update` or a `compute` that does its work and then fails, while it is switched on."""
    kind = type(metric)
    switch = {"on": False}

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        value = getattr(kind, late)(self, *args, **kwargs)
        if switch["on"]:
            raise _InjectedError
        return value

    namespace = {late: method, "updates_in_place": kind.updates_in_place, "__module__": kind.__module__}
    metric.__class__ = type(kind.__name__, (kind,), namespace)
    return lambda on: switch.update(on=on)


def _expect_atomic(subject: Subject, step: str, late: str) -> None:
    metric = subject.build()
    fail = _failing(metric, late)
    first, last = subject.batches[:-1], subject.batches[-1]
    for failures in (1, 2):  # once on a fresh metric or with data, once more just after a failure
        before = snapshot(metric)
        fail(True)
        try:
            getattr(metric, step)(*last.args, **last.kwargs)
        except _InjectedError:
            pass
        else:
            raise AssertionError(f"an error raised at the end of `{late}` did not come out of `{step}`")
        fail(False)
        expect_states(metric, before, f"after `{step}` failed at the end of `{late}`")
        if failures == 1:
            subject.continued(metric, first)
    getattr(metric, step)(*last.args, **last.kwargs)
    subject.expect_value(metric.compute(), f"data given again after `{step}` had failed")


@law()
def check_update_atomic(subject: Subject) -> None:
    """An update that fails leaves states, count and value as they were."""
    _expect_atomic(subject, "update", "update")
    metric = subject.updated()
    fail = _failing(metric, "update")
    before = metric.compute()
    fail(True)
    try:
        metric.update(*subject.batches[0].args, **subject.batches[0].kwargs)
    except _InjectedError:
        subject.expect_value(metric.compute(), "the value after a failed update", before)


@law()
def check_forward_atomic(subject: Subject) -> None:
    """A forward that fails, in `update` or in `compute`, leaves states and count as they were."""
    _expect_atomic(subject, "forward", "update")
    _expect_atomic(subject, "forward", "compute")


@law(lambda subject: subject.works_on_tensors and subject.has_floats)
def check_no_graph(subject: Subject) -> None:
    """What is accumulated holds no graph of the inputs."""
    metric = subject.build()
    for batch in subject.batches:
        attached = batch.with_tensors(lambda t: t.requires_grad_() if t.is_floating_point() else t)
        metric.update(*attached.args, **attached.kwargs)
        metric.forward(*attached.args, **attached.kwargs)
    metric.compute()
    for owner in metric.modules():
        for name in vars(owner) if isinstance(owner, Stateful) else ():
            if any(t.requires_grad for t in _held(vars(owner)[name])):
                raise AssertionError(f"attribute {name!r} requires grad after update and forward")


def _held(value: Any) -> Iterator[Tensor]:
    if isinstance(value, CatState):
        yield from value.chunks()
    elif isinstance(value, Metric) or not isinstance(value, nn.Module):
        yield from (t for t in tensors_in(value) if not isinstance(t, nn.Parameter))


@law(lambda subject: subject.works_on_tensors and subject.build().is_differentiable is True)
def check_differentiable(subject: Subject) -> None:
    """The value that `forward` of a differentiable metric returns has the gradient of finite differences."""
    with _double_precision():
        batch = subject.batches[0].with_tensors(lambda t: t.double() if t.is_floating_point() else t)
        point = next((t for t in tensors_in(batch.values()) if t.is_floating_point() and t.numel()), None)
        if point is None:
            raise AssertionError("is_differentiable is True, yet no input is a floating tensor")
        point.requires_grad_()
        value = _total(_forward(subject, batch))
        if not value.requires_grad:
            raise AssertionError("is_differentiable is True, yet the value of forward has no graph")
        (gradient,) = torch.autograd.grad(value, point)
        direction = torch.randn(point.shape, generator=torch.Generator().manual_seed(0))
        step = 1e-6 * max(1.0, float(point.detach().abs().max()))
        ends = []
        for side in (step, -step):
            with torch.no_grad():
                point += side * direction
                ends.append(float(_total(_forward(subject, batch))))
                point -= side * direction
        slope = (ends[0] - ends[1]) / (2 * step)
        text = difference(float((gradient * direction).sum()), slope, 1e-3, 1e-5)
    if text is not None:
        raise AssertionError(f"slope in a random direction, the expected one by finite differences: {text}")


def _forward(subject: Subject, batch: Batch) -> Any:
    metric = subject.build().double()
    metric.validate_args = False  # a step may leave the range of probabilities
    return metric(*batch.args, **batch.kwargs)


def _total(value: Any) -> Tensor:
    return torch.stack([t.sum() for t in tensors_in(value) if t.is_floating_point()]).sum()


@contextmanager
def _double_precision() -> Iterator[None]:
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        yield
    finally:
        torch.set_default_dtype(before)
