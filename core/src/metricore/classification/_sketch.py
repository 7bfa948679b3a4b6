"""Bins for scores of unknown range: the leading bits of the number itself.

The bits of a float32, read as an integer, are in the order of the numbers, so cutting off the last ones makes bins
that need no range and no data: fixed in number, relative in width, equal everywhere, so that counts of them add up.
Numbers between a half and one are mirrored, which makes bins as fine near one as they are near zero: both ends are
where classifiers put their scores.
"""

from __future__ import annotations

import torch
from torch import Tensor

_CUT = 16  # bits left out: 7 of the 23 bits behind the leading one remain, bins are 0.8 % wide
_HALF = 0x3F000000  # the bits of 0.5, 1 and infinity
_ONE = 0x3F800000
_INFINITY = 0x7F800000
_LOWEST = -(_INFINITY >> _CUT)
BINS = ((_INFINITY - _ONE + 2 * _HALF) >> _CUT) - _LOWEST + 1


def bins_of(scores: Tensor) -> Tensor:
    """The bin of each score, from 0 to `BINS - 1`, never lower for a higher score."""
    scores = scores.to(torch.float32)
    direct = _rank(scores)
    mirrored = 2 * _HALF - _rank(1 - scores)
    beyond = direct + (2 * _HALF - _ONE)
    place = torch.where(scores <= 0.5, direct, torch.where(scores < 1, mirrored, beyond))
    return ((place >> _CUT) - _LOWEST).clamp(0, BINS - 1)


def lower_edges(device: torch.device) -> Tensor:
    """The least number of each bin."""
    place = (torch.arange(BINS, device=device) + _LOWEST) << _CUT
    mirrored = _rounded_up(1 - _number(2 * _HALF - place).double())
    beyond = _number(place - (2 * _HALF - _ONE))
    return torch.where(place <= _HALF, _number(place), torch.where(place < 2 * _HALF, mirrored, beyond))


def _rank(scores: Tensor) -> Tensor:
    """An integer for each float32, in the order of the numbers; both zeros are 0."""
    bits = scores.view(torch.int32).to(torch.int64)
    return torch.where(bits < 0, -(bits & 0x7FFFFFFF), bits)


def _number(rank: Tensor) -> Tensor:
    """The float32 of an integer made by `_rank`."""
    size = rank.abs().clamp(max=_INFINITY).to(torch.int32).view(torch.float32)
    return torch.where(rank < 0, -size, size)


def _rounded_up(values: Tensor) -> Tensor:
    """The least float32 that is not below each value."""
    near = values.to(torch.float32)
    return torch.where(near < values, near.nextafter(torch.ones_like(near)), near)
