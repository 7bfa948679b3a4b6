"""Which metrics to compute, with which settings: from the options, or from a file."""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeGuard

from metricore._cli._problems import needed
from metricore._cli.reading.formats import unique_keys
from metricore._collection import MetricCollection
from metricore._errors import InvalidDataError, MetricNotFoundError
from metricore._metric import Metric
from metricore._registry import registry
from metricore._spec import name_key

__all__ = [
    "OPTIONS",
    "Config",
    "configuration",
    "count_classes",
    "domains_of",
    "is_config",
    "parsed",
    "refuse_missing",
    "refuse_unknown",
    "settings_of",
]

Config = dict[str, dict[str, Any]]

OPTIONS = ("task", "num_classes", "num_labels", "average", "threshold", "top_k", "ignore_index", "data_range")
"""Settings that have an option of their own."""


def configuration(args: argparse.Namespace) -> Config:
    """What `MetricCollection.from_config` takes: for each name the metric and its settings."""
    given = {name: getattr(args, name) for name in OPTIONS if getattr(args, name) is not None}
    if args.config is not None:
        beside = ["--set"] * bool(args.set) + [f"--{name.replace('_', '-')}" for name in given]
        if beside:
            raise InvalidDataError(f"{', '.join(beside)}: expected settings in {args.config}, or --metric in its place")
        return _read(args.config)
    config: Config = {}
    for name in args.metric:
        info = registry.info(name)
        key = name_key(name).replace(".", "_") if "." in name else name
        if key in config:
            raise InvalidDataError(f"--metric: expected each metric once, got {name} twice")
        config[key] = {"metric": name if ":" in name else info.id}
    takes = {name: settings_of(entry["metric"]) for name, entry in config.items()}
    for setting, value in given.items():
        _give(config, takes, f"--{setting.replace('_', '-')}", setting, value, list(config))
    for left, value in args.set or ():
        metric, _, setting = left.rpartition(".")
        _give(config, takes, f"--set {left}", setting, value, _named(config, left, metric))
    return config


def count_classes(config: Config, labels: Sequence[str]) -> None:
    """Tell metrics of classes how many there are, since the names of all are given."""
    for name, entry in config.items():
        if "num_classes" in settings_of(entry["metric"]) and entry.get("task") in (None, "multiclass"):
            count = entry.setdefault("num_classes", len(labels))
            if count is not None and count != len(labels):
                raise InvalidDataError(
                    f"--labels: expected a name for each of the {count} classes of {name}, got {len(labels)} names"
                )


def parsed(text: str) -> tuple[str, Any]:
    """`name=value` with the value read as JSON where it is JSON; an argparse type."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, got {text!r}")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def settings_of(metric: str) -> set[str]:
    """Names of the settings that a metric takes."""
    return {parameter.name for parameter in _parameters(metric)}


def domains_of(config: Config) -> set[str]:
    """Domains of the metrics."""
    return {registry.info(entry["metric"]).domain for entry in config.values()}


def is_config(given: object) -> TypeGuard[Config]:
    """Whether something read from a file says for each name which metric it is."""
    return isinstance(given, dict) and all(
        isinstance(entry, dict) and isinstance(entry.get("metric"), str) for entry in given.values()
    )


def refuse_missing(config: Config) -> None:
    """Refuse options that lack a setting which a metric has to be given, and say which option gives it."""
    for name, entry in config.items():
        missing = next((setting for setting in _required_by(entry["metric"]) if setting not in entry), None)
        if missing is not None:
            option = f"--{missing.replace('_', '-')}" if missing in OPTIONS else f"--set {name}.{missing}=VALUE"
            raise InvalidDataError(f"{name}: expected a value for {missing}, got none; give {option}")


def refuse_unknown(path: Path, config: Config) -> None:
    """Refuse a file with metrics that are not installed."""
    for entry in config.values():
        try:
            registry.info(entry["metric"])
        except MetricNotFoundError as error:
            raise MetricNotFoundError(f"{path}: {error}") from None


def _parameters(metric: str) -> list[inspect.Parameter]:
    parameters = inspect.signature(registry.get(metric)).parameters.values()
    common = inspect.signature(Metric).parameters.keys()
    return [p for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL) and p.name not in common]


def _required_by(metric: str) -> list[str]:
    return [parameter.name for parameter in _parameters(metric) if parameter.default is parameter.empty]


def _give(
    config: Config, takes: dict[str, set[str]], option: str, setting: str, value: Any, names: Iterable[str]
) -> None:
    takers = [name for name in names if setting in takes[name]]
    if not takers:
        known = sorted(set().union(*(takes[name] for name in names)))
        known_ones = ", ".join(known) or "none"
        raise InvalidDataError(
            f"{option}: expected a setting of {', '.join(names)}, got {setting!r}; settings are {known_ones}"
        )
    for name in takers:
        config[name][setting] = value


def _named(config: Config, left: str, metric: str) -> list[str]:
    if not metric:
        return list(config)
    found = [name for name in config if name_key(name) == name_key(metric)]
    if not found:
        raise InvalidDataError(f"--set {left}: expected one of the metrics {', '.join(config)}, got {metric!r}")
    return found


def _read(path: Path) -> Config:
    """The metrics that a JSON or TOML file describes."""
    if not path.is_file():
        raise InvalidDataError(f"{path}: expected a JSON or TOML file with metrics, there is none")
    form = "TOML" if path.suffix.lower() == ".toml" else "JSON"
    try:
        text = path.read_text(encoding="utf-8")
        config = _toml(text) if form == "TOML" else json.loads(text, object_pairs_hook=unique_keys)
    except ValueError as error:
        raise InvalidDataError(f"{path}: expected {form}, {error}") from None
    if not isinstance(config, dict) or not config:
        raise InvalidDataError(f"{path}: expected names of metrics with their settings, got {config!r}")
    for name, entry in config.items():
        if not is_config({name: entry}):
            raise InvalidDataError(f"{path}: expected {name!r} to have a 'metric' and its settings, got {entry!r}")
        if not name or "." in name or hasattr(MetricCollection({}), name):
            raise InvalidDataError(f"{path}: expected names that a MetricCollection can have, got {name!r}")
    refuse_unknown(path, config)
    return config


def _toml(text: str) -> Any:
    name = "tomllib" if sys.version_info >= (3, 11) else "tomli"
    return needed(name, "reading TOML before Python 3.11", name).loads(text)
