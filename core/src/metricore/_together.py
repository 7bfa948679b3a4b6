"""Work that several metrics of a collection have in common, done once while all of them are asked for their values."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, TypeVar

import torch

_PLAIN = (bool, int, float, str, tuple, type(None))

T = TypeVar("T")


class _Scope(threading.local):
    results: dict[Any, tuple[tuple[Any, ...], Any]] | None = None


_scope = _Scope()


def together() -> AbstractContextManager[None]:
    """Within the block, :func:`shared` remembers."""
    return nullcontext() if torch.compiler.is_compiling() or _scope.results is not None else _remembering()


@contextmanager
def _remembering() -> Iterator[None]:
    _scope.results = {}
    try:
        yield
    finally:
        _scope.results = None


def shared(work: Callable[..., T], *args: Any, known_by: tuple[Any, ...] | None = None) -> T:
    """What a function makes of held states; made once for the metrics of a collection that hold the very same ones.

    Args:
        work: a function that changes nothing.
        args: tensors and objects, known by their identity, and plain values.
        known_by: what to know the result by instead of `args`, where these are made anew by each metric.
    """
    if torch.compiler.is_compiling() or _scope.results is None:
        return work(*args)
    results, known_by = _scope.results, args if known_by is None else known_by
    key = (work, *(arg if isinstance(arg, _PLAIN) else id(arg) for arg in known_by))
    if key not in results:
        results[key] = (known_by, work(*args))  # holds the arguments, so that nothing else gets their identity
    result: T = results[key][1]
    return result
