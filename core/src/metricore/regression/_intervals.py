"""Scores of forecasts that are intervals or normal distributions."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import ClassVar

import torch
from torch import Tensor

from metricore._arguments import check_number
from metricore._metric import Metric
from metricore._state import state
from metricore._values import in_default_dtype
from metricore._weights import weights_for
from metricore.regression._inputs import same_shape
from metricore.regression._masks import unpadded


class _MeanScore(Metric):
    """A mean over samples of scores of two numbers that describe a forecast, and a target."""

    is_differentiable = True
    higher_is_better: ClassVar[bool | None] = False
    plot_lower_bound = 0.0
    updates_in_place = False

    score: Tensor = state(0.0)
    weight: Tensor = state(0.0)

    def scores(self, first: Tensor, second: Tensor, target: Tensor) -> Tensor:
        """The score of each sample, in float64."""
        raise NotImplementedError

    def _add(
        self, first: Tensor, second: Tensor, target: Tensor, sample_weight: Tensor | None, names: tuple[str, str]
    ) -> Tensor:
        """Add a batch, and give what counts."""
        for name, part in zip(names, (first, second), strict=True):
            same_shape(part, target, (name, "target"))
        first, second, target = (part.to(torch.float64) for part in (first, second, target))
        score = self.scores(first, second, target)
        weight = torch.ones_like(score) if sample_weight is None else weights_for(self, sample_weight, target)
        present = weight > 0
        nan = first.isnan() | second.isnan() | target.isnan()
        self.flag(nan & present, f"Expected {names[0]}, {names[1]} and target without NaN")
        self.score = self.score + torch.where(present, score * weight, 0.0).sum()
        self.weight = self.weight + weight.sum()
        return present

    def compute(self) -> Tensor:
        return in_default_dtype(self.score / self.weight)


class _OfIntervals(_MeanScore):
    updates_in_place = False

    def update(
        self,
        lower: Tensor,
        upper: Tensor,
        target: Tensor,
        sample_weight: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> None:
        """Add a batch of intervals and what came true."""
        lower, upper, target, sample_weight = unpadded(mask, sample_weight, lower, upper, target)
        present = self._add(lower, upper, target, sample_weight, ("lower", "upper"))
        self.flag((lower > upper) & present, "Expected lower not above upper")


class IntervalCoverage(_OfIntervals):
    r"""Share of targets within predicted intervals, bounds included, :math:`\frac{1}{n}\sum_i [l_i \le t_i \le u_i]`.

    Shapes:
        - `lower`, `upper`, `target`: `(N,)` or any equal shape; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `target`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar; `nan` before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN, and for lower bounds above upper ones.

    Examples:
        >>> import torch
        >>> from metricore.regression import IntervalCoverage
        >>> metric = IntervalCoverage()
        >>> metric(torch.tensor([0.0, 1.0]), torch.tensor([2.0, 3.0]), torch.tensor([2.0, 4.0]))
        tensor(0.5000)
    """

    higher_is_better = None
    is_differentiable = False
    plot_upper_bound = 1.0

    def scores(self, first: Tensor, second: Tensor, target: Tensor) -> Tensor:
        """Whether targets are within."""
        return ((first <= target) & (target <= second)).to(torch.float64)


class IntervalWidth(_OfIntervals):
    r"""Mean width of predicted intervals :math:`\frac{1}{n}\sum_i (u_i - l_i)`, in the unit of the data.

    Shapes:
        - `lower`, `upper`, `target`: `(N,)` or any equal shape; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `target`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar; `nan` before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN, and for lower bounds above upper ones.

    Examples:
        >>> import torch
        >>> from metricore.regression import IntervalWidth
        >>> metric = IntervalWidth()
        >>> metric(torch.tensor([0.0, 1.0]), torch.tensor([2.0, 4.0]), torch.tensor([2.0, 4.0]))
        tensor(2.5000)
    """

    def scores(self, first: Tensor, second: Tensor, target: Tensor) -> Tensor:
        """Widths."""
        return second - first


class WinklerScore(_OfIntervals):
    r"""Mean interval score: the width of predicted intervals, and a penalty for targets outside of them.

    .. math:: \frac{1}{n}\sum_i \left(u_i - l_i + \tfrac{2}{\alpha}\max(l_i - t_i, 0)
        + \tfrac{2}{\alpha}\max(t_i - u_i, 0)\right)

    Args:
        alpha: share of targets that the intervals are meant to miss, above 0 and below 1; 0.05 for intervals of 95 %.

    Shapes:
        - `lower`, `upper`, `target`: `(N,)` or any equal shape; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `target`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, in the unit of the data; `nan` before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN, and for lower bounds above upper ones.

    Reference:
        Winkler, A decision-theoretic approach to interval estimation, JASA 67 (1972).

    Examples:
        >>> import torch
        >>> from metricore.regression import WinklerScore
        >>> metric = WinklerScore(alpha=0.1)
        >>> metric(torch.tensor([0.0, 1.0]), torch.tensor([2.0, 3.0]), torch.tensor([2.0, 4.0]))
        tensor(12.)
    """

    alpha: float = 0.05

    def check(self) -> None:
        check_number("alpha", self.alpha)
        if not 0 < self.alpha < 1:
            raise ValueError(f"Expected alpha to be a number above 0 and below 1, got {self.alpha!r}.")

    def accumulates(self) -> Hashable | None:
        return (type(self).update, type(self).scores, float(self.alpha))

    def scores(self, first: Tensor, second: Tensor, target: Tensor) -> Tensor:
        """Widths and penalties."""
        outside = (first - target).clamp(min=0.0) + (target - second).clamp(min=0.0)
        return second - first + 2 / self.alpha * outside


class NormalCRPS(_MeanScore):
    r"""Continuous ranked probability score of normal distributions with mean :math:`\mu` and deviation :math:`\sigma`.

    .. math:: \frac{1}{n}\sum_i \sigma_i \left(z_i (2 \Phi(z_i) - 1) + 2 \varphi(z_i) - \tfrac{1}{\sqrt\pi}\right),
        \qquad z_i = (t_i - \mu_i) / \sigma_i

    A deviation of 0 gives the absolute error.

    Shapes:
        - `mean`, `scale`, `target`: `(N,)` or any equal shape; the scale is the standard deviation.
        - `sample_weight`: `(N,)`, or the shape of `target`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, in the unit of the data; `nan` before any sample.

    Raises:
        ValueError: for inputs of different shape.
        InvalidDataError: for NaN, and for deviations below 0.

    Reference:
        Gneiting and Raftery, Strictly proper scoring rules, prediction, and estimation, JASA 102 (2007).

    Examples:
        >>> import torch
        >>> from metricore.regression import NormalCRPS
        >>> metric = NormalCRPS()
        >>> metric(torch.tensor([0.0, 1.0]), torch.tensor([1.0, 2.0]), torch.tensor([0.0, 4.0]))
        tensor(1.1113)
    """

    def scores(self, first: Tensor, second: Tensor, target: Tensor) -> Tensor:
        """The closed form."""
        gap = target - first
        sure = second == 0
        scale = torch.where(sure, 1.0, second)
        z = gap / scale
        density = torch.exp(-z.square() / 2) / math.sqrt(2 * math.pi)
        value = scale * (z * torch.erf(z / math.sqrt(2)) + 2 * density - 1 / math.sqrt(math.pi))
        return torch.where(sure, gap.abs(), value)

    def update(
        self,
        mean: Tensor,
        scale: Tensor,
        target: Tensor,
        sample_weight: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> None:
        """Add a batch of distributions and what came true."""
        mean, scale, target, sample_weight = unpadded(mask, sample_weight, mean, scale, target)
        present = self._add(mean, scale, target, sample_weight, ("mean", "scale"))
        self.flag((scale < 0) & present, "Expected scale not below 0")
