"""States in files: what is written comes back, and nothing changes when a file does not fit."""

import json
import sys

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor

from metricore import (
    CatMetric,
    MeanMetric,
    Metric,
    MetricCollection,
    MissingDependencyError,
    RunningMean,
    StateFileError,
    state,
)
from metricore.classification import BinaryAccuracy, BinaryPrecision, MulticlassAccuracy, MulticlassRecall


class Chunks(Metric):
    """List states of chunks that differ in shape, as older metrics have them."""

    def __init__(self) -> None:
        super().__init__()
        self.add_state("chunks", [], dist_reduce_fx="cat")
        self.add_state("best", torch.tensor(-1), dist_reduce_fx="max")

    def update(self, value: Tensor) -> None:
        self.chunks.append(value)
        self.best = torch.maximum(self.best, value.max().to(torch.int64))

    def compute(self) -> Tensor:
        return torch.cat([chunk.flatten() for chunk in self.chunks]).sum() + self.best


class Scaled(Metric):
    scale: float = 1.0
    total: Tensor = state(lambda self: torch.zeros(2))

    def update(self, value: Tensor) -> None:
        self.total += self.scale * value.sum(0)

    def compute(self) -> Tensor:
        return self.total


VALUES = [torch.tensor([1.0, 2.0]), torch.tensor([[4.0], [8.0]])]


@pytest.mark.parametrize("make", [MeanMetric, CatMetric, Chunks, lambda: RunningMean(window=3)])
@pytest.mark.parametrize("updates", [0, 2])
def test_states_come_back(tmp_path, make, updates):
    metric, twin = make(), make()
    for value in VALUES[:updates]:
        metric.update(value.flatten())
    twin.update(torch.tensor([100.0]))
    metric.save_state(tmp_path / "m")
    twin.load_state(tmp_path / "m")
    assert twin.update_count == metric.update_count == updates
    if updates:
        assert torch.equal(twin.compute(), metric.compute())
        twin.update(torch.tensor([5.0]))
        metric.update(torch.tensor([5.0]))
        assert torch.equal(twin.compute(), metric.compute())


def test_loaded_parts_merge_to_the_whole(tmp_path):
    whole, parts = MeanMetric(), [MeanMetric(), MeanMetric()]
    for part, value in zip(parts, VALUES, strict=True):
        part.update(value)
        whole.update(value)
    parts[1].save_state(tmp_path / "m")
    loaded = MeanMetric()
    loaded.load_state(tmp_path / "m")
    parts[0].merge_state(loaded)
    assert torch.equal(parts[0].compute(), whole.compute())


def collection():
    return MetricCollection({"a": MulticlassAccuracy(num_classes=3), "r": MulticlassRecall(num_classes=3)})


def test_shared_states_are_written_once_and_shared_again(tmp_path):
    metrics, twin = collection(), collection()
    metrics.update(torch.tensor([0, 1, 2, 2]), torch.tensor([0, 1, 1, 2]))
    metrics.save_state(tmp_path / "m", {"note": "kept"})
    with safe_open(tmp_path / "m", framework="pt") as file:
        assert len(list(file.keys())) <= len(metrics["a"].metric_state)
        assert json.loads(file.metadata()["metricore"])["note"] == "kept"
    twin.load_state(tmp_path / "m")
    assert twin.compute() == metrics.compute()
    metrics.update(torch.tensor([0]), torch.tensor([2]))
    twin.update(torch.tensor([0]), torch.tensor([2]))
    assert twin.compute() == metrics.compute()


def test_states_do_not_alias_those_of_another_metric(tmp_path):
    metric = Scaled()
    metric.update(torch.ones(1, 2))
    metrics = MetricCollection({"one": metric, "two": Scaled()}, compute_groups=False)
    metrics["two"].update(torch.ones(1, 2))
    metrics.save_state(tmp_path / "m")
    metrics.load_state(tmp_path / "m")
    metrics["one"].update(torch.ones(1, 2))
    assert metrics.compute()["one"].tolist() == [2, 2]
    assert metrics.compute()["two"].tolist() == [1, 1]


def test_offences_that_were_not_raised_yet(tmp_path):
    metric, twin = MeanMetric(), MeanMetric()
    metric.update(torch.tensor([1.0]))
    metric.__dict__["_flags"] = {("Expected values without NaN", False): torch.tensor([2, 1])}
    metric.save_state(tmp_path / "m")
    twin.load_state(tmp_path / "m")
    with pytest.raises(ValueError, match="without NaN; 2 elements do not fit, the first of them in update 1"):
        twin.compute()


