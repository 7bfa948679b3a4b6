"""Mean, spread and quantiles of results over a number of replicates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor


def summaries(values: list[Any], mean: bool, std: bool, quantile: Tensor | None, raw: bool) -> dict[str, Any]:
    """What was asked for of the values, leaving out NaN; dicts and tuples of tensors are taken entry by entry."""
    asked: dict[str, Callable[[Tensor], Tensor]] = {}
    if mean:
        asked["mean"] = lambda stacked: _floating(stacked).nanmean(0)
    if std:
        asked["std"] = _spread
    if quantile is not None:
        asked["quantile"] = lambda stacked: _quantile(stacked, quantile)
    if raw:
        asked["raw"] = lambda stacked: stacked
    return {name: _over(values, summary) for name, summary in asked.items()}


def _over(values: list[Any], summary: Callable[[Tensor], Tensor]) -> Any:
    first = values[0]
    if isinstance(first, Mapping):
        return {key: _over([value[key] for value in values], summary) for key in first}
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(_over(list(column), summary) for column in zip(*values, strict=True)))
    if isinstance(first, (tuple, list)):
        return type(first)(_over(list(column), summary) for column in zip(*values, strict=True))
    tensors = [torch.as_tensor(value) for value in values]
    shapes = {tuple(tensor.shape) for tensor in tensors}
    if len(shapes) > 1:
        raise ValueError(f"Expected values of one shape in all replicates, got {sorted(shapes)}.")
    return summary(torch.stack(tensors))


def _floating(values: Tensor) -> Tensor:
    return values if values.is_floating_point() else values.to(torch.get_default_dtype())


def _spread(values: Tensor) -> Tensor:
    """Unbiased standard deviation."""
    wide = _floating(values)
    number = (~wide.isnan()).sum(0)
    squares = ((wide - wide.nanmean(0)) ** 2).nansum(0)
    variance = squares / (number - 1)
    root = torch.where(variance > 0, variance, 1.0).sqrt()  # whose gradient is finite, also where all are equal
    return torch.where(number > 1, torch.where(variance > 0, root, 0.0 * variance), torch.nan)


def _quantile(values: Tensor, levels: Tensor) -> Tensor:
    """Linear between order statistics."""
    wide = _floating(values)
    return wide.to(torch.float64).nanquantile(levels.to(wide.device), dim=0).to(wide.dtype)
