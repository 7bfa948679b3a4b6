"""Pairs of recordings: what is accepted, and the dtype that sums of squares are taken in."""

from __future__ import annotations

import torch
from torch import Tensor

__all__ = ["centred", "paired"]


def paired(preds: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """Return both in one dtype wide enough for sums of squares.

    Raises:
        TypeError: Samples are complex.
        ValueError: The shapes differ, or there is no time dimension.
    """
    if preds.shape != target.shape or not preds.ndim:
        raise ValueError(
            "Expected preds and target of the same shape, time last, "
            f"got {tuple(preds.shape)} and {tuple(target.shape)}."
        )
    dtype = torch.promote_types(_wide(preds), _wide(target))
    return preds.to(dtype), target.to(dtype)


def _wide(samples: Tensor) -> torch.dtype:
    if samples.is_complex():
        raise TypeError(f"Expected real samples, got {samples.dtype}.")
    if samples.is_floating_point():
        return torch.promote_types(samples.dtype, torch.float32)
    return torch.float64 if samples.dtype.itemsize > 2 else torch.float32  # float32 holds 16-bit samples exactly


def centred(samples: Tensor) -> Tensor:
    """Return recordings with mean zero over time; a constant one comes out as exact silence."""
    from_start = samples - samples[..., :1]
    return from_start - from_start.mean(-1, keepdim=True)
