"""Pictures of values with matplotlib.

A metric whose values have a picture of their own names it: ``_picture = "module:function"``. The function gets the
metric, a value and the names of classes, and returns the panels of the picture, or `None` for a value that it cannot
draw. All other values are drawn as points and, over steps, as lines.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from torch import Tensor

from metricore._errors import MissingDependencyError

if TYPE_CHECKING:
    from metricore._metric import Metric

_CROWDED = 5  # names below points, beyond which they are turned
_PANELS = 144  # panels of a picture, beyond which none could be read
_WIDEST = 32.0  # inches of a figure
_LINES = 10  # lines that a legend tells apart: as many as there are colours in a cycle


class Panel(NamedTuple):
    """One of the axes of a picture.

    Args:
        draw: draws on the axes that it is given.
        title: what tells it from other panels.
        size: width and height in inches, where the figure is ours.
    """

    draw: Callable[[Any], None]
    title: str = ""
    size: tuple[float, float] = (6.4, 4.8)


def plot_value(
    metric: Metric, value: Any, ax: Any = None, labels: Sequence[str] | None = None, figure: Any = None
) -> tuple[Any, Any]:
    """Draw a value on the given axes, or on new ones in the given or a new figure.

    Raises:
        MissingDependencyError: without matplotlib.
        ValueError: if the value cannot be drawn, or names or axes do not fit it.
    """
    require_matplotlib()
    panels = panels_of(metric, value, labels)
    if len(panels) > _PANELS:
        raise ValueError(f"Expected a value of at most {_PANELS} panels to plot, got {len(panels)}: plot a part of it.")
    axes = _grid(figure or _new_figure(), panels) if ax is None else _given(ax, len(panels))
    figure = axes[0].get_figure()
    for panel, its in zip(panels, axes, strict=True):
        panel.draw(its)
        its.set_title(panel.title or its.get_title() or type(metric).__name__)
    if len(panels) > 1 and ax is None:
        figure.suptitle(type(metric).__name__)
    if ax is None or hasattr(ax, "plot"):  # the arrangement is ours
        _label_outer(axes)
    return figure, axes if len(panels) > 1 else axes[0]


def require_matplotlib() -> None:
    """Say how to get matplotlib where there is none."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise MissingDependencyError('Plotting needs matplotlib: python -m pip install "metricore[visual]"') from error


def _new_figure() -> Any:
    from matplotlib import pyplot

    return pyplot.figure()


def panels_of(metric: Metric, value: Any, labels: Sequence[str] | None = None) -> list[Panel]:
    """The panels of a value, or of each of a list of values."""
    if metric._picture is not None:
        module, _, name = metric._picture.partition(":")
        picture = getattr(import_module(module), name)
        steps = list(value) if isinstance(value, list) and value else [value]
        pictures = [picture(metric, step, labels) for step in steps]
        if all(panels is not None for panels in pictures):
            if len(steps) == 1:
                return list(pictures[0])
            return [
                panel._replace(title=f"Step {step}" + f", {panel.title}" * bool(panel.title))
                for step, panels in enumerate(pictures) for panel in panels
            ]  # fmt: skip
    return [Panel(partial(_draw_numbers, metric, value, labels))]


def names_of(labels: Sequence[str] | None, count: int, what: str = "") -> list[str]:
    """The names of classes, by default their numbers after `what`."""
    if labels is None:
        return [f"{what} {i}".strip() for i in range(count)]
    if len(labels) != count:
        raise ValueError(f"Expected labels to hold a name for each of {count} classes, got {len(labels)}.")
    return [str(label) for label in labels]


# -- axes --------------------------------------------------------------------------------------------------------


def _columns(count: int) -> int:
    return math.ceil(math.sqrt(count))


def _grid(figure: Any, panels: list[Panel]) -> list[Any]:
    """New axes for all panels."""
    columns = _columns(len(panels))
    rows = math.ceil(len(panels) / columns)
    width, height = (max(panel.size[i] for panel in panels) for i in (0, 1))
    figure.set_layout_engine("constrained")
    scale = min(1.0, _WIDEST / (columns * width), _WIDEST / (rows * height))
    figure.set_size_inches(columns * width * scale, rows * height * scale + 0.4 * (len(panels) > 1))
    axes = list(figure.subplots(rows, columns, squeeze=False).flat)
    for spare in axes[len(panels) :]:
        spare.remove()
    return axes[: len(panels)]


