"""SIGINT while files are read: status 130, one line, nothing written; and pipes in the place of files."""

import functools
import os
import signal
import subprocess
import sys

import pytest

from tests.core.cli.evaluating import complaint

ROWS = {
    ".csv": (b"y,p\n", b"1,2\n"),
    ".jsonl": (b"", b'{"y": 1, "p": 2}\n'),
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")
@pytest.mark.parametrize("suffix", ROWS)
def test_nothing_is_half_written(tmp_path, suffix):
    head, row = ROWS[suffix]
    pipe = tmp_path / f"table{suffix}"
    os.mkfifo(pipe)
    kept = tmp_path / "out.json"
    kept.write_text("before")
    outputs = ("--output", str(kept), "--save-state", str(tmp_path / "out.safetensors"))
    arguments = ("evaluate", str(pipe), "--target", "y", "--preds", "p", "--metric", "mse", *outputs)
    process = subprocess.Popen(
        [sys.executable, "-m", "metricore", *arguments],
        stderr=subprocess.PIPE,
        preexec_fn=functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # background jobs ignore it
    )
    with pipe.open("wb", buffering=0) as writing:  # opens when the process does, which then waits for more
        writing.write(head + row * 1000)
        process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)  # the closed pipe ends a read that the signal came too early for
    assert (process.returncode, said) == (130, b"metricore: interrupted\n")
    assert kept.read_text() == "before"
    assert {path.name for path in tmp_path.iterdir()} == {pipe.name, "out.json"}


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
def test_a_pipe_can_be_read(tmp_path):
    pipe = tmp_path / "table.csv"
    os.mkfifo(pipe)
    arguments = ("evaluate", str(pipe), "--target", "y", "--preds", "p", "--metric", "mse", "--csv")
    process = subprocess.Popen([sys.executable, "-m", "metricore", *arguments], stdout=subprocess.PIPE)
    with pipe.open("wb") as writing:
        writing.write(b"y,p\n" + b"1,3\n" * 1000)
    printed, _ = process.communicate(timeout=120)
    assert (process.returncode, printed) == (0, b"metric,value\nmse,4.0\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
@pytest.mark.parametrize("option", ["--output", "--save-state"])
def test_a_pipe_can_be_written_to_and_stays_one(tmp_path, option):
    pipe, table = tmp_path / "pipe", tmp_path / "table.csv"
    os.mkfifo(pipe)
    table.write_text("v\n1\n")
    arguments = ("evaluate", str(table), "--preds", "v", "--metric", "mean", "--csv", option, str(pipe))
    process = subprocess.Popen([sys.executable, "-m", "metricore", *arguments], stdout=subprocess.PIPE)
    with pipe.open("rb") as reading:
        written = reading.read()
    printed, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert (written if option == "--output" else printed) == b"metric,value\nmean,1.0\n"
    assert b'"metricore"' in written or option == "--output"
    assert pipe.is_fifo()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="everything may be written to")
def test_folder_that_may_not_be_written_to(tmp_path, capsys):
    table, folder = tmp_path / "table.csv", tmp_path / "folder"
    table.write_text("v\n1\n")
    folder.mkdir(mode=0o500)
    for option, name in (("--output", "out.json"), ("--save-state", "out.safetensors")):
        said = complaint(capsys, "evaluate", table, "--preds", "v", "--metric", "mean", option, folder / name)
        assert said == f"{folder / name}: expected a place that may be written to"
