"""Tables block by block, in constant memory: CSV, JSON lines, Parquet; npz as a whole.

A reader yields blocks of consecutive rows, each a dict of the wanted columns.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from metricore._cli._problems import needed
from metricore._errors import InvalidDataError

__all__ = ["TABLES", "blocks", "count_rows", "line_of", "unique_keys"]

TABLES = (".csv", ".tsv", ".jsonl", ".ndjson", ".parquet", ".pq", ".npz")
_BLOCK = 8192  # rows
_BYTES = 1 << 20  # of a CSV file

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
    """The line that a row (counted from 0) starts on, where the file has lines and can be read again."""
    if not path.is_file():
        return None
    if path.suffix.lower() in (".csv", ".tsv"):
        with path.open(encoding="utf-8", errors="replace", newline="") as file:
            reader = _rows(file, path)
            end, waiting = 0, row + 1  # rows before it, with the header
            for cells in reader:
                if cells and not waiting:
                    return end + 1
                waiting -= bool(cells)
                end = reader.line_num
            return None
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        with path.open("rb") as file:
            return next(islice((i for i, line in enumerate(file, 1) if line.strip()), row, None), None)
    return None


def _refuse_absent(path: Path, columns: Sequence[str], names: Sequence[str]) -> None:
    """Refuse columns that are not there, or not once."""
    for column in columns:
        if column not in names:
            raise InvalidDataError(f"{path}: expected a column {column!r}, the file has {', '.join(names) or 'none'}")
        if names.count(column) > 1:
            raise InvalidDataError(f"{path}: expected one column {column!r}, got {names.count(column)} of that name")


def _delimiter(path: Path) -> str:
    return "\t" if path.suffix.lower() == ".tsv" else ","


def _rows(file: TextIO, path: Path) -> Any:
    csv.field_size_limit(2**31 - 1)  # a cell may hold a long text
    return csv.reader(file, delimiter=_delimiter(path))


def _csv_blocks(path: Path, columns: Sequence[str]) -> Iterator[Block]:
    pa = needed("pyarrow", "reading CSV")
    pa_csv = needed("pyarrow.csv", "reading CSV")
    parsing = pa_csv.ParseOptions(delimiter=_delimiter(path), newlines_in_values=True)
    texts = pa_csv.ConvertOptions(
        include_columns=list(columns), column_types=dict.fromkeys(columns, pa.string()), strings_can_be_null=False
    )
    names: list[str] | None = None
    for lines in _whole_rows(path):
        if names is None:
            names = _names(path, lines)
            _refuse_absent(path, columns, names)
            reading = pa_csv.ReadOptions()
        else:
            reading = pa_csv.ReadOptions(column_names=names)
        try:
            table = pa_csv.read_csv(pa.py_buffer(lines), reading, parsing, texts)
        except pa.ArrowInvalid as error:
            raise InvalidDataError(_bad_row(path, len(names)) or f"{path}: {error}") from None
        if len(table):
            yield {column: table.column(column).combine_chunks() for column in columns}
    if names is None:
        raise InvalidDataError(f"{path}: expected a line with the names of columns, the file is empty")


def _names(path: Path, lines: bytes) -> list[str]:
    """The cells of the first row, which may have line breaks in quotes."""
    try:
        text = lines.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidDataError(_bad_row(path, 0) or f"{path}: expected UTF-8, got {lines[:40]!r}") from None
    header: list[str] = next(_rows(io.StringIO(text, newline=""), path))
    return header


def _whole_rows(path: Path) -> Iterator[bytes]:
    """The bytes of a CSV file in parts that end where a row does: at a newline outside of quotes."""
    rest = b""
    with path.open("rb") as file:
        while part := file.read(_BYTES):
            rest += part
            cut = rest.rfind(b"\n") + 1
            while rest.count(b'"', 0, cut) % 2:
                cut = rest.rfind(b"\n", 0, cut - 1) + 1
            if rest[:cut].strip():
                yield rest[:cut].lstrip(b"\r\n")
            rest = rest[cut:]
    if rest.strip():
        yield rest + b"\n"  # without which a header alone is not read as one


def _bad_row(path: Path, width: int) -> str | None:
    """What is wrong with the first row that is not text, or not as wide as the header."""
    if not path.is_file():
        return None
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            line.decode()
        except UnicodeDecodeError:
            return f"{path}, line {number}: expected UTF-8, got {line[:40]!r}"
    with path.open(encoding="utf-8-sig", newline="") as file:
        end = 0
        for cells in (reader := _rows(file, path)):
            if cells and len(cells) != width:
                return f"{path}, line {end + 1}: expected {width} cells as in the header, got {len(cells)}"
            end = reader.line_num
    return None


def _json_blocks(path: Path, columns: Sequence[str]) -> Iterator[Block]:
    needed("pyarrow", "reading JSON lines")
    with path.open("rb") as file:
        rows = (_json_row(path, line, number, columns) for number, line in enumerate(file, 1) if line.strip())
        while block := list(islice(rows, _BLOCK)):
            try:
                yield {name: _json_column([row[i] for row in block]) for i, name in enumerate(columns)}
            except UnicodeEncodeError as error:
                raise InvalidDataError(f"{path}: expected text, {error}") from None


def _json_row(path: Path, line: bytes, number: int, columns: Sequence[str]) -> list[Any]:
    try:
        row = json.loads(line, object_pairs_hook=unique_keys)
    except (ValueError, RecursionError) as error:
        raise InvalidDataError(f"{path}, line {number}: expected a JSON object, {error}") from None
    if not isinstance(row, dict):
        raise InvalidDataError(f"{path}, line {number}: expected a JSON object, got {type(row).__name__}")
    for column in columns:
        if column not in row:
            raise InvalidDataError(f"{path}, line {number}: expected a key {column!r}, got {', '.join(row) or 'none'}")
    return [row[column] for column in columns]


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; `json` itself lets the last of equal keys win."""
    row = dict(pairs)
    if len(row) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"there is the key {max(keys, key=keys.count)!r} more than once")
    return row


def _json_column(values: list[Any]) -> Any:
    import pyarrow as pa

    try:
        return pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):  # of several types, or large: read as those of a CSV
        return pa.array([value if value is None or isinstance(value, str) else json.dumps(value) for value in values])


def _parquet_blocks(path: Path, columns: Sequence[str]) -> Iterator[Block]:
    pa = needed("pyarrow", "reading Parquet")
    parquet = needed("pyarrow.parquet", "reading Parquet")
    try:
        with parquet.ParquetFile(path) as file:
            names = file.schema_arrow.names
            _refuse_absent(path, columns, names)
            for batch in file.iter_batches(batch_size=_BLOCK, columns=list(columns)):
                yield {column: batch.column(column) for column in columns}
    except pa.ArrowInvalid as error:
        raise InvalidDataError(f"{path}: expected a Parquet file, it cannot be read as one ({error})") from None


def _npz_blocks(path: Path, columns: Sequence[str]) -> Iterator[Block]:
    np = needed("numpy", "reading npz", "numpy")
    try:
        with np.load(path, allow_pickle=False) as file:
            names = list(file.files)
            _refuse_absent(path, columns, names)
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
