"""How likely two unrelated rankings agree as much as two others do."""

from __future__ import annotations

import math

import torch
from torch import Tensor

MOST_FOR_EXACT = 33  # samples, as in scipy


def normal_tail(deviation: Tensor, alternative: str) -> Tensor:
    """Probability of a deviation, in units of its standard deviation, that is as extreme."""
    if alternative == "two-sided":
        return torch.erfc(deviation.abs() / math.sqrt(2))
    sign = 1 if alternative == "greater" else -1
    return torch.erfc(sign * deviation / math.sqrt(2)) / 2


def exact_tail(agreeing: Tensor, samples: int, alternative: str) -> Tensor:
    """Share of the orders of so many samples that are as extreme in their number of agreeing pairs."""
    pairs = samples * (samples - 1) // 2
    rarest = torch.minimum(agreeing, pairs - agreeing)
    if samples <= MOST_FOR_EXACT:
        shares = _shares(samples, agreeing.device)
        share, tail = (part.gather(0, rarest.reshape(1)).squeeze(0) for part in (shares, shares.cumsum(0)))
    else:  # one order has no pair out of order, one less than there are samples have one
        none = math.exp(-math.lgamma(samples + 1))
        share = torch.where(rarest == 0, none, none * (samples - 1)).to(torch.float64)
        tail = torch.where(rarest == 0, none, none * samples).to(torch.float64)
    if alternative == "two-sided":
        return (2 * tail).clamp(max=1.0)
    in_tail = agreeing * 2 >= pairs if alternative == "greater" else agreeing * 2 <= pairs
    return torch.where(in_tail, tail, 1 - tail + share)


def _shares(samples: int, device: torch.device) -> Tensor:
    """Shares of the orders with 0, 1, 2, ... pairs out of order, up to half of all pairs.

    The k-th sample is put before any of 0 to k - 1 others with equal chances, whatever the order of these.
    """
    shares = torch.zeros(samples * (samples - 1) // 4 + 1, dtype=torch.float64, device=device)
    shares[:1].fill_(1.0)
    for k in range(2, samples + 1):
        up_to = shares.cumsum(0)
        earlier = torch.zeros_like(up_to)
        earlier[k:] = up_to[:-k]
        shares = (up_to - earlier) / k
    return shares
