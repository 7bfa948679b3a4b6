"""What a metric remembers: declarations of states, how two of them merge, and the growing `cat` state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import torch
from torch import Tensor

States = dict[str, Any]


class CatState:
    """Rows collected batch by batch, read back as one tensor.

    Appending costs O(1) and copying costs O(1): the rows hang in a chain whose links never change
    their meaning, so a copy can grow on its own.
    The stored rows never share memory with what was appended.
    """

    __slots__ = ("_chain", "_empty", "keeps_graph", "storage")

    def __init__(self, empty: Tensor, rows: Iterable[Tensor] = ()) -> None:
        self._empty = empty
        self._chain: list[Any] | None = None  # [the link before, rows]
        self.storage: torch.device | None = None  # where rows are kept, when not where they come from
        self.keeps_graph = False  # what is accumulated is detached, the value of one batch is not
        for row in rows:
            self._chain = [self._chain, row]

    def append(self, rows: Tensor) -> None:
        """Add the rows of one batch; a 0-d tensor is one row."""
        kept = rows if self.keeps_graph else rows.detach()
        kept = kept.reshape(1) if kept.ndim == 0 else kept
        if torch.compiler.is_compiling():
            # One chunk at all times: a chain that grows would be compiled anew at every step.
            self._chain = [None, torch.cat([self.values.to(kept.dtype), kept]) if self._chain else kept.clone()]
            return
        kept = kept.to(self.storage) if self.storage is not None and kept.device != self.storage else kept.clone()
        self._add(kept)

    @property
    def values(self) -> Tensor:
        """All rows as one tensor."""
        if self._chain is None:
            return self._empty
        if self._chain[0] is not None:
            self._chain[:] = [None, torch.cat(self.chunks())]  # in place: all copies have their rows joined
        return self._chain[1]  # type: ignore[no-any-return]

    def chunks(self) -> list[Tensor]:
        """The rows as they were appended."""
        found: list[Tensor] = []
        link = self._chain
        while link is not None:
            link, rows = link
            found.append(rows)
        return found[::-1]

    @property
    def begun(self) -> bool:
        """Whether anything was appended."""
        return self._chain is not None

    def _add(self, rows: Tensor) -> None:
        """Hang rows on the chain; those of another shape are refused, while none at all fit everywhere."""
        while self._chain is not None and self._chain[1].shape[1:] != rows.shape[1:]:
            last = self._chain[1]
            if not len(rows):
                return
            if len(last):
                raise ValueError(
                    f"Expected rows of shape {tuple(last.shape[1:])}, as before, got {tuple(rows.shape[1:])}."
                )
            self._chain = self._chain[0]
        self._chain = [self._chain, rows]

    def copy(self) -> CatState:
        """A state with the same rows that grows on its own."""
        twin = CatState(self._empty)
        twin._chain, twin.storage, twin.keeps_graph = self._chain, self.storage, self.keeps_graph
        return twin

    def joined(self, other: CatState) -> CatState:
        """A state with the rows of both."""
        twin = self.copy()
        for rows in other.chunks():
            twin._add(rows)
        return twin

    def same_rows(self, other: CatState) -> bool:
        """Whether both hold the very same rows, by identity."""
        return self._chain is other._chain

    def map(self, fn: Callable[[Tensor], Tensor]) -> CatState:
        """The state with every chunk passed through `fn`, such as a move to another device."""
        twin = CatState(fn(self._empty), [fn(rows) for rows in self.chunks()])
        twin.storage = self.storage
        return twin

    def __len__(self) -> int:
        """Number of rows."""
        return sum(len(rows) for rows in self.chunks())

    def __iter__(self) -> Iterator[Tensor]:
        """Iterate over the appended chunks."""
        return iter(self.chunks())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as a flat list: a chain is as deep as there were batches."""
        return CatState, (self._empty, self.chunks()), (None, {"storage": self.storage, "keeps_graph": False})

    def __deepcopy__(self, memo: dict[int, Any]) -> CatState:
        """Copy the rows too."""
        return self.map(lambda rows: rows.detach().clone())

    def __repr__(self) -> str:
        """Show the shape of what has been collected."""
        return f"CatState(rows={len(self)}, dtype={self._empty.dtype})"


@dataclass(frozen=True)
class Joint:
    """A reduction of several states together: `merge` takes two dicts of those states and returns the merged dict."""

    merge: Callable[[dict[str, Tensor], dict[str, Tensor]], dict[str, Tensor]]


def joint(merge: Callable[[dict[str, Tensor], dict[str, Tensor]], dict[str, Tensor]]) -> Joint:
    """Make a reduction for states that only merge together, such as a mean and its sum of squares."""
    return Joint(merge)


Reduction = str | Joint | Callable[[Any], Any] | None
_NAMED = ("sum", "mean", "max", "min", "cat")


