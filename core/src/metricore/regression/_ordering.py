"""Ranks with ties, and pairs in the wrong order, in O(n log n) and in shapes that do not depend on the data."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._checked import reads_at_once


def runs(starts: Tensor) -> tuple[Tensor, Tensor]:
    """First and last position of the run that each position of a sorted column is in.

    `starts` has an element less than the column: whether a run begins at the second element, the third, and so on.
    """
    size = len(starts) + 1
    place = torch.arange(size, device=starts.device)
    first, last = place.clone(), place.clone()
    first[1:] *= starts
    last[:-1] = torch.where(starts, last[:-1], size - 1)
    return first.cummax(0).values, last.flip(0).cummin(0).values.flip(0)


def midranks(values: Tensor, weight: Tensor | None = None) -> Tensor:
    """Ranks in float64, ties sharing their mean rank; with weights, up to a constant that all ranks share."""
    ordered, order = values.sort(stable=True)
    starts = ordered[1:] != ordered[:-1]
    if weight is not None:
        first, last = runs(starts)
        up_to = weight[order].cumsum(0)
        before = torch.cat([up_to.new_zeros(1), up_to[:-1]])
        ranks = (before[first] + up_to[last]) / 2
    elif reads_at_once(starts) and bool(starts.all()):
        ranks = torch.arange(len(values), dtype=torch.float64)
    else:
        first, last = runs(starts)
        ranks = (first + last).to(torch.float64) / 2
    return torch.empty_like(ranks).scatter_(0, order, ranks)


def discordance(order: Tensor, weight: Tensor | None = None) -> Tensor:
    """How many pairs of a permutation are in the wrong order; with weights, the sum of their products.

    A radix sort, most significant bit first. At each bit, a pair that parts here in the wrong order is a 1 before a 0,
    so ones are counted before every 0. What has the same bits so far is contiguous: half of it zeros, half of it ones.
    """
    size = len(order)
    bits = max(size - 1, 1).bit_length()
    kind = torch.int32 if bits < 30 else torch.int64
    place = torch.arange(1 << bits, dtype=kind, device=order.device)
    half_place = place >> 1
    values = torch.cat([order.to(kind), place[size:]])  # what is added at the end is in order
    amount = None if weight is None else torch.cat([weight, weight.new_zeros(len(place) - size)])
    wrong = []
    for bit in reversed(range(bits)):
        half = 1 << bit
        ones = (values & half).bool().to(kind)
        wrong.append(_ones_before_zeros(ones, place, half) if amount is None else _weighed(ones, amount, half))
        if bit:
            up_to = ones.cumsum(0, dtype=kind)
            as_zeros = place - up_to
            as_ones = up_to + (half - 1)
            where = ((half_place & -half) + as_zeros + ones * (as_ones - as_zeros)).to(torch.int64)
            values = torch.empty_like(values).scatter_(0, where, values)
            amount = None if amount is None else torch.empty_like(amount).scatter_(0, where, amount)
    return torch.stack(wrong).sum()


def _ones_before_zeros(ones: Tensor, place: Tensor, half: int) -> Tensor:
    """Pairs of a one before a zero: how much further right zeros are than if they all came first."""
    size = len(place)
    firsts = size * (half - 1) // 4 + size * (size - 2 * half) // 4
    return size * (size - 1) // 2 - (ones * place).sum(dtype=torch.int64) - firsts


def _weighed(ones: Tensor, amount: Tensor, half: int) -> Tensor:
    """The same with each pair counting the product of its weights."""
    by_group = (ones * amount).view(-1, 2 * half)
    return (((1 - ones) * amount).view(-1, 2 * half) * by_group.cumsum(1)).sum()
