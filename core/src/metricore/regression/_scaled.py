"""Errors of forecasts against those of the naive forecast on the series before."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._arguments import only_tensors
from metricore._metric import Metric
from metricore._state import state
from metricore._values import in_default_dtype
from metricore._weights import weights_for, weights_like
from metricore.regression._inputs import report_nan, same_shape
from metricore.regression._masks import unpadded


class _ScaledError(Metric):
    """Base of means over series of errors in units of what the naive forecast is off by."""

    seasonality: int = 1

    higher_is_better = False
    is_differentiable = True
    plot_lower_bound = 0.0
    updates_in_place = False

    error: Tensor = state(0.0)
    weight: Tensor = state(0.0)

    def check(self) -> None:
        season = self.seasonality
        if isinstance(season, bool) or not isinstance(season, int) or season < 1:
            raise ValueError(f"Expected seasonality to be a positive integer, got {season!r}.")

    def accumulates(self) -> Hashable | None:
        return (type(self).update, type(self).averaged, self.seasonality)

    def averaged(self, errors: Tensor, counts: Tensor) -> Tensor:
        """What errors are along the last dimension where they count; `nan` where none does."""
        raise NotImplementedError

    def update(
        self,
        preds: Tensor,
        target: Tensor,
        train: Tensor | None = None,
        scale: Tensor | None = None,
        sample_weight: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> None:
        """Add a batch of forecasts of series, and the series before or the scales of these."""
        same_shape(preds, target)
        if preds.ndim not in (1, 2):
            raise ValueError(f"Expected preds of shape (steps,) or (N, steps), got {tuple(preds.shape)}.")
        preds, target, steps = unpadded(mask, None, preds, target)
        counts = torch.ones_like(target, dtype=torch.bool) if steps is None else steps > 0
        report_nan(self, preds, target)
        errors = self.averaged(preds.to(torch.float64) - target.to(torch.float64), counts)
        seen = counts.any(-1)
        size = self._scale(train, scale, seen)
        defined = (size > 0) & ~errors.isnan()
        weight = defined.to(torch.float64)
        if sample_weight is not None:
            given = weights_like(sample_weight, errors).masked_fill(~seen, 0.0)
            weight = torch.where(defined, weights_for(self, given, errors), 0.0)
        scaled = torch.where(weight > 0, errors / torch.where(defined, size, 1.0) * weight, 0.0)
        self.error, self.weight = self.error + scaled.sum(), self.weight + weight.sum()

    def _scale(self, train: Tensor | None, scale: Tensor | None, seen: Tensor) -> Tensor:
        """Scales of the series, of which some are seen."""
        series = seen.shape
        if (train is None) is (scale is None):
            raise ValueError(f"Expected either train or scale, got {'neither' if train is None else 'both'}.")
        if train is None:
            assert scale is not None
            only_tensors(scale=scale)
            if scale.shape != series:
                raise ValueError(f"Expected scale of shape {tuple(series)}, got {tuple(scale.shape)}.")
            self.flag(~(scale >= 0) & seen, "Expected scale of numbers not below 0")
            return scale.to(torch.float64)
        only_tensors(train=train)
        if train.shape[:-1] != series or train.ndim != len(series) + 1:
            wanted = ", ".join([*map(str, series), "T"])
            raise ValueError(f"Expected train of shape ({wanted}), got {tuple(train.shape)}.")
        past = train.to(torch.float64)
        changes = past[..., self.seasonality :] - past[..., : -self.seasonality]
        known = ~changes.isnan()
        return self.averaged(torch.where(known, changes, 0.0), known)

    def compute(self) -> Tensor:
        return in_default_dtype(self.error / self.weight)


class MeanAbsoluteScaledError(_ScaledError):
    r"""Mean absolute scaled error (MASE) of forecasts of `N` series, averaged over series.

    .. math:: \frac{\frac{1}{h}\sum_t |p_t - y_t|}{\frac{1}{T - m}\sum_{t=m+1}^{T} |y_t - y_{t-m}|}

    A series is in units of its scale, the error of the (seasonal) naive forecast on what came before: 1 is as good.

    Args:
        seasonality: length `m` of a season; 1 for the naive forecast of the last value.

    Shapes:
        - `preds`, `target`: `(N, steps)`, or `(steps,)` of one series; a series comes as a whole.
        - `train`: `(N, T)`, or `(T,)`; the series before, NaN where a value is missing or a series had not begun.
        - `scale`: `(N,)`, or a scalar; the scales themselves, where `train` is not given.
        - `sample_weight`: `(N,)`, or a scalar; weights of series.
        - `mask`: bool, `(N, steps)`, or `(steps,)` of one series; false is padding, left out whatever it holds.
        - returns: scalar; series whose scale is 0 or unknown are left out; `nan` without any other.

    Raises:
        ValueError: for inputs of other shapes, and unless one of `train` and `scale` is given.
        InvalidDataError: for NaN in predictions, targets or scales, and for scales below 0.

    Reference:
        Hyndman and Koehler, Another look at measures of forecast accuracy, International Journal of Forecasting 22
        (2006).

    Examples:
        >>> import torch
        >>> from metricore.regression import MeanAbsoluteScaledError
        >>> metric = MeanAbsoluteScaledError()
        >>> metric(torch.tensor([[7.0, 9.0]]), torch.tensor([[8.0, 8.0]]), train=torch.tensor([[1.0, 3.0, 5.0, 7.0]]))
        tensor(0.5000)
    """

    def averaged(self, errors: Tensor, counts: Tensor) -> Tensor:
        """Mean absolute values."""
        return torch.where(counts, errors.abs(), 0.0).sum(-1) / counts.sum(-1)


class RootMeanSquaredScaledError(_ScaledError):
    r"""Root mean squared scaled error (RMSSE) of forecasts of `N` series, averaged over series.

    .. math:: \sqrt{\frac{\frac{1}{h}\sum_t (p_t - y_t)^2}{\frac{1}{T - m}\sum_{t=m+1}^{T} (y_t - y_{t-m})^2}}

    Args:
        seasonality: length `m` of a season; 1 for the naive forecast of the last value.

    Shapes:
        - as in :class:`MeanAbsoluteScaledError`; `scale` is the root of the mean squared change.

    Reference:
        Makridakis, Spiliotis and Assimakopoulos, M5 accuracy competition: results, findings, and conclusions,
        International Journal of Forecasting 38 (2022).

    Examples:
        >>> import torch
        >>> from metricore.regression import RootMeanSquaredScaledError
        >>> metric = RootMeanSquaredScaledError()
        >>> metric(torch.tensor([[7.0, 9.0]]), torch.tensor([[8.0, 8.0]]), train=torch.tensor([[1.0, 3.0, 5.0, 7.0]]))
        tensor(0.5000)
    """

    def averaged(self, errors: Tensor, counts: Tensor) -> Tensor:
        """Roots of mean squares."""
        squares = torch.where(counts, errors.square(), 0.0).sum(-1) / counts.sum(-1)
        zero = squares == 0  # where the root has no finite gradient
        return torch.where(zero, 0.0, torch.where(zero, 1.0, squares).sqrt())
