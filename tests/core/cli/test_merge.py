"""States of parts merge to the value of the whole."""

import pytest
import torch

from metricore import MeanMetric, MetricCollection
from tests.core.cli.evaluating import CLASSES, SCORES, complaint, json_of, scores, write_csv

METRICS = ("--metric", "accuracy", "f1_score", "confusion_matrix", "--average", "macro")
LABEL, P = scores(90)


def table(path, rows):
    return write_csv(path, label=LABEL[rows], p0=P[rows, 0], p1=P[rows, 1], p2=P[rows, 2])


@pytest.fixture
def states(tmp_path, capsys):
    saved = []
    for i, rows in enumerate((slice(0, 50), slice(50, 51), slice(51, 90))):
        saved.append(tmp_path / f"part{i}.safetensors")
        part = table(tmp_path / "part.csv", rows)
        json_of(capsys, "evaluate", part, *SCORES, *METRICS, "--save-state", saved[-1])
    return saved


def test_parts_merge_to_the_whole(tmp_path, capsys, states):
    whole = json_of(capsys, "evaluate", table(tmp_path / "all.csv", slice(None)), *SCORES, *METRICS)
    assert json_of(capsys, "merge", *states) == whole


def test_merged_states_are_saved_and_merge_on(tmp_path, capsys, states):
    both, output = tmp_path / "both.safetensors", tmp_path / "out.json"
    whole = json_of(capsys, "merge", *states)
    json_of(capsys, "merge", *states[:2], "--save-state", both)
    assert json_of(capsys, "merge", both, states[2]) == whole
    assert complaint(capsys, "merge", *states, both / "no", "--output", output).startswith(
        f"{both}/no: expected a file"
    )
    assert not output.exists()


def test_states_of_other_metrics(tmp_path, capsys, states):
    other = tmp_path / "other.safetensors"
    arguments = (*SCORES, "--metric", "recall", "--save-state", other)
    json_of(capsys, "evaluate", table(tmp_path / "part.csv", slice(0, 5)), *arguments)
    settings = "task='multiclass', num_classes=3"
    expected = ", ".join(f"{name} ({settings}, average='macro')" for name in ("accuracy", "f1_score"))
    said = complaint(capsys, "merge", states[0], other)
    assert said.startswith(f"{other}: expected states of {expected}, confusion_matrix ({settings}) as in {states[0]}")
    assert said.endswith(f"got recall ({settings})")


