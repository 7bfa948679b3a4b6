"""Values as plain Python, and as a table, JSON or CSV.

JSON has no NaN and no infinities: an undefined value is ``null``, infinite ones are the strings ``"inf"`` and
``"-inf"``. CSV has a row for each number: a matrix is written as ``name[0][1]``.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import os
import sys
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from metricore._cli._output import print_columns
from metricore._errors import InvalidDataError
from metricore._writing import refuse_unwritable, whole_file

__all__ = ["Report", "Section", "add_output_arguments", "check_output", "plain", "show"]

_FORMS = (".json", ".csv", ".txt")
_MOST = 64  # numbers of one metric that a table shows
_EXACT = 1e15  # whole numbers below are shown with all their digits


@dataclass
class Section:
    """Values over some samples, and their intervals."""

    samples: int
    values: dict[str, Any]
    intervals: dict[str, Any] = field(default_factory=dict)


@dataclass
class Report:
    """Values over all samples and by group."""

    overall: Section
    groups: dict[str, Section] | None = None
    confidence: float | None = None

    def sections(self) -> list[tuple[str, Section]]:
        """The groups and all samples, with what to call them."""
        if self.groups is None:
            return [("", self.overall)]
        return [*self.groups.items(), (_unlike("(all)", self.groups), self.overall)]


def _unlike(name: str, groups: Container[str]) -> str:
    """A name that no group has: in more parentheses, if need be."""
    while name in groups:
        name = f"({name})"
    return name


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where results go and in which form."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="write JSON; NaN is null, infinities are strings")
    form.add_argument("--csv", action="store_true", help="write CSV, a row for each number")
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="write to a file: JSON, CSV or text by its extension",
    )


def check_output(args: argparse.Namespace, sources: Iterable[Path] = ()) -> None:
    """Refuse files that cannot be written or are read, before there is anything to lose."""
    if args.output is not None and not (args.json or args.csv) and args.output.suffix.lower() not in _FORMS:
        raise InvalidDataError(f"--output: expected one of {', '.join(_FORMS)}, or --json or --csv, got {args.output}")
    taken = {os.path.realpath(source) for source in sources}
    for option, path in (("--output", args.output), ("--save-state", args.save_state)):
        if path is None:
            continue
        refuse_unwritable(path)
        real = os.path.realpath(path)
        if real in taken and (os.path.isfile(real) or not os.path.exists(real)):
            raise InvalidDataError(f"{option}: expected a file of its own, {path} is used already")
        taken.add(real)


def plain(value: Any) -> Any:
    """A value as numbers, lists and dicts."""
    if isinstance(value, Tensor):
        if value.ndim:
            return [plain(item) for item in value.detach().cpu()]
        number = value.item()
        return _shortest(value, number) if value.is_floating_point() else number
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def _shortest(value: Tensor, number: float) -> float:
    """The number with as few digits as tell it from its neighbours: 0.1 where float32 has 0.10000000149."""
    if value.dtype == torch.float64 or not math.isfinite(number):
        return number
    candidates = (float(f"{number:.{digits}g}") for digits in range(1, 10))
    return next((c for c in candidates if torch.tensor(c, dtype=value.dtype).item() == number), number)


def show(report: Report, args: argparse.Namespace) -> None:
    """Print the report, or write it to a file as a whole."""
    suffix = args.output.suffix.lower() if args.output is not None else ""
    as_json = args.json or (suffix == ".json" and not args.csv)
    as_csv = args.csv or (suffix == ".csv" and not args.json)
    if as_json:
        text = json.dumps(_as_json(report), indent=2, allow_nan=False) + "\n"
    elif as_csv:
        text = _as_csv(report)
    elif args.output is None:
        _print_table(_as_table(report))
        return
    else:
        text = _aligned(_as_table(report))
    if args.output is None:
        sys.stdout.write(text)
        return
    with whole_file(args.output) as draft:
        draft.write_text(text, encoding="utf-8", newline="")


def _as_json(report: Report) -> dict[str, Any]:
    def section(its: Section) -> dict[str, Any]:
        more = {"intervals": _strict(its.intervals)} if report.confidence is not None else {}
        return {"samples": its.samples, "values": _strict(its.values), **more}

    content = section(report.overall)
    if report.confidence is not None:
        content["confidence"] = report.confidence
    if report.groups is not None:
        content["groups"] = {name: section(its) for name, its in report.groups.items()}
    return content


def _strict(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    if isinstance(value, dict):
        return {key: _strict(item) for key, item in value.items()}
    return [_strict(item) for item in value] if isinstance(value, (list, tuple)) else value


def _numbers(name: str, value: Any, bounds: Any) -> Iterator[tuple[str, Any, Any, Any]]:
    """Each number of a value with its place in it and its bounds."""
    if isinstance(value, (list, dict)):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            inner = None if bounds is None else (bounds[0][key], bounds[1][key])
            yield from _numbers(f"{name}[{key}]", item, inner)
    else:
        yield name, value, *(bounds or (None, None))


def _section_numbers(section: Section) -> list[tuple[str, Any, Any, Any]]:
    return [row for name, value in section.values.items() for row in _numbers(name, value, section.intervals.get(name))]


def _as_csv(report: Report) -> str:
    groups, bounds = report.groups is not None, report.confidence is not None
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*["group"] * groups, "metric", "value", *["low", "high"] * bounds])
    for group, section in report.sections():
        for name, value, low, high in _section_numbers(section):
            writer.writerow([*[group] * groups, name, value, *[low, high] * bounds])
    return text.getvalue()


def _as_table(report: Report) -> list[list[str]]:
    """Metrics as rows or, by group, groups as rows and metrics as columns."""
    if report.groups is None:
        head = ["METRIC", "VALUE", *(["LOW", "HIGH"] if report.confidence is not None else [])]
        return [head, *([row[0], *map(_shown, row[1 : len(head)])] for row in _short(report.overall))]
    names = list(dict.fromkeys(row[0] for _, section in report.sections() for row in _short(section)))
    rows = [["GROUP", "SAMPLES", *names]]
    for group, section in report.sections():
        cells = {name: _with_bounds(value, low, high) for name, value, low, high in _short(section)}
        rows.append(
            [
                group or _unlike("(empty)", report.groups),
                str(section.samples),
                *(cells.get(name, "-") for name in names),
            ]
        )
    return rows


def _short(section: Section) -> list[tuple[str, Any, Any, Any]]:
    """The numbers of a section, without those of long results."""
    rows: list[tuple[str, Any, Any, Any]] = []
    for name, value in section.values.items():
        numbers = list(_numbers(name, value, section.intervals.get(name)))
        rows += numbers if len(numbers) <= _MOST else [(name, f"{len(numbers)} numbers, see --json", None, None)]
    return rows


def _shown(value: Any) -> str:
    if isinstance(value, float):
        whole = value.is_integer() and abs(value) < _EXACT
        return f"{value:.0f}" if whole else f"{value:.6g}"
    return "-" if value is None else str(value)


def _with_bounds(value: Any, low: Any, high: Any) -> str:
    return _shown(value) if low is None else f"{_shown(value)} [{_shown(low)}, {_shown(high)}]"


def _print_table(rows: list[list[str]]) -> None:
    try:
        if not sys.stdout.isatty():
            raise ModuleNotFoundError
        from rich.console import Console
        from rich.table import Table
    except ModuleNotFoundError:
        print_columns(rows)
        return
    table = Table()
    for i, title in enumerate(rows[0]):
        table.add_column(title, justify="left" if i == 0 else "right")
    for row in rows[1:]:
        table.add_row(*row)
    Console(markup=False, highlight=False).print(table)


def _aligned(rows: list[list[str]]) -> str:
    from contextlib import redirect_stdout

    text = io.StringIO()
    with redirect_stdout(text):
        print_columns(rows)
    return text.getvalue()
