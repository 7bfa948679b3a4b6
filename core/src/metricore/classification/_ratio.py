"""Ratios of counts: a formula for a class, an average over classes.

The classes of a task take the settings of :class:`BinaryCounts`, :class:`MulticlassCounts` or
:class:`MultilabelCounts`, which also say what the inputs look like.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor

from metricore._constants import number
from metricore._together import shared
from metricore.classification._averaging import Counts, averaged, quotient, sum_of_quotients
from metricore.classification._counting import TaskCounts
from metricore.classification._family import TASK_SETTINGS

PLAIN = {**TASK_SETTINGS, "from_logits": None}
DIVIDING = {**TASK_SETTINGS, "zero_division": 0.0, "from_logits": None}


class Ratio(TaskCounts):
    """A fraction of counts, by class, averaged over classes."""

    higher_is_better = True
    is_differentiable = False
    computes_anew = True
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0
    plot_legend_name = "Class"

    _counts_negatives: ClassVar[bool] = False  # a class that does not occur has a score then
    _is_share: ClassVar[bool] = True  # numerator and denominator are numbers of samples, the one part of the other
    _fixed: ClassVar[dict[str, Any]] = {"zero_division": math.nan}
    if TYPE_CHECKING:
        zero_division: float = math.nan

    def check(self) -> None:
        super().check()
        if self._counts_negatives and getattr(self, "num_classes", 2) is None:
            raise ValueError(f"{type(self).__name__} counts true negatives and needs num_classes, got None.")

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """The formula: numerator and denominator."""
        raise NotImplementedError

    def _share(self) -> tuple[Tensor, Tensor]:
        self._refuse_samplewise()
        average = getattr(self, "average", "micro")
        together = average == "micro" and (
            hasattr(self, "num_labels") or (hasattr(self, "num_classes") and self._counts_negatives)
        )
        if not self._is_share or together or average in ("macro", "weighted"):
            return super()._share()
        return self.fraction(self.counts().summed() if average == "micro" else self.counts())

    def compute(self) -> Tensor:
        counts = self.counts()
        average = getattr(self, "average", "micro")
        if average == "micro":
            score = quotient(*self.fraction(counts.summed()))
            defined = self.zero_division != self.zero_division or (counts.readable and not math.isnan(score.item()))
            return score if defined else torch.where(score.isnan(), self.zero_division, score)
        fraction = self.fraction(counts)
        void = None if self.ignore_index is None else self.void(counts)
        if average == "macro" and void is None and counts.readable and not self._counts_negatives:
            total = shared(sum_of_quotients, *fraction)
            if not math.isnan(total.item()):  # each class has a score: there is none to leave out
                return total / number(counts.tp.shape[0], total.dtype)
        scores = quotient(*fraction)
        value = averaged(scores, average, counts.actual, self.counted(counts), self.zero_division)
        if void is not None and average in ("none", None):
            value = torch.where(void, torch.nan, value)
        return value


class Dividing(Ratio):
    """A ratio with a value of one's choice where nothing is divided by nothing.

    Args:
        zero_division: that value; `nan` takes a class out of averages.
    """

    zero_division: float = 0.0

    def check(self) -> None:
        super().check()
        if isinstance(self.zero_division, bool) or not isinstance(self.zero_division, (int, float)):
            raise ValueError(f"Expected zero_division to be a number or nan, got {self.zero_division!r}.")
        if not (0 <= self.zero_division <= 1 or self.zero_division != self.zero_division):
            raise ValueError(f"Expected zero_division in [0, 1] or nan, got {self.zero_division!r}.")
