"""Tables block by block, in constant memory: CSV, JSON lines, Parquet; npz as a whole.

A reader yields blocks of consecutive rows, each a dict of the wanted columns.
"""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from metricore._cli._problems import needed
from metricore._errors import InvalidDataError

__all__ = ["TABLES", "blocks", "count_rows", "line_of"]

TABLES = (".csv", ".tsv", ".jsonl", ".ndjson", ".parquet", ".pq", ".npz")
_BLOCK = 8192  # rows

Block = dict[str, Any]


def blocks(path: Path, columns: Sequence[str]) -> Iterator[Block]:
    """The rows of a table, block by block.

    Raises:
        InvalidDataError: a column is missing, or the file is not a table.
    """
    kind = path.suffix.lower()
    if kind in (".jsonl", ".ndjson"):
        return _json_blocks(path, columns)
    if kind == ".npz":
        return _npz_blocks(path, columns)
    return _parquet_blocks(path, columns) if kind in (".parquet", ".pq") else _csv_blocks(path, columns)


def count_rows(path: Path, column: str) -> int:
    """Number of rows."""
    if path.suffix.lower() in (".parquet", ".pq"):
        return int(needed("pyarrow.parquet", "reading Parquet").read_metadata(path).num_rows)
    return sum(len(block[column]) for block in blocks(path, [column]))


def line_of(path: Path, row: int) -> int | None:
    """The line that a row (counted from 0) ends on, where the file has lines and can be read again."""
    if not path.is_file():
        return None
    if path.suffix.lower() in (".csv", ".tsv"):
        with path.open(encoding="utf-8", errors="replace", newline="") as file:
            reader = csv.reader(file, delimiter=_delimiter(path))
            filled = (reader.line_num for cells in reader if cells)
            return next(islice(filled, row + 1, None), None)
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        with path.open("rb") as file:
            return next(islice((i for i, line in enumerate(file, 1) if line.strip()), row, None), None)
    return None


def _missing(path: Path, column: str, names: Sequence[str]) -> InvalidDataError:
    return InvalidDataError(f"{path}: expected a column {column!r}, the file has {', '.join(names) or 'none'}")


def _delimiter(path: Path) -> str:
    return "\t" if path.suffix.lower() == ".tsv" else ","


def _csv_blocks(path: Path, columns: Sequence[str]) -> Iterator[Block]:
    pa = needed("pyarrow", "reading CSV")
    pa_csv = needed("pyarrow.csv", "reading CSV")
    parsing = pa_csv.ParseOptions(delimiter=_delimiter(path), newlines_in_values=True)
    texts = pa_csv.ConvertOptions(
        include_columns=list(columns), column_types=dict.fromkeys(columns, pa.string()), strings_can_be_null=False
    )
    with path.open("rb") as file:
        try:
            for batch in pa_csv.open_csv(file, parse_options=parsing, convert_options=texts):
                yield dict(zip(columns, batch.columns, strict=True))
        except KeyError:
            names = _csv_names(path)
            raise _missing(path, next((c for c in columns if c not in names), columns[0]), names) from None
        except pa.ArrowInvalid as error:
            raise InvalidDataError(f"{path}: {str(error).removesuffix('.')}") from None


def _csv_names(path: Path) -> list[str]:
    if not path.is_file():
        return []
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
        return next(csv.reader(file, delimiter=_delimiter(path)), [])


def _json_blocks(path: Path, columns: Sequence[str]) -> Iterator[Block]:
    needed("pyarrow", "reading JSON lines")
    with path.open("rb") as file:
        rows = (_json_row(path, line, number, columns) for number, line in enumerate(file, 1) if line.strip())
        while block := list(islice(rows, _BLOCK)):
            yield {name: _json_column([row[i] for row in block]) for i, name in enumerate(columns)}


def _json_row(path: Path, line: bytes, number: int, columns: Sequence[str]) -> list[Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise InvalidDataError(f"{path}, line {number}: expected a JSON object, {error}") from None
    if not isinstance(row, dict):
        raise InvalidDataError(f"{path}, line {number}: expected a JSON object, got {type(row).__name__}")
    for column in columns:
        if column not in row:
            raise InvalidDataError(f"{path}, line {number}: expected a key {column!r}, got {', '.join(row) or 'none'}")
    return [row[column] for column in columns]


def _json_column(values: list[Any]) -> Any:
    import pyarrow as pa

    try:
        return pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError):  # values of several types: the bad one is found as in a CSV
        return pa.array([value if value is None or isinstance(value, str) else json.dumps(value) for value in values])


def _parquet_blocks(path: Path, columns: Sequence[str]) -> Iterator[Block]:
    pa = needed("pyarrow", "reading Parquet")
    parquet = needed("pyarrow.parquet", "reading Parquet")
    try:
        with parquet.ParquetFile(path) as file:
            names = file.schema_arrow.names
            for column in columns:
                if column not in names:
                    raise _missing(path, column, names)
            for batch in file.iter_batches(batch_size=_BLOCK, columns=list(columns)):
                yield {column: batch.column(column) for column in columns}
    except pa.ArrowInvalid as error:
        raise InvalidDataError(f"{path}: expected a Parquet file, it cannot be read as one ({error})") from None


def _npz_blocks(path: Path, columns: Sequence[str]) -> Iterator[Block]:
    np = needed("numpy", "reading npz", "numpy")
    try:
        with np.load(path, allow_pickle=False) as file:
            names = list(file.files)
            for column in columns:
                if column not in names:
                    raise _missing(path, column, names)
            block = {column: file[column] for column in columns}
    except (ValueError, EOFError, zipfile.BadZipFile) as error:
        if isinstance(error, InvalidDataError):
            raise
        raise InvalidDataError(f"{path}: expected an npz file, it cannot be read as one ({error})") from None
    lengths = {column: array.shape[0] if array.ndim else 0 for column, array in block.items()}
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{column} {length}" for column, length in lengths.items())
        raise InvalidDataError(f"{path}: expected arrays with one length, got {shown}")
    yield block
