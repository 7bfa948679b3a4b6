"""Pairs of images: what is accepted, in which dtype they are compared, and what range their values have."""

from __future__ import annotations

import torch
from torch import Tensor

__all__ = ["DataRange", "check_range", "extent", "paired", "within"]

DataRange = float | tuple[float, float]


def paired(preds: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """Return both in one floating dtype: integers never wrap, half precision is widened.

    Raises:
        TypeError: Pixels are complex.
        ValueError: The shapes differ.
    """
    if preds.shape != target.shape:
        raise ValueError(
            f"Expected preds and target of the same shape, got {tuple(preds.shape)} and {tuple(target.shape)}."
        )
    dtype = torch.promote_types(_wide(preds), _wide(target))
    return preds.to(dtype), target.to(dtype)


def _wide(pixels: Tensor) -> torch.dtype:
    if pixels.is_complex():
        raise TypeError(f"Expected real pixels, got {pixels.dtype}.")
    if pixels.is_floating_point():
        return torch.promote_types(pixels.dtype, torch.float32)
    return torch.float64 if pixels.dtype.itemsize > 2 else torch.float32  # float32 holds 16-bit pixels exactly


def check_range(data_range: object) -> None:
    """Refuse what is neither a positive number nor an interval.

    Raises:
        ValueError: It is neither.
    """
    if isinstance(data_range, tuple):
        if len(data_range) == 2 and all(map(_is_number, data_range)) and data_range[0] < data_range[1]:
            return
    elif _is_number(data_range) and data_range > 0:  # type: ignore[operator]
        return
    raise ValueError(f"Expected data_range to be a positive number or a tuple (low, high), got {data_range!r}.")


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def extent(data_range: DataRange) -> float:
    """Return the width of a range."""
    return float(data_range[1] - data_range[0] if isinstance(data_range, tuple) else data_range)


def within(data_range: DataRange, pair: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    """Return a pair clamped to an interval; a width alone does not say where the interval lies."""
    if isinstance(data_range, tuple):
        return pair[0].clamp(*data_range), pair[1].clamp(*data_range)
    return pair
