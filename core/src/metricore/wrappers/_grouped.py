"""A metric for each group of samples."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from metricore._checked import reads_at_once
from metricore._metric import Metric
from metricore._values import map_tensors


class GroupedMetric(Metric):
    """Any metric by group, in one pass over the data, and how far apart the groups are.

    `update` takes what the metric takes and, by name, `groups`: the number of the group of each sample (integers of
    shape `(N,)`), or a list of group names. The value is a dict with the metric's value for each group; a group without
    members has `nan`.

    On an accelerator nothing is read back if the metric takes `sample_weight`: each group then weighs the samples of
    the others nothing. A metric without weights has its samples picked, which reads the groups back.

    Args:
        metric: what to compute; it is copied.
        num_groups: number of groups, which are called `"0"`, `"1"`, ..., or the names of the groups in order.
        kwargs: what every metric takes.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryAccuracy
        >>> from metricore.wrappers import GroupedMetric
        >>> metric = GroupedMetric(BinaryAccuracy(), ["young", "old"])
        >>> metric.update(torch.tensor([1, 0, 1]), torch.tensor([1, 1, 1]), groups=["old", "young", "old"])
        >>> metric.compute()
        {'young': tensor(0.), 'old': tensor(1.)}
        >>> metric.difference()
        tensor(1.)
    """

    updates_in_place = False

    members: Tensor

    def __init__(self, metric: Metric, num_groups: int | Sequence[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(metric, Metric):
            raise ValueError(f"Expected metric to be a metric, got {metric!r}.")
        self.names = _names(num_groups)
        self.metrics = nn.ModuleList([metric.clone() for _ in self.names])
        self.add_state("members", torch.zeros(len(self.names), dtype=torch.int64), "sum")
        self.compute_with_cache = False  # the metrics inside may be updated without this one
        self.higher_is_better = metric.higher_is_better  # type: ignore[misc]
        self.is_differentiable = metric.is_differentiable  # type: ignore[misc]
        self._weighable = "sample_weight" in inspect.signature(type(metric).update).parameters

    def _filter_kwargs(self, **kwargs: Any) -> dict[str, Any]:
        return self._inner()[0]._filter_kwargs(**kwargs) | {
            name: kwargs[name] for name in ("groups",) if name in kwargs
        }

    def update(self, *args: Any, groups: Tensor | Sequence[Any], **kwargs: Any) -> None:
        """Add a batch to the metric of each group."""
        index = self._index(groups)
        known = (index >= 0) & (index < len(self.names))
        self.flag(~known, f"Expected groups from 0 to {len(self.names) - 1}")
        numbers = torch.arange(len(self.names), device=index.device)
        belongs = index == numbers.unsqueeze(1)
        self.members = self.members + belongs.sum(1)
        if self._weighable and not reads_at_once(index):
            given = kwargs.pop("sample_weight", None)
            for metric, its in zip(self._inner(), belongs, strict=True):
                metric.update(*args, sample_weight=_weight(its, given), **kwargs)
            return
        for metric, its in zip(self._inner(), belongs, strict=True):
            places = its.nonzero().squeeze(1)
            if len(places):
                rows = [_picked(value, places, len(index)) for value in args]
                metric.update(*rows, **{name: _picked(value, places, len(index)) for name, value in kwargs.items()})

    def _index(self, groups: Tensor | Sequence[Any]) -> Tensor:
        """The number of the group of each sample."""
        if isinstance(groups, Tensor):
            if groups.ndim != 1 or groups.is_floating_point():
                raise ValueError(
                    f"Expected groups of shape (N,) with whole numbers, got {groups.dtype} of {tuple(groups.shape)}."
                )
            return groups.to(torch.int64)
        places = {name: place for place, name in enumerate(self.names)}
        unknown = sorted({str(name) for name in groups} - places.keys())
        if unknown:
            raise ValueError(f"Expected groups among {self.names}, got {unknown}.")
        return torch.tensor([places[str(name)] for name in groups], dtype=torch.int64, device=self.device)

    def compute(self) -> dict[str, Any]:
        """The metric's value for each group."""
        value: dict[str, Any] = {}
        for name, metric, members in zip(self.names, self._inner(), self.members, strict=True):
            value[name] = map_tensors(metric._value_of_held(), functools.partial(_unless_empty, members=members))
        return value

    def _inner(self) -> list[Metric]:
        """The metrics of the groups."""
        return list(self.metrics)  # type: ignore[arg-type]

    def overall(self) -> Any:
        """The metric's value over all groups together."""
        first, *others = self._inner()
        state = first._export()
        for metric in others:
            state = first.merge_states(state, metric._export())
        return first.compute_state(state)

    def group_min(self) -> Tensor:
        """The lowest value of a group; groups without a value are left out."""
        return self._over(lambda values: torch.where(values.isnan(), torch.inf, values).amin(0))

    def group_max(self) -> Tensor:
        """The highest value of a group; groups without a value are left out."""
        return self._over(lambda values: torch.where(values.isnan(), -torch.inf, values).amax(0))

    def difference(self) -> Tensor:
        """The highest value of a group less the lowest."""
        return self.group_max() - self.group_min()

    def ratio(self) -> Tensor:
        """The lowest value of a group divided by the highest."""
        return self.group_min() / self.group_max()

    def _over(self, extreme: Any) -> Tensor:
        values = list(self.compute().values())
        if not all(isinstance(value, Tensor) and value.shape == values[0].shape for value in values):
            raise ValueError("Expected a metric with one tensor as its value to compare groups by.")
        table = torch.stack(values).to(torch.get_default_dtype())
        value: Tensor = torch.where(table.isnan().all(0), torch.nan, extreme(table))
        return value


def _names(groups: int | Sequence[str]) -> list[str]:
    """Names of groups that are given by name or number."""
    if isinstance(groups, int) and not isinstance(groups, bool) and groups >= 1:
        return [str(number) for number in range(groups)]
    if isinstance(groups, (list, tuple)) and groups and len({str(name) for name in groups}) == len(groups):
        return [str(name) for name in groups]
    raise ValueError(f"Expected num_groups to be a positive integer or a list of different names, got {groups!r}.")


def _weight(belongs: Tensor, given: Tensor | None) -> Tensor:
    if given is None:
        return belongs.to(torch.get_default_dtype())
    return torch.where(belongs.reshape(-1, *[1] * (given.ndim - 1)), given, torch.zeros_like(given))


def _picked(value: Any, places: Tensor, samples: int) -> Any:
    """The samples of a group out of an argument, if it holds samples."""
    if isinstance(value, Tensor) and value.ndim and len(value) == samples:
        return value.index_select(0, places.to(value.device))
    if isinstance(value, (list, tuple)) and len(value) == samples:
        return [value[place] for place in places.tolist()]
    return value


def _unless_empty(value: Tensor, members: Tensor) -> Tensor:
    return torch.where(members > 0, value, torch.nan) if value.is_floating_point() else value
