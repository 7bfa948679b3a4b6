"""Squared errors against the size of the targets."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Literal

import torch
from torch import Tensor

from metricore._arguments import check_choice
from metricore._state import state
from metricore._values import in_default_dtype
from metricore.regression._determination import SpreadOfErrors
from metricore.regression._inputs import of_outputs
from metricore.regression._masks import unpadded

_NORMALIZATION = ("mean", "range", "std", "l2")


class NormalizedRootMeanSquaredError(SpreadOfErrors):
    r"""Root of the mean squared error as a share of the size of the targets.

    Args:
        normalization: what is divided by: `"mean"`, `"range"`, `"std"` (of all, with `n` degrees of freedom) or `"l2"`
            norm of the targets.
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - `preds`, `target`: `(N,)` or any equal shape, or `(N, num_outputs)`; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or `(num_outputs,)`; `nan` where what is divided by is 0.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for NaN in the inputs.

    Examples:
        >>> import torch
        >>> from metricore import NormalizedRootMeanSquaredError
        >>> metric = NormalizedRootMeanSquaredError("range")
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.0816)
    """

    normalization: Literal["mean", "range", "std", "l2"] = "mean"

    _last = ("num_outputs",)
    higher_is_better = False
    updates_in_place = False

    lowest: Tensor = state(
        lambda self: self._zeros() + math.inf, reduce="min", when=lambda self: self.normalization == "range"
    )
    highest: Tensor = state(
        lambda self: self._zeros() - math.inf, reduce="max", when=lambda self: self.normalization == "range"
    )

    def check(self) -> None:
        super().check()
        check_choice("normalization", self.normalization, _NORMALIZATION)

    def accumulates(self) -> Hashable | None:
        return (type(self).update, type(self).variables, self.num_outputs, self.normalization == "range")

    def _fitted(self, values: Tensor) -> Tensor:
        if self.num_outputs > 1:
            of_outputs(values, self.num_outputs)
        return values.flatten() if self.num_outputs == 1 else values

    def update(
        self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of predictions and targets."""
        preds, target, sample_weight = unpadded(mask, sample_weight, preds, target)
        weight = self._add(preds, target, sample_weight, None)
        if self.normalization == "range" and target.numel():
            values = self._fitted(target).to(torch.float64)
            low, high = values, values
            if weight is not None:
                low = torch.where(weight > 0, values, math.inf)
                high = torch.where(weight > 0, values, -math.inf)
            self.lowest = torch.minimum(self.lowest, low.amin(0))
            self.highest = torch.maximum(self.highest, high.amax(0))

    def compute(self) -> Tensor:
        root = (self.squared_error() / self.weight).sqrt()
        size = self._size()
        return in_default_dtype(torch.where(size != 0, root / size, torch.nan))

    def _size(self) -> Tensor:
        if self.normalization == "range":
            return self.highest - self.lowest
        if self.normalization == "std":
            return (self.scatter[1] / self.weight).sqrt()
        mean = self.mean[1]
        return mean if self.normalization == "mean" else (self.scatter[1] + self.weight * mean.square()).sqrt()
