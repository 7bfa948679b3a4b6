"""Inputs of regression metrics: shapes, widths, and what cannot be a value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from metricore._arguments import only_tensors
from metricore._metric import Metric


def same_shape(preds: Tensor, target: Tensor, names: tuple[str, str] = ("preds", "target")) -> None:
    """Refuse predictions that do not belong to the targets."""
    if not isinstance(preds, Tensor) or not isinstance(target, Tensor):
        only_tensors(**dict(zip(names, (preds, target), strict=True)))
    if preds.shape != target.shape:
        raise ValueError(
            f"Expected {names[0]} and {names[1]} of the same shape, got {tuple(preds.shape)} and {tuple(target.shape)}."
        )


def of_outputs(preds: Tensor, num_outputs: int) -> None:
    """Refuse anything but a column for each output; a single output may come without one."""
    if num_outputs == 1 and (preds.ndim == 1 or (preds.ndim == 2 and preds.shape[1] == 1)):
        return
    if preds.ndim != 2 or preds.shape[1] != num_outputs:
        wanted = "(N,)" if num_outputs == 1 else f"(N, {num_outputs})"
        raise ValueError(f"Expected preds of shape {wanted}, got {tuple(preds.shape)}.")


def check_outputs(num_outputs: Any) -> None:
    """Refuse what is no number of outputs."""
    if isinstance(num_outputs, bool) or not isinstance(num_outputs, int) or num_outputs < 1:
        raise ValueError(f"Expected num_outputs to be a positive integer, got {num_outputs!r}.")


def columns(batch: Mapping[str, Any]) -> int:
    """How many outputs a batch has, for functions that are not told."""
    preds = batch["preds"]
    return int(preds.shape[1]) if preds.ndim == 2 else 1


def shape_of(num_outputs: int) -> tuple[int, ...]:
    """The shape of a value for each output."""
    return () if num_outputs == 1 else (num_outputs,)


def wide(values: Tensor) -> Tensor:
    """Values whose differences neither wrap around nor lose digits."""
    if values.dtype in (torch.float32, torch.float64):
        return values
    return values.to(torch.float32 if values.is_floating_point() else torch.float64)


def defined_mean(values: Tensor) -> Tensor:
    """The mean of those values that are defined; `nan` where none is."""
    return values.nanmean()


def report_nan(metric: Metric, preds: Tensor, target: Tensor, present: Tensor | None = None) -> None:
    """Report NaN in elements that count."""
    nan = wide(preds).isnan() | wide(target).isnan()
    metric.flag(nan if present is None else nan & present, "Expected preds and target without NaN")
