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


def shared(work: Callable[..., T], *args: Any) -> T:
    """What a function makes of held states; made once for the metrics of a collection that hold the very same ones.

    Args:
        work: a function that changes nothing.
        args: tensors and objects, known by their identity, and plain values.
    """
    results = _scope.results
    if results is None:
        return work(*args)
    key = (work, *(arg if isinstance(arg, _PLAIN) else id(arg) for arg in args))
    if key not in results:
        results[key] = (args, work(*args))  # holds the arguments, so that nothing else gets their identity
    result: T = results[key][1]
    return result
