"""Compare two outputs of `metricore evaluate --json`: exit status 1 unless they hold the same values."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any


def numbers(content: Any, place: str = "") -> dict[str, float]:
    """Every number in a JSON document by its place in it, such as ``values.accuracy``."""
    if isinstance(content, dict):
        items = [(str(key), value) for key, value in content.items()]
    elif isinstance(content, list):
        items = [(str(index), value) for index, value in enumerate(content)]
    else:
        is_number = isinstance(content, int | float) and not isinstance(content, bool)
        return {place: float(content)} if is_number else {}
    found: dict[str, float] = {}
    for key, value in items:
        found |= numbers(value, f"{place}.{key}" if place else key)
    return found


def main(first: str, second: str) -> int:
    one, two = (numbers(json.loads(Path(name).read_text())) for name in (first, second))
    if not one or one.keys() != two.keys():
        print(f"different results: {sorted(one)} and {sorted(two)}", file=sys.stderr)
        return 1
    for place, value in one.items():
        if not math.isclose(value, two[place], rel_tol=1e-6):
            print(f"{place}: {value} and {two[place]}", file=sys.stderr)
            return 1
    print(f"The same on one process and on two: {', '.join(f'{place} {value:.6g}' for place, value in one.items())}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
