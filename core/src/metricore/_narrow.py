"""Accumulators where float64 is not to be had, or not wanted."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

_WITHOUT_FLOAT64 = ("mps",)  # types of devices
_WIDE = nullcontext()


def widest(device: torch.device) -> torch.dtype:
    """The widest floating dtype of a device."""
    return torch.float32 if device.type in _WITHOUT_FLOAT64 else torch.float64


def accumulating(dtype: torch.dtype | None) -> AbstractContextManager[Any]:
    """A block in which whoever asks PyTorch for float64 gets another dtype, unless that is `None`."""
    return _WIDE if dtype is None else _Narrow(dtype)


class _Narrow(TorchFunctionMode):
    """Replaces float64 in the arguments of PyTorch's functions."""

    def __init__(self, dtype: torch.dtype) -> None:
        super().__init__()
        self.dtype = dtype

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func is Tensor.double:
            return args[0].to(self.dtype)
        args = tuple(self.dtype if value is torch.float64 else value for value in args)
        named = {name: self.dtype if value is torch.float64 else value for name, value in (kwargs or {}).items()}
        return func(*args, **named)


def compensated(total: Tensor, batch: Tensor, residue: Tensor | None) -> tuple[Tensor, Tensor]:
    """The sum in the dtype of the total, and what rounding took from it, to be added with the next batch.

    So the error does not grow with the number of batches (Kahan's summation, the error of each sum after Knuth).
    """
    batch = batch.to(total.dtype) if residue is None else batch.to(total.dtype) + residue
    summed = total + batch
    taken = summed - total
    lost = (total - (summed - taken)) + (batch - taken)
    return summed, torch.where(lost.isfinite(), lost, 0.0)
