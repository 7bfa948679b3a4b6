"""Files that belong together: one of predictions and one of targets, or all those of two folders by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import torch
from torch import Tensor

from metricore._cli.reading.batch import Batch
from metricore._errors import InvalidDataError

__all__ = ["Pairs", "matched"]


def matched(sources: Sequence[Path], suffixes: Sequence[str]) -> list[tuple[Path, ...]]:
    """The pairs (or single files, for one source) in the order of their names without extension.

    Raises:
        InvalidDataError: a file has no partner, or two files of a folder have one name.
    """
    if not all(source.is_dir() for source in sources):
        folder = next((source for source in sources if source.is_dir()), None)
        if folder is not None:
            raise InvalidDataError(f"expected two files or two folders, only {folder} is a folder")
        return [tuple(sources)]
    found = [_by_name(folder, suffixes) for folder in sources]
    for folder, files, others, other in zip(sources, found, found[::-1], sources[::-1], strict=True):
        alone = [str(path) for name, path in files.items() if name not in others]
        if alone:
            shown = ", ".join(alone[:3]) + (f" and {len(alone) - 3} more" if len(alone) > 3 else "")
            raise InvalidDataError(f"expected a file of each name in {folder} in {other} too, none for {shown}")
    return [tuple(files[name] for files in found) for name in found[0]]


def _by_name(folder: Path, suffixes: Sequence[str]) -> dict[str, Path]:
    files: dict[str, Path] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in suffixes or path.name.startswith("."):
            continue
        name = path.relative_to(folder).with_suffix("").as_posix()
        if name in files:
            raise InvalidDataError(f"expected one file of a name, got {files[name]} and {path}")
        files[name] = path
    if not files:
        raise InvalidDataError(f"{folder}: expected files with one of {' '.join(suffixes)}, found none")
    return files


class Pairs:
    """Pairs of files, read one after the other; neighbours of one shape make a batch."""

    def __init__(
        self, pairs: list[tuple[Path, ...]], read: Callable[[tuple[Path, ...]], tuple[Tensor, ...]], batch_size: int
    ) -> None:
        self.pairs = pairs
        self.origins: dict[int | str, Sequence[str]] = {}
        self.read = read
        self.batch_size = batch_size
        self.name = self.place(0) if len(pairs) == 1 else " and ".join(str(path.parent) for path in pairs[0])

    def count(self) -> int:
        """Number of pairs."""
        return len(self.pairs)

    def place(self, sample: int) -> str:
        """The files of a pair."""
        return " and ".join(map(str, self.pairs[sample]))

    def batches(self, start: int, stop: int | None) -> Iterator[Batch]:
        """The pairs from `start` up to `stop`."""
        waiting: list[tuple[Tensor, ...]] = []
        for pair in self.pairs[start:stop]:
            tensors = self.read(pair)
            if waiting and (tensors[0].shape != waiting[0][0].shape or len(waiting) == self.batch_size):
                yield _stacked(waiting)
                waiting = []
            waiting.append(tensors)
        if waiting:
            yield _stacked(waiting)


def _stacked(pairs: list[tuple[Tensor, ...]]) -> Batch:
    return Batch(tuple(torch.stack(side) for side in zip(*pairs, strict=True)))
