"""Laws about the life of a metric: reset, computing more than once, its inputs, grad modes, and states as such."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from metricore._collection import MetricCollection
from metricore.testing._batches import Batch, tensors_in
from metricore.testing._comparison import unlike
from metricore.testing._laws import law
from metricore.testing._subject import Subject, expect_states, snapshot


@law()
def check_reset(subject: Subject) -> None:
    """A metric that was reset is like a new one."""
    metric = subject.updated()
    metric.compute()
    metric.forward(*subject.batches[0].args, **subject.batches[0].kwargs)
    metric.reset()
    if metric.update_called or metric._forward_cache is not None:
        raise AssertionError("after reset, expected no update to be counted and no value of forward to be kept")
    expect_states(metric, snapshot(subject.build()), "after reset")
    subject.continued(metric, subject.batches)
    subject.expect_value(metric.compute(), "the same data after reset")


@law()
def check_compute_idempotent(subject: Subject) -> None:
    """Computing changes nothing: neither the next value nor what later updates lead to."""
    metric = subject.build()
    metric.compute_with_cache = False
    for batch in subject.batches:
        subject.continued(metric, [batch])
        before = snapshot(metric)
        value = metric.compute()
        expect_states(metric, before, "after compute")
        subject.expect_value(metric.compute(), "computed a second time", value)
    subject.expect_value(metric.compute(), "the value after compute between all updates")


@law()
def check_compute_independent(subject: Subject) -> None:
    """A value that was returned shares no memory with the metric."""
    for cached in (True, False):
        metric = subject.updated()
        metric.compute_with_cache = cached
        for _ in range(2):
            _spoil(metric.compute())
        subject.expect_value(metric.compute(), "computed again after the returned value was overwritten")
    metric = subject.build()
    for batch in subject.batches:
        _spoil(metric(*batch.args, **batch.kwargs))
    subject.expect_value(metric.compute(), "computed after the values of forward were overwritten")


@law()
def check_inputs_untouched(subject: Subject) -> None:
    """The inputs stay as they are."""
    metric = subject.build()
    for batch in subject.batches:
        before = batch.copied()
        metric.update(*batch.args, **batch.kwargs)
        metric.forward(*batch.args, **batch.kwargs)
        metric.compute()
        text = unlike([list(batch.args), batch.kwargs], [list(before.args), before.kwargs])
        if text is not None:
            raise AssertionError(f"an input after update, forward and compute: {text}")


@law()
def check_inputs_not_kept(subject: Subject) -> None:
    """Overwriting an input after the update changes nothing."""
    for step in ("update", "forward"):
        metric = subject.build()
        for batch in subject.batches:
            getattr(metric, step)(*batch.args, **batch.kwargs)
            _overwrite(batch)
        subject.expect_value(metric.compute(), f"the inputs of {step} were overwritten before compute")


@law(lambda subject: subject.works_on_tensors)
def check_grad_modes(subject: Subject) -> None:
    """Metrics are made, updated and computed in any mix of normal, `no_grad` and `inference_mode`."""
    modes = (torch.enable_grad, torch.inference_mode, torch.no_grad)
    for shift in range(3):
        with modes[shift]():
            metric = subject.build()
        batches = subject.batches
        for number, batch in enumerate(batches):
            with modes[(shift + number + 1) % 3]():
                step = metric.update if number % 2 else metric.forward
                step(*batch.args, **batch.kwargs)
                metric.compute()
        subject.expect_value(metric.compute(), "in mixed grad modes")
        metric.reset()
        subject.expect_value(subject.continued(metric, batches).compute(), "after reset in another grad mode")


@law()
def check_states_only(subject: Subject) -> None:
    """States are neither parameters nor buffers, and updates change no parameter or buffer."""
    metric = subject.build()
    before = {name: t.detach().clone() for name, t in (*metric.named_parameters(), *metric.named_buffers())}
    states = {prefix + name for prefix, leaf in metric._leaves() for name in leaf.metric_state}
    wrong = sorted(states & before.keys())
    if wrong:
        raise AssertionError(f"states {wrong} are parameters or buffers")
    subject.continued(metric, subject.batches)
    metric.forward(*subject.batches[0].args, **subject.batches[0].kwargs)
    after = dict((*metric.named_parameters(), *metric.named_buffers()))
    for name in before.keys() | after.keys():
        text = unlike(after.get(name), before.get(name))
        if text is not None:
            raise AssertionError(f"parameter or buffer {name!r} was changed by an update, so it is a state: {text}")


@law()
def check_collection(subject: Subject) -> None:
    """In a collection, beside a twin with which it may share, a metric has the same value."""
    twins = MetricCollection({"first": subject.build(), "second": subject.build()})
    for number, batch in enumerate(subject.batches):
        if number % 2:
            twins.update(*batch.args, **batch.kwargs)
            continue
        shown = twins(*batch.args, **batch.kwargs)
        alone = subject.build()(*batch.args, **batch.kwargs)
        for name in ("first", "second"):
            subject.expect_value(twins[name]._forward_cache, f"forward in a collection, metric {name!r}", alone)
        if not isinstance(alone, dict):
            subject.expect_value(shown, "what forward of a collection returns", {"first": alone, "second": alone})
    for name in ("first", "second"):
        subject.expect_value(twins[name].compute(), f"in a collection, metric {name!r}")
    twins.reset()
    subject.expect_value(
        subject.continued(twins["second"], subject.batches).compute(), "updated on its own after reset"
    )


def _spoil(value: Any) -> None:
    for tensor in tensors_in(value):
        with torch.no_grad():
            tensor.detach().zero_().sub_(1) if tensor.dtype != torch.bool else tensor.logical_not_()


def _overwrite(batch: Batch) -> None:
    for value in batch.values():
        if isinstance(value, list):
            value.reverse()
            del value[1:]
    for tensor in tensors_in(batch.values()):
        _zero(tensor)


def _zero(tensor: Tensor) -> None:
    with torch.no_grad():
        tensor.zero_()
