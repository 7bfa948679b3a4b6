"""What scores of two labellings share: one table of how often their labels meet."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import ClassVar

import torch
from torch import Tensor

from metricore._arguments import check_size
from metricore._crosstab import check_labels, crosstab
from metricore._metric import Metric
from metricore._state import CatState, joint, state
from metricore.clustering._contingency import Contingency, added, merged, no_rows


class Labellings(Metric):
    r"""Base of scores that compare two labellings of the same samples, whatever the labels are called.

    They are computed from the contingency table, which all of them share in a collection. With `num_classes`, the
    state is that table as `num_classes ** 2` counts. Without it, labels may be any integers: on the CPU the state is
    a row of three integers for each pair of labels that occurs (at most twice as many while it grows), whatever the
    number of samples. On an accelerator how many pairs there are cannot be known without stalling it, so there, and
    in a compiled update, a row is kept for each sample: give `num_classes`, or `compute_on_cpu=True` for a table on
    the CPU at the price of a copy in each update.

    Args:
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for labels outside of the given number of classes.
    """

    num_classes: int | None = None

    _last = ("num_classes",)
    is_differentiable = False
    higher_is_better: ClassVar[bool | None] = True
    plot_upper_bound: ClassVar[float | None] = 1.0
    updates_in_place = False

    table: Tensor = state(
        lambda self: torch.zeros((self.num_classes, self.num_classes), dtype=torch.int64),
        when=lambda self: self.num_classes is not None,
    )
    rows: CatState = state(lambda _: no_rows(), reduce=joint(merged), when=lambda self: self.num_classes is None)

    def check(self) -> None:
        if self.num_classes is not None:
            check_size("num_classes", self.num_classes)

    def accumulates(self) -> Hashable | None:
        return (Labellings.update, self.num_classes, self.compute_on_cpu)

    def update(self, preds: Tensor, target: Tensor) -> None:
        """Add a batch of predicted and true cluster labels."""
        check_labels("preds", preds)
        check_labels("target", target)
        if len(preds) != len(target):
            raise ValueError(f"Expected preds and target of the same length, got {len(preds)} and {len(target)}.")
        if self.num_classes is None:
            preds, target = preds.to(torch.int64), target.to(torch.int64)
            self.rows = added(self.rows, torch.stack([preds, target, torch.ones_like(preds)], 1))
        else:
            self.table = self.table + crosstab(self, preds, target, self.num_classes)

    def contingency(self) -> Contingency:
        """The table of what was accumulated."""
        return Contingency.of_rows(self.rows) if self.num_classes is None else Contingency.of_table(self.table)


def check_beta(value: object) -> None:
    """Refuse what is no weight."""
    known = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not known or not 0 <= value < math.inf:  # type: ignore[operator]
        raise ValueError(f"Expected beta to be a finite number of at least 0, got {value!r}.")
