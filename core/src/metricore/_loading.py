"""Importing what a ``"package.module:Name"`` path stands for, and saying what went wrong if it cannot be."""

from __future__ import annotations

import importlib
from functools import reduce

from metricore._errors import MissingDependencyError, PluginError
from metricore._official import DISTRIBUTIONS, PROVIDERS, install_command
from metricore._spec import MetricInfo

__all__ = ["import_path", "load_metric", "missing_for", "unusable"]


def import_path(path: str) -> object:
    """Import ``"package.module"`` or ``"package.module:attribute.attribute"``."""
    module_name, _, attributes = path.partition(":")
    module: object = importlib.import_module(module_name)
    return reduce(getattr, attributes.split("."), module) if attributes else module


def load_metric(info: MetricInfo) -> object:
    """Import a metric's class; every failure names the metric, the module and what to do.

    Raises:
        MissingDependencyError: A library that the module needs is not installed.
        PluginError: The module or the class is not there, is not callable, or fails on import.
    """
    module = info.target.partition(":")[0]
    try:
        loaded = import_path(info.target)
    except MissingDependencyError:
        raise
    except ModuleNotFoundError as error:
        if error.name and f"{module}.".startswith(f"{error.name}."):
            raise unusable(info, f"there is no module {error.name!r}") from error
        raise missing_for(info, error) from error
    except (Exception, SystemExit) as error:
        raise unusable(info, f"importing {module!r} failed: {type(error).__name__}: {error}") from error
    if not callable(loaded):
        raise unusable(info, f"{info.target!r} is {loaded!r}, not a class")
    return loaded


def missing_for(info: MetricInfo, error: ModuleNotFoundError) -> MissingDependencyError:
    """Return the error for a library that a metric turned out to need."""
    needed = f"metric {info.id!r} needs {error.name!r}, which is not installed"
    if info.requires:
        remedy = install_command(*info.requires)
    elif info.plugin.partition(":")[0] in DISTRIBUTIONS:
        remedy = install_command(f"metricore[{info.domain if info.domain in PROVIDERS else info.namespace}]")
    else:
        remedy = f"install what provides it (imported by {info.target.partition(':')[0]!r} of plugin {info.plugin})"
    return MissingDependencyError(f"{needed}: {remedy}", name=error.name)


def unusable(info: MetricInfo, problem: str) -> PluginError:
    """Return the error for a metric whose target is not what it should be."""
    distribution = info.plugin.partition(":")[0]
    return PluginError(
        f"metric {info.id!r} cannot be used: {problem} (target {info.target!r} of plugin {info.plugin}); "
        f"update {distribution} or tell its authors: python -m pip install --upgrade {distribution}"
    )
