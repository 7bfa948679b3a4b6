"""A metric's and a plugin's record as plain values, the same for every command and for ``--json``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import importlib_metadata

from metricore._discovery import Plugin
from metricore._official import DISTRIBUTIONS
from metricore._spec import MetricInfo

if TYPE_CHECKING:
    from packaging.requirements import Requirement

__all__ = ["better", "metric_record", "missing_requirements", "plugin_record", "settings_of"]


def metric_record(info: MetricInfo) -> dict[str, object]:
    """Return what is known of a metric."""
    return {"id": info.id, **asdict(info)}


def settings_of(info: MetricInfo) -> dict[str, str | None] | None:
    """Return a metric's settings with their defaults as Python writes them, `None` for one that has to be given.

    They are written down in the official distributions; those of other metrics, only their classes know.
    """
    if info.plugin.partition(":")[0] not in {"metricore", *DISTRIBUTIONS}:
        return None
    import json
    from importlib import resources  # neither is for the listing of metrics to wait for

    package = info.target.partition(":")[0].partition(".")[0]
    file = resources.files(package).joinpath("settings.json")
    settings = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    found: dict[str, str | None] | None = settings.get(info.target)
    return found


def plugin_record(plugin: Plugin) -> dict[str, object]:
    """Return what is known of a plugin, with the number of its metrics in place of them."""
    return {
        "id": plugin.id,
        "namespace": plugin.namespace,
        "distribution": plugin.distribution,
        "version": plugin.version or _core_version(),
        "state": plugin.state,
        "reason": plugin.reason,
        "metrics": len(plugin.specs),
    }


def better(info: MetricInfo) -> str:
    """Return which direction is better, in a word."""
    return {True: "higher", False: "lower", None: "-"}[info.higher_is_better]


def missing_requirements(info: MetricInfo) -> list[str]:
    """Return what a metric requires and is not installed, or is in another version."""
    if not info.requires:
        return []
    from packaging.requirements import Requirement  # most metrics require nothing

    return [text for text in info.requires if not _satisfied(Requirement(text))]


def _satisfied(requirement: Requirement) -> bool:
    try:
        version = importlib_metadata.version(requirement.name)
    except importlib_metadata.PackageNotFoundError:
        return False
    return requirement.specifier.contains(version, prereleases=True)


def _core_version() -> str:
    try:
        return importlib_metadata.version("metricore")
    except importlib_metadata.PackageNotFoundError:  # run from a checkout
        return ""
