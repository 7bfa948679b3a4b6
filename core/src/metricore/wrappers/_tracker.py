"""A metric over the epochs of a run."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from metricore._collection import MetricCollection
from metricore._errors import StateFileError
from metricore._metric import Metric
from metricore._warning import warn_user
from metricore.wrappers._base import metric_or_collection

if TYPE_CHECKING:
    from typing_extensions import Self

Step = Metric | MetricCollection


class MetricTracker(nn.ModuleList):
    """A list of copies of a metric or a collection, one for each step such as an epoch, and which of them was best.

    `increment` begins a step; `update`, `forward` and `compute` are those of the current one. With `persistent(True)`
    all steps are part of `state_dict`; loading makes as many steps as were saved.

    Args:
        metric: a metric or a collection; it stays as it is, each step gets a fresh copy.
        maximize: whether the largest value is the best, for a collection also as a list with an entry for each metric,
            `None` for those without a best value; by default what `higher_is_better` of the metrics says.

    Examples:
        >>> import torch
        >>> from metricore import MeanSquaredError, MetricTracker
        >>> tracker = MetricTracker(MeanSquaredError())
        >>> for pred in (0.0, 2.0, 1.0):
        ...     tracker.increment()
        ...     tracker.update(torch.tensor([pred]), torch.tensor([1.5]))
        >>> tracker.compute_all()
        tensor([2.2500, 0.2500, 0.2500])
        >>> tracker.best_metric(return_step=True)
        (0.25, 1)
    """

    _base_metric: Any

    def __init__(self, metric: Step, maximize: bool | list[bool | None] | None = None) -> None:
        super().__init__()
        metric_or_collection("metric", metric)
        self.__dict__["_base_metric"] = metric  # no module of its own: it would be saved as one
        self.maximize = _directions(metric, maximize)

    # -- steps ---------------------------------------------------------------------------------------------------

    @property
    def n_steps(self) -> int:
        """Number of steps begun."""
        return len(self)

    def increment(self) -> None:
        """Begin a step."""
        self.append(self._fresh())

    def _fresh(self) -> Step:
        step: Step = copy.deepcopy(self._base_metric)
        step.reset()
        return step

    def _steps(self) -> list[Any]:
        return list(self._modules.values())

    @property
    def _current(self) -> Any:
        if not len(self):
            raise ValueError("Expected a step to be begun with `increment()` first; there is none.")
        return self._steps()[-1]

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Update the current step."""
        self._current.update(*args, **kwargs)

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Add a batch to the current step and return its own value."""
        return self._current(*args, **kwargs)

    def compute(self) -> Any:
        """The value of the current step."""
        return self._current.compute()

    def compute_all(self) -> Any:
        """The values of all steps: a tensor, or a dict of them, with a first dimension of steps.

        Values that do not stack, such as curves, come as a list with an entry for each step.
        """
        self._current  # noqa: B018 - refuses to compute nothing
        return _over_steps(self._values())

    def _values(self) -> list[Any]:
        with self._in_one_go():
            return [step.compute() for step in self._steps()]

    @contextmanager
    def _in_one_go(self) -> Iterator[None]:
        """Let all steps synchronise together."""
        steps = MetricCollection({str(i): step for i, step in enumerate(self._steps())})
        with steps._synced(steps._to_be_synced()):
            yield

    def reset(self) -> None:
        """Let the current step forget."""
        self._current.reset()

    def reset_all(self) -> None:
        """Let all steps forget."""
        for step in self._steps():
            step.reset()

    # -- the best ------------------------------------------------------------------------------------------------

    def best_metric(self, return_step: bool = False) -> Any:
        """The best value over the steps, and the step it was reached in if asked for; dicts for a collection.

        NaN is never best. Where there is no best value, such as for a vector, this warns and gives `None`.

        Args:
            return_step: whether to return a pair of the value and its step.
        """
        self._current  # noqa: B018 - refuses to compute nothing
        values = self._values()
        if not isinstance(self._base_metric, MetricCollection) and not isinstance(values[0], Mapping):
            best: tuple[Any, Any] = _best(type(self._base_metric).__name__, values, self.maximize)
        else:
            directions = self._by_key(values[0])
            found = {key: _best(key, [value[key] for value in values], directions[key]) for key in values[0]}
            best = {key: value for key, (value, _) in found.items()}, {key: step for key, (_, step) in found.items()}
        return best if return_step else best[0]

    def _by_key(self, value: Mapping[str, Any]) -> dict[str, bool | None]:
        """Whether higher is better for each entry of a value; an entry of a dict is as the metric that gives it."""
        if not isinstance(self.maximize, list):
            return dict.fromkeys(value, self.maximize)
        collection = self._current
        named: dict[str, Any] = {}
        with warnings.catch_warnings(), collection.no_sync():
            warnings.simplefilter("ignore")
            for (name, metric), direction in zip(collection.items(keep_base=True), self.maximize, strict=True):
                its = metric.compute()
                named[name] = dict.fromkeys(its, direction) if isinstance(its, Mapping) else direction
        return collection._named_values(named)  # type: ignore[no-any-return]

    def plot(self, val: Any = None, ax: Any = None, labels: Sequence[str] | None = None) -> Any:
        """Draw the values over the steps.

        Args:
            val: a list with the value of each step; by default those of all steps.
            ax: axes to draw on.
            labels: names of the classes, in order.
        """
        val = self._values() if val is None else val
        return self._base_metric.plot(val, ax, labels=labels)

    # -- states --------------------------------------------------------------------------------------------------

    def persistent(self, mode: bool = True) -> None:
        """Choose whether the states of all steps, also of those to come, are saved in `state_dict`."""
        for step in (self._base_metric, *self._steps()):
            step.persistent(mode)

    def merge_state(self, other: MetricTracker | Iterable[MetricTracker]) -> None:
        """Add what other trackers of the same metric have accumulated, step by step.

        Raises:
            ValueError: if another tracker has another number of steps or another metric; nothing is merged then.
        """
        several = [other] if isinstance(other, MetricTracker) else list(other)
        for item in several:
            if not isinstance(item, MetricTracker) or len(item) != len(self):
                what = f"{len(item)} steps" if isinstance(item, MetricTracker) else type(item).__name__
                raise ValueError(f"Expected a tracker of {len(self)} steps to merge, got {what}.")
        merged = copy.deepcopy(self._steps())
        for i, step in enumerate(merged):
            step.merge_state([item._steps()[i] for item in several])
        self._replace(merged)

    def save_state(self, path: str | PathLike[str]) -> None:
        """Write the states of all steps to one safetensors file, to be loaded or merged elsewhere."""
        from metricore._storage import write_states

        write_states(path, _by_name(self._steps()), {"steps": len(self)})

    def load_state(self, path: str | PathLike[str]) -> None:
        """Replace all steps by those of a file written by :meth:`save_state`.

        Raises:
            StateFileError: if the file cannot be read or holds states of another metric; nothing changes then.
        """
        from metricore._storage import read_header, read_states

        number = read_header(path).get("steps")
        if not isinstance(number, int):
            raise StateFileError(f"{path}: expected the states of a MetricTracker, the file says nothing of steps.")
        steps = [self._fresh() for _ in range(number)]
        read_states(path, _by_name(steps))
        self._replace(steps)

    def _replace(self, steps: list[Any]) -> None:
        self._modules.clear()
        self.extend(steps)

    def _load_from_state_dict(self, state_dict: Mapping[str, Any], prefix: str, *args: Any) -> None:
        saved = {key[len(prefix) :].split(".")[0] for key in state_dict if key.startswith(prefix)}
        number = 1 + max((int(step) for step in saved if step.isdecimal()), default=-1)
        if number:
            self._replace([*self._steps()[:number], *(self._fresh() for _ in range(number - len(self)))])
        super()._load_from_state_dict(state_dict, prefix, *args)

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Self:
        self._base_metric._apply(fn, recurse)
        return super()._apply(fn, recurse)  # type: ignore[no-untyped-call, no-any-return]


def _directions(metric: Step, maximize: Any) -> Any:
    """Whether higher is better: for a metric, or a list for a collection."""
    if maximize is None:
        if isinstance(metric, MetricCollection):
            return [_inferred(its) for its in metric.values()]
        return _inferred(metric)
    if isinstance(maximize, bool):
        return [maximize] * len(metric) if isinstance(metric, MetricCollection) else maximize
    if not isinstance(maximize, list) or not all(entry is None or isinstance(entry, bool) for entry in maximize):
        raise ValueError(f"Expected maximize to be True, False, None or a list of them, got {maximize!r}.")
    if not isinstance(metric, MetricCollection) or len(maximize) != len(metric):
        number = f"{len(metric)} metrics" if isinstance(metric, MetricCollection) else "a single metric"
        raise ValueError(f"Expected maximize to have an entry for each metric, got {maximize!r} for {number}.")
    return list(maximize)


def _inferred(metric: Metric) -> bool:
    if metric.higher_is_better is None:
        raise ValueError(
            f"Expected maximize to be given: {type(metric).__name__} does not say whether a higher value is better."
        )
    return metric.higher_is_better


def _best(name: str, values: list[Any], maximize: bool | None) -> tuple[float | None, int | None]:
    """The best of the values and its position, or `None` where there is no best."""
    tensors = [torch.as_tensor(value).detach() for value in values if isinstance(value, (Tensor, float, int))]
    if maximize is None or len(tensors) != len(values) or any(t.numel() != 1 for t in tensors):
        warn_user(
            f"There is no best value of {name}, which gives no single number or does not say whether more is better."
        )
        return None, None
    series = torch.stack([t.reshape(()).to(torch.float64) for t in tensors])
    if series.isnan().all():
        return float("nan"), None
    worst = float("-inf") if maximize else float("inf")
    series = series.where(~series.isnan(), worst)
    step = int(series.argmax() if maximize else series.argmin())
    return float(tensors[step]), step


def _over_steps(values: list[Any]) -> Any:
    first = values[0]
    if isinstance(first, Mapping) and all(isinstance(v, Mapping) and v.keys() == first.keys() for v in values):
        return {key: _over_steps([value[key] for value in values]) for key in first}
    if all(isinstance(value, Tensor) and value.shape == getattr(first, "shape", None) for value in values):
        return torch.stack(values)
    return values


def _by_name(steps: list[Any]) -> dict[str, Metric]:
    named: dict[str, Metric] = {}
    for i, step in enumerate(steps):
        if isinstance(step, MetricCollection):
            named |= {f"{i}.{name}": metric for name, metric in step.items(keep_base=True)}
        else:
            named[str(i)] = step
    return named
