"""Roots, bias, largest error, quantiles, intervals and normal distributions against scikit-learn and integrals."""

import math

import numpy as np
import pytest
import torch
from scipy.integrate import quad
from scipy.stats import norm
from sklearn.metrics import max_error, mean_pinball_loss, root_mean_squared_error, root_mean_squared_log_error

from metricore import InvalidDataError, MetricCollection
from metricore.regression import (
    IntervalCoverage,
    IntervalWidth,
    MaxError,
    MeanBias,
    MeanSquaredError,
    MeanSquaredLogError,
    NormalCRPS,
    PinballLoss,
    RootMeanSquaredError,
    RootMeanSquaredLogError,
    WinklerScore,
)
from tests.core.regression.data import in_batches, pairs, whole


def bias(target, preds, sample_weight=None):
    return np.average(preds - target, weights=sample_weight)


def pinball(alpha):
    return lambda target, preds, **weight: mean_pinball_loss(target, preds, alpha=alpha, **weight)


def largest(target, preds, sample_weight=None):
    counts = np.ones(len(target), bool) if sample_weight is None else sample_weight > 0
    return max_error(target[counts], preds[counts])


METRICS = [
    (RootMeanSquaredError, {}, root_mean_squared_error),
    (RootMeanSquaredLogError, {}, root_mean_squared_log_error),
    (MaxError, {}, largest),
    (MeanBias, {}, bias),
    *((PinballLoss, {"alpha": alpha}, pinball(alpha)) for alpha in (0, 0.1, 0.5, 1)),
]
every_metric = pytest.mark.parametrize(("cls", "settings", "reference"), METRICS)
INTERVALS = pytest.mark.parametrize("cls", [IntervalCoverage, IntervalWidth, WinklerScore])


@every_metric
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("offset", [10.0, 1e4, 1e8])
def test_values(cls, settings, reference, weighted, offset):
    preds, target = (part + offset for part in pairs(24))
    weight = [torch.arange(24) % 4 / 2] if weighted else []
    expected = reference(target.numpy(), preds.numpy(), **({"sample_weight": weight[0].numpy()} if weight else {}))
    tolerance = 1e-6 if offset < 1e8 else 1e-5
    np.testing.assert_allclose(in_batches(cls(**settings), preds, target, *weight), expected, rtol=tolerance)


@every_metric
@pytest.mark.parametrize("kind", [torch.float16, torch.uint8])
def test_kinds_of_numbers(cls, settings, reference, kind):
    preds, target = (part.mul(40).add(120).to(kind) for part in pairs(24))
    expected = reference(target.double().numpy(), preds.double().numpy())
    np.testing.assert_allclose(in_batches(cls(**settings), preds, target), expected, rtol=1e-6)


@every_metric
def test_degenerate(cls, settings, reference):
    assert whole(cls(**settings), torch.empty(0), torch.empty(0)).isnan()
    assert whole(cls(**settings), torch.ones(1), torch.ones(1)) == 0
    assert whole(cls(**settings), torch.ones(1), torch.ones(1), torch.zeros(1)).isnan()
    with pytest.raises(InvalidDataError, match="without NaN; 1 of 2"):
        cls(**settings).update(torch.tensor([1.0, math.nan]), torch.ones(2))
    with pytest.raises(ValueError, match="of the same shape"):
        cls(**settings).update(torch.ones(3), torch.ones(2))


def test_roots_share_what_is_accumulated():
    metrics = [MeanSquaredError(), RootMeanSquaredError(), MeanSquaredLogError(), RootMeanSquaredLogError()]
    assert len(MetricCollection(metrics).compute_groups) == 2


def intervals():
    center, target = pairs(24)
    return center - 0.5, center + 0.25, target


@pytest.mark.parametrize("alpha", [0.05, 0.5])
@pytest.mark.parametrize("weighted", [False, True])
def test_intervals(alpha, weighted):
    lower, upper, target = intervals()
    weight = [torch.arange(24) % 4 / 2] if weighted else []
    within = (lower <= target) & (target <= upper)
    missed = torch.where(target < lower, lower - target, torch.where(target > upper, target - upper, 0.0))
    for metric, values in (
        (IntervalCoverage(), within.double()),
        (IntervalWidth(), upper - lower),
        (WinklerScore(alpha), upper - lower + 2 / alpha * missed),
    ):
        expected = np.average(values.numpy(), weights=weight[0].numpy() if weight else None)
        np.testing.assert_allclose(in_batches(metric, lower, upper, target, *weight), expected, rtol=1e-6)


def test_winkler_score_is_made_of_pinball_losses():
    lower, upper, target = intervals()
    losses = PinballLoss(0.1)(lower, target) + PinballLoss(0.9)(upper, target)
    torch.testing.assert_close(WinklerScore(0.2)(lower, upper, target), losses * 2 / 0.2)


@INTERVALS
def test_intervals_of_bad_data(cls):
    lower, upper, target = intervals()
    with pytest.raises(InvalidDataError, match="lower not above upper; 24 of 24"):
        cls().update(upper, lower, target)
    with pytest.raises(InvalidDataError, match="lower, upper and target without NaN; 1 of 24"):
        cls().update(lower, upper, torch.where(torch.arange(24) == 3, math.nan, target))
    with pytest.raises(ValueError, match="upper and target of the same shape"):
        cls().update(lower, upper[:3], target)
    lower[0], weight = math.nan, torch.ones(24)
    weight[0] = 0
    expected = whole(cls(), *(part[1:] for part in intervals()))
    torch.testing.assert_close(whole(cls(), lower, upper, target, weight), expected)
    assert whole(cls(), *(part[:0] for part in intervals())).isnan()


@pytest.mark.parametrize("scale", [0.1, 1.0, 3.0])
def test_crps_of_normal_distributions(scale):
    # The definition: the integral of the squared distance between the distribution and the step at the target.
    mean, target = 0.5, 1.25
    below, _ = quad(lambda x: norm.cdf(x, mean, scale) ** 2, -40, target)
    above, _ = quad(lambda x: norm.sf(x, mean, scale) ** 2, target, 40)
    value = whole(NormalCRPS(), *(torch.tensor([number]) for number in (mean, scale, target)))
    np.testing.assert_allclose(value, below + above, rtol=1e-5)


def test_certain_forecasts():
    assert whole(NormalCRPS(), torch.tensor([1.0]), torch.zeros(1), torch.tensor([3.0])) == 2
    with pytest.raises(InvalidDataError, match="scale not below 0; 1 of 1"):
        NormalCRPS().update(torch.ones(1), -torch.ones(1), torch.ones(1))


@pytest.mark.parametrize("alpha", [-0.1, 1.1, math.nan, "half", True])
def test_senseless_levels(alpha):
    for cls in (PinballLoss, WinklerScore):
        with pytest.raises(ValueError, match="Expected alpha to be a number"):
            cls(alpha=alpha)
