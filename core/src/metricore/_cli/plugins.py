"""``metricore plugins``."""

from __future__ import annotations

import argparse

from metricore._cli._describe import plugin_record
from metricore._cli._output import print_columns, print_json
from metricore._registry import registry

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Print the plugins, one a line, with why one is left out."""
    records = [plugin_record(plugin) for plugin in registry.plugins()]
    if args.json:
        print_json(records)
    else:
        fields = ("id", "namespace", "version", "state", "metrics", "reason")
        rows = [[str(record[field]) or "-" for field in fields] for record in records]
        print_columns([("PLUGIN", "NAMESPACE", "VERSION", "STATE", "METRICS", "REASON"), *rows])
    return 0
