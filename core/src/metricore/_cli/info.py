"""``metricore info NAME``."""

from __future__ import annotations

import argparse

from metricore._cli._describe import better, metric_record, missing_requirements, settings_of
from metricore._cli._output import print_columns, print_json
from metricore._official import install_command
from metricore._registry import registry
from metricore._spec import MetricInfo

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", help="name, alias, class name or id of a metric")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Print what is known of a metric, without importing it."""
    info = registry.info(args.name)
    missing = missing_requirements(info)
    if args.json:
        print_json({**metric_record(info), "settings": settings_of(info), "missing": missing})
        return 0
    print(f"{info.id}{': ' if info.summary else ''}{info.summary}\n")
    print_columns([row for row in _rows(info) if row[1]])
    if missing:
        print(f"\nnot installed: {install_command(*missing)}")
    return 0


def _settings(info: MetricInfo) -> str:
    settings = settings_of(info)
    if settings is None:
        return f"python -c \"from metricore import registry; help(registry.get('{info.id}'))\" shows them"
    return ", ".join(name if default is None else f"{name}={default}" for name, default in settings.items()) or "none"


def _rows(info: MetricInfo) -> list[tuple[str, str]]:
    low, high = info.lower_bound, info.upper_bound
    bounded = low is not None or high is not None
    return [
        ("class", info.target.replace(":", ".")),
        ("function", (info.functional or "").replace(":", ".")),
        ("settings", _settings(info)),
        ("aliases", ", ".join(info.aliases)),
        ("domain", info.domain),
        ("output", info.output),
        ("better", better(info)),
        ("range", f"{'-inf' if low is None else f'{low:g}'} to {'inf' if high is None else f'{high:g}'}" * bounded),
        ("requires", ", ".join(info.requires)),
        ("weights", "downloaded on first use" * info.downloads_weights),
        ("plugin", info.plugin),
    ]
