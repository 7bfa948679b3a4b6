"""A metric over the last few updates."""

from __future__ import annotations

from typing import Any

from metricore._metric import Metric
from metricore._state import CatState


class Running(Metric):
    """The value of a metric over its last `window` updates; over ranks, over the windows of all of them.

    Args:
        base_metric: any metric.
        window: number of updates.
        kwargs: what every metric takes.

    Examples:
        >>> import torch
        >>> from metricore import SumMetric
        >>> from metricore.wrappers import Running
        >>> metric = Running(SumMetric(), window=2)
        >>> [metric(torch.tensor(value)).item() for value in (1.0, 2.0, 4.0)]
        [1.0, 2.0, 4.0]
        >>> metric.compute()
        tensor(6.)
    """

    updates_in_place = False

    def __init__(self, base_metric: Metric, window: int = 5, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(base_metric, Metric):
            raise ValueError(f"Expected base_metric to be a metric, got {base_metric!r}.")
        if not isinstance(window, int) or isinstance(window, bool) or window < 1:
            raise ValueError(f"Expected window to be a positive integer, got {window!r}.")
        self.base_metric = base_metric
        self.window = window
        self.higher_is_better = base_metric.higher_is_better  # type: ignore[misc]
        self.is_differentiable = base_metric.is_differentiable  # type: ignore[misc]
        for name, _ in self._parts():
            self.add_state(name, default=[], dist_reduce_fx=None)

    def _leaves(self) -> list[tuple[str, Any]]:
        return [("", self)]  # the base metric only lends its functions; the window is the state

    def _parts(self) -> list[tuple[str, str]]:
        """Names of this metric's states and of the base metric's states that they are a window of."""
        return [("window_" + name.replace(".", "_"), name) for name in self.base_metric.init_state()]

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Add a batch and drop the one that leaves the window."""
        batch = self.base_metric.update_state(self.base_metric.init_state(), *args, **kwargs)
        for name, part in self._parts():
            value = batch[part]
            getattr(self, name).append(value.values if isinstance(value, CatState) else value)
            setattr(self, name, getattr(self, name)[-self.window :])

    def compute(self) -> Any:
        """The base metric's value over the window."""
        total = start = self.base_metric.init_state()
        columns = [getattr(self, name) for name, _ in self._parts()]
        for entries in zip(*columns, strict=True):
            batch = {
                part: CatState(start[part]._empty, [entry]) if isinstance(start[part], CatState) else entry
                for (_, part), entry in zip(self._parts(), entries, strict=True)
            }
            total = self.base_metric.merge_states(total, batch)
        return self.base_metric.compute_state(total)

    def merge_states(self, a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
        """The last updates of both."""
        return self._in_window(super().merge_states(a, b))

    def _merged(self, old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
        return self._in_window(super()._merged(old, new))

    def _in_window(self, states: dict[str, Any]) -> dict[str, Any]:
        return states | {name: states[name][-self.window :] for name in self._specs}
