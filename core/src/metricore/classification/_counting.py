"""Counts of true and false positives and negatives: what the tasks share."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_flag, check_optional_integer
from metricore.classification._averaging import AVERAGES, Counts
from metricore.classification._intervals import Intervals


class TaskCounts(Intervals):
    """What the tasks share: settings of all of them, and counts that grow by batch or by sample.

    Args:
        multidim_average: `"global"` counts all elements together, `"samplewise"` each sample of shape `(N, ...)` on
            its own, which gives a value per sample.
        ignore_index: label in the target that takes its sample, or its single label, out of everything.
        validate_args: check arguments and data.
    """

    if TYPE_CHECKING:
        multidim_average: str = "global"
        ignore_index: int | None = None
        validate_args: bool = True

    _last = ("validate_args", "zero_division", "from_logits")
    updates_in_place = False

    def check(self) -> None:
        if self.multidim_average not in ("global", "samplewise"):
            raise ValueError(
                f"Expected multidim_average to be 'global' or 'samplewise', got {self.multidim_average!r}."
            )
        check_optional_integer("ignore_index", self.ignore_index)
        check_flag("validate_args", self.validate_args)
        average = getattr(self, "average", "micro")
        check_choice("average", average, AVERAGES)

    @functools.cached_property
    def samplewise(self) -> bool:
        """Whether each sample has a value of its own."""
        return self.multidim_average == "samplewise"

    def _refuse_samplewise(self) -> None:
        if self.samplewise:
            raise ValueError("Expected multidim_average='global' for an interval, got 'samplewise'.")

    def _needs_samples(self, target: Tensor) -> None:
        if target.ndim < (3 if hasattr(self, "num_labels") else 2):
            raise ValueError(
                f"Expected target with a dimension besides the samples for multidim_average='samplewise', "
                f"got shape {tuple(target.shape)}."
            )

    def counts(self, dtype: torch.dtype | None = None) -> Counts:
        """The counts by class in the last dimension, after a dimension of samples if samplewise."""
        raise NotImplementedError

    def counted(self, counts: Counts) -> Tensor | None:
        """Which classes are part of an average, `None` for all that have a value."""
        return None

    def void(self, counts: Counts) -> Tensor | None:
        """Which classes have no value at all, `None` for none of them."""
        return None


def amount_of(like: Tensor, valid: Tensor | None, weight: Tensor | None) -> Tensor:
    """What each element counts: 1, its weight, or 0 if it takes no part."""
    if weight is not None:
        return weight if valid is None else torch.where(valid, weight, 0.0)
    return torch.ones_like(like, dtype=torch.int64) if valid is None else valid.to(torch.int64)
