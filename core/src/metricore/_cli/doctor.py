"""``metricore doctor``."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Iterator
from typing import Literal, NamedTuple

import importlib_metadata

from metricore._cli._describe import missing_requirements
from metricore._cli._output import print_columns, print_json
from metricore._cli._source import missing_part
from metricore._discovery import Plugin, one_line
from metricore._errors import AmbiguousMetricError
from metricore._loading import unusable
from metricore._official import install_command
from metricore._registry import registry

__all__ = ["add_arguments", "run"]

Severity = Literal["ok", "note", "problem"]

_SEVERITY: dict[str, Severity] = {"ok": "ok", "blocked": "note"}
_VARIABLES = ("METRICORE_PLUGINS", "METRICORE_DISABLE_PLUGINS", "METRICORE_STRICT_PLUGINS")


class Finding(NamedTuple):
    """One thing that was looked at."""

    state: Severity
    subject: str
    detail: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Print what was looked at; the status is 1 if there is a problem."""
    looked_at = (_versions, _variables, _plugins, _names, _targets, _requirements, _checks)
    findings = [finding for look in looked_at for finding in look()]
    if args.json:
        print_json([finding._asdict() for finding in findings])
    else:
        print_columns(findings)
    return int(any(finding.state == "problem" for finding in findings))


def _versions() -> Iterator[Finding]:
    yield Finding("ok", "python", platform.python_version())
    for distribution in ("metricore", "torch"):
        try:
            yield Finding("ok", distribution, importlib_metadata.version(distribution))
        except importlib_metadata.PackageNotFoundError:
            yield Finding("problem", distribution, f"not installed: {install_command(distribution)}")


def _variables() -> Iterator[Finding]:
    for variable in _VARIABLES:
        if variable in os.environ:
            yield Finding("note", variable, f"is set to {os.environ[variable]!r}")


def _plugins() -> Iterator[Finding]:
    for plugin in registry.plugins():
        count = len(plugin.specs)
        detail = f"{plugin.state}: {plugin.reason}" if plugin.reason else f"{count} metric{'s' * (count != 1)}"
        yield Finding(_SEVERITY.get(plugin.state, "problem"), plugin.id, detail + _remedy(plugin))
        if not plugin.light:
            text = "listing metrics takes long, since its entry point imports torch; tell its authors"
            yield Finding("note", plugin.id, text)


def _remedy(plugin: Plugin) -> str:
    if plugin.state not in ("broken", "incompatible"):
        return ""
    upgrade = f"python -m pip install --upgrade {plugin.distribution}"
    return f"; update it ({upgrade}), or leave it out with METRICORE_DISABLE_PLUGINS={plugin.distribution}"


def _names() -> Iterator[Finding]:
    hidden: dict[str, list[str]] = {}
    for _, info in registry.described():
        for name in (info.name, *info.aliases):
            if _meaning(name) != info.id:
                hidden.setdefault(name, []).append(info.id)
    for name, ids in hidden.items():
        meaning = _meaning(name)
        several = f"{len(ids)} metrics have this name" if meaning is None else f"means {meaning}"
        yield Finding("note", name, f"{several}; ask for {' or '.join(ids)}{' by id' if meaning else ''}")


def _meaning(name: str) -> str | None:
    """The id of the metric that a name stands for; `None` if several have it."""
    try:
        return registry.info(name).id
    except AmbiguousMetricError:
        return None


def _targets() -> Iterator[Finding]:
    for name, info in registry.described():
        missing = missing_part(info.target)
        if missing:
            yield Finding("problem", name, one_line(unusable(info, missing)))


def _requirements() -> Iterator[Finding]:
    for name, info in registry.described():
        missing = missing_requirements(info)
        if missing:
            yield Finding("note", name, f"cannot be used yet: {install_command(*missing)}")


def _checks() -> Iterator[Finding]:
    for plugin, title, check in registry.checks():
        try:
            yield Finding("ok", f"{plugin} {title}", check() or "")
        except Exception as error:
            yield Finding("problem", f"{plugin} {title}", f"{type(error).__name__}: {' '.join(str(error).split())}")
