"""Merging, the one law behind batch values, shards, ranks and windows, and the metric as pure functions of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from metricore._checked import Checked, merged_flags
from metricore._guards import blame_argument
from metricore._identity import accumulated_by
from metricore._narrow import accumulating, compensated
from metricore._portable import Portable
from metricore._state import States, duplicate, merge_states
from metricore._stateful import Stateful, atomic
from metricore._tracing import is_traced

if TYPE_CHECKING:
    from metricore._metric import Metric

_UPDATES = "_updates"


class Merging(Checked, Portable):
    """States that merge with those of another metric of the same kind."""

    def merge_state(self, incoming_state: Metric | States | Iterable[Metric | States]) -> None:
        """Add what other metrics of the same kind, or their states, have accumulated.

        Args:
            incoming_state: a metric, a state (`metric_state`, or what the pure functions return), or several of these.

        Raises:
            ValueError: if a state does not belong to this kind of metric; nothing is merged then.
        """
        several = incoming_state if isinstance(incoming_state, (list, tuple)) else [incoming_state]
        leaves = self._leaves()
        merged = [leaf._hold() for _, leaf in leaves]
        for item in several:
            others = self._incoming(item)
            merged = [leaf._merged(old, new) for (_, leaf), old, new in zip(leaves, merged, others, strict=True)]
        for (_, leaf), states in zip(leaves, merged, strict=True):
            leaf.__dict__.update(states)

    def _incoming(self, item: Any) -> list[dict[str, Any]]:
        """What each leaf holds in another metric or state, or a ValueError."""
        leaves = self._leaves()
        if isinstance(item, Merging):
            if type(item) is not type(self) or len(item._leaves()) != len(leaves):
                raise ValueError(f"Expected a {type(self).__name__} to merge, got a {type(item).__name__}.")
            for (_, own), (_, other) in zip(leaves, item._leaves(), strict=True):
                if accumulated_by(own) != accumulated_by(other):
                    raise ValueError(
                        f"Expected a {type(own).__name__} of the same settings to merge: {own!r}, got {other!r}."
                    )
            item = {**item._export(), **{f"{prefix}_flags": leaf._flags for prefix, leaf in item._leaves()}}
        if not isinstance(item, dict):
            raise ValueError(f"Expected a metric or a dict of states to merge, got {type(item).__name__}.")
        wanted = {prefix + name for prefix, leaf in leaves for name in leaf._specs}
        given = item.keys() - {prefix + extra for prefix, _ in leaves for extra in (_UPDATES, "_flags")}
        if wanted != given:
            raise ValueError(
                f"Expected a state of {type(self).__name__} with {sorted(wanted)}, got one with {sorted(given)}."
            )
        held = []
        for prefix, leaf in leaves:
            states = {name: leaf._fitting(name, item[prefix + name]) for name in leaf._specs}
            count = item.get(prefix + _UPDATES, 1)
            states |= {
                "_update_count": int(count),
                "_compiled_updates": None,
                "_flags": item.get(prefix + "_flags", {}),
            }
            held.append(states)
        return held

    def _add_to(self, old: dict[str, Any]) -> None:
        """End a batch that was begun: what is held now is added to what was held before it."""
        own = self.__dict__
        if not old["_keep_graph"]:
            own.update(self._detached(own))
        own.update(self._merged(old, own), _to_sync=old["_to_sync"], _keep_graph=old["_keep_graph"])

    def _lend(self, metrics: Iterable[Merging]) -> None:
        """Let other metrics hold what this one holds; nobody changes a held tensor in place."""
        own = self.__dict__
        held = {name: own[name] for name in own["_kept"]}
        held["_computed"] = None
        assign = _one_by_one if is_traced() else dict.update
        for metric in metrics:
            if own["_containers"]:
                held |= {name: duplicate(own[name]) for name in own["_specs"] if not isinstance(own[name], Tensor)}
            assign(metric.__dict__, held)

    def _merged(self, old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
        """What this metric (not those inside it) holds after merging two of its holdings."""
        counts = (old["_update_count"], new["_update_count"])
        if self.__dict__["_only_sums"]:
            merged = {name: old[name] + new[name] for name in self._specs}
        else:
            merged = merge_states(self._specs, old, new, counts)
        merged["_residues"] = self._compensate(merged, old, new) if self._narrow is not None else {}
        ticks, more = old["_compiled_updates"], new["_compiled_updates"]
        if is_traced():  # a Python number would be compiled in as a constant
            ticks = (torch.zeros((), dtype=torch.int64) if ticks is None else ticks) + counts[1]
            counts = (counts[0], 0)
        if more is not None:
            ticks = more if ticks is None else ticks + more
        merged["_update_count"] = counts[0] + counts[1] if counts[1] else counts[0]
        merged["_compiled_updates"] = ticks
        merged["_computed"] = None
        merged["_flags"] = merged_flags(old["_flags"], new["_flags"], counts[0]) if new["_flags"] else old["_flags"]
        return merged

    def _compensate(self, merged: dict[str, Any], old: dict[str, Any], new: dict[str, Any]) -> dict[str, Tensor]:
        """Replace plain sums by those that make up for what rounding took before; what it took now."""
        residues = {}
        for name, spec in self._specs.items():
            if spec.plain_sum and old[name].is_floating_point():
                merged[name], residues[name] = compensated(old[name], new[name], old["_residues"].get(name))
        return residues

    def _update_narrow(self, update: Callable[..., None], args: Any, kwargs: Any) -> None:
        """An update of fresh states, which are then added with compensation."""
        own = self.__dict__
        try:
            with atomic(leaf for _, leaf in self._leaves()):
                before = self._begin()
                own["_running"], own["_keep_graph"] = True, before["_keep_graph"]
                with accumulating(own["_narrow"]):
                    update(self, *args, **kwargs)
                own["_update_count"] = 1
                self._add_to(before)
        except BaseException as error:
            blame_argument(error, type(self), update, args, kwargs)
            raise
        finally:
            own["_running"] = False

    # -- pure functions ------------------------------------------------------------------------------------------

    def init_state(self) -> States:
        """The state before any update, as a dict; nested metrics appear under dotted names."""
        fresh: States = {}
        for prefix, leaf in self._leaves():
            fresh |= {prefix + name: leaf._start_value(spec) for name, spec in leaf._specs.items()}
            fresh[prefix + _UPDATES] = torch.zeros((), dtype=torch.int64, device=leaf.device)
        return fresh

    def update_state(self, state: States, *args: Any, **kwargs: Any) -> States:
        """The state after one more batch; the given state stays as it is."""
        with _Borrowed(self, state):
            for _, leaf in self._leaves():
                leaf._unshare()
            self.update(*args, **kwargs)  # type: ignore[operator]
            after = self._export(counts=False)
        for prefix, _ in self._leaves():
            after[prefix + _UPDATES] = state[prefix + _UPDATES] + 1
        return after

    def merge_states(self, a: States, b: States) -> States:
        """The state of both parts of the data."""
        merged: States = {}
        for prefix, leaf in self._leaves():
            size = len(prefix)
            own = [{key[size:]: value for key, value in part.items() if key.startswith(prefix)} for part in (a, b)]
            weights = (own[0][_UPDATES], own[1][_UPDATES])
            if not any(spec.reduction == "mean" for spec in leaf._specs.values()):
                weights = (0, 0)
            merged |= {prefix + n: v for n, v in merge_states(leaf._specs, own[0], own[1], weights).items()}
            merged[prefix + _UPDATES] = own[0][_UPDATES] + own[1][_UPDATES]
        return merged

    def compute_state(self, state: States) -> Any:
        """The value of a state."""
        with _Borrowed(self, state):
            return self._value_of_held()  # type: ignore[operator]

    def _export(self, counts: bool = True) -> States:
        """All states by dotted name, sharing no growing container with this metric."""
        states: States = {}
        for prefix, leaf in self._leaves():
            for name in leaf._specs:
                value = leaf.__dict__[name]
                states[prefix + name] = value if isinstance(value, Tensor) else duplicate(value)
            if counts:
                states[prefix + _UPDATES] = torch.tensor(leaf.update_count)
        return states


class _Borrowed:
    """A metric that works on the states it is given, and has its own back afterwards."""

    def __init__(self, metric: Merging, state: States) -> None:
        self.leaves = metric._leaves()
        self.state = state

    def __enter__(self) -> None:
        # Not what a metric holds besides: random numbers that were drawn for a state are not drawn again for the next.
        self.before = [
            (leaf, {**Stateful._hold(leaf), "_to_sync": leaf.__dict__["_to_sync"]}) for _, leaf in self.leaves
        ]
        for prefix, leaf in self.leaves:
            _one_by_one(leaf.__dict__, {name: self.state[prefix + name] for name in leaf._specs})
            _one_by_one(leaf.__dict__, {"_flags": {}, "_residues": {}, "_computed": None, "_to_sync": False})

    def __exit__(self, *_: object) -> None:
        for leaf, held in self.before:
            _one_by_one(leaf.__dict__, held)


def _one_by_one(own: dict[str, Any], values: dict[str, Any]) -> None:
    """`own.update(values)`, as compilers of older releases can follow it."""
    for name, value in values.items():
        own[name] = value
