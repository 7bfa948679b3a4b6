"""Pairs of samples that two rankings put in the same order, in different order, or in none."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._ordering import counting, discordance, discordance_in_stretches, in_order, inverse, order_of, runs
from metricore._stretches import parting
from metricore.regression._kendall_tails import MOST_FOR_EXACT, exact_tail, normal_tail


class Ties(NamedTuple):
    """Sums over groups of equal values, `t` being the size of a group."""

    squares: Tensor  # t^2
    cubes: Tensor  # t (t - 1) (t - 2)
    variance: Tensor  # t (t - 1) (2 t + 5)
    distinct: Tensor

    @staticmethod
    def of(starts: Tensor, weight: Tensor | None) -> Ties:
        """The sums for a sorted column, from where groups begin."""
        if weight is not None:
            first, last = runs(starts)
            up_to = weight.cumsum(0)
            size, each = up_to[last] - up_to[first] + weight[first], weight
        elif reads_at_once(starts):
            return Ties.none(len(starts) + 1) if bool(starts.all()) else Ties._read(starts)
        else:
            first, last = runs(starts)
            size = (last - first + 1).to(torch.float64)
            each = torch.ones_like(size)
        less = size - 1
        cubes, variance = (each * less * (size - 2)).sum(), (each * less * (2 * size + 5)).sum()
        return Ties((each * size).sum(), cubes, variance, 1 + starts.sum())

    @staticmethod
    def _read(starts: Tensor) -> Ties:
        """The same by looking only at values that equal the one before, which are few as a rule."""
        equal = (~starts).nonzero().flatten()
        bounds = torch.cat([equal.new_zeros(1), (equal.diff() != 1).nonzero().flatten() + 1])
        size = bounds.diff(append=equal.new_full((1,), len(equal))).to(torch.float64) + 1
        less = size - 1
        alone = len(starts) + 1 - size.sum()
        cubes, variance = (size * less * (size - 2)).sum(), (size * less * (2 * size + 5)).sum()
        return Ties(alone + size.square().sum(), cubes, variance, alone + len(size))

    @staticmethod
    def none(samples: int) -> Ties:
        """The sums where no two values are equal."""
        size, zero = torch.tensor(float(samples), dtype=torch.float64), torch.zeros((), dtype=torch.float64)
        return Ties(size, zero, zero, size)

    def plus(self, other: Ties) -> Ties:
        """The sums over these groups and others."""
        return Ties(*(a + b for a, b in zip(self, other, strict=True)))


def _grouped(values: Tensor, weight: Tensor | None) -> tuple[Tensor, Ties]:
    """The number of the group of equal values that each is in, in rising order of the values, and their ties."""
    group = torch.empty_like(values, dtype=counting(values))
    number, ties = 0, Ties.none(0)
    for places, (starts,) in in_order(values):
        ties = ties.plus(Ties.of(starts, None if weight is None else weight.gather(0, places)))
        own = torch.full_like(places, number, dtype=group.dtype)
        own[1:] += starts.cumsum(0, dtype=group.dtype)
        number = int(own[-1]) + 1
        group.scatter_(0, places, own)
        del places, starts, own
    return group, ties


class Pairs(NamedTuple):
    """Pairs of samples in the same order less those in different order, and what the tests need."""

    total: Tensor  # samples
    preds: Ties
    target: Ties
    surplus: Tensor
    samples: int | None  # where no weights are given

    @staticmethod
    def of(preds: Tensor, target: Tensor, weight: Tensor | None) -> Pairs:
        """The pairs of one output."""
        if weight is not None:
            if not bool((weight > 0).all()):
                counts = weight > 0
                preds, target, weight = preds[counts], target[counts], weight[counts]
            weight = None if bool((weight == 1).all()) else weight
        if not len(preds):
            nothing = preds.new_zeros(1, dtype=torch.float64)
            return Pairs.of(nothing, nothing, None)
        if parting(preds):
            return Pairs.in_stretches(preds, target, weight)
        by_target = order_of(target)
        preds, target = preds.gather(0, by_target), target.gather(0, by_target)
        by_both = order_of(preds)
        preds = preds.gather(0, by_both)
        starts, target_starts = (part[1:] != part[:-1] for part in (preds, target))
        if weight is None and reads_at_once(preds) and bool(starts.all()) and bool(target_starts.all()):
            ties = [Ties.none(len(preds))] * 3
            wrong = discordance(by_both)
        else:
            ties, wrong = _tied(by_target, by_both, starts, target_starts, weight)
        total = torch.full_like(ties[0].squares, len(preds)) if weight is None else weight.sum()
        return Pairs.counted(total, ties, wrong, len(preds) if weight is None else None)

    @staticmethod
    def in_stretches(preds: Tensor, target: Tensor, weight: Tensor | None) -> Pairs:
        """The same of many samples, some of them after the other."""
        group, target_ties = _grouped(target, weight)
        by_preds, weight_by_preds = torch.empty_like(group), None if weight is None else torch.empty_like(weight)
        begin, ties = 0, [Ties.none(0)] * 2
        for places, starts in in_order(preds, group):
            here = slice(begin, begin + len(places))
            begin = here.stop
            by_preds[here] = group.gather(0, places)
            own = None
            if weight is not None and weight_by_preds is not None:
                own = weight_by_preds[here] = weight.gather(0, places)
            ties = [before.plus(Ties.of(each, own)) for before, each in zip(ties, starts, strict=True)]
            del places, starts, own
        del group
        total = torch.full_like(target_ties.squares, len(preds)) if weight is None else weight.sum()
        wrong = discordance_in_stretches(by_preds, weight_by_preds)
        return Pairs.counted(total, [ties[0], target_ties, ties[1]], wrong, len(preds) if weight is None else None)

    @staticmethod
    def counted(total: Tensor, ties: list[Ties], wrong: Tensor, samples: int | None) -> Pairs:
        """From ties in predictions, in targets and in both, and the pairs in different order."""
        ordered = (total * total - ties[0].squares - ties[1].squares + ties[2].squares) / 2
        return Pairs(total, ties[0], ties[1], ordered - 2 * wrong, samples)

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
        value = normal_tail(self.surplus / variance.sqrt(), alternative)
        if self.samples is not None:
            agreeing = ((arrangements / 2 + self.surplus) / 2).round().to(torch.int64)
            rarest = torch.minimum(agreeing, self.samples * (self.samples - 1) // 2 - agreeing)
            untied = (ours.squares == total) & (theirs.squares == total)
            small = self.samples <= MOST_FOR_EXACT
            exact = exact_tail(agreeing, self.samples, alternative)
            value = torch.where(untied if small else untied & (rarest <= 1), exact, value)
        return torch.where(torch.minimum(ours.distinct, theirs.distinct) > 1, value, torch.nan)


def _tied(
    by_target: Tensor, by_both: Tensor, preds_starts: Tensor, target_starts: Tensor, weight: Tensor | None
) -> tuple[list[Ties], Tensor]:
    """Ties in predictions, in targets and in both, and the pairs in different order."""
    weight_by_target = None if weight is None else weight[by_target]
    weight_by_both = None if weight_by_target is None else weight_by_target[by_both]
    group = torch.cat([target_starts.new_zeros(1), target_starts]).cumsum(0, dtype=torch.int32)
    group_by_both = group.gather(0, by_both)
    ties = [
        Ties.of(preds_starts, weight_by_both),
        Ties.of(target_starts, weight_by_target),
        Ties.of(preds_starts | (group_by_both[1:] != group_by_both[:-1]), weight_by_both),
    ]
    # Equal targets in the order of predictions: none of them is out of order.
    if weight_by_both is None and reads_at_once(group):
        return ties, discordance(_ascending_within(group, target_starts, inverse(by_both)))
    order = order_of(group_by_both)
    if weight_by_both is None:
        return ties, discordance(order)  # a permutation and its inverse have the same number of inversions
    return ties, discordance(inverse(order), weight_by_both)


def _ascending_within(group: Tensor, starts: Tensor, ranks: Tensor) -> Tensor:
    """The ranks in ascending order within each group, by looking only at groups of several, which are few as a rule."""
    equal = ~starts
    several = torch.cat([equal, equal.new_zeros(1)]) | torch.cat([equal.new_zeros(1), equal])
    where = several.nonzero().flatten()
    keys = group[where].to(torch.int64) * len(ranks) + ranks[where]
    return ranks.index_copy(0, where, keys.sort().values % len(ranks))
