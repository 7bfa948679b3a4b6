"""``metricore check NAME``."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from metricore._cli._output import print_json
from metricore._errors import PluginError
from metricore._registry import registry

if TYPE_CHECKING:
    from metricore.testing import Check

__all__ = ["add_arguments", "run"]

_MARKS = {"passed": "ok", "failed": "FAILED", "expected failure": "expected"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", help="name, alias, class name or id of a metric")
    parser.add_argument("--law", action="append", metavar="LAW", help="only this law; may be given several times")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Try the laws on a metric, with its plugin's cases; the status is 1 if one does not hold."""
    checks = _checks(args.name, args.law)
    from metricore.testing import outcomes

    found = []
    for outcome in outcomes(checks):
        found.append(outcome)
        if not args.json and outcome.state != "passed":
            print(f"{_MARKS[outcome.state]}: {_text(outcome.id, outcome.detail)}", flush=True)
        elif not args.json and sys.stdout.isatty():
            print(f"ok: {outcome.id}", flush=True)
    counts = {state: sum(outcome.state == state for outcome in found) for state in _MARKS}
    if args.json:
        print_json([asdict(outcome) for outcome in found])
    else:
        print("\n".join(f"{count} {state}" for state, count in counts.items() if count))
    return int(counts["failed"] > 0)


def _checks(name: str, laws: list[str] | None) -> list[Check]:
    info = registry.info(name)
    cases = registry.conformance(info.id)
    if not cases:
        raise PluginError(
            f"plugin {info.plugin} has no cases to check {info.name!r} with; it gives them by the hook "
            "metricore_conformance (in a test, by metricore.testing.check_metric)"
        )
    from metricore.testing import LAWS, checks_for

    unknown = sorted(set(laws or ()) - LAWS.keys())
    if unknown:
        raise PluginError(f"there is no law {', '.join(map(repr, unknown))}; the laws are {', '.join(LAWS)}")
    try:
        checks = checks_for(info.id)
    except (TypeError, ValueError) as error:
        raise PluginError(f"the cases that plugin {info.plugin} has for {info.name!r} are wrong: {error}") from error
    return [check for check in checks if laws is None or check.law.name in laws]


def _text(check_id: str, detail: str) -> str:
    return detail if detail.startswith(check_id) else f"{check_id}: {detail}"
