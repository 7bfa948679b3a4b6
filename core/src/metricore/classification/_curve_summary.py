"""Numbers that a whole curve comes to, averaged over classes or labels."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

from torch import Tensor

from metricore._arguments import check_choice
from metricore.classification._curve import Curve
from metricore.classification._scores import Scores

_Part = tuple[Tensor, Tensor, Tensor]  # what it comes to, all positives, all negatives
AVERAGES = ("micro", "macro", "weighted", "none", None)


class CurveSummary(Scores):
    """A number for each column of scores, averaged.

    Args:
        average: `"macro"` averages the columns that have a value, `"weighted"` weighs them by their positives,
            `"micro"` takes all columns for one, `"none"` gives a value for each.
    """

    higher_is_better = True
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0
    plot_legend_name = "Class"

    def check(self) -> None:
        super().check()
        average = getattr(self, "average", None)
        check_choice("average", average, AVERAGES)

    def part_of(self, curve: Curve) -> Tensor:
        """The formula: what each row of a curve, or of a stretch of it, comes to."""
        raise NotImplementedError

    def joined(self, above: Tensor, below: Tensor) -> Tensor:
        """What two stretches come to together, by default their sum."""
        return above + below

    def value_from(self, part: Tensor, positives: Tensor, negatives: Tensor) -> Tensor:
        """The value from what a whole curve comes to, and all its positives and negatives."""
        return part

    def value_of(self, curve: Curve) -> Tensor:
        """The value of each row of a whole curve."""
        return self.value_from(self.part_of(curve), curve.positives.squeeze(-1), curve.negatives.squeeze(-1))

    def compute(self) -> Tensor:
        return self.averaged(self._value)

    def _value(self, curves: Iterator[Curve]) -> tuple[Tensor, Tensor]:
        """Value and positives of a curve in stretches."""
        part, positives, negatives = functools.reduce(self._joined, map(self._part, curves))
        return self.value_from(part, positives, negatives), positives

    def _part(self, curve: Curve) -> _Part:
        return self.part_of(curve), curve.positives.squeeze(-1), curve.negatives.squeeze(-1)

    def _joined(self, above: _Part, below: _Part) -> _Part:
        return self.joined(above[0], below[0]), *below[1:]

    def _synced(self, formula: Callable[[Curve], Tensor]) -> Tensor:
        """The value of another formula, over all ranks if `compute` is; of exact curves it sees the top alone."""

        def value(curves: Iterator[Curve]) -> tuple[Tensor, Tensor]:
            curve = next(curves)
            return formula(curve), curve.positives.squeeze(-1)

        with self.sync_context(should_sync=bool(self.sync_on_compute and self._to_sync)):
            return self.averaged(value)


def check_rate(name: str, value: Any) -> None:
    """Refuse what is no rate."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise ValueError(f"Expected {name} to be a number in [0, 1], got {value!r}.")
