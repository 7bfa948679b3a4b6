"""Writing a file as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["refuse_unwritable", "whole_file"]


def refuse_unwritable(path: str | os.PathLike[str]) -> None:
    """Refuse a path that no file can be written to, before any work is done for it."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(f"{path}: expected a file to write to, this is a folder")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"{path}: expected an existing folder to write to, there is none")


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a path beside `path` to write to, which takes its place when the block ends well and vanishes otherwise."""
    refuse_unwritable(path)
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():  # a pipe or a device cannot be replaced
        yield target
        return
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield draft
        mask = os.umask(0)
        os.umask(mask)
        draft.chmod(0o666 & ~mask)  # whoever wrote the draft may have kept it private
        os.replace(draft, target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