@dataclass
class StateSpec:
    """How one state starts, merges and is saved."""

    default: Any  # a tensor, a `CatState` or an empty list
    reduction: Reduction
    persistent: bool
    neutral: bool = True  # whether merging a fresh state changes nothing

    @property
    def mergeable(self) -> bool:
        """Whether two values of this state can become one; stacking without a reduction cannot be repeated."""
        return self.reduction is not None or not isinstance(self.default, Tensor)

    @property
    def plain_sum(self) -> bool:
        """Whether values merge by addition and nothing else."""
        return self.reduction == "sum" and self.neutral and isinstance(self.default, Tensor)

    def fresh(self) -> Any:
        """A start value that may be changed in place."""
        return duplicate(self.default)


@dataclass
class Declaration:
    """A state as written in a class body, before an instance gives it a value."""

    default: Any
    reduction: Reduction
    persistent: bool
    when: Callable[[Any], bool] | None = None


def state(
    default: Any,
    reduce: Reduction = "sum",
    persistent: bool = False,
    when: Callable[[Any], bool] | None = None,
    init: Literal[False] = False,
) -> Any:
    """Declare a state in the body of a metric class.

    Args:
        default: start value: a number (float64 or int64), a tensor, or a function of the metric that returns one.
        reduce: how two values merge: `"sum"`, `"mean"`, `"max"`, `"min"`, a function of the stacked values, or a
            :func:`joint` reduction shared by several states.
        persistent: whether the state is saved in `state_dict`.
        when: tells from the metric's settings whether it has this state; by default always.
        init: tells type checkers that a state is no argument of the constructor.
    """
    return Declaration(default, reduce, persistent, when)


def cat_state(
    shape: Sequence[int] = (),
    dtype: torch.dtype = torch.float32,
    persistent: bool = False,
    when: Callable[[Any], bool] | None = None,
    init: Literal[False] = False,
) -> Any:
    """Declare a state that collects rows; use it only where nothing smaller will do.

    Args:
        shape: shape of a row.
        dtype: dtype of the rows while there are none.
        persistent: whether the state is saved in `state_dict`.
        when: tells from the metric's settings whether it has this state; by default always.
        init: tells type checkers that a state is no argument of the constructor.
    """
    return Declaration(lambda _: CatState(torch.empty((0, *shape), dtype=dtype)), "cat", persistent, when)


def make_spec(name: str, default: Any, reduction: Reduction, persistent: bool) -> StateSpec:
    """Check a registration and turn it into a specification."""
    if isinstance(default, bool) or (not isinstance(default, (Tensor, CatState, list, int, float))):
        raise ValueError(f"State {name!r} must start from a tensor, a number or an empty list, got {default!r}.")
    if isinstance(default, list) and default:
        raise ValueError(f"State {name!r} must start from an empty list, got one with {len(default)} elements.")
    if not (reduction is None or reduction in _NAMED or isinstance(reduction, Joint) or callable(reduction)):
        raise ValueError(f"State {name!r} must be reduced by one of {_NAMED}, None or a function, got {reduction!r}.")
    if isinstance(default, (int, float)):
        default = torch.tensor(default, dtype=torch.float64 if isinstance(default, float) else torch.int64)
    if isinstance(default, Tensor):
        default = default.detach().clone()
    readable = type(default) is Tensor  # a fake tensor has no values to look at
    neutral = reduction != "sum" or not readable or not bool(default.any())
    return StateSpec(default, reduction, persistent, neutral)


def duplicate(value: Any) -> Any:
    """A copy of a state's value that can be changed without changing the original."""
    if isinstance(value, Tensor):
        return value.clone()
    return list(value) if isinstance(value, list) else value.copy()


def merge_states(specs: dict[str, StateSpec], a: States, b: States, updates: tuple[int, int]) -> States:
    """Merge two sets of states of one metric; `updates` are the numbers of updates behind each."""
    merged: States = {}
    for name, spec in specs.items():
        if name in merged:
            continue
        if isinstance(spec.reduction, Joint):
            names = [other for other, its in specs.items() if its.reduction is spec.reduction]
            merged |= spec.reduction.merge({n: a[n] for n in names}, {n: b[n] for n in names})
        else:
            merged[name] = _merge_value(name, spec, a[name], b[name], updates)
    return merged


def joined_rows(parts: Sequence[Tensor]) -> Tensor:
    """Tensors as one along the first dimension; a 0-d tensor is one row."""
    return torch.cat([part.reshape(1) if part.ndim == 0 else part for part in parts])


def _merge_value(name: str, spec: StateSpec, a: Any, b: Any, updates: tuple[int, int]) -> Any:
    if isinstance(a, CatState):
        return a.joined(b)
    if isinstance(a, list):
        return [*a, *b]
    if spec.reduction == "sum":
        return a + b if spec.neutral else a + b - spec.default
    if spec.reduction == "max":
        return torch.maximum(a, b)
    if spec.reduction == "min":
        return torch.minimum(a, b)
    if spec.reduction == "mean":
        total = sum(updates)
        return a if not total else (a * updates[0] + b * updates[1]) / total
    if spec.reduction == "cat":
        return joined_rows([a, b])
    if callable(spec.reduction):
        return spec.reduction(torch.stack([a, b]))
    raise ValueError(f"State {name!r} has no reduction, so two values of it cannot be merged.")
