"""Medians and shares of loss spared against scikit-learn, and against more digits where it runs out of them."""

import math
from fractions import Fraction

import numpy as np
import pytest
import torch
from sklearn.metrics import (
    d2_absolute_error_score,
    d2_tweedie_score,
    mean_pinball_loss,
    median_absolute_error,
    r2_score,
)

from metricore import InvalidDataError, MetricCollection
from metricore.regression import (
    D2AbsoluteErrorScore,
    D2PinballScore,
    D2TweedieScore,
    KendallRankCorrCoef,
    MedianAbsoluteError,
    R2Score,
    TweedieDevianceScore,
)
from tests.core.regression.data import WEIGHT, in_batches, pairs, whole

POWERS = (-1, 0, 1, 1.5, 2, 2.5, 3)


def pinball(alpha):
    """The loss of scikit-learn against that of the best constant, which is one of the targets.

    Its own score takes, at least up to version 1.7, a quantile between two targets, which is not the best constant.
    """

    def share(target, preds, **weight):
        constants = (mean_pinball_loss(target, np.full(len(target), t), alpha=alpha, **weight) for t in target)
        return 1 - mean_pinball_loss(target, preds, alpha=alpha, **weight) / min(constants)

    def score(target, preds, multioutput=None, **weight):
        if multioutput is None:
            return share(np.asarray(target), np.asarray(preds), **weight)
        return np.array(
            [share(*column, **weight) for column in zip(np.asarray(target).T, np.asarray(preds).T, strict=True)]
        )

    return score


METRICS = [
    (MedianAbsoluteError, {}, median_absolute_error),
    (D2AbsoluteErrorScore, {}, d2_absolute_error_score),
    *((D2PinballScore, {"alpha": alpha}, pinball(alpha)) for alpha in (0.1, 0.5, 0.75, 0.9)),
]
every_metric = pytest.mark.parametrize(("cls", "settings", "reference"), METRICS)


@every_metric
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("offset", [0.0, 1e4, 1e8])
def test_values(cls, settings, reference, weighted, offset):
    preds, target = (part + offset for part in pairs(24))
    weight = [WEIGHT] if weighted else []
    expected = reference(target, preds, **({"sample_weight": WEIGHT} if weighted else {}))
    np.testing.assert_allclose(in_batches(cls(**settings), preds, target, *weight), expected, rtol=1e-6)


@every_metric
@pytest.mark.parametrize("kind", [torch.float16, torch.uint8])
def test_ties_and_kinds_of_numbers(cls, settings, reference, kind):
    preds, target = (part.mul(3).add(120).round().to(kind) for part in pairs(24))
    expected = reference(target.double(), preds.double())
    np.testing.assert_allclose(in_batches(cls(**settings), preds, target), expected, rtol=1e-6)


@every_metric
def test_targets_of_yes_and_no(cls, settings, reference):
    preds, target = pairs(24)[0], torch.arange(24) % 4 == 0
    expected = reference(target.double(), preds.double())
    np.testing.assert_allclose(in_batches(cls(**settings), preds, target), expected, rtol=1e-6)


@every_metric
def test_a_weight_counts_like_as_many_samples(cls, settings, reference):
    preds, target = pairs(12)
    times = torch.arange(12) % 3
    repeated = (part.repeat_interleave(times) for part in (preds, target))
    torch.testing.assert_close(whole(cls(**settings), preds, target, times.double()), whole(cls(**settings), *repeated))


@every_metric
def test_outputs(cls, settings, reference):
    preds, target = pairs(24, 3)
    raw = {"multioutput": "raw_values"} if cls is not MedianAbsoluteError else {}
    expected = reference(target, preds, multioutput="raw_values")
    np.testing.assert_allclose(in_batches(cls(**settings, num_outputs=3, **raw), preds, target), expected, rtol=1e-6)
    if raw:
        target[:, 1] = 2.0
        value = whole(cls(**settings, num_outputs=3), preds, target)
        np.testing.assert_allclose(value, (expected[0] + expected[2]) / 2, rtol=1e-6)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_a_bound_spares_nothing_against_the_extreme_target(alpha):
    # The loss of a quantile of level 0 is that of lying above; the least target is never above.
    assert whole(D2PinballScore(alpha), *pairs(24)).isnan()


def test_degenerate():
    empty, one = torch.empty(0), torch.ones(1)
    for metric in (MedianAbsoluteError(), D2AbsoluteErrorScore(), D2TweedieScore(), D2TweedieScore(2)):
        assert metric(empty, empty).isnan()
        assert metric(one, one, torch.zeros(1)).isnan()
        assert metric.compute().isnan()
    assert whole(MedianAbsoluteError(), 3 * one, one) == 2
    for cls in (D2AbsoluteErrorScore, D2TweedieScore):
        assert whole(cls(), 3 * one, one).isnan()
        constant = torch.full((7,), 0.1)
        assert in_batches(cls(), torch.arange(7.0), constant).isnan()
    with pytest.raises(InvalidDataError, match="without NaN; 1 of 1"):
        MedianAbsoluteError().update(one * math.nan, one)


def test_data_are_kept_once():
    metrics = [MedianAbsoluteError(), D2AbsoluteErrorScore(), D2PinballScore(0.9), KendallRankCorrCoef()]
    assert len(MetricCollection({str(k): metric for k, metric in enumerate(metrics)}).compute_groups) == 1


