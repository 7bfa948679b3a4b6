"""Pictures of values as PNG files."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from metricore._cli._problems import needed
from metricore._collection import MetricCollection
from metricore._errors import InvalidDataError
from metricore._plot import plot_value
from metricore._writing import whole_file

__all__ = ["check_pictures", "draw_all"]

_DOTS_PER_INCH = 150


def check_pictures(folder: Path, names: Iterable[str]) -> None:
    """Refuse what nothing can be drawn with, or into, before any work is done for it."""
    needed("matplotlib", "--plot", "metricore[visual]")
    for parent in (folder, *folder.parents):
        if parent.exists() and not parent.is_dir():
            raise InvalidDataError(f"--plot {folder}: expected a folder, {parent} is a file")
    files: dict[str, str] = {}
    for name in names:
        other = files.setdefault(_file_name(name).casefold(), name)
        if other != name:
            raise InvalidDataError(f"--plot: expected names that differ as file names, got {other!r} and {name!r}")


def draw_all(metrics: MetricCollection, values: Iterable[Any], folder: Path, labels: Sequence[str] | None) -> None:
    """Write `NAME.png` for each metric into the folder, which is made if there is none."""
    from matplotlib.figure import Figure

    folder.mkdir(parents=True, exist_ok=True)
    for (name, metric), value in zip(metrics.items(keep_base=True), values, strict=True):
        figure: Any = Figure()
        try:
            plot_value(metric, value, labels=labels, figure=figure)
        except ValueError as problem:  # the values are good all the same
            warnings.warn(f"--plot: {name} is not drawn: {problem}", UserWarning, stacklevel=2)
            continue
        with whole_file(folder / f"{_file_name(name)}.png") as draft:
            figure.savefig(draft, format="png", dpi=_DOTS_PER_INCH)


def _file_name(name: str) -> str:
    """The name without what file systems do not take."""
    return re.sub(r"[^\w.+-]+", "_", name).lstrip(".") or "_"
