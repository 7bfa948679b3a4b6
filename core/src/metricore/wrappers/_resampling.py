"""How often each sample of a batch is drawn, for many replicates at once.

The numbers come from hashing a counter, so they are the same on every device and in every process, need no generator
to be saved, and make nothing wait for an accelerator.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

# Multipliers of SplitMix64's output function (Steele, Lea & Flood 2014), as signed integers.
_STEP, _FIRST, _SECOND = -7046029254386353131, -4658895280553007687, -7723592293110705685
_BITS = 32  # of each number, but 16 where only a few outcomes are told apart

# P(k or fewer) for a Poisson variable of mean 1, in units of 2**-16, from which its mean and variance are off by less
# than 1e-4; more than 8 has a chance below these.
_POISSON = [round(2**16 * math.fsum(math.exp(-1) / math.factorial(i) for i in range(k + 1))) for k in range(8)]


def _times_of_numbers(device: torch.device) -> Tensor:
    """How often a sample is drawn, for each number of 16 bits."""
    numbers = torch.arange(2**16, device=device)
    times = torch.zeros(2**16, dtype=torch.int8, device=device)
    for step in _POISSON:
        times += numbers >= step
    return times


_TIMES = _times_of_numbers(torch.device("cpu"))


def stream(*parts: int | Tensor) -> int | Tensor:
    """The number that a stream of random numbers starts from, made of what tells it from others.

    A tensor among the parts gives a tensor of the number that its value would give.
    """
    x: int | Tensor = 0
    for part in parts:
        x = _scrambled(x + (part + 1) * _STEP)
    return x


def _scrambled(x: int | Tensor) -> int | Tensor:
    for shift, factor in ((30, _FIRST), (27, _SECOND), (31, 1)):
        x = _in_64_bits(x)
        x = (x ^ ((x >> shift) & (2 ** (64 - shift) - 1))) * factor
    return _in_64_bits(x)


def _in_64_bits(x: int | Tensor) -> int | Tensor:
    return x if isinstance(x, Tensor) else (x + 2**63) % 2**64 - 2**63


def _hashes(size: int, start: int | Tensor, device: torch.device) -> Tensor:
    """Integers of 64 random bits."""
    x = torch.arange(size, dtype=torch.int64, device=device)
    x.mul_(_STEP).add_(start)  # scrambled in place, as there are many
    x = x.bitwise_xor_((x >> 30) & (2**34 - 1)).mul_(_FIRST)
    x = x.bitwise_xor_((x >> 27) & (2**37 - 1)).mul_(_SECOND)
    return x.bitwise_xor_((x >> 31) & (2**33 - 1))


def _poisson(shape: tuple[int, int], start: int | Tensor, device: torch.device) -> Tensor:
    size = math.prod(shape)
    numbers = _hashes((size + 3) // 4, start, device).view(torch.int16)[:size].to(torch.int32)
    times = _TIMES if device.type == "cpu" else _times_of_numbers(device)
    return times.index_select(0, numbers + 2**15).reshape(shape).to(torch.float64)


def _multinomial(shape: tuple[int, int], start: int | Tensor, device: torch.device) -> Tensor:
    size, samples = math.prod(shape), shape[1]
    x = _hashes((size + 1) // 2, start, device)
    numbers = torch.cat([x >> 32, x]).bitwise_and_(2**_BITS - 1)[:size].reshape(shape)
    which = (numbers.to(torch.float64) * (samples / 2**_BITS)).to(torch.int64).clamp_(max=max(samples - 1, 0))
    ones = torch.ones_like(numbers, dtype=torch.float64)
    return torch.zeros_like(ones).scatter_add_(1, which, ones)


def draws(strategy: str, replicates: int, samples: int, start: int | Tensor | Tensor, device: torch.device) -> Tensor:
    """How often each replicate draws each sample, as float64 of shape `(replicates, samples)`.

    Args:
        strategy: `"poisson"` draws each sample a number of times of mean 1; `"multinomial"` makes as many draws as
            there are samples.
        replicates: number of replicates.
        samples: number of samples.
        start: start of the stream.
        device: where to draw.
    """
    times = _poisson if strategy == "poisson" else _multinomial
    return times((replicates, samples), start, device)
