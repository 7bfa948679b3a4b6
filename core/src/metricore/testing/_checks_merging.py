"""Laws about merging and about the metric as pure functions of its state."""

from __future__ import annotations

from typing import Any

from metricore.testing._laws import law
from metricore.testing._subject import Subject, expect_states, snapshot


@law()
def check_merge_fresh(subject: Subject) -> None:
    """Merging with a fresh metric changes nothing, on either side."""
    metric = subject.updated()
    count = metric.update_count
    metric.merge_state(subject.build())
    subject.expect_value(metric.compute(), "a fresh metric merged into one with data")
    fresh = subject.build()
    fresh.merge_state(metric)
    subject.expect_value(fresh.compute(), "a metric with data merged into a fresh one")
    if (metric.update_count, fresh.update_count) != (count, count):
        counts = f"{metric.update_count} and {fresh.update_count}"
        raise AssertionError(f"expected an update count of {count} after merging with a fresh metric, got {counts}")


@law()
def check_merge_parts(subject: Subject) -> None:
    """Metrics that saw parts of the data merge to the value over all data."""
    first, second, third = (subject.updated(part) for part in subject.parts())
    before = snapshot(second)
    whole = first.clone()
    whole.merge_state(second)
    whole.merge_state(third)
    subject.expect_value(whole.compute(), "three parts merged one after the other")
    expect_states(second, before, "a metric that was merged into another")
    several = subject.build()
    several.merge_state([first, second, third])
    subject.expect_value(several.compute(), "three parts merged at once")


@law()
def check_merge_associative(subject: Subject) -> None:
    """It does not matter which parts merge first."""
    first, second, third = (subject.updated(part) for part in subject.parts())
    second.merge_state(third)
    first.merge_state(second)
    subject.expect_value(first.compute(), "the first part merged with the merged rest")


@law()
def check_merge_states(subject: Subject) -> None:
    """States merge like metrics, and a metric takes in a state."""
    metric = subject.build()
    first, second, third = (_state_after(subject, metric, part) for part in subject.parts())
    merged = metric.merge_states(metric.merge_states(first, second), third)
    subject.expect_value(metric.compute_state(merged), "three states merged")
    merged = metric.merge_states(first, metric.merge_states(second, third))
    subject.expect_value(metric.compute_state(merged), "the first state merged with the merged rest")
    metric.merge_state([first, second, third])
    subject.expect_value(metric.compute(), "three states merged into a metric")


@law()
def check_pure_functions(subject: Subject) -> None:
    """`update_state` gives the state of `update`, and changes neither the metric nor the state it is given."""
    metric = subject.updated(subject.batches[:1])
    before = snapshot(metric)
    state = _state_after(subject, metric, subject.batches)
    subject.expect_value(metric.compute_state(state), "the value of the state after all batches")
    expect_states(metric, before, "the metric whose pure functions were called")
    batch = subject.batches[0]
    metric.update_state(state, *batch.args, **batch.kwargs)
    subject.expect_value(metric.compute_state(state), "a state that was given to update_state")


def _state_after(subject: Subject, metric: Any, batches: Any) -> dict[str, Any]:
    state: dict[str, Any] = metric.init_state()
    for batch in batches:
        state = metric.update_state(state, *batch.args, **batch.kwargs)
    return state
