"""Scaled errors against utilsforecast, and the weighted interval score against its definition."""

import math

import numpy as np
import pandas
import pytest
import torch
from utilsforecast.losses import mase, rmsse

from metricore import InvalidDataError
from metricore.regression import (
    MeanAbsoluteScaledError,
    PinballLoss,
    RootMeanSquaredScaledError,
    WeightedIntervalScore,
    WinklerScore,
)
from tests.core.regression.data import WEIGHT, in_batches, pairs, whole

BOTH = pytest.mark.parametrize(
    ("cls", "reference"), [(MeanAbsoluteScaledError, mase), (RootMeanSquaredScaledError, rmsse)]
)


def series(offset=0.0, steps=6, past=20):
    preds, target = (part + offset for part in pairs(24, steps))
    return preds, target, pairs(24, past, seed=1)[0] + offset


def by_series(reference, preds, target, train, seasonality):
    """Values of series, from frames."""

    def frame(**columns):
        count, steps = next(iter(columns.values())).shape
        names = {"unique_id": np.repeat(np.arange(count), steps), "ds": np.tile(np.arange(steps), count)}
        return pandas.DataFrame(names | {name: values.flatten().numpy() for name, values in columns.items()})

    values = reference(frame(y=target, model=preds), ["model"], seasonality, frame(y=train))
    return values.sort_values("unique_id")["model"].to_numpy()


@BOTH
@pytest.mark.parametrize("seasonality", [1, 7])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("offset", [0.0, 1e4, 1e8])
def test_values(cls, reference, seasonality, weighted, offset):
    preds, target, train = series(offset)
    expected = np.average(by_series(reference, preds, target, train, seasonality), weights=WEIGHT if weighted else None)
    metric = cls(seasonality)
    for part in (slice(0, 1), slice(1, 1), slice(1, 9), slice(9, 24)):
        metric.update(preds[part], target[part], train[part], sample_weight=WEIGHT[part] if weighted else None)
    np.testing.assert_allclose(metric.compute(), expected, rtol=1e-6)


@BOTH
@pytest.mark.parametrize("kind", [torch.float16, torch.uint8])
def test_kinds_of_numbers(cls, reference, kind):
    data = [part.mul(40).add(120).to(kind) for part in series()]
    expected = by_series(reference, *(part.double() for part in data), 1).mean()
    np.testing.assert_allclose(whole(cls(), *data), expected, rtol=1e-6)


@BOTH
def test_series_of_different_lengths(cls, reference):
    preds, target, train = series()
    mask = torch.arange(6) < torch.arange(24).unsqueeze(1) % 7
    late = torch.where(torch.arange(20) < torch.arange(24).unsqueeze(1) % 5, math.nan, train)
    expected = [whole(cls(), preds[k, : k % 7], target[k, : k % 7], train[k, k % 5 :]) for k in range(24) if k % 7]
    value = whole(cls(), torch.where(mask, preds, math.nan), target, late, None, None, mask)
    torch.testing.assert_close(value, torch.stack(expected).mean())


@BOTH
def test_scales_in_the_place_of_series(cls, reference):
    preds, target, train = series()
    changes = train.diff(dim=1)
    scale = changes.abs().mean(1) if reference is mase else changes.square().mean(1).sqrt()
    torch.testing.assert_close(whole(cls(), preds, target, None, scale), whole(cls(), preds, target, train))
    torch.testing.assert_close(
        whole(cls(), preds[0], target[0], None, scale[0]), whole(cls(), preds[0], target[0], train[0])
    )


@BOTH
def test_series_without_a_scale_are_left_out(cls, reference):
    preds, target, train = series()
    expected = whole(cls(), preds[2:], target[2:], train[2:])
    train[0], train[1] = 0.1, math.nan
    torch.testing.assert_close(whole(cls(), preds, target, train), expected)
    assert whole(cls(), preds[:2], target[:2], train[:2]).isnan()
    assert whole(cls(30), preds, target, train).isnan()
    assert whole(cls(), target[2:], target[2:], train[2:]) == 0


