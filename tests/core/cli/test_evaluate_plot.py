"""Pictures that `metricore evaluate --plot` writes."""

import sys

import pytest
import torch

from metricore._cli import main
from tests.core.cli.evaluating import SCORES, complaint, json_of, score_table, torchrun, write_csv

pytest.importorskip("matplotlib")

METRICS = ("--metric", "accuracy", "confusion_matrix", "roc", "calibration_error")
PNG = b"\x89PNG\r\n\x1a\n"


def written(folder):
    """Names of the files in a folder, all of which are pictures."""
    assert all(path.read_bytes().startswith(PNG) for path in folder.iterdir())
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def drawn(monkeypatch):
    """What was drawn, by name of the file: the axes, and the metric's value."""
    from matplotlib.figure import Figure

    seen = {}
    save = Figure.savefig

    def remember(figure, path, **options):
        seen[path.name.split(".")[1]] = [ax for ax in figure.axes if ax.get_label() != "<colorbar>"]
        save(figure, path, **options)

    monkeypatch.setattr(Figure, "savefig", remember)
    return seen


def cells(ax):
    return [text.get_text() for text in ax.texts]


def test_a_picture_for_each_metric_in_a_folder_that_is_made(tmp_path, capsys, drawn):
    table = score_table(tmp_path / "table.csv")
    folder = tmp_path / "some" / "pictures"
    values = json_of(capsys, "evaluate", table, *SCORES, *METRICS, "--plot", folder)["values"]
    assert written(folder) == ["accuracy.png", "calibration_error.png", "confusion_matrix.png", "roc.png"]
    assert cells(drawn["confusion_matrix"][0]) == [str(n) for row in values["confusion_matrix"] for n in row]
    assert f"{values['calibration_error']:.4g}" in drawn["calibration_error"][0].get_title()
    again = json_of(capsys, "evaluate", table, *SCORES, *METRICS, "--plot", folder)["values"]
    assert again == values
    assert len(written(folder)) == 4


def test_by_group_all_samples_are_drawn(tmp_path, capsys, drawn):
    table = score_table(tmp_path / "table.csv", site=["a", "b"] * 100)
    arguments = (table, *SCORES, "--metric", "confusion_matrix", "--by", "site", "--plot", tmp_path / "plots")
    got = json_of(capsys, "evaluate", *arguments)
    assert cells(drawn["confusion_matrix"][0]) == [str(n) for row in got["values"]["confusion_matrix"] for n in row]


def test_classes_have_their_names(tmp_path, drawn):
    table = write_csv(tmp_path / "table.csv", y=["cat", "dog", "eel", "cat"], p=["cat", "dog", "dog", "cat"])
    arguments = ("--target", "y", "--preds", "p", "--labels", "cat", "dog", "eel", "--metric", "confusion_matrix")
    task = ("--task", "multiclass", "--num-classes", "3")
    assert main(["evaluate", str(table), *arguments, *task, "--plot", str(tmp_path / "plots")]) == 0
    (ax,) = drawn["confusion_matrix"]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["cat", "dog", "eel"]


def test_labels_are_called_as_their_columns(tmp_path, drawn):
    table = write_csv(tmp_path / "table.csv", rain=[1, 0], wind=[0, 0], p=[0.9, 0.2], q=[0.1, 0.7])
    arguments = ("--target", "rain", "wind", "--preds", "p", "q", "--metric", "confusion_matrix")
    task = ("--task", "multilabel", "--num-labels", "2")
    assert main(["evaluate", str(table), *arguments, *task, "--plot", str(tmp_path / "plots")]) == 0
    assert [ax.get_title() for ax in drawn["confusion_matrix"]] == ["rain", "wind"]
    assert [cells(ax) for ax in drawn["confusion_matrix"]] == [["1", "0", "0", "1"], ["1", "1", "0", "0"]]


@pytest.mark.filterwarnings("always::UserWarning")
def test_what_cannot_be_drawn_is_said_and_the_values_come(tmp_path, capsys, drawn):
    table = write_csv(tmp_path / "table.csv", y=["cat", "dog"], p=["cat", "dog"])
    columns = ("--target", "y", "--preds", "p", "--labels", "cat", "dog", "owl")
    metrics = ("--metric", "confusion_matrix", "accuracy", "--task", "binary")
    assert main(["evaluate", str(table), *columns, *metrics, "--plot", str(tmp_path / "plots")]) == 0
    captured = capsys.readouterr()
    assert "accuracy" in captured.out
    assert captured.err.splitlines() == [
        "metricore: warning: --plot: confusion_matrix is not drawn: "
        "Expected labels to hold a name for each of 2 classes, got 3."
    ]
    assert written(tmp_path / "plots") == ["accuracy.png"]


def test_without_matplotlib_one_line_says_how_to_get_it(tmp_path, capsys, monkeypatch):
    table = score_table(tmp_path / "table.csv")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = complaint(capsys, "evaluate", table, *SCORES, *METRICS, "--plot", tmp_path / "plots")
    assert said == '--plot needs matplotlib: python -m pip install "metricore[visual]"'
    assert not (tmp_path / "plots").exists()


@pytest.mark.parametrize("below", ["", "deeper"])
def test_a_file_where_the_folder_should_be(tmp_path, capsys, below):
    table = score_table(tmp_path / "table.csv")
    said = complaint(capsys, "evaluate", table, *SCORES, *METRICS, "--plot", table / below)
    assert said == f"--plot {table / below}: expected a folder, {table} is a file"


def test_a_picture_is_written_whole_or_not_at_all(tmp_path, capsys, monkeypatch):
    from matplotlib.figure import Figure

    def half(figure, path, **options):
        path.write_bytes(PNG)
        raise OSError("no space left")

    table = score_table(tmp_path / "table.csv")
    monkeypatch.setattr(Figure, "savefig", half)
    said = complaint(capsys, "evaluate", table, *SCORES, "--metric", "accuracy", "--plot", tmp_path / "plots")
    assert said == "no space left"
    assert written(tmp_path / "plots") == []


def test_two_processes_draw_once_what_all_have(tmp_path, capsys):
    table, arguments = score_table(tmp_path / "table.csv"), (*SCORES, *METRICS, "--plot")
    one = json_of(capsys, "evaluate", table, *arguments, tmp_path / "one")
    done = torchrun("evaluate", table, *arguments, tmp_path / "two", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count('"samples"') == 1
    assert written(tmp_path / "two") == written(tmp_path / "one")
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name
    assert one["samples"] == 200
    assert torch.distributed.is_initialized() is False
