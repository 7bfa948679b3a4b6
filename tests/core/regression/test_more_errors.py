"""Errors by logarithms, shares and powers against scikit-learn, scipy and their formulas."""

import math

import numpy as np
import pytest
import torch
from scipy.spatial.distance import minkowski
from sklearn.metrics import mean_absolute_percentage_error, mean_squared_log_error, mean_tweedie_deviance

from metricore import InvalidDataError
from metricore.regression import (
    LogCoshError,
    MeanAbsolutePercentageError,
    MeanSquaredLogError,
    MinkowskiDistance,
    SymmetricMeanAbsolutePercentageError,
    TweedieDevianceScore,
    WeightedMeanAbsolutePercentageError,
)
from tests.core.regression.data import in_batches, pairs, whole

POWERS = (-1.5, 0, 1, 1.5, 2, 2.5, 3)


def weighed(of_elements):
    """The mean of a formula's values with the weights of scikit-learn's functions."""
    return lambda target, preds, sample_weight=None: np.average(of_elements(preds, target), weights=sample_weight)


def symmetric(preds, target):
    return 2 * np.abs(preds - target) / (np.abs(preds) + np.abs(target))


def share_of_sum(target, preds, sample_weight=None):
    weight = np.ones_like(target) if sample_weight is None else sample_weight
    return (weight * np.abs(preds - target)).sum() / (weight * np.abs(target)).sum()


def tweedie(power):
    return lambda target, preds, sample_weight=None: mean_tweedie_deviance(
        target, preds, power=power, sample_weight=sample_weight
    )


def distance(p):
    return lambda target, preds, sample_weight=None: minkowski(preds, target, p, w=sample_weight)


METRICS = [
    (MeanSquaredLogError, {}, mean_squared_log_error),
    (MeanAbsolutePercentageError, {}, mean_absolute_percentage_error),
    (SymmetricMeanAbsolutePercentageError, {}, weighed(symmetric)),
    (WeightedMeanAbsolutePercentageError, {}, share_of_sum),
    (LogCoshError, {}, weighed(lambda preds, target: np.log(np.cosh(preds - target)))),
    *((MinkowskiDistance, {"p": p}, distance(p)) for p in (1, 1.5, 2, 7)),
    *((TweedieDevianceScore, {"power": power}, tweedie(power)) for power in POWERS),
]
every_metric = pytest.mark.parametrize(("cls", "settings", "reference"), METRICS)


@pytest.fixture(autouse=True)
def _all_digits():
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


def positive(*shape):
    return tuple(part.abs() + 0.01 for part in pairs(*shape))


@every_metric
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("offset", [0.0, 1e4])
def test_values(cls, settings, reference, weighted, offset):
    preds, target = (part + offset for part in positive(24))
    weight = [torch.arange(24) % 4 / 2] if weighted else []
    expected = reference(target.numpy(), preds.numpy(), sample_weight=weight[0].numpy() if weight else None)
    np.testing.assert_allclose(in_batches(cls(**settings), preds, target, *weight), expected, rtol=1e-6)


@every_metric
@pytest.mark.parametrize("kind", [torch.float16, torch.float32, torch.uint8])
def test_kinds_of_numbers(cls, settings, reference, kind):
    preds, target = (part.mul(60).add(1).to(kind) for part in positive(24))
    expected = reference(target.double().numpy(), preds.double().numpy())
    np.testing.assert_allclose(in_batches(cls(**settings), preds, target), expected, rtol=1e-9)


@every_metric
def test_any_shape(cls, settings, reference):
    preds, target = positive(4, 3, 2)
    weight = torch.rand(4)
    expected = reference(
        target.flatten().numpy(), preds.flatten().numpy(), sample_weight=weight.repeat_interleave(6).numpy()
    )
    np.testing.assert_allclose(in_batches(cls(**settings), preds, target, weight), expected, rtol=1e-9)


@every_metric
@pytest.mark.parametrize("strange", [float("nan"), -9.0])
def test_what_weighs_nothing_may_hold_anything(cls, settings, reference, strange):
    preds, target = positive(12)
    weight = torch.arange(12) % 3 * 1.0
    expected = whole(cls(**settings), preds[weight > 0], target[weight > 0], weight[weight > 0])
    preds[0], target[3] = strange, strange
    torch.testing.assert_close(in_batches(cls(**settings), preds, target, weight), expected)
    torch.testing.assert_close(
        whole(cls(**settings), *positive(12), torch.ones(12)), whole(cls(**settings), *positive(12)), rtol=0, atol=0
    )


