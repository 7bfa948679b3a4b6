"""What the read-only commands print: aligned columns, or JSON."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["print_columns", "print_json"]


def print_columns(rows: Sequence[Sequence[str]]) -> None:
    """Print rows with their columns aligned; the last column is as long as it has to be."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    import json  # for the sake of the start of `metricore list`

    print(json.dumps(value, indent=2))
