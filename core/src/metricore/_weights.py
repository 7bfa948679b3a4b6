"""Weights of samples."""

from __future__ import annotations

import torch
from torch import Tensor


def weights_like(sample_weight: Tensor, target: Tensor) -> Tensor:
    """Weights in float64 in the shape of the target: given for each element, or for each sample."""
    if sample_weight.shape == target.shape:
        return sample_weight.to(torch.float64)
    if sample_weight.ndim == 1 and target.ndim and len(sample_weight) == len(target):
        return sample_weight.to(torch.float64).reshape(-1, *[1] * (target.ndim - 1)).expand(target.shape)
    raise ValueError(
        f"Expected sample_weight of shape {tuple(target.shape)} or {tuple(target.shape[:1])}, "
        f"got {tuple(sample_weight.shape)}."
    )
