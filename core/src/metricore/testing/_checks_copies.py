"""Laws about copies, checkpoints, files and moves."""

from __future__ import annotations

import importlib.util
import io
import pickle
import tempfile
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from metricore._metric import Metric
from metricore._state import CatState
from metricore._stateful import Stateful
from metricore.testing._batches import tensors_in
from metricore.testing._comparison import difference
from metricore.testing._laws import law
from metricore.testing._subject import Subject, expect_states, snapshot

_FLOAT32 = 1e-4


def _expect_twin(subject: Subject, metric: Metric, twin: Metric, how: str) -> None:
    """Raise unless the twin holds the same and goes its own way from here."""
    before = snapshot(metric)
    expect_states(twin, before, how)
    subject.expect_value(twin.compute(), how)
    subject.continued(twin, subject.batches)
    expect_states(metric, before, f"{how}, the original after an update of the twin")
    expected = subject.continued(subject.updated(), subject.batches).compute()
    subject.expect_value(twin.compute(), f"{how}, updated again", expected)
    twin.reset()
    subject.expect_value(subject.continued(twin, subject.batches).compute(), f"{how}, reset and updated")


@law()
def check_pickle(subject: Subject) -> None:
    """A metric pickles with what it has accumulated."""
    for metric in (subject.updated(), _trained(subject)):
        _expect_twin(subject, metric, pickle.loads(pickle.dumps(metric)), "unpickled")


@law()
def check_clone(subject: Subject) -> None:
    """A clone holds the same and is independent."""
    for metric in (subject.updated(), _trained(subject)):
        _expect_twin(subject, metric, metric.clone(), "cloned")


def _trained(subject: Subject) -> Metric:
    """The metric after forward of inputs that require grad, and after compute."""
    metric = subject.build()
    for batch in subject.batches:
        attached = batch.with_tensors(lambda t: t.requires_grad_() if t.is_floating_point() else t)
        metric(*attached.args, **attached.kwargs)
    metric.compute()
    return metric


@law()
def check_state_dict(subject: Subject) -> None:
    """`state_dict` has the states once they are persistent, and restores value and update count."""
    metric = subject.updated()
    metric.persistent(True)
    file = io.BytesIO()
    torch.save(metric.state_dict(), file)
    file.seek(0)
    twin = subject.build()
    twin.persistent(True)
    twin.load_state_dict(torch.load(file, weights_only=True))
    _expect_twin(subject, metric, twin, "loaded from a state_dict")
    metric.persistent(False)
    names = {prefix + name for prefix, leaf in metric._leaves() for name in leaf.metric_state}
    if names & metric.state_dict().keys():
        raise AssertionError(f"states {sorted(names & metric.state_dict().keys())} are saved after persistent(False)")


@law(lambda _: importlib.util.find_spec("safetensors") is not None)
def check_state_file(subject: Subject) -> None:
    """`save_state` and `load_state` restore value and update count."""
    metric = subject.updated()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "state.safetensors"
        metric.save_state(path)
        twin = subject.build()
        twin.load_state(path)
    _expect_twin(subject, metric, twin, "loaded from a file")


@law()
def check_dtype_moves(subject: Subject) -> None:
    """`.half()`, `.double()` and `.to(dtype)` leave states alone."""
    metric = subject.updated()
    before = snapshot(metric)
    for name, move in (
        ("half()", metric.half),
        ("to(torch.bfloat16)", lambda: metric.to(torch.bfloat16)),
        ("double()", metric.double),
        ("float()", metric.float),
        ("to('cpu')", lambda: metric.to("cpu")),
    ):
        if move() is not metric:
            raise AssertionError(f"expected {name} to return the metric itself")
        expect_states(metric, before, f"after {name}")
    subject.expect_value(metric.compute(), "after moves to other dtypes and back")
    metric.reset()
    expect_states(metric, snapshot(subject.build()), "after moves and reset")


@law(lambda subject: subject.works_on_tensors)
def check_set_dtype(subject: Subject) -> None:
    """After `set_dtype(torch.float32)` the metric accumulates in float32, to the same value up to its rounding."""
    metric = subject.build().set_dtype(torch.float32)
    for batch in subject.batches:
        metric.update(*batch.args, **batch.kwargs)
    for _, leaf in metric._leaves():
        for name, spec in leaf._specs.items():
            if isinstance(spec.default, Tensor) and leaf.metric_state[name].dtype == torch.float64:
                raise AssertionError(f"state {name!r} is held in float64")
    case = subject.case
    text = difference(metric.compute(), subject.value, max(case.rtol, _FLOAT32), max(case.atol, _FLOAT32))
    if text is not None:
        raise AssertionError(f"after updates in float32: {text}")


@law(lambda subject: subject.works_on_tensors and not subject.build().compute_on_cpu)
def check_device_moves(subject: Subject) -> None:
    """All states follow the module to another device, before and after reset."""
    metric = subject.updated()
    metric.forward(*subject.batches[0].args, **subject.batches[0].kwargs)
    metric.compute()
    metric.to("meta")
    for when in ("moved", "moved and reset"):
        for prefix, leaf in metric._leaves():
            _expect_on_meta(prefix, leaf, when)
        metric.reset()


def _expect_on_meta(prefix: str, leaf: Stateful, when: str) -> None:
    if leaf.device.type != "meta":
        raise AssertionError(f"{when} to the device 'meta', {prefix}device is {str(leaf.device)!r}")
    for name, value in leaf.metric_state.items():
        wrong = [t for t in _tensors_of(value) if t.device.type != "meta"]
        if wrong:
            raise AssertionError(f"{when} to the device 'meta', state {prefix}{name} is on {str(wrong[0].device)!r}")


def _tensors_of(value: Any) -> list[Tensor]:
    return [*value.chunks(), value.values] if isinstance(value, CatState) else list(tensors_in(value))