@every_metric
def test_of_nothing(cls, settings, reference):
    value = whole(cls(**settings), torch.empty(0), torch.empty(0))
    assert value == 0 if cls is MinkowskiDistance else value.isnan()


@every_metric
def test_nan_is_refused(cls, settings, reference):
    preds, target = positive(5)
    with pytest.raises(InvalidDataError, match="without NaN; 1 of 5"):
        cls(**settings).update(preds, torch.where(torch.arange(5) == 2, torch.nan, target))
    with pytest.raises(ValueError, match=r"of the same shape, got \(5,\) and \(4,\)"):
        cls(**settings).update(preds, target[:4])


@pytest.mark.parametrize("size", [1e-12, 1e-9, 0.3, 1.0, 30.0, 1e3, 1e300])
def test_log_cosh_of_any_size(size):
    # e^2 / 2 - e^4 / 12 near 0; |e| - log 2 far from it, where cosh overflows
    expected = size - math.log(2) if size > 20 else size**2 / 2 if size < 1e-6 else math.log(math.cosh(size))
    for sign in (1, -1):
        value = whole(LogCoshError(), torch.tensor([sign * size]), torch.zeros(1))
        np.testing.assert_allclose(value, expected, rtol=1e-12)
    preds = torch.tensor([size], requires_grad=True)
    LogCoshError()(preds, torch.zeros(1)).backward()
    np.testing.assert_allclose(preds.grad, math.tanh(size), rtol=1e-12)


def test_log_cosh_of_outputs():
    preds, target = pairs(24, 2)
    each = [whole(LogCoshError(), *columns) for columns in zip(preds.T, target.T, strict=True)]
    torch.testing.assert_close(in_batches(LogCoshError(num_outputs=2), preds, target), torch.stack(each))


def test_targets_of_zero():
    preds, zero = torch.tensor([1.0, 0.0]), torch.zeros(2)
    np.testing.assert_allclose(whole(MeanAbsolutePercentageError(), preds, zero), 0.5 / 1.17e-6)
    assert whole(SymmetricMeanAbsolutePercentageError(), preds, zero) == 1
    assert whole(WeightedMeanAbsolutePercentageError(), preds, zero) == math.inf
    assert whole(WeightedMeanAbsolutePercentageError(), zero, zero).isnan()
    small = whole(WeightedMeanAbsolutePercentageError(), preds * 1e-12, torch.ones(2) * 1e-12)
    np.testing.assert_allclose(small, 0.5)


@pytest.mark.parametrize(
    ("metric", "preds", "target", "message"),
    [
        (MeanSquaredLogError(), -1.0, 1.0, "preds and target above -1"),
        (MeanSquaredLogError(), 1.0, -2.0, "preds and target above -1"),
        (TweedieDevianceScore(-1.0), 0.0, 1.0, "preds above 0 for power -1"),
        (TweedieDevianceScore(1), 0.0, 1.0, "preds above 0 and targets not below 0 for power 1"),
        (TweedieDevianceScore(1.5), 1.0, -1.0, "preds above 0 and targets not below 0 for power 1.5"),
        (TweedieDevianceScore(2), 1.0, 0.0, "preds above 0 and targets above 0 for power 2"),
    ],
)
def test_values_that_a_distribution_does_not_have(metric, preds, target, message):
    with pytest.raises(InvalidDataError, match=message):
        metric.update(torch.tensor([preds, 1.0]), torch.tensor([target, 1.0]))
    assert metric.update_count == 0


def test_no_counts_are_fine():
    expected = mean_tweedie_deviance([0, 2], [1, 3], power=1)
    np.testing.assert_allclose(whole(TweedieDevianceScore(1), torch.tensor([1.0, 3.0]), torch.tensor([0, 2])), expected)


@pytest.mark.parametrize("wrong", [0.5, math.inf, math.nan, "two", True, None])
def test_senseless_powers(wrong):
    with pytest.raises(ValueError, match="Expected p to be a"):
        MinkowskiDistance(wrong)
    with pytest.raises(ValueError, match="Expected power to be"):
        TweedieDevianceScore(wrong)