def _given(ax: Any, count: int) -> list[Any]:
    """The axes that the user gave; one is divided where several are needed."""
    if not hasattr(ax, "plot"):
        axes = [its for row in ax for its in (row if hasattr(row, "__iter__") else [row])]
        if len(axes) != count:
            raise ValueError(f"Expected one axes for each of {count} panels, got {len(axes)}.")
        return axes
    if count == 1:
        return [ax]
    ax.set_axis_off()
    columns = _columns(count)
    rows = math.ceil(count / columns)
    width, height = 1 / columns, 1 / rows
    corners = [(i % columns * width, 1 - (i // columns + 1) * height) for i in range(count)]
    return [ax.inset_axes([x, y, width * 0.7, height * 0.7]) for x, y in corners]


def _label_outer(axes: list[Any]) -> None:
    """Say once what a column or a row of panels shows."""
    columns = _columns(len(axes))
    for i, ax in enumerate(axes):
        if i % columns:
            ax.set_ylabel("")
        if i + columns < len(axes):
            ax.set_xlabel("")


# -- numbers -----------------------------------------------------------------------------------------------------


def _draw_numbers(metric: Metric, value: Any, labels: Sequence[str] | None, ax: Any) -> None:
    """Draw a number, a vector, a dict, or a list of these as a development over steps."""
    if isinstance(value, (list, tuple)) and all(isinstance(item, dict) for item in value) and value:
        series = {key: [item[key] for item in value] for key in value[0]}
        _lines(ax, {key: _numbers(steps) for key, steps in series.items()})
    elif isinstance(value, (list, tuple)):
        steps = [_numbers(item) for item in value]
        _lines(ax, {name: [step[i] for step in steps] for i, name in enumerate(_names(metric, labels, len(steps[0])))})
    elif isinstance(value, dict):
        _points(ax, {str(key): _numbers(item)[0] for key, item in value.items()})
    else:
        numbers = _numbers(value)
        _points(ax, dict(zip(_names(metric, labels, len(numbers)), numbers, strict=True)))
    _frame(metric, ax)


def _numbers(value: Any) -> list[float]:
    if isinstance(value, Tensor):
        return [float(item) for item in value.detach().double().cpu().reshape(-1)]
    if isinstance(value, (int, float)):
        return [float(value)]
    if isinstance(value, (list, tuple)):
        return [number for item in value for number in _numbers(item)]
    raise ValueError(f"Expected a tensor, a number, a dict or a list of these to plot, got {type(value).__name__}.")


def _names(metric: Metric, labels: Sequence[str] | None, count: int) -> list[str]:
    name = metric.plot_legend_name or "Value"
    if count == 1:
        return [name]
    fitting = labels is not None and len(labels) == count and len(set(labels)) == count
    return names_of(labels if fitting else None, count, name)


def _lines(ax: Any, series: dict[str, list[float]]) -> None:
    for label, values in series.items():
        ax.plot(range(len(values)), values, marker="o", label=label)
    ax.set_xlabel("Step")
    ax.xaxis.get_major_locator().set_params(integer=True)
    if len(series) > 1:
        add_legend(ax, len(series))


def add_legend(ax: Any, count: int) -> None:
    """A legend to the right of the axes where the layout makes room for it, else where it covers the least."""
    size, columns = ("medium" if count <= _LINES else "x-small"), 1 + count // 30
    if ax.get_figure().get_layout_engine() is None:
        ax.legend(loc="best", fontsize="small" if count <= _LINES else size, ncols=columns)
    else:
        ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0.0, fontsize=size, ncols=columns)


def _points(ax: Any, values: dict[str, float]) -> None:
    for position, (label, value) in enumerate(values.items()):
        ax.plot([position], [value], marker="o", linestyle="none", label=label)
    turned = {"rotation": 90, "fontsize": "x-small"} if len(values) > _CROWDED else {}
    ax.set_xticks(range(len(values)), labels=list(values) if len(values) > 1 else [""], **turned)


def _frame(metric: Metric, ax: Any) -> None:
    ax.set_title(type(metric).__name__)
    ax.set_ylabel("Value")
    ax.grid(alpha=0.3)
    low, high = metric.plot_lower_bound, metric.plot_upper_bound
    for bound in (low, high):
        if bound is not None:
            ax.axhline(bound, color="black", linewidth=0.8, linestyle="--")
    if metric.higher_is_better is not None:
        ax.annotate("higher is better" if metric.higher_is_better else "lower is better", (0.99, 1.01),
                    xycoords="axes fraction", ha="right", fontsize="small")  # fmt: skip
