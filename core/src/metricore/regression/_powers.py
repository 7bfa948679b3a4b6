"""Distances that depend on a power."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any, ClassVar

import torch
from torch import Tensor

from metricore._arguments import check_number
from metricore._settings import REQUIRED
from metricore._values import in_default_dtype
from metricore.regression._errors import MeanError


class MinkowskiDistance(MeanError):
    r"""Minkowski distance :math:`\left(\sum_i |p_i - t_i|^p\right)^{1/p}` over all data.

    Args:
        p: the power, at least 1: 1 gives the Manhattan distance, 2 the Euclidean.

    Shapes:
        - `preds`, `targets`: `(N,)` or any equal shape; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar; 0 before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN in the inputs.

    Examples:
        >>> import torch
        >>> from metricore import MinkowskiDistance
        >>> metric = MinkowskiDistance(p=3)
        >>> metric(torch.tensor([1.0, 2.0, 3.0, 4.0]), torch.tensor([1.0, 3.0, 5.0, 4.0]))
        tensor(2.0801)
    """

    p: float = REQUIRED

    _fixed: ClassVar[dict[str, Any]] = {"num_outputs": 1}
    updates_in_place = False

    def check(self) -> None:
        check_number("p", self.p)
        if not 1 <= self.p < math.inf:
            raise ValueError(f"Expected p to be a finite number of at least 1, got {self.p!r}.")

    def accumulates(self) -> Hashable | None:
        return (type(self).update, type(self).errors, float(self.p))

    def errors(self, preds: Tensor, target: Tensor) -> Tensor:
        """Powers of absolute differences."""
        return (preds.to(torch.float64) - target.to(torch.float64)).abs() ** self.p

    def update(
        self, preds: Tensor, targets: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of predictions and targets."""
        self._add(preds, targets, sample_weight, mask)

    def compute(self) -> Tensor:
        return in_default_dtype(self.error ** (1 / self.p))
