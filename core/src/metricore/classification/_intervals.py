"""Confidence intervals: what metrics share that have them, and those from counts alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_size
from metricore._narrow import accumulating
from metricore.classification._family import TaskFamily

METHODS = ("analytic", "bootstrap")


class Intervals(TaskFamily):
    """Confidence intervals for the metrics whose states tell how the value would vary."""

    def confidence_interval(
        self, level: float = 0.95, method: str = "analytic", replicates: int = 1000, seed: int = 0
    ) -> tuple[Tensor, Tensor]:
        """Lower and upper end of an interval for the value of the population that the samples come from.

        `"analytic"` is Wilson's interval, for a metric that is a share of independent samples (accuracy, precision,
        recall, specificity, rates of errors, Jaccard index, exact match), not averaged over classes. For the exact area
        below the ROC curve of the binary task it is the normal interval with DeLong's variance, clipped to [0, 1]: no
        wider than a point where positives and negatives are apart, and nan for fewer than two of either.

        `"bootstrap"` takes percentiles of the value over resampled data. All that a metric of counts sees of a sample
        is its cell in the confusion matrix, so resampling the matrix is resampling the data, at a cost that does not
        grow with them.

        Args:
            level: probability that the interval covers the value, between 0 and 1.
            method: `"analytic"` or `"bootstrap"`.
            replicates: number of resamplings.
            seed: seed of their random numbers.

        Raises:
            ValueError: if the state does not tell enough: weighted or samplewise counts, binned scores, averages over
                classes and partial areas with `"analytic"`, several labels together or sums over more than 64 classes
                with `"bootstrap"`.

        Reference:
            Wilson, Probable inference, the law of succession, and statistical inference, 1927.
            DeLong et al., Comparing the areas under two or more correlated receiver operating characteristic curves:
            a nonparametric approach, 1988.
            Efron, Bootstrap methods: another look at the jackknife, 1979.
        """
        if isinstance(level, bool) or not isinstance(level, (int, float)) or not 0 < level < 1:
            raise ValueError(f"Expected level between 0 and 1, got {level!r}.")
        check_choice("method", method, METHODS)
        check_size("replicates", replicates, 2)
        own = self.__dict__
        to_sync = own["_to_sync"] and self.sync_on_compute and own["_local"] is None and self._can_sync()
        with self.sync_context(should_sync=to_sync), accumulating(self._narrow):
            self._raise_flags()
            if method == "analytic":
                ends = self._analytic(level)
            else:
                table, tail = self._replicates(replicates, seed), (1 - level) / 2
                ends = table.nanquantile(tail, 0), table.nanquantile(1 - tail, 0)
        return ends[0].to(torch.get_default_dtype()), ends[1].to(torch.get_default_dtype())

    def _analytic(self, level: float) -> tuple[Tensor, Tensor]:
        """The interval by a formula."""
        return wilson(*self._share(), level)

    def _share(self) -> tuple[Tensor, Tensor]:
        """How many samples the value is a share of, and how many of them count; whole numbers."""
        raise ValueError(f"{type(self).__name__} is no share of samples: use method='bootstrap'.")

    def _cells(self) -> Tensor:
        """How many samples fall into each cell, in the last dimension; the first is of values that vary apart."""
        raise ValueError(f"{type(self).__name__} does not keep what a bootstrap needs.")

    def _state_of(self, cells: Tensor) -> dict[str, Tensor]:
        """The state with these cells."""
        raise NotImplementedError

    def _replicates(self, number: int, seed: int) -> Tensor:
        """The value of data resampled so many times, in the first dimension."""
        cells = self._cells()
        refuse_weights(cells)
        held: dict[str, Any] = self.metric_state
        values = [self.compute_state({**held, **self._state_of(c)}) for c in _resampled(cells, number, seed)]
        if not isinstance(values[0], Tensor):
            raise ValueError(f"{type(self).__name__} has several values: an interval is for one.")
        return torch.stack(values)


def wilson(hits: Tensor, number: Tensor, level: float) -> tuple[Tensor, Tensor]:
    """Wilson's interval for a share, nan where there are no samples."""
    refuse_weights(number)
    hits, number = hits.to(torch.float64), number.to(torch.float64)
    z = deviations(level)
    share, shrink = hits / number, 1 + z**2 / number
    centre = (share + z**2 / (2 * number)) / shrink
    half = z * (share * (1 - share) / number + z**2 / (4 * number**2)).sqrt() / shrink
    return (centre - half).clamp(min=0), (centre + half).clamp(max=1)


def deviations(level: float) -> float:
    """How many standard deviations to each side of its mean a normal variable stays within with this probability."""
    return math.sqrt(2) * float(torch.erfinv(torch.tensor(level, dtype=torch.float64)))


def refuse_weights(counts: Tensor) -> None:
    """Refuse what weights have been added to: they are not whole numbers."""
    if counts.is_floating_point():
        raise ValueError("Weighted samples do not tell how many there were: expected counts without sample_weight.")


def _resampled(cells: Tensor, replicates: int, seed: int) -> Iterator[Tensor]:
    """Multinomial draws of as many samples as there are: each cell a binomial of what the ones before left."""
    cells = cells.cpu()
    generator = torch.Generator().manual_seed(seed)
    left = cells.sum(-1).double().expand(replicates, -1).clone()
    ahead = cells.flip(-1).cumsum(-1).flip(-1).double()
    drawn = torch.zeros(replicates, *cells.shape, dtype=torch.int64)
    for place in cells.any(0).nonzero().flatten().tolist():
        chance = torch.where(ahead[:, place] > 0, cells[:, place] / ahead[:, place], 0.0).clamp(max=1)
        taken = torch.binomial(left, chance.expand(replicates, -1).contiguous(), generator=generator)
        drawn[..., place] = taken.to(torch.int64)
        left = left - taken
    yield from drawn
