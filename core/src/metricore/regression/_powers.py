"""Distances and deviances that depend on a power."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any, ClassVar

import torch
from torch import Tensor

from metricore._settings import REQUIRED
from metricore._weights import weights_like
from metricore.regression._errors import MeanError
from metricore.regression._inputs import check_number, in_default_dtype, same_shape
from metricore.regression._masks import unpadded


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

    Example:
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


class TweedieDevianceScore(MeanError):
    r"""Mean deviance of predictions under a Tweedie distribution.

    .. math:: \frac{2}{n}\sum_i \left(\frac{\max(t_i, 0)^{2-k}}{(1-k)(2-k)} - \frac{t_i\,p_i^{1-k}}{1-k}
        + \frac{p_i^{2-k}}{2-k}\right)

    with the power :math:`k`: 0 is the normal distribution (the squared error), 1 Poisson, between 1 and 2 compound
    Poisson and gamma, 2 gamma, 3 the inverse Gaussian; 1 and 2 are limits of the formula.

    Args:
        power: the power, 0 or below, or 1 or above; the larger, the less errors at large targets count.

    Shapes:
        - `preds`, `targets`: `(N,)` or any equal shape; floating or integer. Predictions are positive unless the power
          is 0; targets are not negative from power 1, and positive from power 2.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar; `nan` before any sample.

    Raises:
        ValueError: for a power between 0 and 1, and for inputs of different shape.
        InvalidDataError: for NaN, and for values that the distribution does not have.

    Example:
        >>> import torch
        >>> from metricore import TweedieDevianceScore
        >>> metric = TweedieDevianceScore(power=2)
        >>> metric(torch.tensor([4.0, 3.0, 2.0, 1.0]), torch.tensor([1.0, 2.0, 3.0, 4.0]))
        tensor(1.2083)
    """

    power: float = 0.0

    _fixed: ClassVar[dict[str, Any]] = {"num_outputs": 1}
    updates_in_place = False

    def check(self) -> None:
        check_number("power", self.power)
        if 0 < self.power < 1 or math.isinf(self.power):
            raise ValueError(f"Expected power to be finite and not between 0 and 1, got {self.power!r}.")

    def accumulates(self) -> Hashable | None:
        return (type(self).update, type(self).errors, float(self.power))

    def errors(self, preds: Tensor, target: Tensor) -> Tensor:
        """Unit deviances."""
        p, t, k = preds.to(torch.float64), target.to(torch.float64), self.power
        if k == 0:
            return (p - t).square()
        if k == 1:
            return 2 * (torch.xlogy(t, t / p) - t + p)
        if k == 2:
            return 2 * (torch.log(p / t) + t / p - 1)
        own = t.clamp(min=0.0) ** (2 - k) / ((1 - k) * (2 - k))
        return 2 * (own - t * p ** (1 - k) / (1 - k) + p ** (2 - k) / (2 - k))

    def update(
        self, preds: Tensor, targets: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of predictions and targets."""
        same_shape(preds, targets, ("preds", "targets"))
        preds, targets, sample_weight = unpadded(mask, sample_weight, preds, targets)
        if self.power != 0:
            self._refuse_impossible(preds, targets, sample_weight)
        self._add(preds, targets, sample_weight, None)

    def _refuse_impossible(self, preds: Tensor, targets: Tensor, sample_weight: Tensor | None) -> None:
        wrong, wanted = preds <= 0, "preds above 0"
        if self.power >= 2:
            wrong, wanted = wrong | (targets <= 0), f"{wanted} and targets above 0"
        elif self.power >= 1:
            wrong, wanted = wrong | (targets < 0), f"{wanted} and targets not below 0"
        if sample_weight is not None:
            wrong = wrong & (weights_like(sample_weight, targets) > 0)
        self.flag(wrong, f"Expected {wanted} for power {self.power:g}")
