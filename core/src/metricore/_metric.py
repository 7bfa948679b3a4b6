"""The base of all metrics: settings, states, `update` and `compute`; the rest is derived from these."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Hashable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor

from metricore._checked import merged_flags
from metricore._declarative import Declarative
from metricore._guards import blame_argument
from metricore._narrow import accumulating
from metricore._settings import keyword
from metricore._stateful import atomic
from metricore._tracing import is_traced
from metricore._values import detached, independent

if TYPE_CHECKING:
    from typing_extensions import Self

_BATCH: dict[str, Any] = {"_update_count": 0, "_compiled_updates": None, "_flags": {}, "_running": True}


class Metric(Declarative):
    """Base class of all metrics.

    A metric is written as settings (annotated class attributes, which become constructor arguments), states
    (:func:`state`, :func:`cat_state`), `update`, which adds a batch to the states, and `compute`, which turns them into
    the value. A class may also write its own `__init__`, call `super().__init__(**kwargs)` and register states with
    :meth:`add_state`.

    Args:
        compute_on_cpu: keep `cat` and list states on the CPU.
        dist_sync_on_step: let the value that `forward` returns be over all ranks.
        process_group: ranks to synchronise over; all by default.
        dist_sync_fn: replaces the gathering of one tensor: `fn(tensor, group)` returns the list over ranks.
        distributed_available_fn: tells whether to synchronise; by default whether a process group is initialised.
        sync_on_compute: synchronise in `compute`.
        compute_with_cache: remember the value until the next update.

    Examples:
        >>> import torch
        >>> from metricore import Metric, state
        >>> class Mean(Metric):
        ...     total: torch.Tensor = state(0.0)
        ...     count: torch.Tensor = state(0)
        ...     def update(self, value: torch.Tensor) -> None:
        ...         self.total += value.sum()
        ...         self.count += value.numel()
        ...     def compute(self) -> torch.Tensor:
        ...         return self.total / self.count
        >>> metric = Mean()
        >>> metric(torch.tensor([1.0, 2.0]))
        tensor(1.5000, dtype=torch.float64)
    """

    compute_on_cpu: bool = keyword(default=False, kw_only=True)
    dist_sync_on_step: bool = keyword(default=False, kw_only=True)
    process_group: Any = keyword(default=None, kw_only=True)
    dist_sync_fn: Callable[..., Any] | None = keyword(default=None, kw_only=True)
    distributed_available_fn: Callable[[], bool] | None = keyword(default=None, kw_only=True)
    sync_on_compute: bool = keyword(default=True, kw_only=True)
    compute_with_cache: bool = keyword(default=True, kw_only=True)

    is_differentiable: ClassVar[bool | None] = None
    higher_is_better: ClassVar[bool | None] = None
    plot_lower_bound: ClassVar[float | None] = None
    plot_upper_bound: ClassVar[float | None] = None
    plot_legend_name: ClassVar[str | None] = None
    _picture: ClassVar[str | None] = None  # "module:function" that knows how the value is drawn, see `_plot.py`
    _weight_argument: ClassVar[str] = "sample_weight"  # what `update` calls weights that count like as many samples
    full_state_update: ClassVar[bool | None] = False  # read by nobody: `forward` always merges one fresh update

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Add a batch and return its own value."""
        return self._forward(args, kwargs)[0]

    def _forward(self, args: Any, kwargs: Any, sharing: Sequence[Metric] = ()) -> list[Any]:
        """`forward` of this metric, and of those that share its states; their values, all or none of them."""
        own = self.__dict__
        if own["_local"] is not None:
            self._refuse_when_synced()
        if (
            own["_modules"]
            or own["_containers"]
            or not own["_mergeable"]
            or own["_narrow"] is not None
            or own["_keep_graph"]
            or own["dist_sync_on_step"]
            or is_traced()
        ):
            return self._forward_by_parts(args, kwargs, sharing)
        before = own.copy()
        try:  # what `_forward_by_parts` does, in the fewest steps
            own.update(_BATCH)
            for name, spec in own["_specs"].items():
                own[name] = spec.default.clone() if self.updates_in_place else spec.default
            type(self).update.__wrapped__(self, *args, **kwargs)  # type: ignore[attr-defined]
            own["_update_count"] = 1
            count, flags = before["_update_count"], before["_flags"]
            held = {
                "_update_count": count + 1,
                "_compiled_updates": before["_compiled_updates"],
                "_flags": merged_flags(flags, own["_flags"], count) if own["_flags"] else flags,
                "_computed": None,
                "_running": False,
            }
            batch = {**_BATCH, "_update_count": 1, "_flags": own["_flags"]}
            for name in own["_specs"]:
                part = batch[name] = own[name]
                if own["_only_sums"]:
                    held[name] = before[name] + (part.detach() if part.requires_grad else part)
            if not own["_only_sums"]:
                held |= self._merged(before, {**batch, **self._detached(batch)})
            results = [type(self).compute.__wrapped__(self)]  # type: ignore[attr-defined]
            for metric in sharing:
                metric.__dict__.update(batch)
                results.append(type(metric).compute.__wrapped__(metric))  # type: ignore[attr-defined]
            values = []
            for metric, value in zip((self, *sharing), results, strict=True):
                its = metric.__dict__
                its.update(held)
                if type(value) is Tensor and not value.requires_grad:
                    its["_forward_cache"] = value = value if metric.computes_anew else value.clone()
                else:
                    value = independent(value)
                    its["_forward_cache"] = detached(value)
                values.append(value)
        except BaseException as error:
            own.update(before)
            self._lend(sharing)  # they held the same
            for metric in sharing:
                metric.__dict__["_running"] = False
            blame_argument(error, type(self), type(self).update, args, kwargs)
            raise
        return values

    def _forward_by_parts(self, args: Any, kwargs: Any, sharing: Sequence[Metric]) -> list[Any]:
        """The same for metrics within metrics, in another dtype, or over all ranks."""
        leaves = [leaf for _, leaf in self._leaves()]
        if not all(leaf.__dict__["_mergeable"] for leaf in leaves):
            return self._forward_twice(args, kwargs, sharing)
        try:
            with atomic((*leaves, *sharing)):
                before = [leaf._begin() for leaf in leaves]
                values = self._batch_values(args, kwargs, sharing)
                for leaf, old in zip(leaves, before, strict=True):
                    leaf._add_to(old)
                self._lend(sharing)
                self._remember_batch(values, sharing)
        except BaseException as error:
            blame_argument(error, type(self), type(self).update, args, kwargs)
            raise
        return values

    def _forward_twice(self, args: Any, kwargs: Any, sharing: Sequence[Metric]) -> list[Any]:
        """The same for states that cannot be merged: one update for the values, one for the states."""
        leaves = [leaf for _, leaf in self._leaves()]
        before = [(metric, metric._everything()) for metric in (*leaves, *sharing)]
        try:
            for leaf in leaves:
                leaf._begin()
            values = self._batch_values(args, kwargs, sharing)
        finally:
            for metric, old in before:
                metric.__dict__.update(old)
        self.update(*args, **kwargs)
        self._lend(sharing)
        self._remember_batch(values, sharing)
        return values

    def _batch_values(self, args: Any, kwargs: Any, sharing: Sequence[Metric] = ()) -> list[Any]:
        """The values of one batch, with their graph, of this metric and those that share its states.

        The fresh states are left with the batch in them.
        """
        self._run(type(self).update.__wrapped__, *args, **kwargs)  # type: ignore[attr-defined]
        self.__dict__["_update_count"] = 1
        values = [self._step_value()]
        if sharing:
            self._lend(sharing)
            for metric in sharing:
                values.append(metric._step_value())
        return values

    def _remember_batch(self, values: list[Any], sharing: Sequence[Metric]) -> None:
        """Keep the values of a batch that was added."""
        for metric, value in zip((self, *sharing), values, strict=True):
            plain = type(value) is Tensor and not value.requires_grad
            metric.__dict__["_forward_cache"] = value if plain else detached(value)

    def _step_value(self) -> Any:
        """The value of the states as they stand, over all ranks if `forward` is to synchronise."""
        if self.__dict__["dist_sync_on_step"]:
            with self.sync_context():
                return independent(self._value_of_held())
        return independent(self._run(type(self).compute.__wrapped__))  # type: ignore[attr-defined]

    def _value_of_held(self) -> Any:
        """`compute` of the states as they stand, without cache or synchronisation."""
        return self._run(type(self).compute.__wrapped__)  # type: ignore[attr-defined]

    def _run(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call what an author wrote, without what is done around it."""
        own = self.__dict__
        own["_running"] = True
        try:
            if own["_narrow"] is None:
                return function(self, *args, **kwargs)
            with accumulating(own["_narrow"]):
                return function(self, *args, **kwargs)
        finally:
            own["_running"] = False

    def _remember(self, value: Any) -> None:
        """Called by `compute` with its value; the states are the local ones again unless a block around it syncs."""

    def clone(self) -> Self:
        """An independent copy."""
        return copy.deepcopy(self)

    def save_state(self, path: str | PathLike[str]) -> None:
        """Write the states to a safetensors file, to be loaded or merged elsewhere."""
        from metricore._storage import write_states

        write_states(path, {"": self})

    def load_state(self, path: str | PathLike[str]) -> None:
        """Replace the states by those of a file written by :meth:`save_state`.

        Raises:
            StateFileError: if the file cannot be read or holds the state of another metric; nothing changes then.
        """
        from metricore._storage import read_states

        read_states(path, {"": self})

    def accumulates(self) -> Hashable | None:
        """What the states depend on, so that metrics in a collection with equal answers are updated once.

        By default the update function and all settings; `None` means that nothing is shared.
        """
        if type(self).__init__ is not Declarative.__init__:
            return None
        settings = tuple(getattr(self, name) for name in self._settings)
        key = (type(self).update, type(self)._declared.keys() and type(self), settings)
        try:
            hash(key)
        except TypeError:
            return None
        return key

    def plot(self, val: Any = None, ax: Any = None, labels: Sequence[str] | None = None) -> Any:
        """Draw the value with matplotlib: the picture that such values have, else points, and lines over steps.

        Args:
            val: result of `compute` or `forward`, or a list of them; by default `compute()` is called.
            ax: axes to draw on, or a list of them where there are several panels.
            labels: names of the classes, in order.

        Returns:
            The figure, and its axes: a list of them where there are several panels.
        """
        from metricore._plot import plot_value

        return plot_value(self, self._to_draw() if val is None else val, ax, labels)

    def _to_draw(self) -> Any:
        """What `plot` shows by default: the value, or more of the state where a picture needs it."""
        return self.compute()

    def _filter_kwargs(self, **kwargs: Any) -> dict[str, Any]:
        """Those keyword arguments that `update` takes."""
        parameters = inspect.signature(type(self).update).parameters.values()
        if any(p.kind is p.VAR_KEYWORD for p in parameters):
            return kwargs
        taken = {p.name for p in parameters if p.kind is not p.VAR_POSITIONAL} - {"self"}
        return {name: value for name, value in kwargs.items() if name in taken}

    def extra_repr(self) -> str:
        """The settings that differ from their defaults."""
        shown = []
        for name, default in self._settings.items():
            value = getattr(self, name)
            if not isinstance(value, torch.nn.Module) and (isinstance(value, Tensor) or value != default):
                shown.append(f"{name}={value!r}")
        return ", ".join(shown)

    def __getstate__(self) -> dict[str, Any]:
        """Process groups stay in their process."""
        return {**self.__dict__, "process_group": None}

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copy everything but the process group, which copies share."""
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        twin.__dict__.update({k: v if k == "process_group" else copy.deepcopy(v, memo) for k, v in vars(self).items()})
        return twin
