"""Samples on their way from a file to a metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import torch
from torch import Tensor

__all__ = ["Batch", "Source", "joined", "share"]


@dataclass(frozen=True)
class Batch:
    """Consecutive samples: what `update` takes by position, what it takes by name, and the group of each sample."""

    inputs: tuple[Any, ...]
    named: dict[str, Any] = field(default_factory=dict)
    groups: list[str] | None = None

    def __len__(self) -> int:
        """Number of samples."""
        return len(self.inputs[0])

    def take(self, rows: Sequence[int] | Tensor) -> Batch:
        """Some of the samples, in the given order."""
        index = rows if isinstance(rows, Tensor) else torch.tensor(rows, dtype=torch.int64)
        groups = None if self.groups is None else [self.groups[i] for i in index.tolist()]
        named = {name: _taken(value, index) for name, value in self.named.items()}
        return Batch(tuple(_taken(value, index) for value in self.inputs), named, groups)

    def to(self, device: torch.device) -> Batch:
        """The same with its tensors on a device."""
        move = [value.to(device) if isinstance(value, Tensor) else value for value in self.inputs]
        named = {name: value.to(device) if isinstance(value, Tensor) else value for name, value in self.named.items()}
        return Batch(tuple(move), named, self.groups)

    def by_group(self) -> dict[str, Batch]:
        """The samples of each group."""
        rows: dict[str, list[int]] = {}
        for row, group in enumerate(self.groups or ()):
            rows.setdefault(group, []).append(row)
        return {group: self.take(own) for group, own in rows.items()}


class Source(Protocol):
    """Where samples come from."""

    name: str

    @property
    def origins(self) -> Mapping[int | str, Sequence[str]]:
        """The columns of each argument of `update`, by its position or name."""

    def count(self) -> int:
        """Number of samples."""

    def batches(self, start: int, stop: int | None) -> Iterator[Batch]:
        """The samples from `start` up to `stop`, in order."""

    def place(self, sample: int) -> str:
        """Where a sample is, in words."""


def share(count: int, rank: int, world: int) -> tuple[int, int]:
    """The part of a rank: consecutive samples, so that the order over ranks is that of the file."""
    return count * rank // world, count * (rank + 1) // world


def joined(batches: Sequence[Batch]) -> Batch:
    """All samples as one batch."""
    first = batches[0]
    inputs = tuple(_joined([batch.inputs[i] for batch in batches]) for i in range(len(first.inputs)))
    named = {name: _joined([batch.named[name] for batch in batches]) for name in first.named}
    groups = None if first.groups is None else [group for batch in batches for group in batch.groups or ()]
    return Batch(inputs, named, groups)


def _taken(values: Any, index: Tensor) -> Any:
    return values[index] if isinstance(values, Tensor) else [values[i] for i in index.tolist()]


def _joined(parts: list[Any]) -> Any:
    return torch.cat(parts) if isinstance(parts[0], Tensor) else [item for part in parts for item in part]
