"""Bad input is one line that says where it is, what was expected and what came; nothing is written."""

import json
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from tests.core.cli.evaluating import CLASSES, complaint, write_csv

BINARY = ("--target", "t", "--preds", "p", "--task", "binary", "--metric", "accuracy")
MULTICLASS = ("--target", "t", "--preds", "p", *CLASSES, "--metric", "accuracy")
REGRESSION = ("--target", "y", "--preds", "p", "--metric", "mse")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("content", "arguments", "expected"),
    [
        (
            "y,p\n1,2\n",
            ("--metric", "frobnitz", "--preds", "p"),
            "unknown metric 'frobnitz'; `metricore list` has all names",
        ),
        (
            "y,p\n1,2\n",
            ("--metric", "zed/frobnitz", "--preds", "p"),
            "unknown metric 'zed/frobnitz'; no plugin has the namespace 'zed'",
        ),
        (
            "t,p\nyes,no\n",
            (*MULTICLASS, "--labels", "no", "yes"),
            "--labels: expected a name for each of the 3 classes of accuracy, got 2 names",
        ),
        (
            "y,p\n1,2\n",
            ("--config", "no.toml", "--preds", "p"),
            "no.toml: expected a JSON or TOML file with metrics, there is none",
        ),
        (
            "t,p\nyes,0.5\nno,0.3\n",
            (*BINARY, "--labels", "no", "yes", "--preds-type", "labels"),
            "t.csv, row 1 (line 2), column 'p': expected one of no, yes, got '0.5'",
        ),
        (
            "t,p\n1,0\n",
            ("--metric", "auroc", "--task", "binary", "--target", "t", "--preds", "p"),
            "t.csv: auroc: Expected preds to hold floating scores, got dtype torch.int64 "
            "(preds: p, taken for labels without --preds-type scores)",
        ),
        (
            "t,p\n1,0.5\n",
            ("--metric", "retrieval_map", "--target", "t", "--preds", "p"),
            "t.csv: retrieval_map: Expected indexes, which tell the query of each document, or preds of shape "
            "(queries, documents), got preds of shape (1,) without indexes "
            "(preds: p; --input indexes=COLUMN gives indexes)",
        ),
        ("y,q\n1,2\n", REGRESSION, "t.csv: expected a column 'p', the file has y, q"),
        ("", REGRESSION, "t.csv: expected a line with the names of columns, the file is empty"),
        ("y,p\n", REGRESSION, "t.csv: expected at least one sample, found none"),
        ("y,p", REGRESSION, "t.csv: expected at least one sample, found none"),
        ("y,p\n1,2\n3,x\n", REGRESSION, "t.csv, row 2 (line 3), column 'p': expected a number, got 'x'"),
        ("y,p\n\n1,2\n\n,4\n", REGRESSION, "t.csv, row 2 (line 5), column 'y': expected a number, got an empty cell"),
        ("y,p\n1,2\n3\n", REGRESSION, "t.csv, line 3: expected 2 cells as in the header, got 1"),
        (
            "t,p\n0,0\n2,1\n",
            BINARY,
            "t.csv, row 2 (line 3): accuracy: Expected target to hold labels from 0 to 1; 1 of 1 elements do not fit "
            "(target: t)",
        ),
        (
            "t,p\n0,0.5\n1,nan\n",
            BINARY,
            "t.csv, row 2 (line 3): accuracy: Expected scores in preds without NaN; "
            "1 of 1 elements do not fit (preds: p)",
        ),
        (
            "t,p\nyes,0.5\n",
            BINARY,
            "t.csv, row 1 (line 2), column 't': expected an integer label, got 'yes'; "
            "if labels are names, give all of them in order: --labels NAME...",
        ),
        (
            "t,p\nyes,no\nyes,maybe\n",
            (*BINARY, "--labels", "no", "yes"),
            "t.csv, row 2 (line 3), column 'p': expected one of no, yes, got 'maybe'",
        ),
        ("y,p,p\n1,2,3\n", REGRESSION, "t.csv: expected one column 'p', got 2 of that name"),
        (
            "t,p\nyes,no\n",
            (*BINARY, "--labels", "no", "yes", "no"),
            "--labels: expected each name once, got 'no' twice",
        ),
        (
            "y,p\n1,2\n",
            (*REGRESSION, "--output", "x.foo"),
            "--output: expected one of .json, .csv, .txt, or --json or --csv, got x.foo",
        ),
        (
            "t,a,b\n0,0.5,0.5\n",
            ("--target", "t", "--preds", "a", "b", *CLASSES, "--metric", "accuracy"),
            "t.csv: accuracy: Expected preds of shape (N, C, ...) with C=3 for a target of shape (1,), got (1, 2) "
            "(preds: a, b; target: t)",
        ),
        (
            "y,p\n1,2\n",
            (*REGRESSION[:4], "--metric", "mse", "pearson", "--set", "pearson.num_outputs=2", "mse.num_outputs=1"),
            "t.csv: pearson: Expected preds of shape (N, 2), got (1,) (preds: p)",
        ),
        (
            "y,p\n1,2\n",
            ("--preds", "p", "--metric", "mse"),
            "mse: expected preds, target, got no target; give --target COLUMN",
        ),
        ("y,p\n1,2\n", (*REGRESSION[:4], "--metric", "mean"), "mean: expected value alone, got a target as well"),
        (
            "y,p\n1,2\n",
            (*REGRESSION[:4], "--metric", "running_mean"),
            "running_mean: expected value alone, got a target as well",
        ),
        (
            "y,p\n1,2\n",
            (*REGRESSION[:4], "--metric", "mse", "mse"),
            "--metric: expected each metric once, got mse twice",
        ),
        (
            "y,p\n1,0\n",
            (*REGRESSION[:4], "--metric", "accuracy"),
            "accuracy: expected a value for task, got none; give --task",
        ),
        (
            "y,p\n1,0\n",
            (*REGRESSION[:4], "--metric", "multilabel_recall"),
            "multilabel_recall: expected a value for num_labels, got none; give --num-labels",
        ),
        (
            "y,p\n1,0\n",
            (*REGRESSION[:4], "--metric", "multilabel_precision_at_fixed_recall", "--num-labels", "2"),
            "multilabel_precision_at_fixed_recall: expected a value for min_recall, got none; "
            "give --set multilabel_precision_at_fixed_recall.min_recall=VALUE",
        ),
        (
            "y,p\n1,0\n",
            (*REGRESSION[:4], "--metric", "accuracy", "--task", "multilabel"),
            "accuracy: task='multilabel' needs num_labels, got none",
        ),
        (
            "y,p\n1,2\n",
            (*REGRESSION, "--num-classes", "3"),
            "--num-classes: expected a setting of mse, got 'num_classes'; settings are num_outputs, squared",
        ),
        (
            "y,p\n1,2\n",
            (*REGRESSION, "--set", "mae.squared=1"),
            "--set mae.squared: expected one of the metrics mse, got 'mae'",
        ),
        (
            "y,p\n1,2\n",
            (*REGRESSION, "--output", "no/such.json"),
            "no/such.json: expected an existing folder to write to",
        ),
        ("y,p\n1,2\n", (*REGRESSION, "--save-state", "."), ".: expected a file to write to, this is a folder"),
        ("y,p\n1,2\n", (*REGRESSION[:2], "--metric", "mse"), "--preds: expected the column or columns of a table"),
        (
            "y,p\n1,2\n",
            ("--preds", "p", "--metric", "max", "--weight", "y"),
            "--weight: expected metrics that weigh samples, max does not",
        ),
        (
            "y,p\n1,2\n",
            (*REGRESSION, "--input", "indexes=y"),
            "--input indexes: expected one of mask, preds, sample_weight, target of mse",
        ),
        (
            "y,p\n1,2\n",
            (*REGRESSION, "--input", "preds=y"),
            "--input preds: expected an argument of mse beside preds, target",
        ),
        (
            "y,p\n1,2\n",
            (*REGRESSION, "--save-state", "t.csv"),
            "--save-state: expected a file of its own, t.csv is used already",
        ),
        (
            "y,p\n1,2\n",
            (*REGRESSION, "--output", "x.json", "--save-state", "x.json"),
            "--save-state: expected a file of its own, x.json is used already",
        ),
        (
            "y,p\n1,2\n",
            (*REGRESSION, "--device", "meta"),
            "--device meta: expected a device that can be used, Cannot copy",
        ),
        (
            "y,p\n1,2\n",
            ("--target", "y", "--preds", "p", "--metric", "accuracy", "--task", "frob"),
            "accuracy: expected task to be one of",
        ),
    ],
)
def test_tables(here, capsys, content, arguments, expected):
    (here / "t.csv").write_text(content)
    got = complaint(capsys, "evaluate", "t.csv", *arguments)
    assert got == expected or got.startswith(expected)
    assert [path.name for path in here.iterdir()] == ["t.csv"]


