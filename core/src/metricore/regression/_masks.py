"""Data padded to a common length: a mask tells what counts."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from metricore._weights import weights_like

_FILL = 1  # a value that every metric can take


def unpadded(mask: Tensor | None, sample_weight: Tensor | None, *data: Tensor) -> tuple[Any, ...]:
    """The data and their weights, 0 where the mask is false; what the data hold there is replaced, so nobody reads it.

    Args:
        mask: bool, in the shape of the last of the data or one for each sample; `None` leaves all as it is.
        sample_weight: weights that were given.
        data: tensors with samples in their first dimension; those of a shape that does not fit stay as they are.
    """
    if mask is None:
        return (*data, sample_weight)
    if not isinstance(mask, Tensor) or mask.dtype != torch.bool:
        got = mask.dtype if isinstance(mask, Tensor) else type(mask).__name__
        raise TypeError(f"Expected mask to be a tensor of torch.bool, true for what counts, got {got}.")
    target = data[-1]
    counts = _in_shape_of(target, mask)
    if counts is None:
        or_samples = f" or {tuple(target.shape[:1])}" if target.ndim > 1 else ""
        raise ValueError(f"Expected mask of shape {tuple(target.shape)}{or_samples}, got {tuple(mask.shape)}.")
    filled = []
    for part in data:
        own = _in_shape_of(part, mask)
        filled.append(part if own is None else part.masked_fill(~own, _FILL))
    if sample_weight is None:
        return (*filled, counts.to(torch.float64))
    return (*filled, weights_like(sample_weight, target).masked_fill(~counts, 0.0))


def _in_shape_of(data: Tensor, mask: Tensor) -> Tensor | None:
    if mask.shape == data.shape:
        return mask
    if mask.ndim == 1 and data.ndim and len(mask) == len(data):
        return mask.reshape(-1, *[1] * (data.ndim - 1)).expand(data.shape)
    return None
