"""States that go where their module goes: other devices, checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from metricore._narrow import widest
from metricore._state import CatState, Joint
from metricore._stateful import Stateful
from metricore._values import map_tensors

if TYPE_CHECKING:
    from typing_extensions import Self

_COUNT_KEY = "_update_count"


class Portable(Stateful):
    """Moves and saves states with the module they belong to."""

    def set_dtype(self, dst_type: torch.dtype) -> Self:
        """Accumulate in another floating dtype, which `.half()`, `.float()` and `.to(dtype)` do not change.

        In a dtype narrower than float64, sums are compensated for what rounding takes. A move to a device without
        float64 chooses float32.
        """
        if not dst_type.is_floating_point:
            raise ValueError(f"Expected a floating dtype, got {dst_type}.")
        for leaf in (module for module in self.modules() if isinstance(module, Portable)):
            leaf.__dict__.update(_narrow=None if dst_type == torch.float64 else dst_type, _residues={})
            leaf._map_states(lambda t: t.to(dst_type) if t.is_floating_point() else t)
        return self

    def _map_states(self, fn: Callable[[Tensor], Tensor], moves: bool = False) -> None:
        stay = moves and self.__dict__.get("compute_on_cpu", False)  # what grows, on the CPU

        def apply(value: Any) -> Any:
            if stay and isinstance(value, (CatState, list)):
                return value
            return value.map(fn) if isinstance(value, CatState) else map_tensors(value, fn)

        for name, spec in self._specs.items():
            spec.default = apply(spec.default)
            self.__dict__[name] = apply(self.__dict__[name])
        for name in ("_computed", "_forward_cache", "_compiled_updates", "_flags", "_residues"):
            self.__dict__[name] = map_tensors(self.__dict__[name], fn)
        if self._local is not None:
            self.__dict__["_local"] = {name: apply(value) for name, value in self._local.items()}

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Self:
        """Move states with the module, keeping their dtype where the device has it."""
        device = fn(torch.empty(0, device=self.device)).device
        wide = widest(device)

        def move(value: Tensor) -> Tensor:
            fitting = value.to(wide) if value.dtype == torch.float64 else value
            moved = fn(fitting)
            return moved if moved.dtype == fitting.dtype else fitting.to(moved.device)

        super()._apply(fn, recurse)  # type: ignore[no-untyped-call]
        self._map_states(move, moves=True)
        self.__dict__["_device"] = device
        if wide != torch.float64 and self._narrow is None:
            self.__dict__["_narrow"] = wide
        return self

    def _save_to_state_dict(self, destination: dict[str, Any], prefix: str, keep_vars: bool) -> None:
        super()._save_to_state_dict(destination, prefix, keep_vars)
        saved = [name for name, spec in self._specs.items() if spec.persistent]
        for name in saved:
            value = self.__dict__[name]
            destination[prefix + name] = (
                value.values.clone() if isinstance(value, CatState) else map_tensors(value, torch.clone)
            )
        if any(spec.persistent for _, leaf in self._leaves() for spec in leaf._specs.values()):
            destination[prefix + _COUNT_KEY] = torch.tensor(self.update_count)

    def _load_from_state_dict(
        self, state_dict: Mapping[str, Any], prefix: str, local_metadata: Any, strict: bool,
        missing_keys: list[str], unexpected_keys: list[str], error_msgs: list[str],
    ) -> None:  # fmt: skip
        super()._load_from_state_dict(
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
        if present or prefix + _COUNT_KEY in state_dict:
            self.__dict__.update(
                _update_count=int(state_dict.get(prefix + _COUNT_KEY, 1)),
                _compiled_updates=None, _computed=None, _flags={}, _residues={},
            )  # fmt: skip

    def _fitting(self, name: str, value: Any) -> Any:
        """A value from outside as a value of the state, where and as wide as this metric has it, or a ValueError."""
        default = self._specs[name].default
        if isinstance(default, (CatState, list)):
            rows = value.chunks() if isinstance(value, CatState) else [value] if isinstance(value, Tensor) else value
            if not isinstance(rows, (list, tuple)) or not all(isinstance(row, Tensor) for row in rows):
                raise ValueError(f"State {name!r} of {type(self).__name__} holds tensors, got {type(value).__name__}.")
            rows = [self._own_copy(row) for row in rows if len(row.reshape(-1)) or len(rows) > 1]
            if isinstance(default, list):
                return rows
            held = self._start_value(self._specs[name])
            return held.joined(CatState(default._empty, rows))
        if not isinstance(value, Tensor):
            raise ValueError(f"State {name!r} of {type(self).__name__} is a tensor, got {type(value).__name__}.")
        grows = default.numel() == 0 and isinstance(self._specs[name].reduction, Joint)  # takes its shape from the data
        if value.shape != default.shape and self._specs[name].reduction != "cat" and not grows:
            raise ValueError(
                f"State {name!r} of {type(self).__name__} has shape {tuple(default.shape)}, got {tuple(value.shape)}."
            )
        return self._own_copy(value, rows=False)

    def _own_copy(self, value: Tensor, rows: bool = True) -> Tensor:
        """A copy on the device of this metric's states, or of its rows, and not in float64 if these are narrower."""
        where = torch.device("cpu") if rows and self.compute_on_cpu else self.device
        narrow = self._narrow if value.dtype == torch.float64 else None
        return value.to(where, narrow, copy=True)
