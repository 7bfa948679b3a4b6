"""Work on sorted columns by stretches of their range, so that what it takes beside them is a share of their memory."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._tracing import is_traced

_FEWEST = 1 << 16  # elements of a stretch
_STRETCHES = 20
_CHUNK = 1 << 16  # elements that are parted at a time
_HALF = _CHUNK // 2
_SAMPLE = 1 << 13  # elements that tell where to part


def number_of(size: int) -> int:
    """How many stretches a column of so many elements is worth."""
    return max(1, min(_STRETCHES, size // _FEWEST))


def parting(values: Tensor) -> list[Tensor]:
    """Values at which to part a column into stretches of about one length; none if it is short or not to be read."""
    parts = number_of(len(values))
    if parts < 2 or not reads_at_once(values):
        return []
    sample = values[:: max(1, len(values) // _SAMPLE)].sort().values
    at = [len(sample) * part // parts for part in range(1, parts)]
    return list(torch.unique(sample[at]).unbind())


def stretches(values: Tensor, bounds: list[Tensor] | None = None, falling: bool = False) -> Iterator[Tensor | None]:
    """Places of the elements of each stretch, the stretch of the lowest first; equal elements stay together.

    A single `None` stands for all of them.

    Args:
        values: a column of numbers.
        bounds: where to part it, by default as :func:`parting` says.
        falling: begin with the stretch of the highest elements instead.
    """
    bounds = parting(values) if bounds is None else bounds
    if not bounds:
        yield None
        return
    parted = [_parted(chunk, bounds) for chunk in torch.split(values, _CHUNK)]
    order = range(len(bounds) + 1)
    for own in reversed(order) if falling else order:
        places = [
            its[ends[own] : ends[own + 1]].to(torch.int64) + (number * _CHUNK + _HALF)
            for number, (its, ends) in enumerate(parted)
        ]
        where = torch.cat(places)
        del places
        if len(where):
            yield where
        del where  # nobody but its user keeps it


def _parted(chunk: Tensor, bounds: list[Tensor]) -> tuple[Tensor, list[int]]:
    """Places in a chunk by stretches, less half of a chunk so that 16 bits are enough; and where each stretch ends."""
    if chunk.dtype in (torch.float16, torch.bfloat16):
        chunk = chunk.to(torch.float32)  # compared in half the time
    number = torch.zeros(len(chunk), dtype=torch.int8)
    for bound in bounds:
        number += (chunk >= bound).view(torch.int8)  # sums of one dtype take half the time
    number, order = number.sort(stable=True)
    ends = torch.searchsorted(number, torch.arange(len(bounds) + 1, dtype=torch.int8), right=True)
    return (order - _HALF).to(torch.int16), [0, *ends.tolist()]


def taken(column: Tensor, where: Tensor | None) -> Tensor:
    """The elements at the places that :func:`stretches` gives."""
    return column if where is None else column.index_select(0, where)


def blocks(*columns: Tensor, rows: int | None = None) -> Iterator[tuple[Tensor, ...]]:
    """Columns by so many rows, by default as many as a stretch of the first has elements; whole in a traced graph."""
    if is_traced():
        yield columns
        return
    if rows is None:
        rows = max(1, -(-len(columns[0]) // number_of(columns[0].numel())))  # rounded up
    yield from zip(*(torch.split(column, rows) for column in columns), strict=True)
