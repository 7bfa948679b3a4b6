"""Two processes give the value of one, and fail together."""

import json

import pytest

from metricore._cli import main
from metricore._cli.reading.batch import share
from tests.core.cli.evaluating import SCORES, json_of, score_table, torchrun, write_csv

REGRESSION = ("--target", "y", "--preds", "p", "--metric", "mse", "--batch-size", 2)


@pytest.mark.parametrize("count", [0, 1, 3, 10])
@pytest.mark.parametrize("world", [1, 2, 4])
def test_shares_cover_all_samples_once_and_in_order(count, world):
    shares = [range(*share(count, rank, world)) for rank in range(world)]
    assert [sample for own in shares for sample in own] == list(range(count))
    assert max(map(len, shares)) - min(map(len, shares)) <= 1


def test_groups_intervals_and_states_of_two_processes(tmp_path, capsys):
    site = ["first"] * 20 + ["second"] * 180  # one group is on one rank only
    table = score_table(tmp_path / "table.csv", site=site)
    arguments = ("evaluate", table, *SCORES, "--metric", "accuracy", "confusion_matrix", "--by", "site")
    arguments = (*arguments, "--ci", "--bootstrap", 21)
    one = json_of(capsys, *arguments)
    state = tmp_path / "two.safetensors"
    done = torchrun(*arguments, "--json", "--save-state", state)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == one
    assert json_of(capsys, "merge", state)["values"] == one["values"]


@pytest.mark.parametrize("rows", [1, 3])
def test_fewer_rows_than_a_batch_for_each(tmp_path, rows):
    table = write_csv(tmp_path / "table.csv", y=range(rows), p=[2 * row + 1 for row in range(rows)])
    done = torchrun("evaluate", table, *REGRESSION, "--json")
    assert done.returncode == 0, done.stderr
    expected = sum((row + 1) ** 2 for row in range(rows)) / rows
    assert json.loads(done.stdout) == {"samples": rows, "values": {"mse": pytest.approx(expected, rel=1e-6)}}


def test_an_error_on_one_rank_ends_all_with_one_line(tmp_path):
    table = write_csv(tmp_path / "table.csv", y=[1, 2, 3, 4], p=[1, 2, 3, "x"])
    output, state = tmp_path / "out.json", tmp_path / "out.safetensors"
    done = torchrun("evaluate", table, *REGRESSION, "--output", output, "--save-state", state)
    said = [line for line in done.stderr.splitlines() if line.startswith("metricore:")]
    assert said == [f"metricore: {table}, row 4 (line 5), column 'p': expected a number, got 'x'"]
    assert done.returncode != 0
    assert "exitcode  : 2" in done.stderr
    assert done.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == ["table.csv"]


def test_a_launcher_with_one_process_needs_no_group(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("RANK", "0")
    monkeypatch.setenv("WORLD_SIZE", "1")
    table = write_csv(tmp_path / "table.csv", y=[1], p=[3])
    assert main(["evaluate", str(table), *map(str, REGRESSION)]) == 0
    assert "4" in capsys.readouterr().out
