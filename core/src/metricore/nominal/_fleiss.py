"""Agreement of several raters."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._errors import InvalidDataError
from metricore._metric import Metric
from metricore._state import joint, state

Parts = dict[str, Tensor]
_MANY = 1 << 62


def merged(before: Parts, after: Parts) -> Parts:
    """Ratings by category and numbers of raters of two parts of the data together.

    Parts without data know no categories. Different numbers of raters are refused where looking at them is free.
    """
    least = torch.minimum(before["least_raters"], after["least_raters"])
    most = torch.maximum(before["most_raters"], after["most_raters"])
    refuse_raters(least, most)
    return {"totals": _totals(before["totals"], after["totals"]), "least_raters": least, "most_raters": most}


def refuse_raters(least: Tensor, most: Tensor) -> None:
    """Refuse different numbers of raters, the least and the most of them, where looking at them is free."""
    unequal = (least != most) & (least < _MANY)
    if reads_at_once(unequal) and bool(unequal):
        numbers = f"{int(least)} and {int(most)}"
        raise InvalidDataError(f"Expected the same number of raters for all samples, got {numbers}.")


def _totals(before: Tensor, after: Tensor) -> Tensor:
    if before.shape == after.shape:
        return before + after
    for total, other in ((before, after), (after, before)):
        if not total.numel():
            return other
    raise ValueError(f"Expected ratings with the same categories throughout, got {len(before)} and {len(after)}.")


_TOGETHER = joint(merged)


class FleissKappa(Metric):
    r"""Fleiss' kappa, the agreement of a fixed number of raters beyond chance: :math:`\frac{\bar P - P_e}{1 - P_e}`.

    With :math:`\bar P` the mean share of pairs of raters that agree on a sample and :math:`P_e` the sum of squares of
    the shares of categories. The state is sums.

    Args:
        mode: `"counts"` for how many raters chose each category, `"probs"` for scores of each rater, of which the
            highest counts.

    Shapes:
        - `ratings`: `(N, C)`, integer, with `mode="counts"`; `(N, C, R)`, floating, with `mode="probs"`.
        - returns: scalar; `nan` for a single rater, and where all ratings are of one category.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for samples with different numbers of raters, negative counts and NaN.

    Reference:
        Fleiss, Measuring nominal scale agreement among many raters. Psychological Bulletin, 1971.

    Examples:
        >>> import torch
        >>> from metricore.nominal import FleissKappa
        >>> FleissKappa()(torch.tensor([[3, 0], [0, 3], [2, 1]]))
        tensor(0.5500)
    """

    mode: Literal["counts", "probs"] = "counts"

    is_differentiable = False
    higher_is_better = True
    plot_lower_bound = -1.0
    plot_upper_bound = 1.0
    updates_in_place = False

    totals: Tensor = state(lambda _: torch.zeros(0, dtype=torch.int64), reduce=_TOGETHER)  # by category
    least_raters: Tensor = state(_MANY, reduce=_TOGETHER)
    most_raters: Tensor = state(0, reduce=_TOGETHER)
    squares: Tensor = state(0)
    samples: Tensor = state(0)

    def check(self) -> None:
        if self.mode not in ("counts", "probs"):
            raise ValueError(f"Expected mode to be 'counts' or 'probs', got {self.mode!r}.")

    def accumulates(self) -> Hashable | None:
        return (FleissKappa.update, self.mode)

    def update(self, ratings: Tensor) -> None:
        """Add a batch of rated samples."""
        counts = self._counts(ratings)
        raters = counts.sum(1)
        self.flag(raters != raters[:1], "Expected the same number of raters for all samples")
        batch = {
            "totals": counts.sum(0),
            "least_raters": torch.cat([self.least_raters.reshape(1), raters]).amin(),
            "most_raters": torch.cat([self.most_raters.reshape(1), raters]).amax(),
        }
        for name, value in merged({name: getattr(self, name) for name in batch}, batch).items():
            setattr(self, name, value)
        self.squares = self.squares + counts.square().sum()
        self.samples = self.samples + len(counts)

    def _counts(self, ratings: Tensor) -> Tensor:
        """How many raters chose each category, by sample."""
        floating = ratings.is_floating_point() or ratings.is_complex()
        if self.mode == "counts":
            if floating or ratings.ndim != 2:
                raise ValueError(
                    f"Expected ratings to be integer counts of shape (N, C) for mode='counts', got {ratings.dtype} of "
                    f"shape {tuple(ratings.shape)}."
                )
            ratings = ratings.to(torch.int64)
            self.flag(ratings < 0, "Expected counts not below 0")
            return ratings
        if not floating or ratings.ndim != 3 or not ratings.shape[1]:
            raise ValueError(
                f"Expected ratings to be floating scores of shape (N, C, R) for mode='probs', got {ratings.dtype} of "
                f"shape {tuple(ratings.shape)}."
            )
        self.flag(ratings.isnan(), "Expected ratings without NaN")
        chosen = ratings.argmax(1)
        nothing = torch.zeros(ratings.shape[:2], dtype=torch.int64, device=ratings.device)
        return nothing.scatter_add(1, chosen, torch.ones_like(chosen))

    def compute(self) -> Tensor:
        refuse_raters(self.least_raters, self.most_raters)
        raters, unequal = self.most_raters, (self.samples > 0) & (self.least_raters != self.most_raters)
        ratings = (self.samples * raters).to(torch.float64)
        agreement = (self.squares - ratings) / (ratings * (raters - 1))
        shares = self.totals / ratings
        chance = shares.square().sum()
        one_category = (shares >= 1).any() | (raters == 0)
        kappa = torch.where(one_category, torch.nan, (agreement - chance) / (1 - chance))
        return torch.where(unequal | (self.samples == 0), torch.nan, kappa).to(torch.get_default_dtype())
