"""What all commands have in common."""

import os
import subprocess
import sys

import pytest

from metricore._cli import COMMANDS, main
from metricore.regression import MeanSquaredError


def test_help_names_every_command(capsys):
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(command in shown for command in COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["frobnicate"], "metricore: argument COMMAND: invalid choice: 'frobnicate'"),
        (["info"], "metricore info: the following arguments are required: name"),
        (["list", "--frob"], "metricore list: unrecognized arguments: --frob (see metricore list --help)"),
        (
            ["merge", "a.st", "--by", "x"],
            "metricore merge: unrecognized arguments: --by x (see metricore merge --help)",
        ),
        (["--frob"], "metricore: unrecognized arguments: --frob (see metricore --help)"),
        (["info", "acuracy"], "metricore: unknown metric 'acuracy'; did you mean 'accuracy'"),
        (["info", "pkg.mod:Class"], "metricore: unknown metric 'pkg.mod:Class'; metrics are asked for by name"),
    ],
)
@pytest.mark.usefixtures("no_plugins")
def test_bad_input_is_one_line_and_status_2(capsys, arguments, expected):
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(expected)
    assert captured.err.count("\n") == 1


def test_no_command_prints_the_help(capsys):
    assert main([]) == 2
    assert "commands" in capsys.readouterr().err


def test_strict_plugins_end_a_command_in_one_line(metricore):
    done = metricore("list", METRICORE_STRICT_PLUGINS="1")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == "metricore: METRICORE_STRICT_PLUGINS is set, and plugin bad:bad is broken: OSError: no library "
        "(bad_bad.py, line 1)\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
def test_reader_that_stopped_sees_no_traceback():
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "metricore", "list"],
        stdout=writing,
        stderr=subprocess.PIPE,
        env={**os.environ, "METRICORE_PLUGINS": ""},
        timeout=120,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_what_a_metric_did_not_foresee_is_one_line_too(tmp_path, capsys, monkeypatch):
    def forgetful(self, preds, target, sample_weight=None):
        raise ZeroDivisionError("nothing was foreseen")

    monkeypatch.setattr(MeanSquaredError, "update", forgetful)
    table = tmp_path / "table.csv"
    table.write_text("y,p\n1,2\n")
    arguments = ["evaluate", str(table), "--target", "y", "--preds", "p", "--metric", "mse"]
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith("metricore: ZeroDivisionError: nothing was foreseen ")
    assert said.endswith("(METRICORE_TRACEBACK=1 shows where)\n")
    assert said.count("\n") == 1
    monkeypatch.setenv("METRICORE_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main(arguments)


def test_texts_for_a_metric_of_tensors(tmp_path, capsys):
    lines = tmp_path / "lines.txt"
    lines.write_text("a b\nc\n")
    assert main(["evaluate", str(lines), str(lines), "--metric", "accuracy", "--task", "binary"]) == 2
    assert capsys.readouterr().err.endswith("lines.txt: accuracy: Expected preds to be a tensor, got list.\n")
