"""A table as batches: which columns are what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from metricore._cli.reading.batch import Batch
from metricore._cli.reading.cells import (
    BadCell,
    looks_like_labels,
    looks_like_scores,
    to_flags,
    to_groups,
    to_keys,
    to_labels,
    to_numbers,
    to_texts,
)
from metricore._cli.reading.formats import Block, blocks, count_rows, line_of
from metricore._errors import InvalidDataError

__all__ = ["Columns", "Table"]

_KEYS = ("indexes",)  # arguments of `update` that only tell things apart
_FLAGS = ("mask",)  # those that are true or false


@dataclass(frozen=True)
class Columns:
    """Columns by role, and what their cells are: `"labels"`, `"numbers"`, `"text"` or, to be looked at, `"auto"`."""

    preds: Sequence[str]
    target: Sequence[str] = ()
    named: dict[str, str] = field(default_factory=dict)  # argument of `update`: column
    by: str | None = None
    preds_as: str = "auto"
    target_as: str = "auto"
    labels: Sequence[str] | None = None

    def wanted(self) -> list[str]:
        """All columns, each once."""
        every = (*self.preds, *self.target, *self.named.values(), *([self.by] if self.by else []))
        return list(dict.fromkeys(every))

    def by_argument(self) -> dict[int | str, Sequence[str]]:
        """The columns of each argument of `update`, by its position or name."""
        return {0: self.preds, 1: self.target, **{name: (column,) for name, column in self.named.items()}}


class Table:
    """The rows of a file."""

    def __init__(self, path: Path, columns: Columns, batch_size: int) -> None:
        self.name = str(path)
        self.path = path
        self.columns = columns
        self.origins = columns.by_argument()  # as errors name them
        self.batch_size = batch_size
        self._as: dict[str, str] = {}

    def count(self) -> int:
        """Number of rows."""
        return count_rows(self.path, self.columns.wanted()[0])

    def place(self, sample: int) -> str:
        """Row and, if there is one, line."""
        line = line_of(self.path, sample)
        return f"{self.name}, row {sample + 1}" + (f" (line {line})" if line else "")

    def batches(self, start: int, stop: int | None) -> Iterator[Batch]:
        """The rows from `start` up to `stop`; what the cells are is decided by the first rows of the file."""
        first = 0
        for block in blocks(self.path, self.columns.wanted()):
            rows = len(next(iter(block.values())))
            if not first:
                self._decide(block)
            low, high = max(start, first), first + rows if stop is None else min(stop, first + rows)
            for begin in range(low, high, self.batch_size):
                end = min(begin + self.batch_size, high)
                part = {name: column[begin - first : end - first] for name, column in block.items()}
                yield self._batch(part, begin)
            first += rows
            if stop is not None and first >= stop:
                return

    def _decide(self, block: Block) -> None:
        columns = self.columns
        for role, names, meaning in (
            ("preds", columns.preds, columns.preds_as), ("target", columns.target, columns.target_as)
        ):  # fmt: skip
            if meaning == "auto" and role == "preds" and len(names) > 1:
                meaning = "numbers"
            if meaning == "auto":
                labels = all(looks_like_labels(block[name]) for name in names)
                if columns.labels is not None:
                    labels = role == "target" or not looks_like_scores(block[names[0]], columns.labels)
                meaning = "labels" if labels else "numbers"
                if role == "preds" and labels and columns.labels is None:
                    self.origins[0] = (f"{names[0]}, taken for labels without --preds-type scores",)
            self._as[role] = meaning

    def _batch(self, block: Block, first: int) -> Batch:
        columns = self.columns
        inputs = tuple(
            self._input(block, names, self._as[role], first)
            for role, names in (("preds", columns.preds), ("target", columns.target))
            if names
        )
        named = {name: self._named(block, name, column, first) for name, column in columns.named.items()}
        groups = None if columns.by is None else self._groups(block[columns.by], columns.by, first)
        return Batch(inputs, named, groups)

    def _input(self, block: Block, names: Sequence[str], meaning: str, first: int) -> Any:
        parts = [self._column(block, name, meaning, first) for name in names]
        if len(parts) == 1:
            return parts[0]
        if meaning == "text":
            return [list(texts) for texts in zip(*parts, strict=True)]
        return torch.stack(parts, 1)

    def _column(self, block: Block, name: str, meaning: str, first: int) -> Any:
        try:
            if meaning == "text":
                return to_texts(block[name])
            return to_labels(block[name], self.columns.labels) if meaning == "labels" else to_numbers(block[name])
        except BadCell as bad:
            hint = self._hint(name, meaning, bad.is_number) if bad.is_text else ""
            raise InvalidDataError(f"{self.place(first + bad.row)}, column {name!r}: {bad}{hint}") from None

    def _groups(self, column: Any, name: str, first: int) -> list[str]:
        try:
            return to_groups(column)
        except BadCell as bad:
            raise InvalidDataError(f"{self.place(first + bad.row)}, column {name!r}: {bad}") from None

    def _hint(self, name: str, meaning: str, number: bool) -> str:
        """Which option may have been forgotten, where a cell holds text."""
        columns = self.columns
        guessed = columns.preds_as == "auto" and name in columns.preds and len(columns.preds) == 1
        names = columns.target_as == "labels" and (meaning == "labels" or guessed) and columns.labels is None
        if names and not (guessed and meaning == "labels"):
            return "; if labels are names, give all of them in order: --labels NAME..."
        scores = guessed and meaning == "labels" and number
        return "; if all are scores, give --preds-type scores" if scores else ""

    def _named(self, block: Block, argument: str, column: str, first: int) -> Tensor:
        read = to_numbers  # no reading outlasts a batch, since weights may be whole numbers at first
        if argument in _KEYS:
            read = to_keys
        elif argument in _FLAGS:
            read = to_flags
        elif looks_like_labels(block[column]):
            read = to_labels
        try:
            return read(block[column])
        except BadCell as bad:
            raise InvalidDataError(f"{self.place(first + bad.row)}, column {column!r}: {bad}") from None
