"""Calling `metricore evaluate` in this process and in others."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metricore._cli import main

CLASSES = ("--task", "multiclass", "--num-classes", "3")
SCORES = ("--target", "label", "--preds", "p0", "p1", "p2", *CLASSES)


def json_of(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    """What a command prints as JSON, having succeeded and said nothing else."""
    status = main([*map(str, arguments), "--json"])
    captured = capsys.readouterr()
    assert (status, captured.err) == (0, "")
    return json.loads(captured.out)


def complaint(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The one line that a command says about bad input, with status 2 and nothing printed."""
    status = main(list(map(str, arguments)))
    captured = capsys.readouterr()
    assert (status, captured.out) == (2, "")
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("metricore: ").rstrip("\n")


def torchrun(*arguments: object, processes: int = 2) -> "subprocess.CompletedProcess[str]":
    """The command on several processes; a hang is a failure."""
    command = [sys.executable, "-m", "torch.distributed.run", f"--nproc-per-node={processes}", "--master-port=0"]
    return subprocess.run(
        [*command, "--rdzv-backend=c10d", "--rdzv-endpoint=localhost:0", "-m", "metricore", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )


def scores(rows: int, seed: int = 0) -> tuple["np.ndarray[Any, Any]", "np.ndarray[Any, Any]"]:
    """Labels, and probabilities of three classes that are right more often than not."""
    random = np.random.default_rng(seed)
    label = random.integers(0, 3, rows)
    logits = random.normal(size=(rows, 3)) + 1.5 * np.eye(3)[label]
    exp = np.exp(logits)
    return label, (exp / exp.sum(1, keepdims=True)).round(6)


def write_csv(path: Path, **columns: Any) -> Path:
    """Write a table."""
    lines = [",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True))]
    path.write_text("\n".join(lines) + "\n")
    return path


def score_table(path: Path, rows: int = 200, **more: Any) -> Path:
    """Write labels and scores of three classes."""
    label, p = scores(rows)
    return write_csv(path, label=label, p0=p[:, 0], p1=p[:, 1], p2=p[:, 2], **more)
