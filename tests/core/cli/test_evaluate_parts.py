"""Groups, intervals and queries."""

import json
import math

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as sk

from metricore._cli import main
from tests.core.cli.evaluating import SCORES, json_of, score_table, scores, torchrun, write_csv

LABEL, P = scores(200)
SITE = np.array(["10", "9", "a"])[np.arange(200) % 3]


def test_values_by_group(tmp_path, capsys):
    table = score_table(tmp_path / "table.csv", site=SITE)
    got = json_of(capsys, "evaluate", table, *SCORES, "--metric", "recall", "--average", "macro", "--by", "site")
    assert list(got["groups"]) == ["9", "10", "a"]
    for site, section in got["groups"].items():
        mine = site == SITE
        assert section["samples"] == mine.sum()
        expected = sk.recall_score(LABEL[mine], P.argmax(1)[mine], average="macro")
        assert section["values"]["recall"] == pytest.approx(expected, rel=1e-6)
    assert got["values"]["recall"] == pytest.approx(sk.recall_score(LABEL, P.argmax(1), average="macro"), rel=1e-6)


def test_groups_are_rows_of_the_table(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", y=[1, 2, 4], p=[1, 3, 4], site=["b", "a", "b"])
    arguments = ["evaluate", str(table), "--target", "y", "--preds", "p", "--metric", "mse", "mae", "--by", "site"]
    assert main(arguments) == 0
    assert capsys.readouterr().out.splitlines() == [
        "GROUP  SAMPLES  mse       mae",
        "a      1        1         1",
        "b      2        0         0",
        "(all)  3        0.333333  0.333333",
    ]
    assert main([*arguments, "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == ["group,metric,value", "a,mse,1.0", "a,mae,1.0"]


def test_groups_named_like_what_is_said_of_groups(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", v=[1, 2, 3, 4], site=["(all)", "", "(empty)", "((all))"])
    arguments = ["evaluate", str(table), "--preds", "v", "--metric", "max", "--by", "site"]
    assert main(arguments) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["((empty))", "1", "2"],
        ["((all))", "1", "4"],
        ["(all)", "1", "1"],
        ["(empty)", "1", "3"],
        ["(((all)))", "4", "4"],
    ]
    assert main([*arguments, "--csv"]) == 0
    assert len({line.partition(",")[0] for line in capsys.readouterr().out.splitlines()}) == 6


@pytest.fixture
def values(tmp_path):
    value = np.random.default_rng(3).exponential(size=100).round(4)
    return value, write_csv(tmp_path / "table.csv", v=value)


def test_interval_of_a_mean_is_that_of_scipy(values, capsys):
    value, table = values
    got = json_of(capsys, "evaluate", table, "--preds", "v", "--metric", "mean", "--ci", "0.9", "--bootstrap", 3000)
    expected = stats.bootstrap(
        (value,), np.mean, confidence_level=0.9, n_resamples=3000, method="percentile", random_state=0
    ).confidence_interval
    assert got["confidence"] == 0.9
    # Both bounds are random, with a standard error of about sqrt(0.05 * 0.95 / 3000) / density(quantile) = 0.004.
    assert got["intervals"]["mean"] == pytest.approx([expected.low, expected.high], abs=0.02)


def test_intervals_repeat_with_the_seed(values, capsys):
    _, table = values
    arguments = ("evaluate", table, "--preds", "v", "--metric", "mean", "--ci", "--bootstrap", 50, "--seed")
    first, again, other = (json_of(capsys, *arguments, seed)["intervals"] for seed in (1, 1, 2))
    assert first == again != other


def test_intervals_of_vectors_and_groups(tmp_path, capsys):
    table = score_table(tmp_path / "table.csv", site=SITE)
    arguments = ("--metric", "recall", "--average", "none", "--by", "site", "--ci", "--bootstrap", 30)
    got = json_of(capsys, "evaluate", table, *SCORES, *arguments)
    for section in (got, *got["groups"].values()):
        low, high = section["intervals"]["recall"]
        assert len(low) == len(high) == 3
        assert all(a <= value <= b for a, value, b in zip(low, section["values"]["recall"], high, strict=True))
    assert main(["evaluate", str(table), *SCORES, *map(str, arguments), "--csv"]) == 0
    assert capsys.readouterr().out.startswith("group,metric,value,low,high\n9,recall[0],")


def test_interval_of_a_constant_has_no_width(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", v=[2, 2, 2])
    assert main(["evaluate", str(table), "--preds", "v", "--metric", "mean", "--ci", "--bootstrap", "9"]) == 0
    assert capsys.readouterr().out.splitlines() == ["METRIC  VALUE  LOW  HIGH", "mean    2      2    2"]


def test_intervals_of_rankings_are_over_queries(tmp_path, capsys):
    generator = np.random.default_rng(4)
    query = np.repeat(np.arange(60) * 7 - 50, 5)
    score, relevant = np.tile([5.0, 4, 3, 2, 1], 60), np.zeros((60, 5), dtype=int)
    relevant[np.arange(60), generator.integers(5, size=60)] = 1
    order = generator.permutation(300)
    columns = {"q": query[order], "s": score[order], "r": relevant.flatten()[order]}
    table = write_csv(tmp_path / "table.csv", **columns)
    columns = ("--preds", "s", "--target", "r", "--input", "indexes=q", "--metric", "retrieval_mrr")
    got = json_of(capsys, "evaluate", table, *columns, "--ci", "0.9", "--bootstrap", 3000)
    reciprocal = 1 / (relevant.argmax(1) + 1)  # a single document of each query is relevant
    expected = stats.bootstrap(
        (reciprocal,), np.mean, confidence_level=0.9, n_resamples=3000, method="percentile", random_state=generator
    ).confidence_interval
    assert got["values"]["retrieval_mrr"] == pytest.approx(reciprocal.mean())
    # A bound has a standard error of about sqrt(0.05 * 0.95 / 3000) / density(quantile) = 0.002.
    assert got["intervals"]["retrieval_mrr"] == pytest.approx([expected.low, expected.high], abs=0.01)


def test_queries_may_have_names(tmp_path, capsys):
    query = np.repeat(np.arange(20), 4)
    score, relevant = np.random.default_rng(5).random(80), np.tile([0, 1, 0, 1], 20)
    options = ("--preds", "s", "--target", "r", "--input", "indexes=q", "--metric", "retrieval_mrr", "retrieval_map")
    values = []
    for name in ("{}", "q{}", "{}a"):  # numbers, and names; the last could be taken for numbers at first
        table = write_csv(tmp_path / "table.csv", q=[name.format(each) for each in query], s=score, r=relevant)
        values.append(json_of(capsys, "evaluate", table, *options, "--batch-size", 7)["values"])
    assert values[0] == values[1] == values[2]


def test_names_of_queries_are_the_same_in_every_file(tmp_path, capsys):
    options = ("--preds", "s", "--target", "r", "--input", "indexes=q", "--metric", "retrieval_mrr")
    parts = {"a": (["x", "y"], [0.9, 0.2], [0, 1]), "b": (["y", "x"], [0.8, 0.3], [0, 1])}
    for name, (query, score, relevant) in parts.items():
        table = write_csv(tmp_path / f"{name}.csv", q=query, s=score, r=relevant)
        assert main(["evaluate", str(table), *options, "--save-state", str(tmp_path / f"{name}.safetensors")]) == 0
    capsys.readouterr()
    got = json_of(capsys, "merge", *(tmp_path / f"{name}.safetensors" for name in parts))
    assert got["values"]["retrieval_mrr"] == 0.5  # in both queries the relevant document comes second


def mixed_queries():
    """Columns of queries, only the later of which have names that are no numbers; and reciprocal ranks by query."""
    query = ["1", "2"] * 4 + ["1", "q", "2", "r"] * 2
    score, relevant = np.random.default_rng(6).permutation(16) / 16, (np.arange(16) % 3 == 0).astype(int)
    ranks = []
    for name in sorted(set(query)):
        own = [row for row in np.argsort(-score) if query[row] == name]
        ranks.append(next(1 / (place + 1) for place, row in enumerate(own) if relevant[row]))
    return {"q": query, "s": score, "r": relevant}, ranks


QUERIES = ("--preds", "s", "--target", "r", "--input", "indexes=q", "--metric", "retrieval_mrr")


@pytest.mark.parametrize("size", [3, 100])
def test_names_of_queries_may_begin_with_numbers(tmp_path, capsys, size):
    columns, ranks = mixed_queries()
    table = write_csv(tmp_path / "table.csv", **columns)
    got = json_of(capsys, "evaluate", table, *QUERIES, "--batch-size", size)
    assert got["values"]["retrieval_mrr"] == pytest.approx(np.mean(ranks))


def test_a_number_names_the_same_query_beside_other_names(tmp_path, capsys):
    columns, ranks = mixed_queries()
    for name, rows in (("a", slice(8)), ("b", slice(8, None))):
        table = write_csv(tmp_path / f"{name}.csv", **{key: column[rows] for key, column in columns.items()})
        assert main(["evaluate", str(table), *QUERIES, "--save-state", str(tmp_path / f"{name}.safetensors")]) == 0
    capsys.readouterr()
    got = json_of(capsys, "merge", tmp_path / "a.safetensors", tmp_path / "b.safetensors")
    assert got["values"]["retrieval_mrr"] == pytest.approx(np.mean(ranks))
    whole = write_csv(tmp_path / "whole.csv", **columns)
    done = torchrun("evaluate", whole, *QUERIES, "--json")  # the second process sees names among the first cells
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["values"]["retrieval_mrr"] == pytest.approx(np.mean(ranks))


def test_a_query_that_is_nan_is_refused(tmp_path, capsys):
    np.savez(tmp_path / "table.npz", q=[1.0, math.nan], s=[0.1, 0.2], r=[0, 1])
    assert main(["evaluate", str(tmp_path / "table.npz"), *QUERIES]) == 2
    assert "row 2, column 'q': expected a name or a number, got nan" in capsys.readouterr().err


def test_a_query_without_a_name_is_refused(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", q=["x", ""], s=[0.1, 0.2], r=[0, 1])
    arguments = ("--preds", "s", "--target", "r", "--input", "indexes=q", "--metric", "retrieval_mrr")
    assert main(["evaluate", str(table), *arguments]) == 2
    assert "row 2 (line 3), column 'q': expected a name or a number, got an empty cell" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("true", "false"), ("1", "0")])
def test_a_mask_may_come_from_a_table(words, tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", y=[1, 2, 9], p=[1, 4, 0], m=[words[0], words[0], words[1]])
    options = ("--preds", "p", "--target", "y", "--input", "mask=m", "--metric", "mean_squared_error")
    assert json_of(capsys, "evaluate", table, *options)["values"]["mean_squared_error"] == 2.0  # (0 + 4) / 2


def test_a_mask_is_true_or_false(tmp_path, capsys):
    table = write_csv(tmp_path / "table.csv", y=[1, 2], p=[1, 4], m=[1, 2])
    options = ("--preds", "p", "--target", "y", "--input", "mask=m", "--metric", "mean_squared_error")
    assert main(["evaluate", str(table), *options]) == 2
    assert "row 2 (line 3), column 'm': expected true or false, got 2" in capsys.readouterr().err