@pytest.mark.parametrize(
    ("saved", "loading", "expected"),
    [
        (MeanMetric(), CatMetric(), r"expected states of CatMetric\(\), the file has those of MeanMetric\(\)\."),
        (
            MulticlassAccuracy(num_classes=4),
            MulticlassAccuracy(num_classes=3),
            r"expected states of MulticlassAccuracy\(num_classes=3\), the file has those of "
            r"MulticlassAccuracy\(num_classes=4\)\.",
        ),
        (
            BinaryAccuracy(threshold=0.7),
            BinaryAccuracy(),
            r"expected states of BinaryAccuracy\(\), the file has those of BinaryAccuracy\(threshold=0\.7\)\.",
        ),
        (BinaryPrecision(), BinaryAccuracy(), r"expected states of BinaryAccuracy\(\), the file has .*Precision\(\)\."),
        (Scaled(scale=2.0), Scaled(), r"expected states of Scaled\(\), the file has those of Scaled\(scale=2\.0\)\."),
    ],
)
def test_states_of_another_metric_are_refused(tmp_path, saved, loading, expected):
    saved.save_state(tmp_path / "m")
    with pytest.raises(StateFileError, match=expected):
        loading.load_state(tmp_path / "m")
    assert loading.update_count == 0


def test_settings_that_change_no_state_may_differ(tmp_path):
    saved = MulticlassAccuracy(num_classes=3, average="macro", validate_args=False)
    saved.update(torch.tensor([0, 1, 1]), torch.tensor([0, 1, 2]))
    saved.save_state(tmp_path / "m")
    other = MulticlassAccuracy(num_classes=3, average="micro", compute_on_cpu=True)
    other.load_state(tmp_path / "m")
    assert float(other.compute()) == pytest.approx(2 / 3)


def rewritten(path, change, tensors=None):
    """The file with its header changed."""
    with safe_open(path, framework="pt") as file:
        header = json.loads(file.metadata()["metricore"])
        kept = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (it is no dict)
    change(header)
    save_file({**kept, **(tensors or {})}, path, metadata={"metricore": json.dumps(header)})


@pytest.mark.parametrize(
    ("change", "tensors", "expected"),
    [
        (lambda h: h.update(format=2), {}, "expected states in format 1, the file is in format 2"),
        (lambda h: h.pop("metrics"), {}, "expected states saved by metricore, the file says nothing of them"),
        (lambda h: None, {"total": torch.zeros(3)}, r"has shape \(2,\), got \(3,\)"),
        (lambda h: h["metrics"][""]["leaves"][""]["states"]["total"].update(at="x"), {}, "they do not fit"),
        (lambda h: h["metrics"][""].update(leaves=[]), {}, "expected states of Scaled"),
    ],
)
def test_a_file_that_does_not_fit_changes_nothing(tmp_path, change, tensors, expected):
    path = tmp_path / "m"
    Scaled().save_state(path)
    rewritten(path, change, tensors)
    metric = Scaled()
    metric.update(torch.ones(1, 2))
    with pytest.raises(StateFileError, match=expected):
        metric.load_state(path)
    assert (metric.update_count, metric.total.tolist()) == (1, [1, 1])


def test_all_metrics_of_a_collection_or_none(tmp_path):
    saved = MetricCollection({"a": Scaled(), "b": Scaled(scale=2.0)})
    saved.update(torch.ones(1, 2))
    saved.save_state(tmp_path / "m")
    loading = MetricCollection({"a": Scaled(), "b": Scaled(scale=3.0)})
    with pytest.raises(StateFileError, match=r"expected states of Scaled\(scale=3\.0\)"):
        loading.load_state(tmp_path / "m")
    assert loading["a"].update_count == 0
    with pytest.raises(StateFileError, match="expected states of the metrics a, the file has the metrics a, b"):
        MetricCollection({"a": Scaled()}).load_state(tmp_path / "m")
    with pytest.raises(StateFileError, match="expected states of one metric, the file has the metrics a, b"):
        Scaled().load_state(tmp_path / "m")


@pytest.mark.parametrize("content", [b"", b"\x00" * 20, b"PK\x03\x04 something else"])
def test_files_of_something_else(tmp_path, content):
    (tmp_path / "m").write_bytes(content)
    with pytest.raises(StateFileError, match="expected a file of saved states, it cannot be read as one"):
        MeanMetric().load_state(tmp_path / "m")
    save_file({"x": torch.zeros(1)}, tmp_path / "m")
    with pytest.raises(StateFileError, match="expected states saved by metricore, the file says nothing of them"):
        MeanMetric().load_state(tmp_path / "m")
    with pytest.raises(StateFileError, match="there is no such file"):
        MeanMetric().load_state(tmp_path / "none")


def test_a_failure_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "m"
    path.write_text("before")

    def fail(tensors, draft, metadata):
        draft.write_text("half")
        raise KeyboardInterrupt

    monkeypatch.setattr("safetensors.torch.save_file", fail)
    with pytest.raises(KeyboardInterrupt):
        MeanMetric().save_state(path)
    assert path.read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["m"]


def test_without_safetensors(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "safetensors.torch", None)
    expected = r'Saving and loading states needs safetensors: python -m pip install "metricore\[cli\]"'
    for method in (MeanMetric().save_state, MeanMetric().load_state):
        with pytest.raises(MissingDependencyError, match=expected):
            method(tmp_path / "m")


def test_a_file_of_states_has_the_mode_of_any_new_file(tmp_path):
    plain = tmp_path / "plain"
    plain.touch()
    metric = MeanMetric()
    metric.update(1.0)
    metric.save_state(tmp_path / "states")
    assert (tmp_path / "states").stat().st_mode == plain.stat().st_mode