def test_kind_of_a_column_is_decided_once(here, capsys):
    rows = 300_000  # more than are looked at first
    write_csv(here / "t.csv", t=[0] * rows, p=[1] * (rows - 1) + [0.5])
    got = complaint(capsys, "evaluate", "t.csv", *BINARY)
    assert got == (
        "t.csv, row 300000 (line 300001), column 'p': expected an integer label, got '0.5'; "
        "if all are scores, give --preds-type scores"
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("[1, 2]", "t.jsonl, line 3: expected a JSON object, got list"),
        ("{'y': 1}", "t.jsonl, line 3: expected a JSON object, Expecting property name enclosed in double quotes"),
        ('{"y": 1}', "t.jsonl, line 3: expected a key 'p', got y"),
        (
            '{"y": 1, "p": 2, "p": 3}',
            "t.jsonl, line 3: expected a JSON object, there is the key 'p' more than once",
        ),
        ('{"y": 1, "p": null}', "t.jsonl, row 2 (line 3), column 'p': expected a number, got an empty cell"),
        ('{"y": 1, "p": "x"}', "t.jsonl, row 2 (line 3), column 'p': expected a number, got 'x'"),
        (
            f'{{"y": 1, "p": {"[" * 100_000}',
            "t.jsonl, line 3: expected a JSON object, maximum recursion depth exceeded",
        ),
        ('{"y": 1, "p": [1]}', "t.jsonl, row 2 (line 3), column 'p': expected a number"),
    ],
)
def test_json_lines(here, capsys, line, expected):
    (here / "t.jsonl").write_text(f'{{"y": 1, "p": 2}}\n\n{line}\n')
    assert complaint(capsys, "evaluate", "t.jsonl", *REGRESSION).startswith(expected)


