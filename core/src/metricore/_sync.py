"""Packed synchronisation: all states of any number of metrics in a handful of collectives.

A header of fixed size tells every rank that all synchronise the same thing, and how many bytes each will send. Sums,
maxima and minima go in one `all_reduce` per operation and dtype; everything whose size may differ between ranks goes,
with its own description, in one gather of bytes. A rank without data takes part like any other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, distributed

from metricore._checked import Flags, merged_flags
from metricore._errors import RanksDifferError, SyncError
from metricore._exchange import Exchange
from metricore._identity import accumulated_by
from metricore._merging import Merging
from metricore._state import CatState, Joint, States, StateSpec, joined_rows, merge_states

Leaves = Sequence[tuple[str, Merging]]
Key = tuple[int, str]  # which metric, which state
_REDUCIBLE = (torch.int64, torch.int32, torch.float64, torch.float32)
_OPS = {"sum": distributed.ReduceOp.SUM, "max": distributed.ReduceOp.MAX, "min": distributed.ReduceOp.MIN}
_COUNT = "_update_count"
_FAILED = -1  # in the place of a digest, which is never negative


def reduce_over_ranks(leaves: Leaves, group: Any) -> list[States]:
    """States over all ranks for each metric.

    Raises:
        SyncError: on every rank with the same text, if the ranks synchronise different metrics.
    """
    exchange = Exchange(group, leaves[0][1].device)
    if exchange.world < 1:  # this process is not part of the group
        return [leaf._hold() for _, leaf in leaves]
    try:
        packs = _packs(leaves)
        payload = _encode(leaves, skip={key for pack in packs.values() for key in pack}).to(exchange.device)
        staged = {kind: exchange.staged(list(pack.values())) for kind, pack in packs.items()}
    except BaseException:  # the others must not wait for this rank
        exchange.gather_numbers([_FAILED, 0, 0])
        raise
    layout = [
        (op, str(dtype), [(*key, list(v.shape)) for key, v in pack.items()]) for (op, dtype), pack in packs.items()
    ]
    header = exchange.gather_numbers([_digest(_plan(leaves)), _digest(layout), len(payload)])
    failed = [rank for rank, row in enumerate(header) if row[0] == _FAILED]
    if failed:
        raise SyncError(f"Rank {failed[0]} could not prepare its states to be synchronised; its own error says why.")
    if len({row[0] for row in header}) > 1:
        raise RanksDifferError(_difference(exchange, leaves))
    if len({row[1] for row in header}) > 1:  # the same metrics with states of other dtypes: send all with descriptions
        packs, payload = {}, _encode(leaves, skip=set())
        header = exchange.gather_numbers([0, 0, len(payload)])
    sent = [_decode(part) for part in exchange.gather_bytes(payload, [row[2] for row in header])]
    reduced: dict[Key, Tensor] = {}
    for (op, dtype), pack in packs.items():
        merged = exchange.reduce(staged[op, dtype], _OPS[op], like=list(pack.values()))
        reduced |= dict(zip(pack, merged, strict=True))
    return [_assemble(i, leaf, sent, reduced, exchange.world) for i, (_, leaf) in enumerate(leaves)]


def gather_one_by_one(leaves: Leaves, group: Any, gather: Callable[..., Any]) -> list[States]:
    """The same through a user's function that gathers one tensor: `gather(tensor, group=group)`."""
    results: list[States] = []
    for _, leaf in leaves:
        columns: dict[str, list[Any]] = {}
        for name, spec in leaf._specs.items():
            value = getattr(leaf, name)
            if isinstance(value, CatState):
                columns[name] = [CatState(value._empty, [part]) for part in gather(value.values, group=group)]
            elif isinstance(value, list) and spec.reduction == "cat":  # one gather, also where there are no rows
                own = joined_rows(value) if value else torch.empty(0, device=leaf.device)
                columns[name] = [[part] if len(part) else [] for part in gather(own, group=group)]
            elif isinstance(value, list):
                gathered = [gather(item, group=group) for item in value]
                columns[name] = [list(parts) for parts in zip(*gathered, strict=True)] or [[]]
            else:
                columns[name] = list(gather(value, group=group))
        ranks = max((len(parts) for parts in columns.values()), default=0)
        combined = {
            n: _combine(leaf._specs[n], n, parts, [1] * ranks)
            for n, parts in columns.items()
            if not isinstance(leaf._specs[n].reduction, Joint)
        }
        results.append(combined | _joint(leaf, [{n: p[r] for n, p in columns.items()} for r in range(ranks)]))
    return results


