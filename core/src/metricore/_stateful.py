"""A module that owns named states: registration, device moves, checkpoints and value checks."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from metricore._errors import InvalidDataError
from metricore._state import CatState, Reduction, States, StateSpec, make_spec
from metricore._values import map_tensors

if TYPE_CHECKING:
    from typing_extensions import Self

_COUNT_KEY = "_update_count"


class Stateful(nn.Module):
    """Named states beside the parameters and buffers of a module.

    States are plain attributes. They follow the module's device and never its dtype, are not buffers (a wrapped model
    would have them overwritten by rank 0), and are part of `state_dict` only when persistent.
    """

    def __init__(self) -> None:
        super().__init__()
        self.__dict__.update(
            _specs={}, _kept=(), _update_count=0, _compiled_updates=None, _computed=None, _flags={}, _local=None,
            _device=torch.empty(0).device, _forward_cache=None, _running=False, _to_sync=True, _keep_graph=False,
            _containers=False, _only_sums=True, validate_args=True,
        )  # fmt: skip
        self._kept: tuple[str, ...] = ("_update_count", "_compiled_updates", "_computed", "_flags")

    def add_state(
        self, name: str, default: Any, dist_reduce_fx: Reduction = None, persistent: bool = False
    ) -> None:
        """Register a state.

        Args:
            name: attribute under which `update` and `compute` find the state.
            default: start value: a tensor, a number or an empty list; `reset` returns to it.
            dist_reduce_fx: how values of several batches or ranks merge: `"sum"`, `"mean"`, `"max"`, `"min"`, `"cat"`,
                a function of the stacked values, or `None` to keep them apart.
            persistent: whether the state is saved in `state_dict`.
        """
        if not name.isidentifier():
            raise ValueError(f"A state needs a name that is a Python identifier, got {name!r}.")
        spec = make_spec(name, default, dist_reduce_fx, persistent)
        self._specs[name] = spec
        self.__dict__["_containers"] = any(not isinstance(its.default, Tensor) for its in self._specs.values())
        self.__dict__["_only_sums"] = all(its.plain_sum for its in self._specs.values())
        if name not in self._kept:
            self.__dict__["_kept"] = (*self._kept, name)
        self.__dict__[name] = self._start_value(spec)

    def __setattr__(self, name: str, value: Any) -> None:
        """Keep states out of the module's parameter bookkeeping."""
        if name in self.__dict__.get("_specs", ()):
            self.__dict__[name] = value
        else:
            super().__setattr__(name, value)

    def _start_value(self, spec: StateSpec) -> Any:
        value = spec.fresh()
        if isinstance(value, CatState) and self.__dict__.get("compute_on_cpu", False):
            value.storage = torch.device("cpu")
        return value

    # -- the metrics inside a metric -----------------------------------------------------------------------------

    def _leaves(self) -> list[tuple[str, Stateful]]:
        """This metric and the metrics inside it, each once, with the prefix of its state names."""
        if not self._modules:
            return [("", self)]
        found: dict[int, tuple[str, Stateful]] = {}
        for prefix, leaf in self._walk(self, ""):
            found.setdefault(id(leaf), (prefix, leaf))
        return list(found.values())

    @staticmethod
    def _walk(module: nn.Module, prefix: str) -> Iterator[tuple[str, Stateful]]:
        if isinstance(module, Stateful):
            yield prefix, module
        for name, child in module._modules.items():
            if isinstance(child, (Stateful, nn.ModuleList, nn.ModuleDict)):
                yield from Stateful._walk(child, f"{prefix}{name}.")

    # -- what a user looks at ------------------------------------------------------------------------------------

    @property
    def metric_state(self) -> dict[str, Any]:
        """Current values of the states by name."""
        return {name: self.__dict__[name] for name in self._specs}

    @property
    def update_count(self) -> int:
        """Number of updates since the last reset."""
        compiled = self._compiled_updates
        return int(self.__dict__["_update_count"]) + (0 if compiled is None else int(compiled))

    @property
    def update_called(self) -> bool:
        """Whether there was an update since the last reset."""
        return self.update_count > 0

    @property
    def device(self) -> torch.device:
        """Device of the states."""
        return self.__dict__["_device"]  # type: ignore[no-any-return]

    @property
    def dtype(self) -> torch.dtype:
        """Dtype of the first floating state, or the default dtype."""
        tensors = (value for value in self.metric_state.values() if isinstance(value, Tensor))
        return next((value.dtype for value in tensors if value.is_floating_point()), torch.get_default_dtype())

    def set_dtype(self, dst_type: torch.dtype) -> Self:
        """Change the dtype of floating states, which `.half()`, `.float()` and `.to(dtype)` leave alone."""
        if not dst_type.is_floating_point:
            raise ValueError(f"Expected a floating dtype, got {dst_type}.")
        for _, leaf in self._leaves():
            leaf._map_states(lambda t: t.to(dst_type) if t.is_floating_point() else t)
        return self

    def persistent(self, mode: bool = False) -> None:
        """Choose whether all states are saved in `state_dict`."""
        for _, leaf in self._leaves():
            for spec in leaf._specs.values():
                spec.persistent = mode

    # -- checks of values ----------------------------------------------------------------------------------------

    def flag(self, condition: Tensor, message: str, warn: bool = False) -> None:
        """Report elements of a batch that break the contract, wherever `condition` is true.

        On the CPU this raises (or warns) at once. Elsewhere reading the condition would stall the device, so the number
        of offending elements is kept beside the states and `compute` raises (or warns).
        """
        if not self.validate_args:
            return
        if reads_at_once(condition):
            count = int(condition.sum())
            if count:
                _report(warn, f"{message}; {count} of {condition.numel()} elements do not fit.")
            return
        count_now = condition.sum()
        before = self._flags.get((message, warn))
        ticks = self.__dict__["_update_count"] if self._compiled_updates is None else self._compiled_updates
        first_now = torch.where(count_now > 0, ticks + 1, 0)
        seen = torch.stack([count_now, first_now])
        if before is not None:
            seen = torch.stack([before[0] + count_now, torch.where(before[1] > 0, before[1], first_now)])
        self.__dict__["_flags"] = {**self._flags, (message, warn): seen}

    def _raise_flags(self) -> None:
        for (message, warn), seen in self._flags.items():
            count, first = seen.tolist()
            if count:
                _report(warn, f"{message}; {count} elements do not fit, the first of them in update {first}.")

    # -- moves and checkpoints -----------------------------------------------------------------------------------

    def _map_states(self, fn: Callable[[Tensor], Tensor]) -> None:
        def apply(value: Any) -> Any:
            return value.map(fn) if isinstance(value, CatState) else map_tensors(value, fn)

        for name, spec in self._specs.items():
            spec.default = apply(spec.default)
            self.__dict__[name] = apply(self.__dict__[name])
        for name in ("_computed", "_forward_cache", "_compiled_updates", "_flags"):
            self.__dict__[name] = map_tensors(self.__dict__[name], fn)
        if self._local is not None:
            self.__dict__["_local"] = {name: apply(value) for name, value in self._local.items()}

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Self:
        """Move states with the module, keeping their dtype."""

        def move(value: Tensor) -> Tensor:
            moved = _to_device_of(fn, value)
            return moved if moved.dtype == value.dtype else value.to(moved.device)

        super()._apply(fn, recurse)  # type: ignore[no-untyped-call]
        self._map_states(move)
        self.__dict__["_device"] = fn(torch.empty(0, device=self.device)).device
        return self

    def _save_to_state_dict(self, destination: dict[str, Any], prefix: str, keep_vars: bool) -> None:
        super()._save_to_state_dict(destination, prefix, keep_vars)  # type: ignore[no-untyped-call]
        saved = [name for name, spec in self._specs.items() if spec.persistent]
        for name in saved:
            value = self.__dict__[name]
            destination[prefix + name] = value.values.clone() if isinstance(value, CatState) else map_tensors(
                value, torch.clone)
        if saved:
            destination[prefix + _COUNT_KEY] = torch.tensor(self.update_count)

    def _load_from_state_dict(
        self, state_dict: Mapping[str, Any], prefix: str, local_metadata: Any, strict: bool,
        missing_keys: list[str], unexpected_keys: list[str], error_msgs: list[str],
    ) -> None:  # fmt: skip
        super()._load_from_state_dict(  # type: ignore[no-untyped-call]
            state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
        )
        present = [name for name in self._specs if prefix + name in state_dict]
        missing_keys += [
            prefix + name for name, spec in self._specs.items() if strict and spec.persistent and name not in present
        ]
        for name in present:
            try:
                self.__dict__[name] = self._fitting(name, state_dict[prefix + name])
            except ValueError as error:
                error_msgs.append(str(error))
        keys = {prefix + name for name in (*present, _COUNT_KEY)}
        unexpected_keys[:] = [key for key in unexpected_keys if key not in keys]
        if present:
            self.__dict__.update(_update_count=int(state_dict.get(prefix + _COUNT_KEY, 1)), _compiled_updates=None,
                                 _computed=None)

    def _fitting(self, name: str, value: Any) -> Any:
        """A value from outside as a value of the state, on this metric's device, or a ValueError."""
        default = self._specs[name].default
        if isinstance(default, (CatState, list)):
            rows = value.chunks() if isinstance(value, CatState) else [value] if isinstance(value, Tensor) else value
            if not isinstance(rows, (list, tuple)) or not all(isinstance(row, Tensor) for row in rows):
                raise ValueError(f"State {name!r} of {type(self).__name__} holds tensors, got {type(value).__name__}.")
            rows = [row.to(self.device, copy=True) for row in rows if len(row.reshape(-1)) or len(rows) > 1]
            return rows if isinstance(default, list) else CatState(default._empty, rows)
        if not isinstance(value, Tensor):
            raise ValueError(f"State {name!r} of {type(self).__name__} is a tensor, got {type(value).__name__}.")
        if value.shape != default.shape and self._specs[name].reduction != "cat":
            raise ValueError(
                f"State {name!r} of {type(self).__name__} has shape {tuple(default.shape)}, got {tuple(value.shape)}."
            )
        return value.to(self.device, copy=True)


_is_compiling = torch.compiler.is_compiling


def reads_at_once(value: Tensor) -> bool:
    """Whether looking at the elements of a tensor stalls nothing: it is on the CPU and no graph is being traced."""
    return value.is_cpu and not _is_compiling()


def _report(warn: bool, text: str) -> None:
    if not warn:
        raise InvalidDataError(text)
    warnings.warn(text, UserWarning, stacklevel=4)


def _to_device_of(fn: Callable[[Tensor], Tensor], value: Tensor) -> Tensor:
    try:
        return fn(value)
    except TypeError:  # a device without float64
        return fn(value.float())