def test_states_of_other_labels(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", y=["cat", "dog", "owl"], p=["cat", "dog", "owl"])
    numbers = write_csv(tmp_path / "numbers.csv", y=[0, 1, 2], p=[0, 1, 2])
    arguments = ("--target", "y", "--preds", "p", *CLASSES, "--metric", "accuracy", "--save-state")
    first, same, other, none, whole = (tmp_path / f"{name}.st" for name in ("first", "same", "other", "none", "whole"))
    for labels, path in (("cat dog owl", first), ("cat dog owl", same), ("dog cat owl", other)):
        json_of(capsys, "evaluate", table, *arguments, path, "--labels", *labels.split())
    json_of(capsys, "evaluate", numbers, *arguments, none)
    said = complaint(capsys, "merge", first, other, "--save-state", whole)
    assert said.startswith(f"{other}: expected the labels cat dog owl as in {first}, got dog cat owl;")
    assert not whole.exists()
    json_of(capsys, "merge", first, same, "--save-state", whole)
    assert f"as in {whole}, got dog cat owl" in complaint(capsys, "merge", whole, other)
    assert f"as in {whole}, got (none)" in complaint(capsys, "merge", whole, none)


def test_states_of_columns_in_another_order(tmp_path, capsys):
    rows = table(tmp_path / "part.csv", slice(0, 5))
    first, other, whole = (tmp_path / f"{name}.st" for name in ("first", "other", "whole"))
    for columns, path in (("p0 p1 p2", first), ("p1 p0 p2", other)):
        arguments = ("--target", "label", "--preds", *columns.split(), *CLASSES, "--metric", "accuracy")
        json_of(capsys, "evaluate", rows, *arguments, "--save-state", path)
    json_of(capsys, "merge", first, first, "--save-state", whole)
    for path in (first, whole):
        said = complaint(capsys, "merge", path, other)
        assert said.startswith(f"{other}: expected --preds in the order p0 p1 p2 as in {path}, got p1 p0 p2;")


def test_states_with_and_without_weights(tmp_path, capsys):
    rows = write_csv(tmp_path / "t.csv", y=[0, 1], p=[0, 1], w=[1.0, 2.0])
    first, other = tmp_path / "first.st", tmp_path / "other.st"
    arguments = ("--target", "y", "--preds", "p", *CLASSES, "--metric", "accuracy")
    json_of(capsys, "evaluate", rows, *arguments, "--weight", "w", "--save-state", first)
    json_of(capsys, "evaluate", rows, *arguments, "--save-state", other)
    said = complaint(capsys, "merge", first, other)
    assert said == f"{other}: expected samples with weights as in {first}, got samples without weights"


def test_files_that_are_not_states(tmp_path, capsys):
    junk = tmp_path / "junk.safetensors"
    junk.write_bytes(b"\x00" * 20)
    assert complaint(capsys, "merge", junk).startswith(
        f"{junk}: expected a file of saved states, it cannot be read as one"
    )
    assert complaint(capsys, "merge", tmp_path / "no") == (
        f"{tmp_path / 'no'}: expected a file of saved states, there is no such file."
    )


def test_states_that_do_not_say_how_their_metrics_are_made(tmp_path, capsys):
    path = tmp_path / "mean.safetensors"
    MetricCollection({"mean": MeanMetric()}).save_state(path)
    assert complaint(capsys, "merge", path).startswith(f"{path}: expected a file of `metricore evaluate --save-state`")
    MetricCollection({"mean": MeanMetric()}).save_state(path, {"config": {"m": {"metric": "no_such"}}, "samples": 1})
    assert complaint(capsys, "merge", path).startswith(f"{path}: unknown metric 'no_such'")


def test_states_that_do_not_fit_or_have_no_value(tmp_path, capsys):
    table, first, second = (tmp_path / name for name in ("table.jsonl", "first.safetensors", "second.safetensors"))
    for path, row in ((first, '{"p": [1, 2]}'), (second, '{"p": [1, 2, 3]}')):
        table.write_text(row)
        json_of(capsys, "evaluate", table, "--preds", "p", "--metric", "mean", "cat", "--save-state", path)
    said = complaint(capsys, "merge", first, second)
    assert said == f"{second}: cat: Expected rows of shape (2,), as before, got (3,)."


def test_value_that_a_metric_refuses_is_said_with_its_name(tmp_path, capsys):
    table, state = write_csv(tmp_path / "table.csv", p=[0.1, 0.2], t=[0, 0], q=[0, 0]), tmp_path / "saved.safetensors"
    config = {"mrr": {"metric": "retrieval_mrr", "empty_target_action": "error"}}
    arguments = ("--target", "t", "--preds", "p", "--input", "indexes=q", "--set", "empty_target_action=error")
    said = complaint(capsys, "evaluate", table, *arguments, "--metric", "retrieval_map", "retrieval_mrr")
    assert said.startswith(f"{table}: retrieval_map: ")
    metrics = MetricCollection.from_config(config)
    metrics.update(torch.tensor([0.1, 0.2]), torch.tensor([0, 0]), indexes=torch.tensor([0, 0]))
    metrics.save_state(state, {"config": config, "samples": 2})
    assert complaint(capsys, "merge", state).startswith(f"{state}: mrr: ")


def test_results_are_as_wide_as_the_sums(tmp_path, capsys):
    table, state = write_csv(tmp_path / "table.csv", v=[16777216, 1]), tmp_path / "sum.safetensors"
    json_of(capsys, "evaluate", table, "--preds", "v", "--metric", "sum", "--save-state", state)
    assert json_of(capsys, "merge", state)["values"] == {"sum": 16777217}
