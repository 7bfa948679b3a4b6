"""The commands of docs/command-line.md print what the page shows."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from metricore._cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/command-line.md").read_text()
BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
EXAMPLES = [
    [tuple(example.split("\n", 1)) for example in re.split(r"^\$ ", block, flags=re.MULTILINE) if example]
    for block in BLOCKS
]


@pytest.fixture(scope="module", autouse=True)
def plugins():
    for plugin in ("metricore_audio", "metricore_image", "metricore_text"):
        pytest.importorskip(plugin)


@pytest.fixture
def data(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples/data", tmp_path / "data")
    monkeypatch.chdir(tmp_path / "data")


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("block", EXAMPLES, ids=lambda block: " ".join(block[0][0].split()[:3]))
def test_examples_print_what_is_shown(capsys, block):
    for command, shown in block:
        program, *arguments = shlex.split(command)
        if program == "metricore":
            assert main(arguments) == 0
            assert capsys.readouterr().out == shown
        else:
            assert program == "torchrun"
            done = subprocess.run(
                [sys.executable, "-m", "torch.distributed.run", *arguments],
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
                env={**os.environ, "OMP_NUM_THREADS": "1"},
            )
            assert (done.returncode, done.stdout) == (0, shown), done.stderr


def test_there_are_examples():
    assert len(EXAMPLES) >= 7