@BOTH
def test_bad_data(cls, reference):
    preds, target, train = series()
    for wrong in ([], [train, train[:, 0]]):
        with pytest.raises(ValueError, match="either train or scale, got " + ("both" if wrong else "neither")):
            cls().update(preds, target, *wrong)
    with pytest.raises(ValueError, match=r"train of shape \(24, T\), got \(20,\)"):
        cls().update(preds, target, train[0])
    with pytest.raises(ValueError, match=r"scale of shape \(24,\), got \(20,\)"):
        cls().update(preds, target, scale=train[0])
    with pytest.raises(InvalidDataError, match="scale of numbers not below 0; 1 of 24"):
        cls().update(preds, target, scale=torch.arange(24.0) - 1)
    with pytest.raises(InvalidDataError, match="without NaN; 6 of 144"):
        cls().update(torch.where(torch.arange(24).unsqueeze(1) == 3, math.nan, preds), target, train)
    for name, wrong in (("train", train.tolist()), ("scale", 2.0)):
        with pytest.raises(TypeError, match=f"{name} to be a tensor, got {type(wrong).__name__}"):
            cls().update(preds, target, **{name: wrong})
    for season in (0, 1.5, True):
        with pytest.raises(ValueError, match="seasonality to be a positive integer"):
            cls(season)


LEVELS = [[0.5], [0.25, 0.75], [0.1, 0.5, 0.9], [0.01, 0.025, 0.25, 0.5, 0.75, 0.975, 0.99]]


@pytest.mark.parametrize("levels", LEVELS)
@pytest.mark.parametrize("weighted", [False, True])
def test_weighted_interval_score(levels, weighted):
    center, target = pairs(24)
    preds = center.unsqueeze(1) + torch.special.ndtri(torch.tensor(levels, dtype=torch.float64))
    weight = [WEIGHT] if weighted else []
    # Bracher et al., equations 1 and 2: weights of 1/2 for the median and alpha / 2 for intervals.
    intervals, total = len(levels) // 2, 0.0
    for k in range(intervals):
        alpha = 2 * levels[k]
        total += alpha / 2 * whole(WinklerScore(alpha), preds[:, k], preds[:, -1 - k], target, *weight).double()
    if len(levels) % 2:
        total += 0.5 * np.average((preds[:, intervals] - target).abs(), weights=WEIGHT if weighted else None)
    expected = total / (intervals + (0.5 if len(levels) % 2 else 0))
    value = in_batches(WeightedIntervalScore(levels), preds, target, *weight)
    np.testing.assert_allclose(value, expected, rtol=1e-6)


def test_a_median_alone_is_the_absolute_error():
    preds, target = pairs(24)
    value = whole(WeightedIntervalScore([0.5]), preds.unsqueeze(1), target)
    torch.testing.assert_close(value, 2 * whole(PinballLoss(0.5), preds, target))


def test_bad_quantiles():
    metric = WeightedIntervalScore([0.1, 0.5, 0.9])
    with pytest.raises(InvalidDataError, match="quantiles that do not descend; 1 of 4"):
        metric.update(torch.tensor([[1.0, 2.0, 3.0], [2.0, 1.0, 3.0]]), torch.ones(2))
    with pytest.raises(
        ValueError, match=r"preds of shape \(N, 3\) and target of shape \(N,\), got \(2, 2\) and \(2,\)"
    ):
        metric.update(torch.ones(2, 2), torch.ones(2))
    assert metric.update_count == 0
    for levels in ([], [0.1, 0.2], [0.9, 0.1], [0.0, 1.0], [0.5, 0.5], "abc", 0.5):
        with pytest.raises(ValueError, match="Expected quantiles"):
            WeightedIntervalScore(levels)