def _plan(leaves: Leaves) -> list[Any]:
    """What all ranks must agree on."""
    kinds = []
    for name, leaf in leaves:
        settings = accumulated_by(leaf)
        for state, spec in leaf._specs.items():
            how = spec.reduction if isinstance(spec.reduction, str) else getattr(spec.reduction, "__qualname__", "-")
            shape = list(spec.default.shape) if isinstance(spec.default, Tensor) and how in _OPS else []
            kinds.append([name, type(leaf).__name__, state, how, shape, settings])
    return kinds


def _packs(leaves: Leaves) -> dict[tuple[str, torch.dtype], dict[Key, Tensor]]:
    """States that an `all_reduce` can merge, and update counts, by operation and dtype."""
    packs: dict[tuple[str, torch.dtype], dict[Key, Tensor]] = {}
    for i, (_, leaf) in enumerate(leaves):
        for name, spec in leaf._specs.items():
            value = getattr(leaf, name)
            if spec.reduction not in (*_OPS, "mean") or not isinstance(value, Tensor) or value.dtype not in _REDUCIBLE:
                continue
            if spec.reduction == "mean":
                packs.setdefault(("sum", value.dtype), {})[i, name] = value * leaf.update_count
            else:
                packs.setdefault((str(spec.reduction), value.dtype), {})[i, name] = value
    sums = [dtype for op, dtype in packs if op == "sum"]
    dtype = torch.int64 if torch.int64 in sums or torch.float64 not in sums else torch.float64
    counts = packs.setdefault(("sum", dtype), {})
    for i, (_, leaf) in enumerate(leaves):
        counts[i, _COUNT] = torch.full((), leaf.update_count, dtype=dtype, device=leaf.device)
    return packs


def _encode(leaves: Leaves, skip: set[Key]) -> Tensor:
    """Everything that is not in `skip`, with its description, as bytes; empty if there is nothing."""
    rows: list[Any] = []
    tensors: list[Tensor] = []
    for i, (_, leaf) in enumerate(leaves):
        own = {name: getattr(leaf, name) for name in leaf._specs if (i, name) not in skip}
        if (i, _COUNT) not in skip:
            own[_COUNT] = torch.tensor(leaf.update_count)
        for name, value in own.items():
            if isinstance(value, CatState):
                value = value.values
            parts = value if isinstance(value, list) else [value]
            rows.append([i, name, len(parts) if isinstance(value, list) else -1])
            for part in parts:
                rows.append([str(part.dtype).removeprefix("torch."), list(part.shape)])
                tensors.append(part)
        for (message, warn), seen in leaf._flags.items():
            rows.append([i, "_flags", message, warn, seen.tolist()])
    if not rows:
        return torch.empty(0, dtype=torch.uint8)
    text = json.dumps(rows).encode()
    where = tensors[0].device if tensors else torch.device("cpu")
    head = torch.frombuffer(bytearray(len(text).to_bytes(8, "little") + text), dtype=torch.uint8).to(where)
    return torch.cat([head, *(t.detach().contiguous().reshape(-1).view(torch.uint8).to(where) for t in tensors)])


def _decode(payload: Tensor) -> dict[Key, Any]:
    """The states of one rank by metric and name; lists stay lists, and flags are under the name `_flags`."""
    found: dict[Key, Any] = {}
    if not len(payload):
        return found
    start = 8 + int.from_bytes(bytes(payload[:8].tolist()), "little")
    rows = iter(json.loads(bytes(payload[8:start].tolist())))
    for row in rows:
        if row[1] == "_flags":
            found.setdefault((row[0], "_flags"), {})[row[2], row[3]] = torch.tensor(row[4])
            continue
        parts = []
        for _ in range(max(row[2], 1) if row[2] else 0):
            kind, shape = next(rows)
            dtype = getattr(torch, kind)
            size = int(torch.Size(shape).numel()) * dtype.itemsize
            parts.append(payload[start : start + size].clone().view(dtype).reshape(shape))
            start += size
        found[row[0], row[1]] = parts if row[2] >= 0 else parts[0]
    return found


