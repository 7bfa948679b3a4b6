"""Reliability diagrams: what confidence promises, and what came."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from metricore._plot import Panel, add_legend, names_of
from metricore.classification._calibration import Bins
from metricore.classification._pictures.curves import diagonal, draw_lines, size_for, unit_square

if TYPE_CHECKING:
    from metricore._metric import Metric

_NARROWEST = 0.004  # width of the bar of a bin that has one confidence only


def reliability(metric: Metric, value: Any, labels: Sequence[str] | None) -> list[Panel] | None:
    """Bars of what came with the gap to what was promised or, of several classes, a line for each."""
    if not isinstance(value, Bins):
        return None
    title = f"{type(metric).__name__}: {float(value.error.nanmean()):.4g} ({getattr(metric, 'norm', 'l1')})"
    choice = hasattr(metric, "num_classes") and value.sums.ndim == 2
    axes = ("Confidence", "Accuracy") if choice else ("Probability", "Frequency")
    if value.sums.ndim == 3:
        names = names_of(labels, len(value.sums), "Class")
        return [Panel(partial(_lines, value, names, axes), title, size_for(names))]
    return [Panel(partial(_bars, value, axes), title, (7.0, 4.8))]


def _bars(bins: Bins, axes: tuple[str, str], ax: Any) -> None:
    number, promised, came = bins.sums.cpu().double().unbind(-1)
    some = number > 0
    confidence, accuracy = (promised / number)[some].numpy(), (came / number)[some].numpy()
    low, high = bins.edges.cpu().double()[some].unbind(-1)
    width = (high - low).clamp(min=_NARROWEST)
    middle = ((low + high) / 2).numpy()
    unit_square(ax, *axes)
    diagonal(ax)
    ax.bar(middle, accuracy, width.numpy(), label=axes[1], color="tab:blue", edgecolor="white", linewidth=0.5)
    ax.bar(middle, confidence - accuracy, width.numpy(), bottom=accuracy, label=f"Gap to {axes[0].lower()}",
           facecolor=(1.0, 0.2, 0.2, 0.25), edgecolor="tab:red", hatch="//", linewidth=0.5)  # fmt: skip
    add_legend(ax, 2)


def _lines(bins: Bins, names: list[str], axes: tuple[str, str], ax: Any) -> None:
    number, promised, came = bins.sums.cpu().double().unbind(-1)
    some = number > 0
    x, y = ([(row[kept] / n[kept]).numpy() for row, n, kept in zip(each, number, some, strict=True)]
            for each in (promised, came))  # fmt: skip
    unit_square(ax, *axes)
    diagonal(ax)
    draw_lines(ax, x, y, names, marker="o", markersize=3.0)
