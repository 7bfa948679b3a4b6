"""Confusion matrices as coloured tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from metricore._plot import Panel, names_of
from metricore.classification._pictures.ticks import name_ticks, room, shortened

if TYPE_CHECKING:
    from metricore._metric import Metric

_SMALLEST = 4.5  # points; smaller text is left out
_MANY = 8  # classes beyond which zeros are left blank and a bar explains the colours
_DARK = 0.45  # luminance below which text is white


def confusion(metric: Metric, value: Any, labels: Sequence[str] | None) -> list[Panel] | None:
    """A panel for one matrix, or one for each label."""
    if not isinstance(value, Tensor) or value.ndim not in (2, 3) or value.shape[-1] != value.shape[-2]:
        return None
    if value.ndim == 2:
        names = names_of(labels, len(value))
        return [Panel(partial(_draw, value, names), size=_size(names))]
    titles = names_of(labels, len(value), "Label")
    return [
        Panel(partial(_draw, matrix, ["0", "1"]), title, (2.1, 2.1))
        for matrix, title in zip(value, titles, strict=True)
    ]


def _size(names: list[str]) -> tuple[float, float]:
    """Inches that leave room for a number in each cell."""
    margin = 0.9 + 0.07 * max(map(len, shortened(names)))
    side = min(max(0.42 * len(names), 3.2), max(0.32 * len(names), 8.0), 16.0)
    return side + margin + (0.8 if len(names) > _MANY else 0.0), side + margin


def _draw(matrix: Tensor, names: list[str], ax: Any) -> None:
    from matplotlib import colormaps

    values = matrix.detach().cpu().double()
    shares = matrix.is_floating_point() and not bool((values > 1).any())
    finite = values[values.isfinite()]
    top = max(float(finite.max()) if len(finite) else 0.0, 1e-12)
    colours = colormaps["Blues"].with_extremes(bad="0.9")
    image = ax.imshow(values.numpy(), cmap=colours, vmin=0.0, vmax=top)
    ax.set_xlabel("Predicted class")
    ax.set_ylabel("True class")
    name_ticks(ax, names)
    written = _write(ax, image, values, shares)
    if len(names) > _MANY or not written:
        ax.get_figure().colorbar(image, ax=ax, fraction=0.04, pad=0.02, label="Share" if shares else "Count")


def _write(ax: Any, image: Any, values: Tensor, shares: bool) -> bool:
    """Write each number into its cell, unless that would be too small to read."""
    sparse = len(values) > _MANY
    texts = [[_text(v, shares, sparse) for v in row] for row in values.tolist()]
    longest = max(len(text) for row in texts for text in row)
    size = min(room(ax, len(values), "x") * 0.9 / (0.62 * max(longest, 2)), room(ax, len(values), "y") * 0.55, 11.0)
    if size < _SMALLEST:
        return False
    for i, row in enumerate(texts):
        for j, text in enumerate(row):
            if text:
                colour = _contrast(image, float(values[i, j]))
                ax.text(j, i, text, ha="center", va="center", fontsize=size, color=colour)
    return True


def _text(value: float, shares: bool, short: bool) -> str:
    if math.isnan(value):
        return "-"
    if short and value < (0.005 if shares else 1e-12):
        return ""
    if shares:
        return f"{value:.2f}".removeprefix("0") if short else f"{value:.2f}"
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= size:
            return f"{value / min(size, 1e3 if unit == 'k' else size):.3g}{unit}"
    return f"{value:.0f}" if value == int(value) else f"{value:.3g}"


def _contrast(image: Any, value: float) -> str:
    """White on dark cells, else black."""
    if math.isnan(value):
        return "black"
    colour = torch.tensor(image.cmap(image.norm(value))[:3], dtype=torch.float64)
    return "white" if float(colour @ torch.tensor([0.299, 0.587, 0.114], dtype=torch.float64)) < _DARK else "black"
