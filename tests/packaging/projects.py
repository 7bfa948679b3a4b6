"""The distributions of this repository, as their pyproject files describe them."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Project:
    """One folder with a pyproject file."""

    folder: Path

    @cached_property
    def table(self) -> dict[str, Any]:
        return tomllib.loads((self.folder / "pyproject.toml").read_text())["project"]

    @property
    def name(self) -> str:
        return self.table["name"]

    @property
    def version(self) -> str:
        return self.table["version"]

    @property
    def package(self) -> Path:
        """The folder with the import package."""
        return self.folder / "src" / self.name.replace("-", "_")

    @property
    def requirements(self) -> list[Requirement]:
        return [Requirement(text) for text in self.table["dependencies"]]

    @property
    def extras(self) -> dict[str, list[Requirement]]:
        extras = self.table.get("optional-dependencies", {})
        return {extra: [Requirement(text) for text in texts] for extra, texts in extras.items()}


CORE = Project(ROOT / "core")
PLUGINS = [Project(ROOT / "plugins" / domain) for domain in ("audio", "image", "text")]
EXAMPLE = Project(ROOT / "examples" / "third-party-plugin")
RELEASED = [CORE, *PLUGINS]
EVERY = [*RELEASED, EXAMPLE]


def named(project: Project) -> str:
    """Test id of a project."""
    return project.folder.name
