"""Names of classes along an axis, as small and as few as its length asks for."""

from __future__ import annotations

import math
from typing import Any

_LARGEST = 10.0  # points
_SMALLEST = 5.0
_SOME = 8.0  # where not all are named, those that are may be larger
_LEADING = 1.25  # height of a line of text, in font sizes
_LONGEST = 24  # letters of a name


def room(ax: Any, count: int, axis: str) -> float:
    """Points that each of `count` classes has along an axis whose length is what the axes have now."""
    box = ax.get_window_extent()
    length = box.width if axis == "x" else box.height
    return float(length) / float(ax.get_figure().dpi) * 72 / max(count, 1)


def legible(space: float, count: int) -> tuple[float, range]:
    """The font size for names with so many points each, and which classes are named."""
    if space < _SMALLEST * _LEADING:
        return _SOME, range(0, count, math.ceil(_SOME * _LEADING / space))
    return min(space / _LEADING, _LARGEST), range(count)


def shortened(names: list[str]) -> list[str]:
    """The names, the end of long ones left out."""
    return [name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…" for name in names]


def name_ticks(ax: Any, names: list[str]) -> None:
    """Name the cells of a square table along both axes."""
    shown = shortened(names)
    across, down = room(ax, len(names), "x"), room(ax, len(names), "y")
    size, which = legible(across, len(names))
    flat = max(map(len, shown)) * 0.65 * size < across * which.step
    ax.set_xticks(which, labels=[shown[i] for i in which], fontsize=size, rotation=0 if flat else 90)
    size, which = legible(down, len(names))
    ax.set_yticks(which, labels=[shown[i] for i in which], fontsize=size)
