"""Laws about accelerators and compilation, checked without an accelerator."""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorMode,
)
from torch.utils._python_dispatch import TorchDispatchMode

from metricore._functional import functional_form
from metricore._metric import Metric
from metricore.testing._batches import Batch, tensors_in
from metricore.testing._laws import law
from metricore.testing._subject import Subject

_READS_BACK = (DataDependentOutputException, DynamicOutputShapeException)
_STEPS = 6
_MOST_COMPILATIONS = 3
_COPIES = (torch.ops.aten._to_copy.default, torch.ops.aten.copy_.default)


def _on_tensors(subject: Subject) -> bool:
    return subject.works_on_tensors and not subject.case.settings.get("compute_on_cpu", False)


@functools.cache
def is_imitated() -> bool:
    """Whether this PyTorch works on an accelerator that is not there; older ones with CUDA ask its driver."""
    with FakeTensorMode():
        there = torch.empty(1, device="cuda")
        try:
            there[0].isfinite()
        except RuntimeError:
            return False
    return True


def _on_accelerator(subject: Subject) -> bool:
    return _on_tensors(subject) and is_imitated()


class _NoCopies(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Refuses copies between the host and the accelerator."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        if func in _COPIES:
            devices = {tensor.device.type for tensor in tensors_in([*args, result])}
            if len(devices) > 1:
                raise AssertionError(f"a tensor is copied between {' and '.join(sorted(devices))}")
        return result


class _NoFloat64(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Refuses to make a tensor of float64 on the accelerator."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        for tensor in tensors_in([result]):
            if tensor.dtype == torch.float64 and tensor.device.type == "cuda":
                raise AssertionError(f"{func} makes a tensor of float64, which some accelerators do not have")
        return result


def _fake(mode: FakeTensorMode) -> Callable[[Tensor], Tensor]:
    """A function that replaces a tensor by one without values on an accelerator."""

    def replaced(tensor: Tensor) -> Tensor:
        with mode:
            return torch.empty(tensor.shape, dtype=tensor.dtype, device="cuda")

    return replaced


def _expect_no_sync(subject: Subject, step: Callable[[Metric, Batch], Any]) -> None:
    mode = FakeTensorMode()
    metric = subject.build()
    metric._apply(_fake(mode))
    batches = [batch.with_tensors(_fake(mode)) for batch in subject.batches]
    with mode, _NoCopies():  # type: ignore[no-untyped-call]
        for batch in [*batches, batches[0]]:
            try:
                step(metric, batch)
            except AssertionError:
                raise
            except Exception as error:
                text = str(error).split("\n")[0]
                raise AssertionError(f"on an accelerator it raises {type(error).__name__}: {text}") from error
    for name, value in metric.metric_state.items():
        if any(tensor.device.type != "cuda" for tensor in tensors_in(value)):
            raise AssertionError(f"state {name!r} is not on the accelerator any more")


@law(_on_accelerator)
def check_no_host_sync(subject: Subject) -> None:
    """On an accelerator `update` reads nothing back, copies nothing over, and makes no shape that depends on data."""
    _expect_no_sync(subject, lambda metric, batch: metric.update(*batch.args, **batch.kwargs))


@law(_on_accelerator)
def check_forward_no_host_sync(subject: Subject) -> None:
    """On an accelerator `forward` reads nothing back, copies nothing over, and makes no shape that depends on data."""

    def step(metric: Metric, batch: Batch) -> None:
        value = metric(*batch.args, **batch.kwargs)
        if any(tensor.device.type != "cuda" for tensor in tensors_in(value)):
            raise AssertionError("the value of forward is not on the accelerator")

    _expect_no_sync(subject, step)


@law(_on_accelerator)
def check_no_float64(subject: Subject) -> None:
    """A metric that accumulates in float32, as on devices without float64, makes no tensor of float64."""
    mode = FakeTensorMode()
    metric = subject.build().set_dtype(torch.float32)
    metric._apply(_fake(mode))
    batches = [
        batch.with_tensors(lambda t: _fake(mode)(t.float() if t.is_floating_point() else t))
        for batch in subject.batches
    ]
    with mode, _NoFloat64():  # type: ignore[no-untyped-call]
        for batch in batches:
            for step in (metric.update, metric):
                try:
                    step(*batch.args, **batch.kwargs)
                except _READS_BACK:  # what other laws are about
                    break


def _has_function(subject: Subject) -> bool:
    """Whether settings and arguments of `update` are known by name."""
    cls = subject.metric_class
    if not isinstance(cls, type) or not subject.case.settings.keys() <= cls._settings.keys():
        return False
    return all(p.kind is p.POSITIONAL_OR_KEYWORD for p in inspect.signature(cls.update).parameters.values())


@law(lambda subject: _on_accelerator(subject) and _has_function(subject))
def check_functional_on_accelerator(subject: Subject) -> None:
    """The function of one batch works where the batch is."""
    function = functional_form(subject.metric_class, name="function")
    mode = FakeTensorMode()
    names = list(inspect.signature(subject.metric_class.update).parameters)[1:]
    for batch in [batch.with_tensors(_fake(mode)) for batch in subject.batches]:
        data = {**dict(zip(names, batch.args, strict=False)), **batch.kwargs}
        if next(tensors_in(data), None) is None:  # numbers are nowhere
            continue
        with mode:
            try:
                value = function(**data, **subject.case.settings)
            except _READS_BACK:  # what other laws are about
                return
        if any(tensor.device.type != "cuda" for tensor in tensors_in(value)):
            raise AssertionError("the value is not on the accelerator")


@law(_on_tensors)
def check_compiles(subject: Subject) -> None:
    """`update_state` compiles to one graph, which later steps reuse."""
    metric = subject.build()
    compiled, compilations = _compiled(metric.update_state)
    state = metric.init_state()
    steps = _steps(subject)
    for batch in steps:
        state = compiled(state, *batch.args, **batch.kwargs)
    _expect_few(compilations(), steps)
    subject.expect_value(metric.compute_state(state), "compiled update_state", subject.updated(steps).compute())


@law(_on_tensors)
def check_compiled_step(subject: Subject) -> None:
    """A compiled step may call `update`; it is one graph, which later steps reuse."""
    metric = subject.build()
    compiled, compilations = _compiled(lambda *args, **kwargs: metric.update(*args, **kwargs))
    steps = _steps(subject)
    for batch in steps:
        compiled(*batch.args, **batch.kwargs)
    _expect_few(compilations(), steps)
    subject.expect_value(metric.compute(), "a compiled step", subject.updated(steps).compute())
    if metric.update_count != len(steps):
        raise AssertionError(
            f"expected an update count of {len(steps)} after compiled steps, got {metric.update_count}"
        )


def _compiled(fn: Callable[..., Any]) -> tuple[Callable[..., Any], Callable[[], int]]:
    """The function compiled without leaving Python, and how often that was done since."""
    from torch._dynamo.testing import CompileCounter

    torch._dynamo.reset()
    counter = CompileCounter()
    return torch.compile(fn, fullgraph=True, backend=counter), lambda: int(counter.frame_count)


def _steps(subject: Subject) -> list[Batch]:
    """Batches for a few steps; those of one sample are left out, since the compiler makes them a case of its own."""
    longer = [batch for batch in subject.batches if batch.rows() not in (0, 1)] or subject.batches
    return list(itertools.islice(itertools.cycle(longer), max(_STEPS, len(longer))))


def _expect_few(compilations: int, steps: list[Batch]) -> None:
    """Raise if there were more compilations than for fixed sizes, for free sizes, and for each form of arguments."""
    forms = {tuple(value.ndim if isinstance(value, Tensor) else type(value) for value in b.values()) for b in steps}
    most = max(_MOST_COMPILATIONS, len(forms) + 1)
    if compilations > most:
        raise AssertionError(f"expected at most {most} compilations in {len(steps)} steps, got {compilations}")
