"""Area under the ROC curve where false positives are rare."""

from __future__ import annotations

import math
from typing import ClassVar

from torch import Tensor

from metricore.classification._curve import Curve, area_between
from metricore.classification._curve_summary import CurveSummary
from metricore.classification._scores import Scores, score_task
from metricore.classification._scores_by_task import BinaryScores, MulticlassScores, MultilabelScores


class LogAUC(CurveSummary, family={"thresholds": None, "fpr_range": (0.001, 0.1), **score_task(), "average": None}):
    r"""Area below the ROC curve over the logarithm of the false positive rate, which looks at the first few alarms.

    .. math:: \frac{1}{\log b - \log a} \int_a^b \mathrm{TPR}\; d \log \mathrm{FPR}

    The curve is interpolated linearly at both ends and summed by trapezoids of the logarithm. It is `nan` where there
    are no positives or no negatives.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        fpr_range: the rates `a` and `b`.

    Reference:
        M. M. Mysinger and B. K. Shoichet, Rapid context-dependent ligand desolvation in molecular docking, J. Chem.
        Inf. Model. 50 (2010).

    Examples:
        >>> import torch
        >>> from metricore import LogAUC
        >>> metric = LogAUC(task="binary", fpr_range=(0.1, 1.0))
        >>> metric(torch.tensor([0.75, 0.05, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
        tensor(0.6505)
    """

    _last: ClassVar[tuple[str, ...]] = ("average", *Scores._last)
    fpr_range: tuple[float, float] = (0.001, 0.1)

    def check(self) -> None:
        super().check()
        ends = self.fpr_range
        rising = isinstance(ends, (tuple, list)) and len(ends) == 2 and all(isinstance(x, (int, float)) for x in ends)
        if not rising or not 0 < ends[0] < ends[1] <= 1:
            raise ValueError(f"Expected fpr_range to be two rising numbers in (0, 1], got {ends!r}.")

    def part_of(self, curve: Curve) -> Tensor:
        """The area, as a share of the greatest possible one."""
        low, high = map(float, self.fpr_range)
        return area_between(*curve.roc(), low, high, log=True) / (math.log(high) - math.log(low))


class BinaryLogAUC(BinaryScores, LogAUC, task="binary"):
    """Logarithmic area below the ROC curve of yes or no."""


class MulticlassLogAUC(MulticlassScores, LogAUC, task="multiclass"):
    """Logarithmic area below the ROC curve of each class against the rest."""

    average: str | None = None


class MultilabelLogAUC(MultilabelScores, LogAUC, task="multilabel"):
    """Logarithmic area below the ROC curve of each label."""

    average: str | None = None
