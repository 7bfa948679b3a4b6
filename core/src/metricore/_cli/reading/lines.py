"""Text files, line by line: predictions, and one or more files of references."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from pathlib import Path

from metricore._cli.reading.batch import Batch
from metricore._errors import InvalidDataError

__all__ = ["Lines"]


class Lines:
    """Files whose lines belong together; with several files of references, each line has a list of them."""

    def __init__(self, paths: Sequence[Path], batch_size: int) -> None:
        self.paths = paths
        self.origins: dict[int | str, Sequence[str]] = {}
        self.name = " and ".join(map(str, paths))
        self.batch_size = batch_size

    def count(self) -> int:
        """Number of lines."""
        return sum(1 for _ in self._tuples())

    def place(self, sample: int) -> str:
        """Line in the file of predictions."""
        return f"{self.paths[0]}, line {sample + 1}"

    def batches(self, start: int, stop: int | None) -> Iterator[Batch]:
        """The lines from `start` up to `stop`."""
        lines = islice(self._tuples(), start, stop)
        while rows := list(islice(lines, self.batch_size)):
            columns = list(zip(*rows, strict=True))
            preds, references = list(columns[0]), columns[1:]
            if len(references) > 1:
                yield Batch((preds, [list(row) for row in zip(*references, strict=True)]))
            else:
                yield Batch((preds, *map(list, references)))

    def _tuples(self) -> Iterator[tuple[str, ...]]:
        """Lines that belong together, as long as all files have one; then, that none has more."""
        files = [_lines(path) for path in self.paths]
        for number, lines in enumerate(zip_longest(*files)):
            if None in lines:
                lengths = [
                    number + (line is not None) + sum(1 for _ in file) for line, file in zip(lines, files, strict=True)
                ]
                shown = ", ".join(f"{path} has {length}" for path, length in zip(self.paths, lengths, strict=True))
                raise InvalidDataError(f"expected files with the same number of lines; {shown}")
            yield lines


def _lines(path: Path) -> Iterator[str]:
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                bad = f"byte 0x{line[error.start]:02x} at position {error.start + 1}"
                raise InvalidDataError(f"{path}, line {number}: expected UTF-8, got {bad}") from None
            yield text.rstrip("\r\n")
