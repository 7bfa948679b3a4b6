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
    if not (target.parent.is_dir() or _is_special(path)):
        raise FileNotFoundError(f"{path}: expected an existing folder to write to, there is none")
    if not os.access(path if _is_special(path) else target.parent, os.W_OK):
        raise PermissionError(f"{path}: expected a place that may be written to")


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a path beside `path` to write to, which takes its place when the block ends well and vanishes otherwise.

    A pipe or a device, which cannot be replaced, is written to as it is.
    """
    refuse_unwritable(path)
    target = Path(os.path.realpath(path))
    special = _is_special(path)
    draft = Path(path) if special else target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield draft
        if not special:
            mask = os.umask(0)
            os.umask(mask)
            draft.chmod(0o666 & ~mask)  # whoever wrote the draft may have kept it private
            os.replace(draft, target)
    except BaseException as error:
        if not special:
            draft.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno and error.filename in (None, str(draft)):
            error.filename = str(path)
        raise


def _is_special(path: str | os.PathLike[str]) -> bool:
    """Whether a path is that of a pipe or a device."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)