def test_lists_of_different_length_in_a_column(here, capsys):
    rows = [{"y": 1, "p": [0.5, 0.5]}, {"y": 1, "p": [0.5]}]
    (here / "t.jsonl").write_text("\n".join(map(json.dumps, rows)))
    arguments = ("--target", "y", "--preds", "p", *CLASSES, "--metric", "accuracy")
    expected = "t.jsonl, row 2 (line 2), column 'p': expected 2 numbers as in the rows before, got 1"
    assert complaint(capsys, "evaluate", "t.jsonl", *arguments) == expected


def test_lists_in_lists_of_different_length(here, capsys):
    rows = [{"t": 1, "p": [[0.5, 0.5], [1, 2]]}, {"t": 1, "p": [[0.5, 0.5], [1, 2, 3]]}]
    (here / "t.jsonl").write_text("\n".join(map(json.dumps, rows)))
    expected = "t.jsonl, row 2 (line 2), column 'p': expected 2 numbers as in the rows before, got 3"
    assert complaint(capsys, "evaluate", "t.jsonl", "--preds", "p", "--metric", "cat") == expected


@pytest.mark.parametrize("content", [b"\xff\xfey\x00,\x00p\x00\n\x00", b"y,p,\xe9\n1,2,3\n", b"y,p\n1,\xe9\n"])
def test_text_that_is_not_utf8(here, capsys, content):
    (here / "t.csv").write_bytes(content)
    line = 1 + content[: content.index(b"\xe9" if b"\xe9" in content else b"\xff")].count(b"\n")
    assert complaint(capsys, "evaluate", "t.csv", *REGRESSION).startswith(f"t.csv, line {line}: expected UTF-8, got b'")


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ('["a"]', "t.jsonl, row 2 (line 2), column 'g': expected text, got ['a']"),
        ('{"a": 1}', "t.jsonl, row 2 (line 2), column 'g': expected text, got {'a': 1}"),
        ('"\\ud800"', "t.jsonl: expected text, 'utf-8' codec can't encode character"),
    ],
)
def test_groups_and_texts(here, capsys, cell, expected):
    (here / "t.jsonl").write_text(f'{{"v": 1, "g": null}}\n{{"v": 2, "g": {cell}}}\n')
    got = complaint(capsys, "evaluate", "t.jsonl", "--preds", "v", "--metric", "mean", "--by", "g")
    assert got.startswith(expected)


def test_cell_after_a_long_one(here, capsys):
    (here / "t.csv").write_text(f"y,p,note\n1,2,{'x' * 200_000}\nz,3,\n")
    expected = "t.csv, row 2 (line 3), column 'y': expected a number, got 'z'"
    assert complaint(capsys, "evaluate", "t.csv", *REGRESSION) == expected
    got = complaint(capsys, "evaluate", "t.csv", "--preds", "note", "--metric", "mean")
    assert got == f"t.csv, row 1 (line 2), column 'note': expected a number, got '{'x' * 59}..."


def test_npz(here, capsys):
    np.savez("t.npz", y=np.zeros(3), p=np.zeros(2))
    assert complaint(capsys, "evaluate", "t.npz", *REGRESSION) == "t.npz: expected arrays with one length, got p 2, y 3"
    arguments = ("--preds", "t", "--target", "t", "--task", "binary", "--metric", "accuracy")
    for labels, shown in (
        (np.array([0.5]), "0.5"),
        (np.array([2**63], np.uint64), "9223372036854775808"),
        (np.array([1j]), "cells of type complex128"),
    ):
        np.savez("t.npz", t=labels)
        got = complaint(capsys, "evaluate", "t.npz", *arguments)
        assert got.startswith("t.npz, row 1, column 't': expected a")
        assert got.endswith(f", got {shown}")


