"""Wheels of every distribution, and fresh environments to install them into."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.packaging.projects import EVERY, ROOT

OWN_FILES = ("metricore", "__pycache__")


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Output of a command that has to succeed; it sees none of this process's Python settings."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "METRICORE_"))}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel of every distribution, built from this checkout."""
    folder = tmp_path_factory.mktemp("wheels")
    for project in EVERY:
        run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder, project.folder)
    return folder


@pytest.fixture(scope="session")
def third_party_libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is installed around the tests, except our own distributions.

    A folder of links: torch is too big to install again, and the editable installation of this checkout would stand in
    for the one under test.
    """
    folder = tmp_path_factory.mktemp("libraries")
    for site in {Path(sysconfig.get_path(kind)) for kind in ("purelib", "platlib")}:
        for entry in site.iterdir():
            if not entry.name.startswith(OWN_FILES) and entry.suffix != ".pth":
                (folder / entry.name).symlink_to(entry)
    return folder


@dataclass(frozen=True)
class Environment:
    """A virtual environment that sees the third-party libraries of this one."""

    folder: Path
    wheels: Path

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    def install(self, *requirements: str) -> None:
        """Install without any index: what is needed is a wheel of ours, a folder, or there already."""
        options = ["--quiet", "--no-index", "--no-build-isolation", "--find-links", self.wheels]
        run(sys.executable, "-m", "pip", "--python", self.python, "install", *options, *requirements)

    def evaluate(self, code: str) -> str:
        """Output of Python code, run away from the checkout."""
        return run(self.python, "-I", "-c", code, cwd=self.folder).strip()

    def command(self, *arguments: str) -> str:
        """Output of the `metricore` command."""
        return run(self.folder / "bin" / "metricore", *arguments, cwd=self.folder)


@pytest.fixture
def new_environment(tmp_path: Path, wheels: Path, third_party_libraries: Path) -> Callable[[], Environment]:
    """Make an environment without any distribution of ours."""

    def make() -> Environment:
        folder = tmp_path / "environment"
        venv.create(folder, with_pip=False)
        (site,) = folder.glob("lib/python3*/site-packages")
        (site / "libraries.pth").write_text(f"{third_party_libraries}\n")
        return Environment(folder, wheels)

    return make
