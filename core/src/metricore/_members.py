"""A dict of metrics: their names with prefix and postfix, and what is done to each of them alike."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Union

import torch
from torch import nn

from metricore._metric import Metric

if TYPE_CHECKING:
    from typing_extensions import Self

Metrics = Union[Metric, "Members", Sequence[Union[Metric, "Members"]], Mapping[str, Union[Metric, "Members"]]]


class Members(nn.ModuleDict):
    """Metrics by name.

    Args:
        prefix: put before each name in results.
        postfix: put after each name in results.
    """

    def __init__(self, prefix: str | None, postfix: str | None) -> None:
        super().__init__()
        for name, value in (("prefix", prefix), ("postfix", postfix)):
            if value is not None and not isinstance(value, str):
                raise ValueError(f"Expected {name} to be a string or None, got {value!r}.")
        self.prefix = prefix
        self.postfix = postfix

    def add_metrics(self, metrics: Metrics, *additional_metrics: Metric) -> None:
        """Add metrics in any of the forms that the constructor takes."""
        if isinstance(metrics, (Metric, Members)):
            metrics = [metrics]
        if isinstance(metrics, Mapping):
            if additional_metrics:
                raise ValueError("Expected no further metrics beside a dict; put them into the dict.")
            named: Iterable[tuple[str | None, Any]] = metrics.items()
        elif isinstance(metrics, (list, tuple)):
            named = [(None, metric) for metric in (*metrics, *additional_metrics)]
        else:
            raise ValueError(f"Expected a metric, a collection, a list or a dict of them, got {metrics!r}.")
        for name, metric in named:
            if isinstance(metric, Members):
                for inner, its in metric.items(keep_base=False):
                    self._add(inner if name is None else f"{name}_{inner}", its)
            else:
                self._add(type(metric).__name__ if name is None else name, metric)

    def _add(self, name: str, metric: Any) -> None:
        if not isinstance(metric, Metric):
            raise ValueError(f"Expected {name!r} to be a metric or a collection, got {metric!r}.")
        if name in self._modules:
            raise ValueError(f"The collection already has a metric named {name!r}; give a dict to choose names.")
        self[name] = metric

    def clone(self, prefix: str | None = None, postfix: str | None = None) -> Self:
        """An independent copy, with another prefix or postfix if given."""
        twin = copy.deepcopy(self)
        if prefix is not None:
            twin.prefix = prefix
        if postfix is not None:
            twin.postfix = postfix
        return twin

    def persistent(self, mode: bool = True) -> None:
        """Choose whether the states of all metrics are saved in `state_dict`."""
        for metric in self._metrics():
            metric.persistent(mode)

    def set_dtype(self, dst_type: torch.dtype) -> Self:
        """Change the dtype of floating states."""
        for metric in self._metrics():
            metric.set_dtype(dst_type)
        return self

    @property
    def metric_state(self) -> dict[str, dict[str, Any]]:
        """Current states of all metrics by name."""
        return {name: metric.metric_state for name, metric in self._named()}

    def reset(self) -> None:
        """Forget everything that was accumulated."""
        for metric in self._metrics():
            metric.reset()

    def save_state(self, path: str | PathLike[str], metadata: Mapping[str, Any] | None = None) -> None:
        """Write the states of all metrics to one safetensors file, to be loaded or merged elsewhere.

        Args:
            path: the file.
            metadata: what else to remember in it, as JSON.
        """
        from metricore._storage import write_states

        write_states(path, dict(self._named()), metadata)

    def load_state(self, path: str | PathLike[str]) -> None:
        """Replace the states by those of a file written by :meth:`save_state`.

        Raises:
            StateFileError: if the file cannot be read or holds states of other metrics; nothing changes then.
        """
        from metricore._storage import read_states

        read_states(path, dict(self._named()))

    # -- names ---------------------------------------------------------------------------------------------------

    def _named(self) -> Iterable[tuple[str, Metric]]:
        return self._modules.items()  # type: ignore[return-value]

    def _metrics(self) -> list[Metric]:
        return list(self._modules.values())  # type: ignore[arg-type]

    def _shown(self, name: str) -> str:
        return f"{self.prefix or ''}{name}{self.postfix or ''}"

    def _named_values(self, values: dict[str, Any]) -> dict[str, Any]:
        if not [kind for kind in set(map(type, values.values())) if issubclass(kind, dict)]:
            plain = not (self.prefix or self.postfix)
            return values if plain else {self._shown(name): value for name, value in values.items()}
        keys = [key for value in values.values() if isinstance(value, dict) for key in value]
        clash = len(keys) != len(set(keys)) or bool(set(keys) & set(values))
        shown: dict[str, Any] = {}
        for name, value in values.items():
            if isinstance(value, dict):
                shown |= {self._shown(f"{name}_{key}" if clash else key): item for key, item in value.items()}
            else:
                shown[self._shown(name)] = value
        return shown

    def __getitem__(self, key: str) -> Any:
        """The metric of a name, with or without prefix and postfix."""
        if key in self._modules:
            return self._modules[key]
        for name, metric in self._named():
            if self._shown(name) == key:
                return metric
        raise KeyError(f"The collection has no metric {key!r}; it has {list(self._modules)}.")

    def __iter__(self) -> Iterator[str]:
        """Names, with prefix and postfix."""
        return iter(self.keys())

    def __contains__(self, key: object) -> bool:
        """Whether there is a metric of a name, with or without prefix and postfix."""
        return key in self._modules or key in list(self.keys())

    def keys(self, keep_base: bool = False) -> Iterable[str]:  # type: ignore[override]
        """Names, with prefix and postfix unless `keep_base`."""
        return [name if keep_base else self._shown(name) for name in self._modules]

    def items(self, keep_base: bool = False, copy_state: bool = True) -> Iterable[tuple[str, Metric]]:  # type: ignore[override]
        """Pairs of name and metric; states never need copying here, so `copy_state` makes no difference."""
        return [(name if keep_base else self._shown(name), metric) for name, metric in self._named()]

    def values(self, copy_state: bool = True) -> Iterable[Metric]:  # type: ignore[override]
        """The metrics."""
        return self._metrics()

    def __repr__(self) -> str:
        """The metrics, with prefix and postfix."""
        extra = "".join(f",\n  {n}={v}" for n, v in (("prefix", self.prefix), ("postfix", self.postfix)) if v)
        return f"{super().__repr__()[:-1].rstrip()}{extra}\n)"
