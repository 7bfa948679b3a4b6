"""Distributions that are not really installed: a module and a `.dist-info` folder, in a folder on `sys.path`."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import importlib_metadata
import pytest

VARIABLES = ("METRICORE_PLUGINS", "METRICORE_DISABLE_PLUGINS", "METRICORE_STRICT_PLUGINS")


def offering(*names: str, target: str = "", **fields: object) -> str:
    """Return the source of a plugin that offers metrics of these names, found in the module `NAME_metric`."""
    more = "".join(f", {field}={value!r}" for field, value in fields.items())
    specs = [f"MetricSpec(name={name!r}, target={target or f'{name}_metric:Metric'!r}{more})" for name in names]
    return f"""
        from metricore import MetricSpec, hookimpl

        @hookimpl
        def metricore_metrics():
            return [{", ".join(specs)}]
    """


class Site:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(
        self, distribution: str, plugins: dict[str, str] | None = None, metrics: dict[str, str] | None = None
    ) -> None:
        """Add a distribution with a plugin per namespace (given as source), or with metrics (given as targets)."""
        info = self.folder / f"{distribution.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
        lines = ["[metricore.plugins]"]
        for namespace, source in (plugins or {}).items():
            module = f"{distribution}_{namespace}".replace("-", "_")
            self.module(module, source)
            lines.append(f"{namespace} = {module}")
        lines += ["[metricore.metrics]", *(f"{name} = {target}" for name, target in (metrics or {}).items())]
        (info / "entry_points.txt").write_text("\n".join(lines))

    def module(self, name: str, source: str) -> None:
        (self.folder / f"{name}.py").write_text(dedent(source))

    def run(self, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        """Run Python in a process that sees the folder."""
        path = os.pathsep.join(filter(None, [str(self.folder), os.environ.get("PYTHONPATH")]))
        kept = {name: value for name, value in os.environ.items() if name not in VARIABLES}
        return subprocess.run(
            [sys.executable, *arguments],
            env={**kept, "PYTHONPATH": path, **environment},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )


def made_site(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Yield a site, and take what was imported from it out of `sys.modules` afterwards."""
    monkeypatch.syspath_prepend(str(folder))
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    _hide_installed_plugins(folder, monkeypatch)
    yield Site(folder)
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None) or "").startswith(str(folder)):
            del sys.modules[name]


def _hide_installed_plugins(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process discover what is in the folder alone; a distribution asked for by name is still found."""
    discover = importlib_metadata.Distribution.discover

    def in_folder(**asked: Any) -> Iterable[importlib_metadata.Distribution]:
        return discover(**asked) if asked else discover(path=[str(folder)])

    monkeypatch.setattr(importlib_metadata.Distribution, "discover", in_folder)
