"""What measures of association of two nominal variables share: how often their values meet."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Literal

import torch
from torch import Tensor

from metricore._arguments import check_size
from metricore._crosstab import crosstab
from metricore._metric import Metric
from metricore._settings import REQUIRED
from metricore._state import state

NanStrategy = Literal["replace", "drop"]
_MOST_CLASSES = 1 << 16  # that are assumed from the data alone: a table of 32 GiB


class TwoVariables(Metric):
    """Base of measures of association of two nominal variables, computed from the counts of pairs of their values.

    Args:
        num_classes: values of both variables are from 0 to `num_classes - 1`.
        nan_strategy: `"replace"` puts `nan_replace_value` in the place of NaN, `"drop"` leaves the sample out.
        nan_replace_value: the value that stands for NaN.

    Shapes:
        - `preds`, `target`: `(N,)`, whole numbers of any dtype, or NaN; or `(N, C)`, of which the highest counts.
        - returns: scalar; `nan` where a variable is constant.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for values that are not whole, or outside of the classes.
    """

    num_classes: int = REQUIRED
    nan_strategy: NanStrategy = "replace"
    nan_replace_value: float | None = 0.0

    _last = ("nan_strategy", "nan_replace_value")
    is_differentiable = False
    higher_is_better = True
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0
    updates_in_place = False

    confmat: Tensor = state(lambda self: torch.zeros((self.num_classes, self.num_classes), dtype=torch.int64))

    def check(self) -> None:
        check_size("num_classes", self.num_classes)
        check_nan(self.nan_strategy, self.nan_replace_value)
        value = self.nan_replace_value if self.nan_strategy == "replace" else 0
        if value is None or not 0 <= value < self.num_classes:
            raise ValueError(
                f"Expected nan_replace_value to be from 0 to {self.num_classes - 1}, got {self.nan_replace_value!r}."
            )

    def accumulates(self) -> Hashable | None:
        value = self.nan_replace_value if self.nan_strategy == "replace" else None
        return (TwoVariables.update, self.num_classes, self.nan_strategy, value)

    def update(self, preds: Tensor, target: Tensor) -> None:
        """Add a batch of values of both variables."""
        preds, target = _values("preds", preds), _values("target", target)
        if len(preds) != len(target):
            raise ValueError(f"Expected preds and target of the same length, got {len(preds)} and {len(target)}.")
        present = None
        for name, values in (("preds", preds), ("target", target)):
            if values.is_floating_point():
                missing = values.isnan()
                self.flag(~missing & (values != values.floor()), f"Expected {name} to hold whole numbers")
                if self.nan_strategy == "drop":
                    present = ~missing if present is None else present & ~missing
        self.confmat = self.confmat + crosstab(self, self._known(preds), self._known(target), self.num_classes, present)

    def _known(self, values: Tensor) -> Tensor:
        """Whole numbers, with something in the place of NaN; what no int64 can be is no class either."""
        if not values.is_floating_point():
            return values
        instead = int(self.nan_replace_value or 0) if self.nan_strategy == "replace" else 0
        values = values.to(torch.float64)  # a number of classes may be too large for half precision
        outside = ~((values >= 0) & (values < self.num_classes)) & ~values.isnan()
        return torch.where(outside, -1.0, values.nan_to_num(instead)).to(torch.int64)


def check_nan(strategy: Any, value: Any) -> None:
    """Refuse what is no way to treat NaN."""
    if strategy not in ("replace", "drop"):
        raise ValueError(f"Expected nan_strategy to be 'replace' or 'drop', got {strategy!r}.")
    known = isinstance(value, (int, float)) and not isinstance(value, bool)
    if strategy == "replace" and (not known or value != value // 1):
        raise ValueError(f"Expected nan_replace_value to be a whole number for nan_strategy='replace', got {value!r}.")


def classes_in(batch: Mapping[str, Any]) -> int:
    """How many classes there are in a batch, for functions that are not told."""
    most = batch.get("nan_replace_value") or 0
    for name in ("preds", "target"):
        values = _values(name, batch[name])
        if values.is_floating_point():
            values = torch.where(values.isfinite(), values, 0)
        most = max(most, values.max().item()) if values.numel() else most
        if most >= _MOST_CLASSES:
            raise ValueError(
                f"Expected {name} to hold labels below {_MOST_CLASSES}, since all pairs up to the greatest are "
                f"counted, got {most}; `torch.unique(values, return_inverse=True)` numbers labels."
            )
    return int(most) + 1


def _values(name: str, values: Tensor) -> Tensor:
    """A value for each sample: as given, or that with the highest score."""
    if values.is_complex() or values.ndim not in (1, 2):
        raise ValueError(f"Expected {name} of real numbers of shape (N,) or (N, C), got {tuple(values.shape)}.")
    if values.ndim == 1:
        return values
    best = values.argmax(1) if values.shape[1] else values.sum(1)
    if not values.is_floating_point():
        return best
    return torch.where(values.isnan().any(1), torch.nan, best.to(torch.float64))
