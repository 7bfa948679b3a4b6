"""Columns of a table as what a metric takes: numbers, integer labels, texts.

A column is a pyarrow array or, from npz, a numpy array.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

import torch
from torch import Tensor
from torch.utils.dlpack import from_dlpack

__all__ = [
    "BadCell",
    "looks_like_labels",
    "looks_like_scores",
    "to_flags",
    "to_groups",
    "to_keys",
    "to_labels",
    "to_numbers",
    "to_texts",
]


_MOST = 60  # characters of a cell that an error shows
_INTEGER = re.compile("0|-?[1-9][0-9]{0,18}")
_BEYOND = 1 << 63  # the first integer that 64 bits do not hold


class BadCell(Exception):
    """A cell does not hold what was expected; `row` counts from the start of the column."""

    def __init__(self, row: int, expected: str, shown: str) -> None:
        short = shown if len(shown) <= _MOST else f"{shown[:_MOST]}..."
        super().__init__(f"expected {expected}, got {short}")
        self.row = row
        self.is_text = shown.startswith("'")
        self.is_number = _is_number(shown.strip("'"))


def to_numbers(column: Any) -> Tensor:
    """Numbers in float64; lists of one length become a second dimension."""
    return _converted(column, _numbers, "a number")


def to_labels(column: Any, names: Sequence[str] | None = None) -> Tensor:
    """Integer labels in int64, or the places of the cells in `names`."""
    if names is None:
        return _converted(column, _labels, "an integer label")
    return _converted(column, lambda cells: _places(cells, names), f"one of {', '.join(names)}")


def to_flags(column: Any) -> Tensor:
    """Booleans, written as true and false or as 1 and 0."""
    flags = to_labels(column)
    other = ((flags != 0) & (flags != 1)).nonzero()
    if len(other):
        row = int(other[0, 0])
        raise BadCell(row, "true or false", str(flags[row].tolist()))
    return flags.to(torch.bool)


def to_texts(column: Any) -> list[Any]:
    """Texts, or lists of texts."""
    cells: list[Any] = column.tolist() if _is_numpy(column) else column.to_pylist()
    return [
        [_text(item, row) for item in cell] if isinstance(cell, list) else _text(cell, row)
        for row, cell in enumerate(cells)
    ]


def to_groups(column: Any) -> list[str]:
    """Names of groups; an empty cell is the name of one."""
    cells: list[Any] = column.tolist() if _is_numpy(column) else column.to_pylist()
    return ["" if cell is None else _text(cell, row).strip() for row, cell in enumerate(cells)]


def to_keys(column: Any) -> Tensor:
    """A number for each name, the same in every file and process, whatever other names there are."""
    names = to_groups(column)
    keys = {name: _key(name) for name in set(names)}
    for absent in ("", "nan") if _is_floating(column) else ("",):
        if absent in keys:
            raise BadCell(names.index(absent), "a name or a number", absent or "an empty cell")
    return torch.tensor([keys[name] for name in names], dtype=torch.int64)


def _key(name: str) -> int:
    """An integer is its own number, if it is written as such."""
    if _INTEGER.fullmatch(name) and -_BEYOND <= int(name) < _BEYOND:
        return int(name)
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little", signed=True)


def _is_floating(column: Any) -> bool:
    if _is_numpy(column):
        return bool(column.dtype.kind == "f")
    import pyarrow as pa

    return bool(pa.types.is_floating(column.type))


def _text(cell: Any, row: int) -> str:
    if cell is None:
        raise BadCell(row, "text", "an empty cell")
    if isinstance(cell, (list, dict)):
        raise BadCell(row, "text", str(cell))
    if not isinstance(cell, bytes):
        return str(cell)
    try:
        return cell.decode()
    except UnicodeDecodeError:
        raise BadCell(row, "text in UTF-8", str(cell)) from None


def looks_like_labels(column: Any) -> bool:
    """Whether all cells are written as integers."""
    if _is_numpy(column):
        return bool(column.dtype.kind in "iub")
    import pyarrow as pa

    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        try:
            column.cast(pa.int64())
        except pa.ArrowInvalid:
            return False
        return True
    return bool(pa.types.is_integer(column.type) or pa.types.is_boolean(column.type))


def looks_like_scores(column: Any, names: Sequence[str]) -> bool:
    """Whether all cells are numbers, not all integers, and none of them is one of the names of classes."""
    if looks_like_labels(column):
        return False
    try:
        to_numbers(column)
        return not {str(cell).strip() for cell in to_texts(column)} & set(names)
    except BadCell:
        return False


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _converted(column: Any, convert: Callable[[Any], Tensor], expected: str) -> Tensor:
    """The converted column, or a BadCell for the first cell that does not convert."""
    if _is_numpy(column) and column.dtype.kind in "biuf":
        return _from_numpy(column, convert is _numbers, expected)
    import pyarrow as pa

    if _is_numpy(column) and column.dtype.kind not in "USM":
        raise BadCell(0, expected, f"cells of type {column.dtype}")
    cells = pa.array(column.tolist()) if _is_numpy(column) else column
    if pa.types.is_dictionary(cells.type):
        cells = cells.dictionary_decode()
    if cells.null_count:
        raise BadCell(cells.is_null().index(True).as_py(), expected, "an empty cell")
    try:
        return convert(cells)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError, KeyError):
        for row in range(len(cells)):
            try:
                convert(cells.slice(row, 1))
            except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError, KeyError):
                cell = cells[row].as_py()
                raise BadCell(row, expected, repr(cell) if cell != "" else "an empty cell") from None
        raise BadCell(0, f"{expected} in each row, alike in all rows", f"cells of type {cells.type}") from None


def _numbers(cells: Any) -> Tensor:
    import pyarrow as pa

    if pa.types.is_list(cells.type) or pa.types.is_large_list(cells.type) or pa.types.is_fixed_size_list(cells.type):
        widths = cells.value_lengths().to_pylist()
        other = next((row for row, width in enumerate(widths) if width != widths[0]), None)
        if other is not None:
            raise BadCell(other, f"{widths[0]} numbers as in the rows before", f"{widths[other]}")
        if cells.flatten().null_count:
            raise pa.ArrowInvalid("a list with an empty place")
        try:
            inner = _numbers(cells.flatten())
        except BadCell as bad:  # lists in lists
            bad.row //= widths[0]
            raise
        return inner.reshape(len(cells), widths[0], *inner.shape[1:])
    return _tensor(_parsed(cells, pa.float64()))


def _labels(cells: Any) -> Tensor:
    import pyarrow as pa

    try:
        return _tensor(_parsed(cells, pa.int64()))
    except pa.ArrowInvalid:  # such as "1.0", which is what an integer column with gaps is often written as
        return _tensor(_parsed(cells, pa.float64()).cast(pa.int64()))


def _places(cells: Any, names: Sequence[str]) -> Tensor:
    import pyarrow as pa
    import pyarrow.compute as pc

    found = pc.index_in(pc.utf8_trim_whitespace(cells.cast(pa.string())), value_set=pa.array(names, pa.string()))
    if found.null_count:
        raise KeyError
    return _tensor(found.cast(pa.int64()))


def _parsed(cells: Any, kind: Any) -> Any:
    """The cells as numbers of a type; texts are read, with true and false as 1 and 0."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_boolean(cells.type):
        return cells.cast(pa.int8()).cast(kind)
    if pa.types.is_integer(cells.type) and pa.types.is_floating(kind):
        return cells.cast(kind, safe=False)  # the nearest number will do
    if not (pa.types.is_string(cells.type) or pa.types.is_large_string(cells.type)):
        return cells.cast(kind)
    trimmed = pc.utf8_trim_whitespace(cells)
    try:
        return trimmed.cast(kind)
    except pa.ArrowInvalid:
        truth = pc.index_in(pc.utf8_lower(trimmed), value_set=pa.array(["false", "true"], trimmed.type))
        if truth.null_count:
            raise
        return truth.cast(kind)


def _tensor(values: Any) -> Tensor:
    if not len(values):
        return torch.empty(0, dtype=torch.int64 if str(values.type) == "int64" else torch.float64)
    return from_dlpack(values).clone()


def _is_numpy(column: Any) -> bool:
    return type(column).__module__.partition(".")[0] == "numpy"


def _from_numpy(column: Any, numbers: bool, expected: str) -> Tensor:
    import numpy as np

    if numbers:
        return torch.from_numpy(np.ascontiguousarray(column, dtype=np.float64))
    whole = np.ascontiguousarray(column)
    if whole.dtype.kind == "f":
        bad = (~(np.isfinite(whole) & (whole == np.trunc(whole)))).reshape(len(whole), -1).any(1)
        if bad.any():
            row = int(bad.argmax())
            raise BadCell(row, expected, str(whole[row]))
    if whole.dtype.kind == "u" and len(whole) and whole.max() > np.iinfo(np.int64).max:
        row = int(whole.reshape(len(whole), -1).max(1).argmax())
        raise BadCell(row, expected, str(whole[row]))
    return torch.from_numpy(whole.astype(np.int64))
