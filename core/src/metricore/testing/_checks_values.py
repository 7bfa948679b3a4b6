"""Laws about values: what they are, and that they do not depend on how the data came."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore.testing._batches import joined
from metricore.testing._comparison import difference
from metricore.testing._laws import law
from metricore.testing._subject import Subject, expect_states, snapshot


@law()
def check_value(subject: Subject) -> None:
    """The value is that of the reference."""
    expected = subject.case.expected
    if callable(expected):
        whole = joined(subject.batches)
        if whole is not None:
            expected = expected(*whole.args, **whole.kwargs)
        else:
            batches = subject.batches
            columns = [list(column) for column in zip(*(batch.args for batch in batches), strict=True)]
            expected = expected(*columns, **{name: [b.kwargs[name] for b in batches] for name in batches[0].kwargs})
    text = difference(subject.value, expected, subject.case.rtol, subject.case.atol)
    if text is not None:
        raise AssertionError(text)


@law(lambda subject: subject.can_split)
def check_batch_split(subject: Subject) -> None:
    """The value does not depend on how samples are split into batches."""
    for how, batches in subject.splits():
        subject.expect_value(subject.updated(batches).compute(), f"samples given {how}")


@law(lambda subject: subject.can_split)
def check_empty_batch(subject: Subject) -> None:
    """An empty batch adds nothing."""
    empty = [batch.cut(0, 0) for batch in subject.batches if batch.rows() is not None][:1]
    metric = subject.updated([*empty, *subject.batches])
    subject.expect_value(metric.compute(), "an empty batch first")
    before = snapshot(metric)
    subject.continued(metric, empty)
    subject.expect_value(metric.compute(), "an empty batch last")
    kept = {name: value for name, value in before.items() if isinstance(value, Tensor)}
    expect_states(metric, kept, "after an empty batch")


@law(lambda subject: subject.case.low_precision and subject.works_on_tensors and subject.has_floats)
def check_low_precision(subject: Subject) -> None:
    """Inputs of half precision give the value of the same numbers in single precision."""
    for dtype in (torch.float16, torch.bfloat16):
        low = [b.with_tensors(lambda t: t.to(dtype) if t.is_floating_point() else t) for b in subject.batches]  # noqa: B023
        wide = [b.with_tensors(lambda t: t.float() if t.is_floating_point() else t) for b in low]
        text = difference(subject.updated(low).compute(), subject.updated(wide).compute(), 2e-2, 1e-3)
        if text is not None:
            raise AssertionError(f"inputs of {dtype}: {text}")
