"""Batches as the laws need them: copied, cut between samples, joined, with other tensors."""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

_MOST_SAMPLES_ALONE = 12


@dataclass(frozen=True, eq=False)
class Batch:
    """The arguments of one update."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]

    @staticmethod
    def of(arguments: Sequence[Any] | Mapping[str, Any]) -> Batch:
        """A batch with memory of its own."""
        if isinstance(arguments, Mapping):
            return Batch((), _copied(dict(arguments)))
        return Batch(_copied(tuple(arguments)), {})

    def mapped(self, fn: Callable[[Any], Any]) -> Batch:
        """The batch with every argument passed through `fn`."""
        return Batch(tuple(map(fn, self.args)), {name: fn(value) for name, value in self.kwargs.items()})

    def with_tensors(self, fn: Callable[[Tensor], Tensor]) -> Batch:
        """The batch with every tensor in it passed through `fn`."""
        return self.mapped(lambda value: mapped_tensors(value, fn))

    def copied(self) -> Batch:
        """A batch that shares no memory with this one."""
        return self.mapped(_copied)

    def values(self) -> list[Any]:
        """All arguments."""
        return [*self.args, *self.kwargs.values()]

    def rows(self) -> int | None:
        """The number of samples, or `None` if the batch cannot be cut between samples."""
        sizes = {size for value in self.values() for size in _sizes(value)}
        return sizes.pop() if len(sizes) == 1 and None not in sizes else None

    def cut(self, start: int, stop: int) -> Batch:
        """Some of the samples."""
        return self.mapped(lambda value: _cut(value, start, stop))


def mapped_tensors(value: Any, fn: Callable[[Tensor], Tensor]) -> Any:
    """A structure of lists, tuples and dicts with every tensor in it passed through `fn`."""
    if isinstance(value, Tensor):
        return fn(value)
    if isinstance(value, Mapping):
        return {key: mapped_tensors(item, fn) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(mapped_tensors(item, fn) for item in value)
    return value


def tensors_in(value: Any) -> Iterator[Tensor]:
    """Every tensor in a structure of lists, tuples and dicts."""
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from tensors_in(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from tensors_in(item)


def has_text(value: Any) -> bool:
    """Whether there is a string anywhere in a structure of lists, tuples and dicts."""
    if isinstance(value, Mapping):
        return any(map(has_text, value.values()))
    if isinstance(value, (list, tuple)):
        return any(map(has_text, value))
    return isinstance(value, str)


def joined(batches: Sequence[Batch]) -> Batch | None:
    """All samples as one batch, or `None` if the batches do not fit together."""
    first = batches[0]
    if any(batch.rows() is None or batch.kwargs.keys() != first.kwargs.keys() for batch in batches):
        return None
    if any(len(batch.args) != len(first.args) for batch in batches):
        return None
    try:
        args = tuple(_joined(column) for column in zip(*(batch.args for batch in batches), strict=True))
        kwargs = {name: _joined([batch.kwargs[name] for batch in batches]) for name in first.kwargs}
    except (RuntimeError, ValueError):
        return None
    whole = Batch(args, kwargs)
    return whole if whole.rows() is not None else None


def one_by_one(batch: Batch) -> list[Batch]:
    """Single samples; those after the first dozen stay together."""
    rows = batch.rows()
    if not rows:
        return [batch]
    alone = min(rows, _MOST_SAMPLES_ALONE)
    pieces = [batch.cut(i, i + 1) for i in range(alone)]
    return [*pieces, batch.cut(alone, rows)] if alone < rows else pieces


def at_random(batch: Batch, pieces: int, chance: random.Random, empty: bool) -> list[Batch]:
    """Contiguous pieces of random sizes, with empty batches before, between and after them if asked for."""
    rows = batch.rows()
    if rows is None:
        return [batch]
    places = sorted(chance.sample(range(1, rows), min(pieces - 1, rows - 1))) if rows > 1 else []
    bounds = [0, *places, rows]
    parts: list[Batch] = []
    for start, stop in itertools.pairwise(bounds):
        parts += [batch.cut(0, 0)] * empty + [batch.cut(start, stop)]
    return parts + [batch.cut(0, 0)] * empty


def _copied(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.detach().clone()
    if isinstance(value, Mapping):
        return {key: _copied(item) for key, item in value.items()}
    if type(value) in (list, tuple):
        return type(value)(map(_copied, value))
    return copy.deepcopy(value)


def _sizes(value: Any) -> Iterable[int | None]:
    """Lengths along the first dimension; `None` for what is one sample by itself; nothing for an option."""
    if isinstance(value, Tensor):
        return [len(value) if value.ndim else None]
    if isinstance(value, str):
        return [None]
    if isinstance(value, (list, tuple)):
        return [len(value)]
    if isinstance(value, Mapping):
        return [size for item in value.values() for size in _sizes(item)]
    return []


def _cut(value: Any, start: int, stop: int) -> Any:
    if isinstance(value, (Tensor, list, tuple)):
        return value[start:stop]
    if isinstance(value, Mapping):
        return {key: _cut(item, start, stop) for key, item in value.items()}
    return value


def _joined(parts: Sequence[Any]) -> Any:
    first = parts[0]
    if isinstance(first, Tensor):
        return torch.cat(list(parts))
    if isinstance(first, (list, tuple)):
        return type(first)(item for part in parts for item in part)
    if isinstance(first, Mapping):
        return {key: _joined([part[key] for part in parts]) for key in first}
    if any(part != first for part in parts):
        raise ValueError("an option differs between batches")
    return first
