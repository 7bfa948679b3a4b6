"""A module that owns named states: their registration and their life through updates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor, nn
from torch.utils.hooks import RemovableHandle

from metricore._state import CatState, Reduction, StateSpec, duplicate, make_spec
from metricore._tracing import is_traced

if TYPE_CHECKING:
    from metricore._merging import Merging


_NOTHING: dict[str, Any] = {
    "_update_count": 0,
    "_compiled_updates": None,
    "_computed": None,
    "_flags": {},
    "_residues": {},
}
_FRESH = {**_NOTHING, "_to_sync": False, "_keep_graph": True}
_EMPTY = {**_NOTHING, "_forward_cache": None, "_local": None}


_OWN = frozenset((*_FRESH, "_specs", "_kept", "_local", "_device", "_forward_cache", "_running", "_narrow", "training"))


class _Changes:
    """How often settings or hooks of any metric were changed after it was made; collections group anew then."""

    count = 0


changes = _Changes()


class Stateful(nn.Module):
    """Named states beside the parameters and buffers of a module.

    States are plain attributes. They follow the module's device and never its dtype, are not buffers (a wrapped model
    would have them overwritten by rank 0), and are part of `state_dict` only when persistent.
    """

    _settings: ClassVar[dict[str, Any]] = {}  # what the constructor takes, and the defaults

    if TYPE_CHECKING:
        _specs: dict[str, StateSpec]
        _kept: tuple[str, ...]
        _update_count: int
        _compiled_updates: Tensor | None
        _computed: Any
        _flags: dict[tuple[str, bool], Tensor]
        _narrow: torch.dtype | None
        _residues: dict[str, Tensor]
        _local: dict[str, Any] | None
        _forward_cache: Any
        compute_on_cpu: bool
        validate_args: bool

    def __init__(self) -> None:
        super().__init__()
        self.__dict__.update(
            **_EMPTY, _specs={}, _kept=(), _narrow=None, _device=torch.empty(0).device,
            _running=False, _to_sync=True, _keep_graph=False,
            _containers=False, _only_sums=True, _mergeable=True, validate_args=True,
        )  # fmt: skip
        self._kept = tuple(_NOTHING)

    def add_state(self, name: str, default: Any, dist_reduce_fx: Reduction = None, persistent: bool = False) -> None:
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
        if (
            name in _OWN
            or callable(getattr(type(self), name, None))
            or isinstance(getattr(type(self), name, None), property)
        ):
            raise ValueError(f"A state needs a name that the metric does not use itself, got {name!r}.")
        spec = make_spec(name, default, dist_reduce_fx, persistent)
        self._specs[name] = spec
        self.__dict__["_containers"] = any(not isinstance(its.default, Tensor) for its in self._specs.values())
        self.__dict__["_only_sums"] = all(its.plain_sum for its in self._specs.values())
        self.__dict__["_mergeable"] = all(its.mergeable for its in self._specs.values())
        if name not in self._kept:
            self.__dict__["_kept"] = (*self._kept, name)
        self.__dict__[name] = self._start_value(spec)

    def __setattr__(self, name: str, value: Any) -> None:
        """Keep states out of the module's parameter bookkeeping."""
        own = self.__dict__
        if "_specs" in own and name in own["_specs"]:
            own[name] = value
        else:
            super().__setattr__(name, value)
            # What may be shared with others depends on these; before there are states, nothing is.
            if own.get("_specs") and (name in self._settings or name == "dist_sync_on_step"):
                changes.count += 1

    def register_forward_hook(self, *args: Any, **kwargs: Any) -> RemovableHandle:
        """Let a function see each `forward`, which the metric then does on its own in a collection."""
        changes.count += 1
        return super().register_forward_hook(*args, **kwargs)

    def register_forward_pre_hook(self, *args: Any, **kwargs: Any) -> RemovableHandle:
        """Let a function see each call of `forward`, which the metric then does on its own in a collection."""
        changes.count += 1
        return super().register_forward_pre_hook(*args, **kwargs)

    def _start_value(self, spec: StateSpec) -> Any:
        value = spec.fresh()
        if isinstance(value, CatState) and self.__dict__.get("compute_on_cpu", False):
            value.storage = torch.device("cpu")
        return value

    # -- the metrics inside a metric -----------------------------------------------------------------------------

    def _leaves(self) -> list[tuple[str, Merging]]:
        """This metric and the metrics inside it, each once, with the prefix of its state names."""
        if not self._modules:
            return [("", self)]  # type: ignore[list-item]
        found: dict[int, tuple[str, Merging]] = {}
        for prefix, leaf in self._walk(self, ""):
            found.setdefault(id(leaf), (prefix, leaf))
        return list(found.values())

    @staticmethod
    def _walk(module: nn.Module, prefix: str) -> Iterator[tuple[str, Any]]:
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

    def persistent(self, mode: bool = False) -> None:
        """Choose whether all states are saved in `state_dict`."""
        for _, leaf in self._leaves():
            for spec in leaf._specs.values():
                spec.persistent = mode

    # -- through an update ---------------------------------------------------------------------------------------

    def _hold(self) -> dict[str, Any]:
        """The states, the count and the cache as they stand, to come back to."""
        own = self.__dict__
        return {name: own[name] for name in own["_kept"]}

    def _everything(self) -> dict[str, Any]:
        """All attributes as they stand, to come back to after a failure."""
        own = self.__dict__
        if is_traced():  # compilers follow no more
            return {**self._hold(), "_to_sync": own["_to_sync"], "_keep_graph": own["_keep_graph"]}
        return own.copy()

    def _begin(self) -> dict[str, Any]:
        """Start the states of one batch, local and with their graph; what was held so far, to come back to."""
        own = self.__dict__
        before = {name: own[name] for name in own["_kept"]}
        before["_to_sync"], before["_keep_graph"] = own["_to_sync"], own["_keep_graph"]
        own.update(_FRESH)
        if own["_containers"] or self.updates_in_place:
            for name, spec in own["_specs"].items():
                own[name] = self._start_value(spec)
                if isinstance(spec.default, CatState):
                    own[name].keeps_graph = True
        else:  # nobody will change them
            for name, spec in own["_specs"].items():
                own[name] = spec.default
        return before

    def _unshare(self) -> None:
        """Give `update` states that it may change without changing those to come back to."""
        own = self.__dict__
        for name in own["_specs"]:
            value = own[name]
            if self.updates_in_place or not isinstance(value, Tensor):
                own[name] = duplicate(value)

    def _settle(self, before: dict[str, Any]) -> None:
        """Detach what was accumulated, and copy what was appended to lists."""
        own = self.__dict__
        for name in own["_specs"]:
            value = own[name]
            if isinstance(value, Tensor):
                if value.requires_grad and not own["_keep_graph"]:
                    own[name] = value.detach()
            elif isinstance(value, list):
                known = len(before[name])
                where = torch.device("cpu") if own["compute_on_cpu"] else None
                own[name] = value[:known] + [_own_copy(item, where) for item in value[known:]]

    def _detached(self, states: dict[str, Any]) -> dict[str, Any]:
        """The states among these without their graph, and copies of what was appended to lists."""
        found: dict[str, Any] = {}
        where = torch.device("cpu") if self.compute_on_cpu else None
        for name in self._specs:
            value = states[name]
            if isinstance(value, Tensor):
                found[name] = value.detach() if value.requires_grad else value
            elif isinstance(value, CatState):
                found[name] = value.map(Tensor.detach)
            else:
                found[name] = [_own_copy(item, where) for item in value] if isinstance(value, list) else value
        return found

    def reset(self) -> None:
        """Forget everything that was accumulated."""
        for _, leaf in self._leaves():
            leaf._forget()

    def _forget(self) -> None:
        """`reset` of this metric, not of those inside it."""
        self.__dict__.update(_EMPTY)
        for name, spec in self._specs.items():
            self.__dict__[name] = self._start_value(spec)


@contextmanager
def atomic(leaves: Iterable[Stateful]) -> Iterator[None]:
    """A block after which all of these metrics are changed, or none of them if it raises."""
    before = [(leaf, leaf._everything()) for leaf in leaves]
    try:
        yield
    except BaseException:
        for leaf, old in before:
            leaf.__dict__.update(old)
        raise


def _own_copy(item: Any, where: torch.device | None) -> Any:
    if not isinstance(item, Tensor):
        return item
    return item.detach().to(where, copy=True) if where is not None else item.detach().clone()
