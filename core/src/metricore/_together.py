"""Work that several metrics of a collection have in common, done once while all of them are asked for their values."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from metricore._checked import is_traced

T = TypeVar("T")


class _Scope(threading.local):
    def __init__(self) -> None:
        self.depth = 0
        self.results: dict[tuple[Any, ...], Any] | None = None


_scope = _Scope()


class _Together:
    """A block in which :func:`shared` remembers; in a block within it nothing changes."""

    def __enter__(self) -> None:
        if not is_traced():
            if not _scope.depth:
                _scope.results = {}
            _scope.depth += 1

    def __exit__(self, *_: object) -> None:
        if not is_traced():
            _scope.depth -= 1
            if not _scope.depth:
                _scope.results = None


together = _Together()


def shared(work: Callable[..., T], *args: Any, known_by: tuple[Any, ...] | None = None) -> T:
    """What a function makes of held states; made once for the metrics of a collection that hold the very same ones.

    Args:
        work: a function that changes nothing.
        args: tensors and objects, whose hash is their identity, and plain values.
        known_by: what to know the result by instead of `args`, where these are made anew by each metric.
    """
    results = _scope.results
    if results is None:
        return work(*args)
    key = (work, *(args if known_by is None else known_by))  # holds the arguments, so nothing else gets their identity
    result: T | None = results.get(key)
    if result is None:
        result = results[key] = work(*args)
    return result
