"""Pictures of values with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from torch import Tensor

from metricore._errors import MissingDependencyError

if TYPE_CHECKING:
    from metricore._metric import Metric


def plot_value(metric: Metric, value: Any, ax: Any = None) -> Any:
    """Draw a number, a vector, a dict, or a list of these as a development over steps.

    Raises:
        MissingDependencyError: without matplotlib.
        ValueError: if the value is neither of these.
    """
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise MissingDependencyError('Plotting needs matplotlib: python -m pip install "metricore[visual]"') from error
    if ax is None:
        _, ax = plt.subplots()
    if isinstance(value, (list, tuple)) and all(isinstance(item, dict) for item in value) and value:
        series = {key: [item[key] for item in value] for key in value[0]}
        _lines(ax, {key: _numbers(steps) for key, steps in series.items()})
    elif isinstance(value, (list, tuple)):
        steps = [_numbers(item) for item in value]
        names = metric.plot_legend_name or "Value"
        _lines(ax, {_label(names, i, len(steps[0])): [step[i] for step in steps] for i in range(len(steps[0]))})
    elif isinstance(value, dict):
        _points(ax, {str(key): _numbers(item)[0] for key, item in value.items()})
    else:
        numbers = _numbers(value)
        names = metric.plot_legend_name or "Value"
        _points(ax, {_label(names, i, len(numbers)): number for i, number in enumerate(numbers)})
    _frame(metric, ax)
    return ax.get_figure(), ax


def _numbers(value: Any) -> list[float]:
    if isinstance(value, Tensor):
        return [float(item) for item in value.detach().double().cpu().reshape(-1)]
    if isinstance(value, (int, float)):
        return [float(value)]
    if isinstance(value, (list, tuple)):
        return [number for item in value for number in _numbers(item)]
    raise ValueError(f"Expected a tensor, a number, a dict or a list of these to plot, got {type(value).__name__}.")


def _label(name: str, index: int, count: int) -> str:
    return name if count == 1 else f"{name} {index}"


def _lines(ax: Any, series: dict[str, list[float]]) -> None:
    for label, values in series.items():
        ax.plot(range(len(values)), values, marker="o", label=label)
    ax.set_xlabel("Step")
    ax.xaxis.get_major_locator().set_params(integer=True)
    if len(series) > 1:
        ax.legend()


def _points(ax: Any, values: dict[str, float]) -> None:
    for position, (label, value) in enumerate(values.items()):
        ax.plot([position], [value], marker="o", linestyle="none", label=label)
    ax.set_xticks(
        range(len(values)), labels=list(values) if len(values) > 1 else [""], rotation=30 if len(values) > 5 else 0
    )


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