def exact(preds, target, power):
    """Mean deviance in fractions, by the expansion of `(t - s) / s^k` about the target, for small differences."""
    total = Fraction(0)
    for p, t in zip(preds.tolist(), target.tolist(), strict=True):
        p, t = Fraction(p), Fraction(t)
        x = (t - p) / p
        coefficient, series = Fraction(1), Fraction(0)
        for order in range(12):
            series += coefficient * x ** (order + 2) / ((order + 1) * (order + 2))
            coefficient *= -(Fraction(power) + order) / (order + 1)
        total += 2 * series * (p ** (2 - int(power)) if power == int(power) else Fraction(float(p) ** (2 - power)))
    return total / len(preds)


@pytest.mark.parametrize("power", POWERS)
@pytest.mark.parametrize("offset", [1e4, 1e8])
def test_deviance_far_from_zero(power, offset):
    preds, target = (part + offset for part in pairs(24))
    value = in_batches(TweedieDevianceScore(power), preds, target)
    np.testing.assert_allclose(value, float(exact(preds, target, power)), rtol=1e-6)
    mean = torch.full_like(target, target.mean().item())
    expected = 1 - float(exact(preds, target, power) / exact(mean, target, power))
    np.testing.assert_allclose(in_batches(D2TweedieScore(power), preds, target), expected, rtol=1e-5)


@pytest.mark.parametrize("power", POWERS)
@pytest.mark.parametrize("weighted", [False, True])
def test_deviance_spared(power, weighted):
    preds, target = (part.abs() + 0.1 for part in pairs(24))
    if 1 <= power < 2:
        target[3] = 0
    weight = [WEIGHT] if weighted else []
    expected = d2_tweedie_score(target, preds, power=power, sample_weight=WEIGHT if weighted else None)
    np.testing.assert_allclose(in_batches(D2TweedieScore(power), preds, target, *weight), expected, rtol=1e-6)
    a, b = D2TweedieScore(power), D2TweedieScore(power)
    a.update(preds[:7], target[:7], *(w[:7] for w in weight))
    b.update(preds[7:], target[7:], *(w[7:] for w in weight))
    a.merge_state(b)
    np.testing.assert_allclose(a.compute(), expected, rtol=1e-6)


@pytest.mark.parametrize("power", [-1, 1, 1.5])
def test_deviance_spared_where_means_of_batches_are_zero_or_below(power):
    target = (
        torch.tensor([0.0, 0.0, 0.0, 3.0, 1.0, 0.0]) if power > 0 else torch.tensor([-2.0, 0.0, 0.0, 9.0, 1.0, 0.0])
    )
    preds = torch.tensor([0.1, 0.2, 0.5, 2.5, 1.5, 0.4])
    expected = d2_tweedie_score(target, preds, power=power)
    for size in (1, 2, 3, 6):
        metric = D2TweedieScore(power)
        for batch in zip(preds.split(size), target.split(size), strict=True):
            metric.update(*batch)
        np.testing.assert_allclose(metric.compute(), expected, rtol=1e-6)
    assert whole(D2TweedieScore(power), preds[1:3], target[1:3]).isnan()


def test_deviance_spared_where_no_mean_may_be_predicted():
    # Of the predictions above 0, the smallest is best: it deviates by 2 * 3^3 / 6 from the 3, and by nothing from -5.
    preds, target = torch.tensor([1.0, 3.0]), torch.tensor([-5.0, 3.0])
    value, error = whole(D2TweedieScore(-1), preds, target), whole(TweedieDevianceScore(-1), preds, target)
    torch.testing.assert_close(value, 1 - 2 * error / 9)


def test_deviance_of_power_0_spared_is_r2():
    preds, target = pairs(24)
    torch.testing.assert_close(whole(D2TweedieScore(), preds, target), whole(R2Score(), preds, target))
    np.testing.assert_allclose(whole(D2TweedieScore(), preds, target), r2_score(target, preds), rtol=1e-6)


def test_bad_data_and_settings():
    with pytest.raises(InvalidDataError, match="preds above 0 and targets above 0 for power 2; 1 of 2"):
        D2TweedieScore(2).update(torch.ones(2), torch.tensor([0.0, 1.0]))
    with pytest.raises(ValueError, match="of the same shape"):
        D2TweedieScore().update(torch.ones(2), torch.ones(3))
    for power in (0.5, math.nan, "two"):
        with pytest.raises(ValueError, match="Expected power to be"):
            D2TweedieScore(power)
    with pytest.raises(ValueError, match=r"alpha to be a number from 0 to 1, got 1\.5"):
        D2PinballScore(1.5)
    with pytest.raises(ValueError, match="multioutput to be one of"):
        D2PinballScore(multioutput="variance_weighted")


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("alpha", [0.1, 0.5, 0.9])
def test_so_many_that_they_are_looked_at_in_stretches(alpha, ties):
    generator = torch.Generator().manual_seed(1)
    target = torch.randn(140_000, generator=generator, dtype=torch.float64)
    preds = target + torch.randn(140_000, generator=generator)
    if ties:
        preds, target = preds.round(), target.round()
    weight = torch.randint(0, 4, preds.shape, generator=generator)
    for repeats in (torch.ones_like(weight), weight):
        ours, theirs = (part.repeat_interleave(repeats).numpy() for part in (preds, target))
        median = MedianAbsoluteError()(preds, target, sample_weight=repeats)
        assert median.item() == pytest.approx(np.median(np.abs(ours - theirs)), rel=1e-6)
        losses = [
            mean_pinball_loss(theirs, each, alpha=alpha)
            for each in (ours, np.full_like(theirs, np.quantile(theirs, alpha, method="inverted_cdf")))
        ]
        score = D2PinballScore(alpha)(preds, target, sample_weight=repeats)
        assert score.item() == pytest.approx(1 - losses[0] / losses[1], rel=1e-5)
