"""Which kind of files was given, and the source that reads them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from metricore._cli.reading.audio import AUDIO, read_audio
from metricore._cli.reading.batch import Source
from metricore._cli.reading.formats import TABLES
from metricore._cli.reading.images import IMAGES, read_images
from metricore._cli.reading.lines import Lines
from metricore._cli.reading.pairs import Pairs, matched
from metricore._cli.reading.tables import Columns, Table
from metricore._errors import InvalidDataError

__all__ = ["KINDS", "kind_of", "opened"]

KINDS = {"table": 8192, "text": 64, "image": 8, "audio": 8}
"""Kinds of files, and how many samples of each make a batch unless said otherwise."""

_LABELS = ("classification", "clustering", "nominal")  # domains whose targets are labels
_NUMBERS = ("regression", "aggregation")  # domains that make no difference between 1 and 1.0
_COLUMN_OPTIONS = ("preds", "target", "input", "weight", "by", "labels")


def kind_of(paths: Sequence[Path], domains: set[str]) -> str:
    """The kind of the files: by their extension, else by what the metrics are for."""
    for path in paths:
        if not path.exists():
            raise InvalidDataError(f"{path}: expected a file or folder, there is none")
    suffixes = {suffix for path in paths for suffix in _suffixes(path)}
    for kind, known in (("table", TABLES), ("image", IMAGES), ("audio", AUDIO)):
        if suffixes & set(known) and (kind == "table" or kind in domains or suffixes <= set(known)):
            return kind
    files = all(not path.is_dir() for path in paths)
    if files and (suffixes == {".txt"} or domains == {"text"}):
        return "text"
    fitting = sorted(domains & {"image", "audio"})
    if len(fitting) == 1:
        return fitting[0]
    shown = ", ".join(map(str, paths))
    raise InvalidDataError(f"{shown}: expected files of a known kind; say which with --kind {'|'.join(KINDS)}")


def opened(args: argparse.Namespace, kind: str, domains: set[str]) -> Source:
    """The source of the files that were given."""
    paths: list[Path] = args.sources
    size = args.batch_size or KINDS[kind]
    if kind == "table":
        if len(paths) > 1:
            raise InvalidDataError(f"expected one table with columns for preds and target, got {len(paths)} files")
        if paths[0].is_dir():
            raise InvalidDataError(f"{paths[0]}: expected a table, got a folder")
        return Table(paths[0], columns(args, domains), size)
    given = [f"--{name}" for name in _COLUMN_OPTIONS if getattr(args, name)]
    if given:
        raise InvalidDataError(f"{', '.join(given)}: expected a table, since columns are named; got {kind} files")
    if kind == "text":
        folder = next((path for path in paths if path.is_dir()), None)
        if folder is not None:
            raise InvalidDataError(f"{folder}: expected a text file, got a folder")
        return Lines(paths, size)
    if len(paths) > 2:
        raise InvalidDataError(f"expected two folders or two files, predictions and targets, got {len(paths)}")
    suffixes, read = (IMAGES, read_images) if kind == "image" else (AUDIO, read_audio)
    return Pairs(matched(paths, suffixes), read, size)


def columns(args: argparse.Namespace, domains: set[str]) -> Columns:
    """The columns that were named, and what their cells are."""
    if not args.preds:
        raise InvalidDataError("--preds: expected the column or columns of a table that hold the predictions")
    named = dict(args.input or ())
    if args.weight:
        named |= dict.fromkeys(("sample_weight", "weight"), args.weight)
    preds_as, target_as = args.preds_type, "auto"
    if "text" in (preds_as, *domains) and not domains - {"text"}:
        preds_as, target_as = "text", "text"
    elif domains & set(_LABELS):
        target_as = "labels"
    elif domains <= set(_NUMBERS):
        preds_as = "numbers" if preds_as == "auto" else preds_as
        target_as = "numbers"
    meaning = {"scores": "numbers"}
    return Columns(
        args.preds, args.target or (), named, args.by, meaning.get(preds_as, preds_as), target_as, args.labels
    )


def _suffixes(path: Path) -> set[str]:
    """Extension of a file, or those of the files in a folder."""
    if not path.is_dir():
        return {path.suffix.lower()}
    known = {*TABLES, *IMAGES, *AUDIO, ".txt"}
    return {file.suffix.lower() for file in path.rglob("*")} & known
