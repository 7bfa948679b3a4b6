"""The Python examples of the README files and of the documentation run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.projects import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples_of(path: Path) -> str:
    """All Python blocks of a page as one program, each line where it stands in the page."""
    text = path.read_text()
    program = ""
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start(1))
        program += "\n" * (line - program.count("\n")) + block[1]
    return program


PATTERNS = ("README.md", "core/README.md", "plugins/*/README.md", "examples/*/README.md", "docs/**/*.md")
PAGES = [page for pattern in PATTERNS for page in sorted(ROOT.glob(pattern)) if examples_of(page)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_examples_run(page: Path, tmp_path: Path) -> None:
    program = tmp_path / f"{page.stem}.py"
    program.write_text(examples_of(page))
    done = subprocess.run(
        [sys.executable, str(program)], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
