"""Helpers that custom metrics import."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from metricore._state import CatState

__all__ = [
    "dim_zero_cat",
    "dim_zero_max",
    "dim_zero_mean",
    "dim_zero_min",
    "dim_zero_sum",
    "rank_zero_debug",
    "rank_zero_info",
    "rank_zero_warn",
]


def dim_zero_cat(x: Tensor | CatState | Sequence[Tensor]) -> Tensor:
    """One tensor of a list of tensors, or of a `cat` state; a tensor stays as it is.

    Args:
        x: what a state that collects batches holds; numbers become one row each.

    Raises:
        ValueError: nothing has been collected, so that there is no dtype or shape.

    Examples:
        >>> import torch
        >>> dim_zero_cat([torch.tensor([1, 2]), torch.tensor(3)])
        tensor([1, 2, 3])
    """
    if isinstance(x, Tensor):
        return x
    if isinstance(x, CatState):
        return x.values
    rows = [row.reshape(1) if row.ndim == 0 else row for row in x]
    if not rows:
        raise ValueError("Expected at least one tensor to concatenate, got an empty list: was there an update?")
    return torch.cat(rows)


def dim_zero_sum(x: Tensor) -> Tensor:
    """Sum over the first dimension."""
    return x.sum(dim=0)


def dim_zero_mean(x: Tensor) -> Tensor:
    """Mean over the first dimension."""
    return x.mean(dim=0)


def dim_zero_max(x: Tensor) -> Tensor:
    """Largest values over the first dimension."""
    return x.amax(dim=0)


def dim_zero_min(x: Tensor) -> Tensor:
    """Smallest values over the first dimension."""
    return x.amin(dim=0)


def rank_zero_warn(message: str, category: type[Warning] = UserWarning, stacklevel: int = 2, **kwargs: Any) -> None:
    """Warn on rank 0 only; without a process group every process is rank 0."""
    if _on_rank_zero():
        warnings.warn(message, category, stacklevel=stacklevel, **kwargs)


def rank_zero_info(message: str, *args: Any) -> None:
    """Log on rank 0 only, at level INFO."""
    _log("info", message, args)


def rank_zero_debug(message: str, *args: Any) -> None:
    """Log on rank 0 only, at level DEBUG."""
    _log("debug", message, args)


def _log(level: str, message: str, args: tuple[Any, ...]) -> None:
    import logging

    if _on_rank_zero():
        getattr(logging.getLogger("metricore"), level)(message, *args)


def _on_rank_zero() -> bool:
    from torch import distributed

    return not (distributed.is_available() and distributed.is_initialized() and distributed.get_rank())
