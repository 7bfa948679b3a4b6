"""Rank correlation after Kendall, with tests of it."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_flag
from metricore._checked import reads_at_once
from metricore._ordering import discordance, discordance_in_stretches, order_of, runs
from metricore._stretches import parting, stretches, taken
from metricore.regression._ranks import RankCorrelation

_ALTERNATIVES = ("two-sided", "less", "greater")
_MOST_FOR_EXACT = 33  # samples, as in scipy


class KendallRankCorrCoef(RankCorrelation):
    r"""Kendall's rank correlation, by pairs in the same (`C`) and in different order (`D`), in O(n log n).

    .. math:: \tau_a = \frac{C - D}{n(n-1)/2} \qquad \tau_b = \frac{C - D}{\sqrt{(n_0 - n_1)(n_0 - n_2)}} \qquad
        \tau_c = \frac{2(C - D)}{n^2 (m - 1)/m}

    with :math:`n_0` pairs, :math:`n_1` and :math:`n_2` of them tied in predictions and in targets, and `m` the lesser
    number of distinct values. Without ties, the test is exact for up to 33 samples and for at most one pair out of
    order; otherwise it uses the normal approximation with variances for ties.

    Args:
        variant: `"a"`, `"b"` or `"c"`; `a` does not correct for ties.
        t_test: give the p-value of independence as well.
        alternative: what independence is tested against: `"two-sided"`, `"less"` (negative) or `"greater"` (positive
            correlation); may be `None` without a test.
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - `preds`, `target`: `(N,)` or `(N, num_outputs)`; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`; a weight counts like as many equal samples.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or `(num_outputs,)`; with `t_test`, a tuple of coefficient and p-value; `nan` where
          predictions or targets are constant.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for NaN in the inputs.

    Reference:
        Kendall, Rank Correlation Methods, 4th edition (1970).

    Examples:
        >>> import torch
        >>> from metricore import KendallRankCorrCoef
        >>> metric = KendallRankCorrCoef()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 1.0]))
        tensor(0.3333)
    """

    variant: Literal["a", "b", "c"] = "b"
    t_test: bool = False
    alternative: Literal["two-sided", "less", "greater"] | None = "two-sided"

    def check(self) -> None:
        super().check()
        check_choice("variant", self.variant, ("a", "b", "c"))
        check_flag("t_test", self.t_test)
        check_choice("alternative", self.alternative, _ALTERNATIVES if self.t_test else (*_ALTERNATIVES, None))

    def compute(self) -> Tensor | tuple[Tensor, Tensor]:
        pairs = [_Pairs.of(*column) for column in self._columns()]
        coefficient = self._of_outputs([pair.coefficient(self.variant) for pair in pairs])
        if not self.t_test or self.alternative is None:
            return coefficient
        return coefficient, self._of_outputs([pair.p_value(self.alternative) for pair in pairs])


class _Ties(NamedTuple):
    """Sums over groups of equal values, `t` being the size of a group."""

    squares: Tensor  # t^2
    cubes: Tensor  # t (t - 1) (t - 2)
    variance: Tensor  # t (t - 1) (2 t + 5)
    distinct: Tensor

    @staticmethod
    def of(starts: Tensor, weight: Tensor | None) -> _Ties:
        """The sums for a sorted column, from where groups begin."""
        if weight is not None:
            first, last = runs(starts)
            up_to = weight.cumsum(0)
            size, each = up_to[last] - up_to[first] + weight[first], weight
        elif reads_at_once(starts):
            return _Ties.none(len(starts) + 1) if bool(starts.all()) else _Ties._read(starts)
        else:
            first, last = runs(starts)
            size = (last - first + 1).to(torch.float64)
            each = torch.ones_like(size)
        less = size - 1
        cubes, variance = (each * less * (size - 2)).sum(), (each * less * (2 * size + 5)).sum()
        return _Ties((each * size).sum(), cubes, variance, 1 + starts.sum())

    @staticmethod
    def _read(starts: Tensor) -> _Ties:
        """The same by looking only at values that equal the one before, which are few as a rule."""
        equal = (~starts).nonzero().flatten()
        bounds = torch.cat([equal.new_zeros(1), (equal.diff() != 1).nonzero().flatten() + 1])
        size = bounds.diff(append=equal.new_full((1,), len(equal))).to(torch.float64) + 1
        less = size - 1
        alone = len(starts) + 1 - size.sum()
        cubes, variance = (size * less * (size - 2)).sum(), (size * less * (2 * size + 5)).sum()
        return _Ties(alone + size.square().sum(), cubes, variance, alone + len(size))

    @staticmethod
    def none(samples: int) -> _Ties:
        """The sums where no two values are equal."""
        size, zero = torch.tensor(float(samples), dtype=torch.float64), torch.zeros((), dtype=torch.float64)
        return _Ties(size, zero, zero, size)

    def plus(self, other: _Ties) -> _Ties:
        """The sums over these groups and others."""
        return _Ties(*(a + b for a, b in zip(self, other, strict=True)))


def _grouped(values: Tensor) -> tuple[Tensor, _Ties]:
    """The number of the group of equal values that each is in, in rising order of the values, and their ties."""
    group = torch.empty(len(values), dtype=torch.int32 if len(values) < 1 << 31 else torch.int64)
    number, ties = 0, _Ties.none(0)
    for where in stretches(values):
        part = taken(values, where)
        order = order_of(part)
        part = part.gather(0, order)
        starts = part[1:] != part[:-1]
        ties = ties.plus(_Ties.of(starts, None))
        own = torch.full_like(part, number, dtype=group.dtype)
        own[1:] += starts.cumsum(0, dtype=group.dtype)
        number = int(own[-1]) + 1
        group[order if where is None else where.gather(0, order)] = own
        del where, part, order, starts, own
    return group, ties


class _Pairs(NamedTuple):
    """Pairs of samples in the same order less those in different order, and what the tests need."""

    total: Tensor  # samples
    preds: _Ties
    target: _Ties
    surplus: Tensor
    samples: int | None  # where no weights are given

    @staticmethod
    def of(preds: Tensor, target: Tensor, weight: Tensor | None) -> _Pairs:
        """The pairs of one output."""
        if weight is not None:
            counts = weight > 0
            preds, target, weight = preds[counts], target[counts], weight[counts]
            weight = None if bool((weight == 1).all()) else weight
        if not len(preds):
            nothing = preds.new_zeros(1, dtype=torch.float64)
            return _Pairs.of(nothing, nothing, None)
        if weight is None and parting(preds):
            return _Pairs.in_stretches(preds, target)
        by_target = order_of(target)
        preds, target = preds.gather(0, by_target), target.gather(0, by_target)
        by_both = order_of(preds)
        preds = preds.gather(0, by_both)
        starts, target_starts = (part[1:] != part[:-1] for part in (preds, target))
        if weight is None and reads_at_once(preds) and bool(starts.all()) and bool(target_starts.all()):
            ties = [_Ties.none(len(preds))] * 3
            wrong = discordance(by_both)
        else:
            ties, wrong = _tied(by_target, by_both, starts, target_starts, weight)
        total = torch.full_like(ties[0].squares, len(preds)) if weight is None else weight.sum()
        return _Pairs.counted(total, ties, wrong, len(preds) if weight is None else None)

    @staticmethod
    def in_stretches(preds: Tensor, target: Tensor) -> _Pairs:
        """The same of many samples without weights, some of them after the other."""
        group, target_ties = _grouped(target)
        in_order, begin, ties = torch.empty_like(group), 0, [_Ties.none(0)] * 2
        for where in stretches(preds):
            part, own = taken(preds, where), taken(group, where)
            by_group = order_of(own)
            by_both = by_group.gather(0, order_of(part.gather(0, by_group)))
            part, own = part.gather(0, by_both), own.gather(0, by_both)
            starts = part[1:] != part[:-1]
            several = _Ties.of(starts, None), _Ties.of(starts | (own[1:] != own[:-1]), None)
            ties = [before.plus(more) for before, more in zip(ties, several, strict=True)]
            in_order[begin : begin + len(own)] = own
            begin += len(own)
            del where, part, own, by_group, by_both, starts
        del group
        total = torch.full_like(target_ties.squares, len(preds))
        return _Pairs.counted(total, [ties[0], target_ties, ties[1]], discordance_in_stretches(in_order), len(preds))

    @staticmethod
    def counted(total: Tensor, ties: list[_Ties], wrong: Tensor, samples: int | None) -> _Pairs:
        """From ties in predictions, in targets and in both, and the pairs in different order."""
        ordered = (total * total - ties[0].squares - ties[1].squares + ties[2].squares) / 2
        return _Pairs(total, ties[0], ties[1], ordered - 2 * wrong, samples)

    def coefficient(self, variant: str) -> Tensor:
        total = self.total
        untied = [(total * total - ties.squares) / 2 for ties in (self.preds, self.target)]
        least = torch.minimum(self.preds.distinct, self.target.distinct)
        if variant == "a":
            value = self.surplus / (total * (total - 1) / 2)
        elif variant == "b":
            value = self.surplus / (untied[0] * untied[1]).sqrt()
        else:
            value = 2 * self.surplus / (total * total * (least - 1) / least)
        return torch.where(least > 1, value, torch.nan)

    def p_value(self, alternative: str) -> Tensor:
        total, ours, theirs = self.total, self.preds, self.target
        arrangements = total * (total - 1)
        variance = (arrangements * (2 * total + 5) - ours.variance - theirs.variance) / 18
        variance = variance + (ours.squares - total) * (theirs.squares - total) / (2 * arrangements)
        third = ours.cubes * theirs.cubes / (9 * arrangements * (total - 2))
        variance = variance + torch.where(total > 2, third, 0.0)
        value = _normal_tail(self.surplus / variance.sqrt(), alternative)
        if self.samples is not None:
            agreeing = ((arrangements / 2 + self.surplus) / 2).round().to(torch.int64)
            rarest = torch.minimum(agreeing, self.samples * (self.samples - 1) // 2 - agreeing)
            untied = (ours.squares == total) & (theirs.squares == total)
            small = self.samples <= _MOST_FOR_EXACT
            exact = _exact_tail(agreeing, self.samples, alternative)
            value = torch.where(untied if small else untied & (rarest <= 1), exact, value)
        return torch.where(torch.minimum(ours.distinct, theirs.distinct) > 1, value, torch.nan)


def _tied(
    by_target: Tensor, by_both: Tensor, preds_starts: Tensor, target_starts: Tensor, weight: Tensor | None
) -> tuple[list[_Ties], Tensor]:
    """Ties in predictions, in targets and in both, and the pairs in different order."""
    weight_by_target = None if weight is None else weight[by_target]
    weight_by_both = None if weight_by_target is None else weight_by_target[by_both]
    group = torch.cat([target_starts.new_zeros(1), target_starts]).cumsum(0, dtype=torch.int32)
    group_by_both = group.gather(0, by_both)
    ties = [
        _Ties.of(preds_starts, weight_by_both),
        _Ties.of(target_starts, weight_by_target),
        _Ties.of(preds_starts | (group_by_both[1:] != group_by_both[:-1]), weight_by_both),
    ]
    # Equal targets in the order of predictions: none of them is out of order.
    if weight_by_both is None and reads_at_once(group):
        return ties, discordance(_ascending_within(group, target_starts, _inverse(by_both)))
    order = order_of(group_by_both)
    if weight_by_both is None:
        return ties, discordance(order)  # a permutation and its inverse have the same number of inversions
    return ties, discordance(_inverse(order), weight_by_both)


def _inverse(order: Tensor) -> Tensor:
    return torch.empty_like(order).scatter_(0, order, torch.arange(len(order), device=order.device))


def _ascending_within(group: Tensor, starts: Tensor, ranks: Tensor) -> Tensor:
    """The ranks in ascending order within each group, by looking only at groups of several, which are few as a rule."""
    equal = ~starts
    several = torch.cat([equal, equal.new_zeros(1)]) | torch.cat([equal.new_zeros(1), equal])
    where = several.nonzero().flatten()
    keys = group[where].to(torch.int64) * len(ranks) + ranks[where]
    return ranks.index_copy(0, where, keys.sort().values % len(ranks))


def _normal_tail(deviation: Tensor, alternative: str) -> Tensor:
    if alternative == "two-sided":
        return torch.erfc(deviation.abs() / math.sqrt(2))
    sign = 1 if alternative == "greater" else -1
    return torch.erfc(sign * deviation / math.sqrt(2)) / 2


def _exact_tail(agreeing: Tensor, samples: int, alternative: str) -> Tensor:
    """Share of the orders of so many samples that are as extreme in their number of agreeing pairs."""
    pairs = samples * (samples - 1) // 2
    rarest = torch.minimum(agreeing, pairs - agreeing)
    if samples <= _MOST_FOR_EXACT:
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
