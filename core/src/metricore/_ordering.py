"""Ranks with ties, and pairs in the wrong order, in O(n log n) and in shapes that do not depend on the data."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._stretches import stretches, taken


def runs(starts: Tensor) -> tuple[Tensor, Tensor]:
    """First and last position of the run that each position of a sorted column is in.

    `starts` has an element less than the column: whether a run begins at the second element, the third, and so on.
    """
    first = torch.arange(len(starts) + 1, device=starts.device)
    first[1:] *= starts
    return first.cummax(0).values, ends_of_runs(starts)


def ends_of_runs(starts: Tensor) -> Tensor:
    """The last position alone."""
    last = torch.arange(len(starts) + 1, device=starts.device)
    last[:-1].masked_fill_(~starts, len(starts))
    last = last.flip(0)
    return last.cummin(0).values.flip(0)


_RADIX_FROM = 32768  # elements from which PyTorch sorts integers on a CPU digit by digit, several times as fast
_FIRST_BITS = 3  # of a permutation are one digit
_MOST_GROUPS = 6  # of the 8 that three bits may have
_COMPARED_BITS = 4  # groups of so many bits are compared pair by pair
_KEYS = {
    torch.float64: torch.int64,
    torch.float32: torch.int32,
    torch.int64: torch.int64,
    torch.int32: torch.int32,
}


def order_of(values: Tensor) -> Tensor:
    """Places of the values in ascending order, equal ones in the order that they have."""
    size = len(values)
    if not (reads_at_once(values) and values.dtype in _KEYS and 4 * size > _RADIX_FROM):
        return values.sort(stable=True).indices
    keys = values
    if values.is_floating_point():  # bits of floats are in order, those below 0 in the opposite one
        kind = _KEYS[values.dtype]
        keys = (values + 0.0).view(kind)  # two zeros become one
        keys = keys ^ ((keys < 0).to(kind) * torch.iinfo(kind).max)
    if size < _RADIX_FROM:
        keys = torch.cat([keys, keys.new_full((_RADIX_FROM - size,), torch.iinfo(keys.dtype).max)])
    return keys.sort(stable=True).indices[:size]


def midranks(values: Tensor, weight: Tensor | None = None) -> Tensor:
    """Ranks in float64, ties sharing their mean rank; with weights, up to a constant that all ranks share."""
    order = order_of(values)
    ordered = values.gather(0, order)
    starts = ordered[1:] != ordered[:-1]
    if weight is not None:
        first, last = runs(starts)
        up_to = weight.gather(0, order).cumsum(0)
        before = torch.cat([up_to.new_zeros(1), up_to[:-1]])
        ranks = (before.gather(0, first) + up_to.gather(0, last)) / 2
    elif reads_at_once(starts) and bool(starts.all()):
        ranks = torch.arange(len(values), dtype=torch.float64)
    else:
        first, last = runs(starts)
        ranks = (first + last).to(torch.float64) / 2
    return torch.empty_like(ranks).scatter_(0, order, ranks)


def ranks_by_stretch(values: Tensor, weight: Tensor | None = None) -> Iterator[tuple[Tensor | None, Tensor]]:
    """Ranks as :func:`midranks` gives them, and the places they are of, one stretch of the values after the other."""
    before: Tensor | int = 0
    for where in stretches(values):
        own = None if weight is None else taken(weight, where)
        ranks = midranks(taken(values, where), own)
        yield where, ranks + before if before else ranks
        before = before + (len(ranks) if own is None else own.sum())
        del where, own, ranks


def in_order(*columns: Tensor) -> Iterator[tuple[Tensor, list[Tensor]]]:
    """Places in ascending order of the first column, then of the second and so on; one stretch after the other.

    With the places, for each column, which of them from the second on begin another value of it or of those before it.
    """
    for where in stretches(columns[0]):
        parts = [taken(column, where) for column in columns]
        order = order_of(parts[-1])
        for number in range(len(parts) - 2, -1, -1):
            order = order.gather(0, order_of(parts[number].gather(0, order)))
        parts = [part.gather(0, order) for part in parts]
        starts = list(accumulate((part[1:] != part[:-1] for part in parts), torch.logical_or))
        order = order if where is None else where.gather(0, order)
        del where, parts
        yield order, starts
        del order, starts


def inverse(order: Tensor) -> Tensor:
    """The rank of each element, from their order."""
    return torch.empty_like(order).scatter_(0, order, torch.arange(len(order), device=order.device))


def discordance(order: Tensor, weight: Tensor | None = None, later: Tensor | None = None) -> Tensor:
    """How many pairs of a permutation are in the wrong order; with weights, the sum of their products.

    With weights `later`, these are those of the elements that come later in a pair.

    A radix sort, most significant bit first. At each bit, a pair that parts here in the wrong order is a 1 before a 0,
    so ones are counted before every 0. What has the same bits so far is contiguous: half of it zeros, half of it ones.
    The first three bits are one digit where that leaves less to be added than up to a power of 2.
    """
    size = len(order)
    bits = max(size - 1, 1).bit_length()
    groups, first = -(-size >> max(bits - _FIRST_BITS, 0)), _FIRST_BITS  # rounded up
    if weight is not None or bits <= _FIRST_BITS + _COMPARED_BITS or groups > _MOST_GROUPS:
        groups, first = 1, 0
    bits -= first
    kind = torch.int32 if bits + first < 26 else torch.int64  # sums over all bits have to fit in
    place = torch.arange(groups << bits, dtype=kind, device=order.device)
    half_place = place >> 1
    values = torch.cat([order.to(kind), place[size:]])  # what is added at the end is in order
    given = [] if weight is None else [weight] if later is None else [weight, later]
    amounts = [torch.cat([part, part.new_zeros(len(place) - size)]) for part in given]
    ones_at, most = torch.zeros_like(place), 0
    weighed = torch.zeros((), dtype=torch.float64, device=order.device)
    wrong = torch.zeros((), dtype=torch.int64, device=order.device)
    if first:
        values, wrong = _parted(values, place, groups, bits)
    rest = 0 if weight is not None else min(bits, _COMPARED_BITS)
    for bit in reversed(range(rest, bits)):
        half = 1 << bit
        ones = (values >> bit) & 1
        if not amounts:
            ones_at = torch.addcmul(ones_at, ones, place)
            most += _most_ones_at(len(place), half)
        else:
            weighed = weighed + _weighed(ones, amounts[0], amounts[-1], half)
        if bit:
            up_to = ones.cumsum(0, dtype=kind)
            as_zeros = place - up_to
            where = torch.addcmul(as_zeros + (half_place & -half), ones, up_to - as_zeros + (half - 1)).to(torch.int64)
            values = torch.empty_like(values).scatter_(0, where, values)
            amounts = [torch.empty_like(part).scatter_(0, where, part) for part in amounts]
            del up_to, as_zeros, where
    if amounts:
        return weighed
    return wrong + most - ones_at.sum(dtype=torch.int64) + _inversions(values, 1 << rest)


def discordance_in_stretches(values: Tensor, weight: Tensor | None = None, later: Tensor | None = None) -> Tensor:
    """How many pairs are in the wrong order, of which equal values are none; found one stretch after the other.

    With weights, the sum of their products, as in :func:`discordance`.
    """
    given = [each for each in (weight, later) if each is not None]
    wrong = torch.zeros((), dtype=torch.int64, device=values.device)
    for where in stretches(values):
        part = taken(values, where)
        if where is not None:
            above = values > part.amax()  # those of later stretches, which may come before
            above = above * given[0] if given else above.to(counting(values))
            above = above.cumsum_(0).gather(0, where)
            wrong = wrong + (above * taken(given[-1], where) if given else above).sum()
            del above
        own = [taken(each, where) for each in given]
        order = order_of(part)  # it and its inverse have the same pairs in the wrong order
        order = inverse(order) if given else order
        del part, where
        wrong = wrong + discordance(order, *own)
        del own, order
    return wrong


def counting(values: Tensor) -> torch.dtype:
    """The narrowest dtype of places in a column, and of twice as much."""
    return torch.int32 if len(values) < 1 << 30 else torch.int64


def _parted(values: Tensor, place: Tensor, groups: int, bits: int) -> tuple[Tensor, Tensor]:
    """The values by their first digit, and the pairs whose digits are in the wrong order."""
    digit = (values >> bits).to(torch.int64).unsqueeze(0)
    digits = torch.arange(groups, device=values.device).unsqueeze(1)
    up_to = (digit == digits).cumsum(1, dtype=values.dtype)
    not_larger = up_to.cumsum(0, dtype=values.dtype).gather(0, digit)
    where = (digit << bits) + up_to.gather(0, digit) - 1
    return torch.empty_like(values).scatter_(0, where[0], values), (place + 1 - not_larger).sum(dtype=torch.int64)


def _inversions(values: Tensor, length: int) -> Tensor:
    """Pairs in the wrong order in each stretch of a small length, found by comparing all of them."""
    columns = values.view(-1, length).T.contiguous()
    compared = [columns[:-step] > columns[step:] for step in range(1, length)]
    return torch.cat(compared).count_nonzero()


def _most_ones_at(size: int, half: int) -> int:
    """The sum of places of ones when they come last in each group; it is less by the pairs of a one before a zero."""
    groups = size // (2 * half)
    return groups * half * half + groups * half * (half - 1) // 2 + half * half * groups * (groups - 1)


def _weighed(ones: Tensor, amount: Tensor, later: Tensor, half: int) -> Tensor:
    """Pairs of a one before a zero in its group, each counting the product of its weights."""
    by_group = (ones * amount).view(-1, 2 * half)
    by_group = by_group.cumsum(1, dtype=by_group.dtype)
    return (((1 - ones) * later).view(-1, 2 * half) * by_group).sum()
