"""ROC, precision-recall, detection error tradeoff and risk-coverage curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from metricore._plot import Panel, add_legend, names_of
from metricore.classification._pictures.ticks import legible, room, shortened

if TYPE_CHECKING:
    from metricore._metric import Metric

_LEGEND = 10  # curves that a legend tells apart: as many as there are colours in a cycle
_PERCENT = (0.001, 0.01, 0.1, 1, 2, 5, 10, 20, 40, 60, 80, 90, 95, 98, 99)
_NEVER = 1e-12  # rates closer than this to 0 and 1 have no normal deviate


def roc(metric: Metric, value: Any, labels: Sequence[str] | None) -> list[Panel] | None:
    """True over false positive rate, with the diagonal of chance."""
    return _panel(value, labels, _roc_frame)


def precision_recall(metric: Metric, value: Any, labels: Sequence[str] | None) -> list[Panel] | None:
    """Precision over recall."""
    swapped = (value[1], value[0], *value[2:]) if _is_curve(value) else value
    return _panel(swapped, labels, _precision_recall_frame, drawstyle="steps-post")


def error_tradeoff(metric: Metric, value: Any, labels: Sequence[str] | None) -> list[Panel] | None:
    """False negative over false positive rate, both by normal deviates."""
    return _panel(value, labels, _error_frame)


def risk_coverage(metric: Metric, value: Any, labels: Sequence[str] | None) -> list[Panel] | None:
    """Share of errors over the share of predictions that are kept."""
    return _panel(value, labels, _risk_frame)


def _is_curve(value: Any) -> bool:
    return isinstance(value, (tuple, list)) and len(value) >= 2 and all(isinstance(v, (Tensor, list)) for v in value)


def _panel(
    value: Any, labels: Sequence[str] | None, frame: Callable[[Any, list[Any]], None], **style: Any
) -> list[Panel] | None:
    if not _is_curve(value):
        return None
    x, y = ([row.detach().cpu().double().numpy() for row in _rows(each)] for each in value[:2])
    names = names_of(labels, len(x), "Class") if len(x) > 1 else [""]

    def draw(ax: Any) -> None:
        frame(ax, [*x, *y])
        draw_lines(ax, x, y, names, **style)

    return [Panel(draw, size=size_for(names))]


def size_for(names: list[str]) -> tuple[float, float]:
    """Inches for a square with the names of its lines beside it."""
    height = max(4.8, min(0.8 + 0.14 * len(names), 10.0)) if len(names) > _LEGEND else 4.8
    beside = 0.0 if len(names) == 1 else 0.8 + 0.08 * max(map(len, shortened(names)))
    return height + 0.2 + beside, height


def _rows(rates: Any) -> list[Tensor]:
    """A line for each class."""
    if isinstance(rates, Tensor) and rates.ndim == 1:
        return [rates]
    return list(rates)


def draw_lines(ax: Any, x: Sequence[Any], y: Sequence[Any], names: list[str], **style: Any) -> None:
    """A line for each class, with a legend beside the axes or, of many, a bar of their colours."""
    names = shortened(names)
    if len(x) <= _LEGEND:
        for its_x, its_y, name in zip(x, y, names, strict=True):
            undefined = " (undefined)" * bool((its_x + its_y != its_x + its_y).all())
            ax.plot(its_x, its_y, label=name + undefined if name else None, **style)
        if len(x) > 1:
            add_legend(ax, len(x))
        return
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import BoundaryNorm, ListedColormap

    colours = ListedColormap(colormaps["turbo"]([(i + 0.5) / len(x) for i in range(len(x))]))
    for i, (its_x, its_y, name) in enumerate(zip(x, y, names, strict=True)):
        ax.plot(its_x, its_y, label=name, color=colours(i), **{"linewidth": 1.0, "alpha": 0.8, **style})
    norm = BoundaryNorm([i - 0.5 for i in range(len(x) + 1)], len(x))
    bar = ax.get_figure().colorbar(ScalarMappable(norm, colours), ax=ax, fraction=0.05, pad=0.02)
    size, which = legible(room(ax, len(x), "y"), len(x))
    bar.set_ticks(list(which), labels=[names[i] for i in which], fontsize=size)
    bar.minorticks_off()
    bar.ax.invert_yaxis()


# -- frames ------------------------------------------------------------------------------------------------------


def unit_square(ax: Any, x: str, y: str) -> None:
    """Axes of two shares."""
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xlabel=x, ylabel=y, aspect="equal")
    ax.grid(alpha=0.3)


def diagonal(ax: Any) -> None:
    """The line of equal shares."""
    ax.axline((0.5, 0.5), slope=1.0, color="0.5", linewidth=0.8, linestyle="--", zorder=1)


def _roc_frame(ax: Any, rates: list[Any]) -> None:
    unit_square(ax, "False positive rate", "True positive rate")
    diagonal(ax)


def _precision_recall_frame(ax: Any, rates: list[Any]) -> None:
    unit_square(ax, "Recall", "Precision")


def _risk_frame(ax: Any, rates: list[Any]) -> None:
    risk = rates[-1]
    top = float(risk.max()) if len(risk) else 1.0
    ax.set(xlim=(0.0, 1.0), ylim=(0.0, max(top, 1e-3) * 1.05), xlabel="Coverage", ylabel="Risk (share of errors)")
    ax.grid(alpha=0.3)


def _error_frame(ax: Any, rates: list[Any]) -> None:
    """Axes on which the errors of normal scores of equal spread make a straight line."""
    inner = [float(rate) for line in rates for rate in line[(line > 0) & (line < 1)]]
    low = min(max(min(inner, default=0.01) * 0.8, 1e-5), 0.01)
    high = max(max(inner, default=0.5), 0.5)
    high = min(high + 0.2 * (1 - high), 0.995)
    ticks = [percent / 100 for percent in _PERCENT if low <= percent / 100 <= high]
    for axis in (ax.xaxis, ax.yaxis):
        scale = partial(getattr(ax, f"set_{axis.axis_name}scale"), "function", functions=(_deviate, _rate))
        scale()
        axis.set_ticks(ticks, labels=[f"{100 * tick:g}" for tick in ticks])
        axis.set_ticks([], minor=True)
    ax.set(xlim=(low, high), ylim=(low, high), aspect="equal")
    ax.set(xlabel="False positive rate, %", ylabel="False negative rate, %")
    ax.grid(alpha=0.3)
    ax.plot([low, high], [low, high], color="0.5", linewidth=0.8, linestyle="--", zorder=1)


def _deviate(rates: Any) -> Any:
    """The normal deviates of rates; of 0 and 1 those of rates far beyond any that is drawn."""
    return torch.special.ndtri(torch.as_tensor(rates, dtype=torch.float64).clamp(_NEVER, 1 - _NEVER)).numpy()


def _rate(deviates: Any) -> Any:
    return torch.special.ndtr(torch.as_tensor(deviates, dtype=torch.float64)).numpy()
