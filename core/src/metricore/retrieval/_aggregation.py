"""One value out of those of all queries."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Literal

import torch
from torch import Tensor

Aggregation = Literal["mean", "median", "min", "max"] | Callable[..., Tensor]
_NAMED = ("mean", "median", "min", "max")


def check_aggregation(aggregation: Any) -> None:
    """Refuse what makes no value out of several."""
    if not callable(aggregation) and (isinstance(aggregation, bool) or aggregation not in _NAMED):
        raise ValueError(f"Expected aggregation to be one of {_NAMED} or a function, got {aggregation!r}.")


def aggregated(values: Tensor, aggregation: Aggregation) -> Tensor:
    """The value over queries, along the first dimension; those that are `nan` are left out."""
    if callable(aggregation):
        return _by_function(values, aggregation)
    if aggregation == "mean":
        return values.nanmean(0)
    undefined = values.isnan()
    if aggregation == "median":
        return _median(values, (~undefined).sum(0))
    sign = 1.0 if aggregation == "max" else -1.0
    lowest = values.new_full((1, *values.shape[1:]), -torch.inf)  # for queries there are none of
    extreme = torch.cat([torch.where(undefined, -torch.inf, values * sign), lowest]).amax(0) * sign
    return torch.where(undefined.all(0), torch.nan, extreme)


def _median(values: Tensor, defined: Tensor) -> Tensor:
    """The middle value, or the mean of the two in the middle; `nan` is sorted last."""
    if not len(values):
        return values.sum(0) * torch.nan
    ordered = values.T.contiguous().sort().values.T if values.ndim == 2 else values.sort().values
    middle = torch.stack([(defined - 1).clamp(min=0) // 2, defined // 2])
    return ordered.gather(0, middle.reshape(2, *values.shape[1:])).mean(0)


def _by_function(values: Tensor, function: Callable[..., Tensor]) -> Tensor:
    undefined, takes_dim = values.isnan(), _takes_dim(function)
    if values.ndim == 2 and (not takes_dim or bool((undefined.any(1) != undefined.all(1)).any())):
        columns = [_by_function(column, function) for column in values.unbind(1)]
        return torch.stack(columns) if columns else values.new_empty(0)
    defined = values[~(undefined if values.ndim == 1 else undefined.any(1))]
    if not len(defined):
        return values.new_full(values.shape[1:], torch.nan)
    result = function(defined, dim=0) if takes_dim else function(defined)
    if isinstance(result, tuple) and isinstance(getattr(result, "values", None), Tensor):
        result = result.values  # `torch.median` tells the place, too
    if not isinstance(result, Tensor) or result.shape != values.shape[1:]:
        came = tuple(result.shape) if isinstance(result, Tensor) else type(result).__name__
        raise ValueError(
            f"Expected aggregation to return a tensor of shape {tuple(values.shape[1:])} for values of shape "
            f"{tuple(defined.shape)}, got {came}."
        )
    return result


def _takes_dim(function: Callable[..., Any]) -> bool:
    """Whether a function takes the dimension to aggregate; those of torch, which do not tell, do."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return True
    return "dim" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())
