"""Numbers that a whole curve comes to, averaged over classes or labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torch import Tensor

from metricore._arguments import check_choice
from metricore.classification._curve import Curve
from metricore.classification._scores import Scores

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

    def value_of(self, curve: Curve) -> Tensor:
        """The formula: the value of each row of a curve."""
        raise NotImplementedError

    def compute(self) -> Tensor:
        return self.averaged(self.value_of)

    def _synced(self, formula: Callable[[Curve], Tensor]) -> Tensor:
        """The value of another formula, over all ranks if `compute` is."""
        with self.sync_context(should_sync=bool(self.sync_on_compute and self._to_sync)):
            return self.averaged(formula)


def check_rate(name: str, value: Any) -> None:
    """Refuse what is no rate."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise ValueError(f"Expected {name} to be a number in [0, 1], got {value!r}.")
