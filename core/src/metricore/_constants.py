"""Tensors that never change, made once."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from typing import Any

import torch
from torch import Tensor


def remembered(make: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """Keep what a function made on the CPU for its last arguments, alike whatever mode PyTorch is in at first."""

    @functools.lru_cache(maxsize=16)
    @functools.wraps(make)
    def made(*args: Hashable) -> Any:
        with torch.inference_mode(False), torch._C.DisableTorchFunction():
            return make(*args)

    return made


@remembered
def number(value: float, dtype: torch.dtype) -> Tensor:
    """A number as a tensor, which arithmetic with a number of Python makes anew each time."""
    return torch.tensor(value, dtype=dtype, device="cpu")
