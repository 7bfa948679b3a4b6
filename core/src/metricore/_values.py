"""Results of `compute`: tensors, or tuples, lists and dicts of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor


def map_tensors(value: Any, fn: Callable[[Tensor], Tensor]) -> Any:
    """The value with `fn` applied to every tensor in it."""
    if isinstance(value, Tensor):
        return fn(value)
    if isinstance(value, dict):
        return {key: map_tensors(item, fn) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(map_tensors(item, fn) for item in value))
    if isinstance(value, (tuple, list)):
        return type(value)(map_tensors(item, fn) for item in value)
    return value


def independent(value: Any) -> Any:
    """A copy of a result that shares no memory with states or caches; a graph behind it stays."""
    return map_tensors(value, Tensor.clone)


def detached(value: Any) -> Any:
    """A result without the graph behind it, to be kept: a metric must not hold a training step's graph."""
    return map_tensors(value, Tensor.detach)


def in_default_dtype(value: Tensor) -> Tensor:
    """A result as users want it."""
    return value.to(torch.get_default_dtype())
