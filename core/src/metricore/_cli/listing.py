"""``metricore list``."""

from __future__ import annotations

import argparse
from typing import get_args

from metricore._cli._describe import better, metric_record
from metricore._cli._output import print_columns, print_json
from metricore._errors import MetricNotFoundError
from metricore._registry import registry
from metricore._spec import Output

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pattern", nargs="?", default="*", help="part of a name, or a pattern such as 'image/*'")
    parser.add_argument("--domain", help="only metrics of this domain")
    parser.add_argument("--output", choices=get_args(Output), help="only metrics with this output")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Print the metrics, one a line."""
    pattern = args.pattern if any(sign in args.pattern for sign in "*?[") else f"*{args.pattern}*"
    found = registry.described(pattern, domain=args.domain, output=args.output)
    if not found:
        domains = ", ".join(sorted({info.domain for _, info in registry.described() if info.domain}))
        asked = f" {args.pattern!r}" if args.pattern not in ("", "*") else ""
        raise MetricNotFoundError(f"no installed metric fits{asked}; domains are {domains}")
    if args.json:
        print_json([{**metric_record(info), "get": name} for name, info in found])
    else:
        rows = [(name, info.domain or "-", info.output, better(info), info.summary) for name, info in found]
        print_columns([("NAME", "DOMAIN", "OUTPUT", "BETTER", "SUMMARY"), *rows])
    return 0
