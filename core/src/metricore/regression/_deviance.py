"""Deviances under Tweedie distributions."""

from __future__ import annotations

import functools
import math
from collections.abc import Hashable
from typing import Any, ClassVar

import torch
from torch import Tensor

from metricore._arguments import check_number
from metricore._metric import Metric
from metricore._state import Joint, joint
from metricore._values import in_default_dtype
from metricore._weights import weights_like
from metricore.regression._errors import MeanError
from metricore.regression._inputs import same_shape
from metricore.regression._masks import unpadded

Parts = dict[str, Tensor]

_NEAR = 0.03  # relative differences up to which a series has more digits than the closed forms
_TERMS = 8


def unit_deviance(preds: Tensor, target: Tensor, power: float) -> Tensor:
    r"""Deviances :math:`2 \int_p^t (t - s) s^{-k} ds` of elements, with all digits however close they are."""
    if power == 0:
        return (preds - target).square()
    share = target / preds
    if power == 1:
        far = torch.xlogy(share, share) - share + 1
    elif power == 2:
        far = share - 1 - share.log()
    else:
        k = power
        far = share.clamp(min=0.0) ** (2 - k) / ((1 - k) * (2 - k)) - share / (1 - k) + 1 / (2 - k)
    rest = (target - preds) / preds
    series, factor = torch.zeros_like(rest), 1.0  # s^-k around 1, integrated term by term
    for order in range(_TERMS):
        series = series + factor / ((order + 1) * (order + 2)) * rest**order
        factor *= -(power + order) / (order + 1)
    return 2 * preds ** (2 - power) * torch.where(rest.abs() < _NEAR, series * rest.square(), far)


def _refuse_impossible(metric: Metric, power: float, preds: Tensor, target: Tensor, weight: Tensor | None) -> None:
    """Report values that the distribution does not have."""
    if power == 0:
        return
    wrong, wanted = preds <= 0, "preds above 0"
    if power >= 2:
        wrong, wanted = wrong | (target <= 0), f"{wanted} and targets above 0"
    elif power >= 1:
        wrong, wanted = wrong | (target < 0), f"{wanted} and targets not below 0"
    if weight is not None:
        wrong = wrong & (weights_like(weight, target) > 0)
    metric.flag(wrong, f"Expected {wanted} for power {power:g}")


