"""A progress bar on standard error, where somebody looks at it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["progress"]


@contextmanager
def progress(title: str, total: int | None, wanted: bool) -> Iterator[Callable[[int], None]]:
    """Yield a function to call with the number of samples that are done."""
    try:
        if not (wanted and sys.stderr.isatty()):
            raise ModuleNotFoundError
        from rich.console import Console
        from rich.progress import Progress
    except ModuleNotFoundError:
        yield lambda _: None
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.advance(task, done)
