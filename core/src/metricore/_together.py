"""Work that several metrics of a collection have in common, done once while all of them are asked for their values."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from metricore._tracing import is_traced

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
        args: what it is given; the result is known by their identity.
        known_by: what it is known by instead, by equality, where metrics make `args` anew.
    """
    results = _scope.results
    if results is None:
        return work(*args)
    key = (work, *map(id, args)) if known_by is None else (work, *known_by)
    found = results.get(key)
    if found is None:  # the arguments are kept, too, so that nothing else gets their identity
        found = results[key] = (work(*args), args)
    result: T = found[0]
    return result
