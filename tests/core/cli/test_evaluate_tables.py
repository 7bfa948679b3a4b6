"""Values on tables of all formats against scikit-learn."""

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
import torch
from sklearn import metrics as sk

from metricore._cli import main
from tests.core.cli.evaluating import CLASSES, SCORES, complaint, json_of, score_table, scores, write_csv

LABEL, P = scores(200)


def write(path):
    columns = {"label": LABEL, **{f"p{i}": P[:, i] for i in range(3)}}
    if path.suffix == ".csv":
        write_csv(path, **columns)
    elif path.suffix == ".tsv":
        write_csv(path, **columns)
        path.write_text(path.read_text().replace(",", "\t"))
    elif path.suffix == ".jsonl":
        rows = (
            dict(zip(columns, row, strict=True)) for row in zip(*(c.tolist() for c in columns.values()), strict=True)
        )
        path.write_text("\n".join(map(json.dumps, rows)))
    elif path.suffix == ".parquet":
        parquet.write_table(pa.table(columns), path)
    else:
        np.savez(path, **columns)
    return path


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".jsonl", ".parquet", ".npz"])
@pytest.mark.parametrize("batch_size", [1000, 7])
def test_formats_agree_with_scikit_learn(tmp_path, capsys, suffix, batch_size):
    table = write(tmp_path / f"table{suffix}")
    metrics = ("--metric", "accuracy", "f1_score", "--average", "macro", "--batch-size", batch_size)
    got = json_of(capsys, "evaluate", table, *SCORES, *metrics)
    choice = P.argmax(1)
    assert got["samples"] == 200
    assert got["values"] == pytest.approx(
        {
            "accuracy": sk.balanced_accuracy_score(LABEL, choice),
            "f1_score": sk.f1_score(LABEL, choice, average="macro"),
        },
        rel=1e-6,
    )


@pytest.mark.parametrize("suffix", [".jsonl", ".npz"])
def test_one_column_may_hold_all_scores(tmp_path, capsys, suffix):
    table = tmp_path / f"table{suffix}"
    if suffix == ".npz":
        np.savez(table, y=LABEL, p=P)
    else:
        table.write_text("\n".join(json.dumps({"y": int(y), "p": p.tolist()}) for y, p in zip(LABEL, P, strict=True)))
    got = json_of(capsys, "evaluate", table, "--preds", "p", "--target", "y", *CLASSES, "--metric", "accuracy")
    assert got["values"]["accuracy"] == pytest.approx((P.argmax(1) == LABEL).mean(), rel=1e-6)


def test_several_targets_are_labels_of_a_multilabel_task(tmp_path, capsys):
    truth = (P > 0.3).astype(int)
    guess = np.roll(P, 1, 0)
    columns = {f"t{i}": truth[:, i] for i in range(3)} | {f"p{i}": guess[:, i] for i in range(3)}
    table = write_csv(tmp_path / "table.csv", **columns)
    arguments = ("--target", "t0", "t1", "t2", "--preds", "p0", "p1", "p2", "--task", "multilabel", "--num-labels", 3)
    got = json_of(capsys, "evaluate", table, *arguments, "--metric", "f1_score", "--average", "macro")
    assert got["values"]["f1_score"] == pytest.approx(sk.f1_score(truth, guess > 0.5, average="macro"), rel=1e-6)


def test_weights(tmp_path, capsys):
    weight = np.random.default_rng(1).uniform(size=200).round(3)
    table = score_table(tmp_path / "table.csv", w=weight)
    got = json_of(capsys, "evaluate", table, *SCORES, "--weight", "w", "--metric", "accuracy", "--average", "micro")
    expected = sk.accuracy_score(LABEL, P.argmax(1), sample_weight=weight)
    assert got["values"]["accuracy"] == pytest.approx(expected, rel=1e-6)