def test_parquet_with_two_columns_of_a_name(here, capsys):
    parquet.write_table(pa.table([[1], [2], [3]], names=["y", "p", "p"]), "t.parquet")
    assert (
        complaint(capsys, "evaluate", "t.parquet", *REGRESSION)
        == "t.parquet: expected one column 'p', got 2 of that name"
    )


@pytest.mark.parametrize("name", ["t.npz", "t.parquet"])
def test_files_that_are_not_what_they_are_called(here, capsys, name):
    (here / name).write_text("y,p\n1,2\n")
    assert complaint(capsys, "evaluate", name, *REGRESSION).startswith(f"{name}: expected a")


def test_files_that_are_not_there_or_of_no_known_kind(here, capsys):
    expected = "t.csv: expected a file or folder, there is none"
    assert complaint(capsys, "evaluate", "t.csv", *REGRESSION) == expected
    (here / "t.xyz").write_text("")
    expected = "t.xyz: expected files of a known kind; say which with --kind table|text|image|audio"
    assert complaint(capsys, "evaluate", "t.xyz", "--metric", "mse") == expected
    (here / "t.csv").write_text("y,p\n1,2\n")
    assert complaint(capsys, "evaluate", ".", *REGRESSION) == ".: expected a table, got a folder"
    expected = "expected one table with columns for preds and target, got 2 files"
    assert complaint(capsys, "evaluate", "t.csv", "t.csv", *REGRESSION) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("{", "m.json: expected JSON, Expecting property name"),
        ("[]", "m.json: expected names of metrics with their settings, got []"),
        (
            '{"a": {"task": "binary"}}',
            "m.json: expected 'a' to have a 'metric' and its settings, got {'task': 'binary'}",
        ),
        ("a: b", "m.json: expected JSON, Expecting value"),
        ('{"a": {}, "a": {}}', "m.json: expected JSON, there is the key 'a' more than once"),
        *(
            (
                f'{{"{name}": {{"metric": "mse"}}}}',
                f"m.json: expected names that a MetricCollection can have, got {name!r}",
            )
            for name in ("", "a.b", "update", "prefix")
        ),
        ('{"a": {"metric": "os:system"}}', "m.json: unknown metric 'os:system'; metrics are asked for by name"),
        (
            '{"a": {"metric": "mse", "frob": 1}}',
            "m.json: a: MeanSquaredError: got an unexpected keyword argument 'frob'",
        ),
    ],
)
@pytest.mark.usefixtures("no_plugins")
def test_configurations(here, capsys, content, expected):
    (here / "m.json").write_text(content)
    (here / "t.csv").write_text("y,p\n1,2\n")
    got = complaint(capsys, "evaluate", "t.csv", "--target", "y", "--preds", "p", "--config", "m.json")
    assert got.startswith(expected)


@pytest.mark.parametrize("option", ["--bootstrap", "--seed"])
def test_options_of_intervals_without_intervals(here, capsys, option):
    got = complaint(capsys, "evaluate", "t.csv", *REGRESSION, option, "3")
    assert got == f"{option}: expected --ci beside it, which asks for intervals"


def test_settings_beside_a_configuration(here, capsys):
    (here / "m.json").write_text('{"a": {"metric": "mse"}}')
    got = complaint(capsys, "evaluate", "t.csv", "--preds", "p", "--config", "m.json", "--set", "squared=false")
    assert got == "--set: expected settings in m.json, or --metric in its place"


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        (("--ci", "2"), "argument --ci: expected a level between 0 and 1, got 2"),
        (("--ci", "much"), "argument --ci: expected a level between 0 and 1, got much"),
        (("--bootstrap", "0"), "argument --bootstrap: expected a number of at least 1, got 0"),
        (("--set", "squared"), "argument --set: expected NAME=VALUE, got 'squared'"),
        (("--input", "indexes"), "argument --input: expected NAME=COLUMN, got 'indexes'"),
        (("--device", "frob"), "argument --device: expected a device such as cpu or cuda, got 'frob'"),
        (("--config", "m.json"), "argument --config: not allowed with argument --metric"),
    ],
)
def test_options(here, capsys, option, expected):
    said = complaint(capsys, "evaluate", "t.csv", *REGRESSION, *option)
    assert said.startswith(f"metricore evaluate: {expected}")


def test_what_has_to_be_installed(here, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (here / "t.csv").write_text("y,p\n1,2\n")
    expected = 'reading CSV needs pyarrow: python -m pip install "metricore[cli]"'
    assert complaint(capsys, "evaluate", "t.csv", *REGRESSION) == expected
