"""The base of all metrics: settings, states, `update` and `compute`; the rest is derived from these."""

from __future__ import annotations

import copy
import functools
import inspect
import warnings
from collections.abc import Callable, Hashable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor
from typing_extensions import dataclass_transform

from metricore._merging import Merging
from metricore._operators import Operators
from metricore._settings import bind, declared, signature_of
from metricore._state import Declaration, cat_state, state
from metricore._syncing import Synchronised
from metricore._values import detached, independent

if TYPE_CHECKING:
    from typing_extensions import Self

_COMMON: dict[str, Any] = {
    "compute_on_cpu": False,
    "dist_sync_on_step": False,
    "process_group": None,
    "dist_sync_fn": None,
    "distributed_available_fn": None,
    "sync_on_compute": True,
    "compute_with_cache": True,
}
_FLAGS = ("compute_on_cpu", "dist_sync_on_step", "sync_on_compute", "compute_with_cache")


@dataclass_transform(kw_only_default=False, field_specifiers=(state, cat_state))
class Metric(Operators, Synchronised, Merging):
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

    Example:
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

    is_differentiable: ClassVar[bool | None] = None
    higher_is_better: ClassVar[bool | None] = None
    plot_lower_bound: ClassVar[float | None] = None
    plot_upper_bound: ClassVar[float | None] = None
    plot_legend_name: ClassVar[str | None] = None
    full_state_update: ClassVar[bool | None] = False  # read by nobody: `forward` always merges one fresh update
    updates_in_place: ClassVar[bool] = True  # False promises that `update` rebinds states and changes no tensor

    _last: ClassVar[tuple[str, ...]] = ()  # settings that come after all others, whichever class declares them
    _fixed: ClassVar[dict[str, Any]] = {}  # settings of the bases that this class has no choice of, and their values
    _settings: ClassVar[dict[str, Any]] = {}
    _declared: ClassVar[dict[str, Declaration]] = {}
    _signature: ClassVar[inspect.Signature] = inspect.Signature()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        namespace = vars(cls)
        cls._own_settings, cls._own_states = declared(dict(namespace))
        settings: dict[str, Any] = {}
        states: dict[str, Declaration] = {}
        for base in reversed(cls.__mro__):
            settings |= vars(base).get("_own_settings", {})
            settings = {name: value for name, value in settings.items() if name not in vars(base).get("_fixed", {})}
            states |= vars(base).get("_own_states", {})
        for name, value in namespace.get("_fixed", {}).items():
            setattr(cls, name, value)
        ordered = sorted(settings, key=lambda name: cls._last.index(name) if name in cls._last else -1)
        cls._settings = {name: namespace.get(name, settings[name]) for name in ordered}
        cls._declared = states
        cls._signature = signature_of(cls._settings, _COMMON)
        if "__init__" not in namespace and cls.__init__ is Metric.__init__:
            cls.__signature__ = cls._signature
        for name in cls._own_states:
            delattr(cls, name)
        if "update" in namespace:
            cls.update = _guarded_update(namespace["update"])  # type: ignore[method-assign]
            cls.updates_in_place = namespace.get("updates_in_place", True)
        if "compute" in namespace:
            cls.compute = _finished_compute(namespace["compute"])  # type: ignore[assignment, method-assign]

    if TYPE_CHECKING:
        _own_settings: ClassVar[dict[str, Any]]
        _own_states: ClassVar[dict[str, Declaration]]
        __signature__: ClassVar[inspect.Signature]
    else:

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__()
            cls = type(self)
            for name in ("update", "compute"):
                if getattr(cls, name) is getattr(Metric, name):
                    raise TypeError(f"{cls.__name__} cannot be made: it defines no `{name}`.")
            for name, value in bind(cls.__name__, cls._signature, args, kwargs).items():
                if name in _FLAGS and not isinstance(value, bool):
                    raise ValueError(f"Expected {name} to be True or False, got {value!r}.")
                if name in ("dist_sync_fn", "distributed_available_fn") and not (value is None or callable(value)):
                    raise ValueError(f"Expected {name} to be a function or None, got {value!r}.")
                setattr(self, name, value)
            self.check()
            for name, its in cls._declared.items():
                if its.when is not None and not its.when(self):
                    continue
                default = its.default(self) if callable(its.default) else its.default
                self.add_state(name, default, its.reduction, its.persistent)

    def check(self) -> None:
        """Refuse senseless settings with a ValueError; called when the metric is made, before its states are."""

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Add a batch to the states."""
        raise NotImplementedError

    def compute(self) -> Any:
        """The value over all batches, and over all ranks when a process group is initialised."""
        raise NotImplementedError

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Add a batch and return its own value."""
        leaves: list[Any] = [leaf for _, leaf in self._leaves()] if self.__dict__["_modules"] else [self]
        self._refuse_when_synced()
        if not all(leaf.__dict__["_mergeable"] for leaf in leaves):
            return self._forward_twice(args, kwargs)
        before = [leaf._hold() for leaf in leaves]
        try:
            value, batch = self._batch_value(leaves, args, kwargs)
            for leaf, old, new in zip(leaves, before, batch, strict=True):
                leaf.__dict__.update(leaf._merged(old, new))
        except BaseException:
            for leaf, old in zip(leaves, before, strict=True):
                leaf.__dict__.update(old)
            raise
        self.__dict__["_forward_cache"] = detached(value)
        return value

    def _batch_value(
        self, leaves: list[Any], args: Any, kwargs: Any, sharing: Sequence[Metric] = ()
    ) -> tuple[Any, list[dict[str, Any]]]:
        """The value of one batch, with its graph, and the detached states behind it; the states are left changed.

        With `sharing`, metrics that read the same states, the value is a list: this metric's, then theirs.
        """
        to_sync = [leaf.__dict__["_to_sync"] for leaf in leaves]
        try:
            for leaf in leaves:
                leaf._start_fresh()
            self._raw_update(args, kwargs)
            self.__dict__["_update_count"] = 1
            batch = [leaf._hold() for leaf in leaves]
            value = self._step_value()
            if sharing:
                value = [value, *(metric._step_value(batch[0]) for metric in sharing)]
        finally:
            for leaf, flag in zip(leaves, to_sync, strict=True):
                leaf.__dict__.update(_to_sync=flag, _keep_graph=False)
        for leaf, states in zip(leaves, batch, strict=True):
            leaf._detach(states)
        return independent(value), batch

    def _step_value(self, states: dict[str, Any] | None = None) -> Any:
        if states is not None:
            self.__dict__.update(states)
        if not self.dist_sync_on_step:
            return self._value_of_held()
        with self.sync_context():
            return self._value_of_held()

    def _value_of_held(self) -> Any:
        """`compute` of the states as they stand, without cache or synchronisation."""
        self.__dict__["_running"] = True
        try:
            return type(self).compute.__wrapped__(self)  # type: ignore[attr-defined]
        finally:
            self.__dict__["_running"] = False

    def _forward_twice(self, args: Any, kwargs: Any) -> Any:
        """The same for states that cannot be merged: one update for the value, one for the states."""
        leaves = [leaf for _, leaf in self._leaves()]
        before = [leaf._hold() for leaf in leaves]
        try:
            value, _ = self._batch_value(leaves, args, kwargs)
        finally:
            for leaf, old in zip(leaves, before, strict=True):
                leaf.__dict__.update(old)
        self.update(*args, **kwargs)
        self.__dict__["_forward_cache"] = detached(value)
        return value

    def _raw_update(self, args: Any, kwargs: Any) -> None:
        self.__dict__["_running"] = True
        try:
            type(self).update.__wrapped__(self, *args, **kwargs)  # type: ignore[attr-defined]
        finally:
            self.__dict__["_running"] = False

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
        if type(self).__init__ is not Metric.__init__:
            return None
        settings = tuple(getattr(self, name) for name in self._settings)
        key = (type(self).update, type(self)._declared.keys() and type(self), settings)
        try:
            hash(key)
        except TypeError:
            return None
        return key

    def plot(self, val: Any = None, ax: Any = None) -> Any:
        """Draw a value, several values, a vector or a dict with matplotlib; returns figure and axes.

        Args:
            val: result of `compute` or `forward`, or a list of them; by default `compute()` is called.
            ax: axes to draw on.
        """
        from metricore._plot import plot_value

        return plot_value(self, self.compute() if val is None else val, ax)

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