def test_weights_may_begin_with_whole_numbers(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", y=[0, 0, 0, 0], p=[1, 2, 3, 4], w=[1, 1, 0.5, 0.5])
    options = ("--preds", "p", "--target", "y", "--metric", "mse", "--weight", "w", "--batch-size", 2)
    assert json_of(capsys, "evaluate", table, *options)["values"]["mse"] == (1 + 4 + 9 / 2 + 16 / 2) / 3


def test_labels_tell_the_number_of_classes(tmp_path, capsys):
    table = write_csv(tmp_path / "t.csv", y=["b", "c", "a"], **{name: [0.2, 0.7, 0.1] for name in "pqr"})
    columns = ("--target", "y", "--preds", "p", "q", "r", "--labels", "a", "b", "c")
    got = json_of(capsys, "evaluate", table, *columns, "--task", "multiclass", "--metric", "confusion_matrix")
    counts = got["values"]["confusion_matrix"]
    assert [counts[name]["a"] for name in "abc"] == [1, 1, 1]  # of equal scores the first is taken


def test_labels_as_names(tmp_path, capsys):
    names = np.array(["cat", "dog", "2"])
    table = write_csv(tmp_path / "table.csv", truth=names[LABEL], guess=names[P.argmax(1)])
    arguments = ("--target", "truth", "--preds", "guess", "--labels", *names, *CLASSES)
    got = json_of(capsys, "evaluate", table, *arguments, "--metric", "confusion_matrix")
    matrix = sk.confusion_matrix(LABEL, P.argmax(1)).tolist()
    assert got["values"]["confusion_matrix"] == {
        name: dict(zip(names, row, strict=True)) for name, row in zip(names, matrix, strict=True)
    }


def test_scores_beside_labels_as_names(tmp_path, capsys):
    """Of the scores, 0.7 and 0.2 are of "yes", so one pair of two is in order and one of three right."""
    table = write_csv(tmp_path / "t.csv", y=["no", "yes", "yes"], p=[0.4, 0.7, 0.2])
    columns = ("--target", "y", "--preds", "p", "--labels", "no", "yes", "--task", "binary")
    got = json_of(capsys, "evaluate", table, *columns, "--metric", "accuracy", "auroc")
    assert got["values"] == {"accuracy": pytest.approx(2 / 3), "auroc": 0.5}


def test_values_of_classes_have_their_names(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", y=["cat", "dog", "owl", "owl"], p=["cat", "dog", "owl", "cat"])
    columns = ("--target", "y", "--preds", "p", "--labels", "cat", "dog", "owl", *CLASSES)
    metrics = ("--metric", "recall", "confusion_matrix", "--average", "none", "--ci", "--bootstrap", 5)
    state = tmp_path / "table.st"
    assert main([*map(str, ("evaluate", table, *columns, *metrics, "--csv", "--save-state", state))]) == 0
    rows = [line.split(",")[:2] for line in capsys.readouterr().out.splitlines()]
    assert rows[1:4] == [["recall[cat]", "1.0"], ["recall[dog]", "1.0"], ["recall[owl]", "0.5"]]
    assert rows[10] == ["confusion_matrix[owl][cat]", "1"]
    recall = {"cat": 1.0, "dog": 1.0, "owl": 0.5}
    assert json_of(capsys, "merge", state)["values"]["recall"] == recall
    by_group = json_of(capsys, "evaluate", table, *columns, *metrics, "--by", "y")
    assert [list(bound) for bound in by_group["intervals"]["recall"]] == [["cat", "dog", "owl"]] * 2
    assert by_group["groups"]["owl"]["values"]["recall"]["owl"] == 0.5


def test_counts_of_five_kinds_are_not_those_of_five_classes(tmp_path, capsys):
    names = ["a", "b", "c", "d", "e"]
    table = write_csv(tmp_path / "table.csv", y=names, p=names)
    columns = ("--target", "y", "--preds", "p", "--labels", *names, "--task", "multiclass", "--num-classes", 5)
    arguments = ("--metric", "stat_scores", "recall", "--average", "none", "--set", "stat_scores.average=macro")
    values = json_of(capsys, "evaluate", table, *columns, *arguments)["values"]
    assert isinstance(values["stat_scores"], list)
    assert list(values["recall"]) == names


@pytest.mark.parametrize(("truth", "guess"), [("true", "false"), ("1.0", "0.0"), (" 1", "0 ")])
def test_other_spellings_of_labels(tmp_path, capsys, truth, guess):
    table = write_csv(tmp_path / "table.csv", t=[truth, guess], p=[truth, truth])
    got = json_of(
        capsys, "evaluate", table, "--target", "t", "--preds", "p", "--task", "binary", "--metric", "accuracy"
    )
    assert got["values"]["accuracy"] == 0.5


def test_scores_that_look_like_labels_at_first(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", t=[0, 1, 1], p=[0, 3, "0.5"])
    arguments = ("--target", "t", "--preds", "p", "--task", "binary", "--metric", "accuracy")
    got = json_of(capsys, "evaluate", table, *arguments, "--preds-type", "scores")
    assert got["values"]["accuracy"] == 1.0  # logits, of which 0 and 3 are on their sides and 0.5 is above 0


def test_regression_and_aggregation(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", y=[1, 2, 4], p=[1.5, 2, 2])
    got = json_of(capsys, "evaluate", table, "--target", "y", "--preds", "p", "--metric", "mse", "MeanAbsoluteError")
    assert got["values"] == pytest.approx({"mse": 4.25 / 3, "MeanAbsoluteError": 2.5 / 3}, rel=1e-6)


def test_cells_with_quotes_and_newlines(tmp_path, capsys):
    table = tmp_path / "table.csv"
    table.write_text('\ufeff"a ""name""",y,p\r\n"x,\r\n""z""",1,2\r\n\r\n"",3,"3"\r\n')
    got = json_of(capsys, "evaluate", table, "--target", "y", "--preds", "p", "--metric", "mse", "--by", 'a "name"')
    assert got["values"]["mse"] == 0.5
    assert list(got["groups"]) == ["", 'x,\r\n"z"']


def test_rows_across_the_parts_that_a_file_is_read_in(tmp_path, capsys):
    value = np.arange(200_000) % 1000
    table = write_csv(tmp_path / "table.csv", y=value, p=value + 1, note=["much text"] * len(value))
    got = json_of(capsys, "evaluate", table, "--target", "y", "--preds", "p", "--metric", "mse")
    assert (got["samples"], got["values"]["mse"]) == (200_000, 1.0)


def test_names_of_columns_in_several_lines(tmp_path, capsys):
    table = tmp_path / "table.csv"
    table.write_text('"y\nin kg",p\n1,2\n')
    arguments = ("evaluate", table, "--target", "y\nin kg", "--preds", "p", "--metric", "mse")
    assert json_of(capsys, *arguments)["values"] == {"mse": 1.0}


def test_large_integers_are_numbers(tmp_path, capsys):
    table, lines = tmp_path / "table.parquet", tmp_path / "table.jsonl"
    parquet.write_table(pa.table({"v": [2**53 + 1, 2**62]}), table)
    lines.write_text(f'{{"v": {10**30}}}\n')
    assert json_of(capsys, "evaluate", table, "--preds", "v", "--metric", "max")["values"] == {"max": 2.0**62}
    assert json_of(capsys, "evaluate", lines, "--preds", "v", "--metric", "max")["values"] == {"max": 1e30}


def test_lists_in_lists_keep_their_shape(tmp_path, capsys):
    table = tmp_path / "table.jsonl"
    table.write_text('{"v": [[1, 2, 3], [4, 5, 6]]}\n{"v": [[1, 2, 3], [4, 5, 7]]}\n')
    got = json_of(capsys, "evaluate", table, "--preds", "v", "--metric", "cat")["values"]
    assert got == {"cat": [[[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 7]]]}


def test_bytes_are_text(tmp_path, capsys):
    table = tmp_path / "table.parquet"
    parquet.write_table(pa.table({"v": [1, 2, 3], "g": [b"x", None, "é".encode()]}), table)
    got = json_of(capsys, "evaluate", table, "--preds", "v", "--metric", "max", "--by", "g")
    assert {group: section["values"]["max"] for group, section in got["groups"].items()} == {"": 2, "x": 1, "é": 3}


def test_groups_are_in_the_order_of_numbers_then_of_names(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", v=range(6), g=["nan", "10", "NaN", "9", "b", "inf"])
    got = json_of(capsys, "evaluate", table, "--preds", "v", "--metric", "max", "--by", "g")
    assert list(got["groups"]) == ["9", "10", "inf", "NaN", "b", "nan"]


def test_settings_by_name(tmp_path, capsys):
    table = score_table(tmp_path / "table.csv")
    settings = ("--set", "average=none", "f1_score.average=macro", "--metric", "recall", "f1-score")
    got = json_of(capsys, "evaluate", table, *SCORES, *settings)["values"]
    assert got["recall"] == pytest.approx(sk.recall_score(LABEL, P.argmax(1), average=None), rel=1e-6)
    assert got["f1-score"] == pytest.approx(sk.f1_score(LABEL, P.argmax(1), average="macro"), rel=1e-6)


@pytest.mark.parametrize("suffix", [".json", ".toml"])
def test_metrics_from_a_file(tmp_path, capsys, suffix):
    config = tmp_path / f"metrics{suffix}"
    if suffix == ".json":
        config.write_text('{"top": {"metric": "accuracy", "task": "multiclass", "num_classes": 3, "top_k": 2}}')
    else:
        config.write_text('[top]\nmetric = "accuracy"\ntask = "multiclass"\nnum_classes = 3\ntop_k = 2\n')
    table = score_table(tmp_path / "table.csv")
    got = json_of(capsys, "evaluate", table, "--target", "label", "--preds", "p0", "p1", "p2", "--config", config)[
        "values"
    ]
    assert got == pytest.approx({"top": sk.top_k_accuracy_score(LABEL, P, k=2)}, rel=1e-6)


def test_undefined_and_infinite_values(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", v=["inf", 1])
    got = json_of(capsys, "evaluate", table, "--preds", "v", "--metric", "max", "min")["values"]
    assert got == {"max": "inf", "min": 1.0}
    table = write_csv(tmp_path / "table.csv", t=[0, 0], p=[0, 0])
    settings = ("--task", "binary", "--set", "zero_division=NaN")
    arguments = ("--target", "t", "--preds", "p", "--metric", "recall", *settings)
    assert json_of(capsys, "evaluate", table, *arguments)["values"] == {"recall": None}


def test_what_is_printed(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", t=[0, 1, 1], p=[0, 1, 0])
    arguments = ["evaluate", str(table), "--target", "t", "--preds", "p", "--task", "binary"]
    arguments += ["--metric", "accuracy", "confusion_matrix"]
    assert main(arguments) == 0
    assert capsys.readouterr().out.splitlines() == [
        "METRIC                  VALUE",
        "accuracy                0.666667",
        "confusion_matrix[0][0]  1",
        "confusion_matrix[0][1]  0",
        "confusion_matrix[1][0]  1",
        "confusion_matrix[1][1]  1",
    ]
    assert main([*arguments, "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "metric,value",
        "accuracy,0.6666666666666666",
        "confusion_matrix[0][0],1",
    ]


def test_output_goes_to_a_file_in_its_form(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", y=[1, 2], p=[1, 3])
    arguments = ["evaluate", str(table), "--target", "y", "--preds", "p", "--metric", "mse", "--output"]
    for name in ("out.json", "out.csv", "out.txt"):
        assert main([*arguments, str(tmp_path / name)]) == 0
    assert capsys.readouterr() == ("", "")
    assert json.loads((tmp_path / "out.json").read_text()) == {"samples": 2, "values": {"mse": 0.5}}
    assert (tmp_path / "out.csv").read_text() == "metric,value\nmse,0.5\n"
    assert (tmp_path / "out.txt").read_text() == "METRIC  VALUE\nmse     0.5\n"
    assert {path.name for path in tmp_path.iterdir()} == {"table.csv", "out.json", "out.csv", "out.txt"}


def test_weighted_mean_of_a_column(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", y=[1, 2, 4], p=[1.5, 2, 2])
    got = json_of(capsys, "evaluate", table, "--preds", "p", "--metric", "mean", "--weight", "y")
    assert got["values"] == pytest.approx({"mean": 13.5 / 7}, rel=1e-6)


def test_results_are_as_wide_as_the_sums(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", v=[16777216, 1])  # float32 has no 16777217
    arguments = ("evaluate", table, "--preds", "v", "--metric", "sum")
    before = torch.get_default_dtype()
    assert json_of(capsys, *arguments)["values"] == {"sum": 16777217}
    assert main(list(map(str, arguments))) == 0
    assert capsys.readouterr().out == "METRIC  VALUE\nsum     16777217\n"
    assert torch.get_default_dtype() == before


def test_names_of_values_do_not_depend_on_the_company(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", t=[0, 1, 1], p=[0, 1, 0])
    arguments = ("evaluate", table, "--target", "t", "--preds", "p", "--task", "binary", "--metric")
    ratios, report = "class_likelihood_ratios", "classification_report"
    alone = json_of(capsys, *arguments, ratios)["values"]
    assert list(alone) == [f"{ratios}_positive", f"{ratios}_negative"]
    together = json_of(capsys, *arguments, ratios, report, "accuracy")["values"]
    assert together.items() >= alone.items()


def test_values_of_one_name(tmp_path, capsys):
    table, config = write_csv(tmp_path / "table.csv", t=[0, 1], p=[0, 1]), tmp_path / "metrics.json"
    its = {"task": "binary"}
    config.write_text(
        json.dumps({"a": {"metric": "class_likelihood_ratios", **its}, "a_positive": {"metric": "accuracy", **its}})
    )
    said = complaint(capsys, "evaluate", table, "--target", "t", "--preds", "p", "--config", config)
    assert said == f"{table}: expected a name for each value, got 'a_positive' twice; name metrics anew"