def _assemble(i: int, leaf: Merging, sent: list[dict[Key, Any]], reduced: dict[Key, Tensor], world: int) -> States:
    """What one metric holds after synchronisation."""
    counts = [int(part[i, _COUNT]) for part in sent if (i, _COUNT) in part]
    total = sum(counts) if counts else int(reduced[i, _COUNT])
    states: States = {_COUNT: total, "_compiled_updates": None}
    flags: Flags = {}
    for part in sent:
        flags = merged_flags(flags, {m: t.to(leaf.device) for m, t in part.get((i, "_flags"), {}).items()}, 0)
    states["_flags"] = flags
    for name, spec in leaf._specs.items():
        if (i, name) in reduced:
            value: Any = reduced[i, name]
            start: Any = spec.default
            if spec.reduction == "mean":
                value = value / total if total else start
            elif not spec.neutral:
                value = value - start * (world - 1)
            states[name] = value
        elif not isinstance(spec.reduction, Joint):
            values = [part[i, name] for part in sent]
            if isinstance(spec.default, CatState):
                parts = [v if isinstance(v, list) else [v] for v in values]
                values = [CatState(spec.default._empty, [row for row in part if len(row)]) for part in parts]
            states[name] = _moved(_combine(spec, name, values, counts or [0] * world), leaf.device)
    by_rank = [
        {
            name: _moved(part[i, name], leaf.device)
            for name, spec in leaf._specs.items()
            if isinstance(spec.reduction, Joint)
        }
        for part in sent
    ]
    return states | _joint(leaf, by_rank)


def _joint(leaf: Merging, by_rank: list[States]) -> States:
    """States with a joint reduction, merged in the order of ranks."""
    specs = {name: spec for name, spec in leaf._specs.items() if isinstance(spec.reduction, Joint)}
    merged = {name: by_rank[0][name] for name in specs}
    for other in by_rank[1:] if specs else []:
        merged = merge_states(specs, merged, other, (0, 0))
    return merged


def _combine(spec: StateSpec, name: str, values: list[Any], counts: list[int]) -> Any:
    """The values of all ranks as `compute` sees them."""
    if isinstance(values[0], CatState):
        merged = values[0]
        for other in values[1:]:
            merged = merged.joined(other)
        return merged
    if isinstance(values[0], list):
        rows = [row for part in values for row in part]
        if spec.reduction == "cat" and rows:
            return joined_rows(rows)
        return spec.reduction(rows) if callable(spec.reduction) else rows
    if spec.reduction is None:
        return torch.stack(values) if len({v.shape for v in values}) == 1 else values
    if callable(spec.reduction):
        return spec.reduction(torch.stack(values))
    merged, seen = values[0], counts[0]
    for other, count in zip(values[1:], counts[1:], strict=True):
        merged = merge_states({name: spec}, {name: merged}, {name: other}, (seen, count))[name]
        seen += count
    return merged


def _moved(value: Any, device: torch.device) -> Any:
    if isinstance(value, list):
        return [item.to(device) for item in value]
    return value.map(lambda rows: rows.to(device)) if isinstance(value, CatState) else value.to(device)


def _digest(plan: Any) -> int:
    return int.from_bytes(hashlib.sha256(json.dumps(plan).encode()).digest()[:7], "little")


def _difference(exchange: Exchange, leaves: Leaves) -> str:
    """What each rank wants to synchronise, where they do not agree."""
    text = json.dumps(_plan(leaves)).encode()
    own = torch.frombuffer(bytearray(text), dtype=torch.uint8)
    lengths = [row[0] for row in exchange.gather_numbers([len(text)])]
    plans = [json.loads(bytes(part.tolist())) for part in exchange.gather_bytes(own, lengths)]
    shown = []
    for rank, plan in enumerate(plans):
        others = [entry for other in plans if other is not plan for entry in other]
        odd = [entry for entry in plan if entry not in others or any(entry not in other for other in plans)]
        alike = [entry[:5] for entry in others]  # those that differ in settings alone are shown with them
        names = dict.fromkeys(
            f"{e[0]} (state {e[2]!r}, shape {tuple(e[4])}{f', {e[5]}' if e[:5] in alike else ''})" for e in odd
        )
        shown.append(f"rank {rank}: {', '.join(names) or 'nothing more'}")
    return "The ranks synchronise different metrics; they differ in " + "; ".join(shown) + "."
