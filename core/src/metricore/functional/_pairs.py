"""A matrix of all pairs of rows, made and reduced a few rows at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from metricore._arguments import check_choice, only_tensors
from metricore._narrow import widest

Reduction = Literal["mean", "sum", "none"] | None
_REDUCTIONS = ("mean", "sum", "none", None)
_AT_ONCE = {"cpu": 2**16}  # numbers that are held while rows are compared: what fits in a cache
_AT_ONCE_ELSEWHERE = 2**24

Compare = Callable[[Tensor, Tensor], Tensor]


def of_pairs(
    compare: Compare,
    x: Tensor,
    y: Tensor | None,
    reduction: Reduction,
    zero_diagonal: bool | None,
    depth: int = 1,
    prepare: Callable[[Tensor], Tensor] = lambda rows: rows,
) -> Tensor:
    """What `compare` makes of each row of `x` and each row of `y`, as a matrix or reduced over the rows of `y`.

    Args:
        compare: makes a matrix `(n, M)` of some rows of `x` and all of `y`, in the widest dtype of their device.
        x: rows, `(N, d)`.
        y: rows to compare them with, `(M, d)`; by default `x`.
        reduction: `"mean"` or `"sum"` over the rows of `y`; `"none"` or `None` gives the matrix.
        zero_diagonal: put 0 where a row has the same place in both; by default where there is no `y`.
        depth: how many numbers `compare` holds for a pair.
        prepare: makes of rows what is compared.
    """
    check_choice("reduction", reduction, _REDUCTIONS)
    if zero_diagonal is not None and not isinstance(zero_diagonal, bool):
        raise ValueError(f"Expected zero_diagonal to be True, False or None, got {zero_diagonal!r}.")
    _refuse_shapes(x, x if y is None else y)
    zero = (y is None) if zero_diagonal is None else zero_diagonal
    given = x.dtype if y is None else torch.promote_types(x.dtype, y.dtype)
    dtype = torch.promote_types(given, torch.get_default_dtype())
    wide = widest(x.device)
    x, y = prepare(x.to(wide)), None if y is None else prepare(y.to(wide))
    others = x if y is None else y

    def some(start: int, stop: int) -> Tensor:
        pairs = compare(x[start:stop], others)
        if zero:
            rows = torch.arange(start, start + len(pairs), device=x.device)
            pairs = torch.where(rows.unsqueeze(1) == torch.arange(len(others), device=x.device), 0.0, pairs)
        if reduction == "sum":
            pairs = pairs.sum(1)
        elif reduction == "mean":
            pairs = pairs.mean(1)
        return pairs.to(dtype)

    step = max(1, _AT_ONCE.get(x.device.type, _AT_ONCE_ELSEWHERE) // max(1, len(others) * depth))
    if step >= len(x):
        return some(0, len(x))
    starts = range(0, len(x), step)
    # Where less is returned than compared, it is not kept for the gradient either, but made anew.
    anew = reduction in ("mean", "sum") or depth > 1
    if anew and torch.is_grad_enabled() and (x.requires_grad or others.requires_grad):
        parts: list[Any] = [checkpoint(some, start, start + step, use_reentrant=False) for start in starts]
        return torch.cat(parts)
    return torch.cat([some(start, start + step) for start in starts])


def _refuse_shapes(x: Tensor, y: Tensor) -> None:
    only_tensors(x=x, y=y)
    for name, rows in (("x", x), ("y", y)):
        if rows.ndim != 2 or not rows.shape[1]:
            raise ValueError(f"Expected {name} of shape (N, d) with at least one column, got {tuple(rows.shape)}.")
        if rows.is_complex():
            raise ValueError(f"Expected {name} to hold real numbers, got {rows.dtype}.")
    if x.shape[1] != y.shape[1]:
        raise ValueError(f"Expected x and y with equally many columns, got {tuple(x.shape)} and {tuple(y.shape)}.")
