"""The mutual information that labellings with given sizes of clusters have by chance."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore.clustering._contingency import distinct

_TERMS = 1 << 18  # terms that are in memory at a time
_DEVIATIONS = 6.0  # see `_windows`


def expected_mutual_information(first: Tensor, second: Tensor) -> Tensor:
    """Expectation over all labellings with clusters of these sizes, in nats and float64; sizes may be 0.

    A cell has a hypergeometric number of samples, which depends on two sizes only, so equal sizes are done once.
    """
    (first_size, first_count), (second_size, second_count) = (_counted(sizes[sizes > 0]) for sizes in (first, second))
    total = int(first.sum())
    a = first_size.repeat_interleave(len(second_size)).to(torch.float64)
    b = second_size.repeat(len(first_size)).to(torch.float64)
    times = (first_count.unsqueeze(1) * second_count).flatten().to(torch.float64)
    low, length = _windows(a, b, total)
    expected = torch.zeros((), dtype=torch.float64, device=first.device)
    order = length.argsort()
    start, lengths = 0, length[order].tolist()
    while start < len(lengths):  # pairs of sizes with windows of similar lengths
        stop = start + 1
        while stop < len(lengths) and lengths[stop] * (stop + 1 - start) <= _TERMS:
            stop += 1
        some = order[start:stop]
        offset = torch.arange(int(lengths[stop - 1]), dtype=torch.float64, device=first.device)
        cell = low[some].unsqueeze(1) + offset
        values = _information_of_cells(cell, offset < length[some].unsqueeze(1), a[some, None], b[some, None], total)
        expected = expected + (values * times[some]).sum()
        start = stop
    return expected


def _counted(sizes: Tensor) -> tuple[Tensor, Tensor]:
    sizes, place = distinct(sizes)
    return sizes, torch.zeros_like(sizes).index_add(0, place, torch.ones_like(place))


def _windows(a: Tensor, b: Tensor, total: int) -> tuple[Tensor, Tensor]:
    """First possible number of samples of a cell, and how many numbers from it on are worth a look.

    By Hoeffding's bound, numbers that are further than `d * sqrt(m)` from the mean, where `m` is the lesser size, have
    a probability of at most `2 * exp(-2 * d ** 2)` together, 1e-31 here: nothing in float64.
    """
    mean, reach = a * b / total, _DEVIATIONS * torch.minimum(a, b).sqrt()
    low = torch.maximum((mean - reach).floor(), (a + b - total).clamp(min=0.0))
    high = torch.minimum((mean + reach).ceil(), torch.minimum(a, b))
    return low, high - low + 1


def _information_of_cells(cell: Tensor, inside: Tensor, a: Tensor, b: Tensor, total: int) -> Tensor:
    """For each row, the mean over its cells of what a cell adds to the mutual information.

    Probabilities come from the ratio of each to the one before, which keeps the digits that differences of large
    logarithms of factorials lose.
    """
    before = cell[:, :-1]
    ratio = (a - before) / (before + 1) * ((b - before) / (total - a - b + before + 1))
    steps = torch.where(inside[:, 1:], ratio, 1.0).log()
    logarithm = torch.cat([torch.zeros_like(cell[:, :1]), steps.cumsum(1)], 1)
    chance = torch.where(inside, logarithm, -torch.inf).softmax(1)
    information = torch.xlogy(cell, torch.where(inside & (cell > 0), cell * total / (a * b), 1.0)) / total
    return (chance * information).sum(1)