def _check_power(power: float) -> None:
    check_number("power", power)
    if 0 < power < 1 or math.isinf(power):
        raise ValueError(f"Expected power to be finite and not between 0 and 1, got {power!r}.")


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

    Examples:
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
        _check_power(self.power)

    def accumulates(self) -> Hashable | None:
        return (type(self).update, type(self).errors, float(self.power))

    def errors(self, preds: Tensor, target: Tensor) -> Tensor:
        """Unit deviances."""
        return unit_deviance(preds.to(torch.float64), target.to(torch.float64), self.power)

    def update(
        self, preds: Tensor, targets: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of predictions and targets."""
        same_shape(preds, targets, ("preds", "targets"))
        preds, targets, sample_weight = unpadded(mask, sample_weight, preds, targets)
        _refuse_impossible(self, self.power, preds, targets, sample_weight)
        self._add(preds, targets, sample_weight, None)


def _from_mean(mean: Tensor, target: Tensor, power: float) -> Tensor:
    """Deviances from a mean of targets, which unlike a prediction may be 0, or below it where targets are."""
    if power == 0:
        return unit_deviance(mean, target, power)
    known = mean > 0
    deviances = unit_deviance(torch.where(known, mean, 1.0), target, power)
    beyond = torch.zeros_like(target)
    if power < 0:
        beyond = 2 * target.clamp(min=0.0) ** (2 - power) / ((1 - power) * (2 - power))
    return torch.where(known, deviances, beyond)


def _merged(a: Parts, b: Parts, power: float) -> Parts:
    """Deviances of targets from their own mean: from another mean, a part deviates more by its mean's deviance."""
    samples = a["samples"] + b["samples"]
    share = b["samples"] / torch.where(samples > 0, samples, 1.0)
    mean = a["mean"] + (b["mean"] - a["mean"]) * share
    spread = a["spread"] + b["spread"]
    for part in (a, b):
        between = _from_mean(mean, part["mean"], power)
        spread = spread + torch.where(part["samples"] > 0, part["samples"] * between, 0.0)
    return {"samples": samples, "mean": mean, "spread": spread}


_OF_TARGETS = ("samples", "mean", "spread")


@functools.cache
def _together(power: float) -> Joint:
    return joint(functools.partial(_merged, power=power))


class D2TweedieScore(MeanError):
    r"""Share of the Tweedie deviance :math:`d` that predictions spare, against the mean of the targets.

    .. math:: D^2 = 1 - \frac{\sum_i d(t_i, p_i)}{\sum_i d(t_i, \bar t)}

    For power 0 it is :math:`R^2`. It needs constant memory: deviances from a mean add up like squares, those within
    parts, and those of the means of these.

    Args:
        power: the power of :class:`TweedieDevianceScore`.

    Shapes:
        - `preds`, `target`, `sample_weight`, `mask`: as in :class:`TweedieDevianceScore`.
        - returns: scalar, at most 1; `nan` for constant targets.

    Raises:
        ValueError: for a power between 0 and 1, and for inputs of different shape.
        InvalidDataError: for NaN, and for values that the distribution does not have.

    Reference:
        Hastie, Tibshirani and Wainwright, Statistical Learning with Sparsity, 2015, eq. 3.11.

    Examples:
        >>> import torch
        >>> from metricore.regression import D2TweedieScore
        >>> metric = D2TweedieScore(power=1)
        >>> metric(torch.tensor([2.5, 1.0, 2.0, 8.0]), torch.tensor([3.0, 0.5, 2.0, 7.0]))
        tensor(0.9285)
    """

    power: float = 0.0

    _fixed: ClassVar[dict[str, Any]] = {"num_outputs": 1}
    higher_is_better = True
    plot_lower_bound = None
    plot_upper_bound = 1.0
    updates_in_place = False

    def check(self) -> None:
        _check_power(self.power)
        for name in _OF_TARGETS:  # how parts merge depends on the power
            self.add_state(name, 0.0, _together(self.power))

    def accumulates(self) -> Hashable | None:
        return (type(self).update, type(self).errors, float(self.power))

    def errors(self, preds: Tensor, target: Tensor) -> Tensor:
        """Unit deviances."""
        return unit_deviance(preds.to(torch.float64), target.to(torch.float64), self.power)

    def update(
        self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of predictions and targets."""
        same_shape(preds, target)
        if not preds.numel():
            return
        preds, target, sample_weight = unpadded(mask, sample_weight, preds, target)
        _refuse_impossible(self, self.power, preds, target, sample_weight)
        self._add(preds, target, sample_weight, None)
        values = target.to(torch.float64).flatten()
        weight = torch.ones_like(values) if sample_weight is None else weights_like(sample_weight, target).flatten()
        batch = _spread(values, weight, self.power)
        for name, part in _merged({name: getattr(self, name) for name in batch}, batch, self.power).items():
            setattr(self, name, part)

    def compute(self) -> Tensor:
        spread: Tensor = getattr(self, "spread")  # noqa: B009
        return in_default_dtype(torch.where(spread > 0, 1 - self.error / spread, torch.nan))


def _spread(target: Tensor, weight: Tensor, power: float) -> Parts:
    """The deviances of targets from their mean, which of a constant is exact."""
    samples, present = weight.sum(), weight > 0
    origin = target.gather(0, present.to(torch.uint8).argmax(0, keepdim=True))
    shifted = torch.where(present, target - origin, 0.0)
    safe = torch.where(samples > 0, samples, 1.0)
    mean = origin.squeeze(0) + (weight * shifted).sum() / safe
    deviances = _from_mean(mean, torch.where(present, target, mean), power)
    spread = torch.where(present, deviances * weight, 0.0).sum()
    return {"samples": samples, "mean": torch.where(samples > 0, mean, 0.0), "spread": spread}