def _guarded_update(update: Callable[..., None]) -> Callable[..., None]:
    """`update` that is atomic, counts itself and detaches what it accumulated."""

    @functools.wraps(update)
    def guarded(self: Metric, *args: Any, **kwargs: Any) -> None:
        own = self.__dict__
        if own["_running"]:  # `super().update(...)`
            update(self, *args, **kwargs)
            return
        if own["_local"] is not None:
            self._refuse_when_synced()
        before = self._hold()
        inner = [(leaf, leaf._hold()) for _, leaf in self._leaves()[1:]] if own["_modules"] else ()
        own["_running"] = True
        try:
            if own["_containers"] or self.updates_in_place:
                self._unshare()
            update(self, *args, **kwargs)
            self._settle(before)
        except BaseException:
            own.update(before)
            for leaf, held in inner:
                leaf.__dict__.update(held)
            raise
        finally:
            own["_running"] = False
        own["_computed"] = None
        if _is_compiling():  # a Python number would be compiled in as a constant
            ticks = own["_compiled_updates"]
            own["_compiled_updates"] = (torch.zeros((), dtype=torch.int64) if ticks is None else ticks) + 1
        else:
            own["_update_count"] += 1

    return guarded


def _finished_compute(compute: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """`compute` that synchronises, checks, remembers its value and gives out copies of it."""

    @functools.wraps(compute)
    def finished(self: Metric) -> Any:
        own = self.__dict__
        if own["_running"]:  # `super().compute()`
            return compute(self)
        to_sync = own["_to_sync"] and own["sync_on_compute"] and own["_local"] is None and self._can_sync()
        if own["_computed"] is not None and not to_sync:  # other ranks may have new data and wait for this one
            return independent(own["_computed"])
        with self.sync_context(should_sync=to_sync):
            for _, leaf in self._leaves():
                leaf._raise_flags()
            if not self._has_data():
                warnings.warn(
                    f"{type(self).__name__}.compute() was called before any update(); its value is of no data.",
                    UserWarning, stacklevel=2,
                )  # fmt: skip
            value = self._value_of_held()
        if own["compute_with_cache"]:
            own["_computed"] = value
        return independent(value)

    return finished


_is_compiling = torch.compiler.is_compiling
