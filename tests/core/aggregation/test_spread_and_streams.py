"""Moments, means, histograms and quantiles of streams, against numpy and scipy, and by all laws."""

import math

import numpy as np
import pytest
import torch
from scipy import stats

from metricore import InvalidDataError
from metricore.aggregation import (
    CovarianceMetric,
    ExponentialMovingAverage,
    GeometricMeanMetric,
    HarmonicMeanMetric,
    HistogramMetric,
    KurtosisMetric,
    MedianMetric,
    QuantileMetric,
    SkewnessMetric,
    StdMetric,
    VarianceMetric,
)
from metricore.testing import Case, parametrize_with_checks

GENERATOR = torch.Generator().manual_seed(4)
SKEWED = torch.randn(300, generator=GENERATOR, dtype=torch.float64).exp()
REPEATS = torch.randint(0, 4, (300,), generator=GENERATOR)
ROWS = torch.randn(120, 3, generator=GENERATOR, dtype=torch.float64)
ROW_REPEATS = torch.randint(0, 4, (120,), generator=GENERATOR)

MOMENTS = [
    (VarianceMetric(), lambda v: np.var(v, ddof=1)),
    (VarianceMetric(0), np.var),
    (StdMetric(), lambda v: np.std(v, ddof=1)),
    (SkewnessMetric(), stats.skew),
    (SkewnessMetric(bias=False), lambda v: stats.skew(v, bias=False)),
    (KurtosisMetric(), stats.kurtosis),
    (KurtosisMetric(bias=False), lambda v: stats.kurtosis(v, bias=False)),
]
MEANS = [(GeometricMeanMetric(), stats.gmean), (HarmonicMeanMetric(), stats.hmean)]


def over(metric, *batches):
    metric = metric.clone()
    for batch in batches:
        metric.update(*batch)
    return metric.compute()


@pytest.mark.parametrize(("metric", "reference"), MOMENTS + MEANS)
def test_values_and_weights(metric, reference):
    expected = reference(SKEWED.numpy())
    assert over(metric, (SKEWED[:80],), (SKEWED[80:],)).item() == pytest.approx(expected, rel=1e-5)
    expected = reference(SKEWED.numpy().repeat(REPEATS.numpy()))
    got = over(metric, (SKEWED[:80], REPEATS[:80]), (SKEWED[80:], REPEATS[80:]))
    assert got.item() == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("offset", [1e4, 1e8])
@pytest.mark.parametrize(("metric", "reference"), MOMENTS)
def test_moments_far_from_zero(metric, reference, offset):
    values = SKEWED + offset
    expected = reference((values - offset).numpy())  # exact but for what adding the offset has cut off
    assert over(metric, *((part,) for part in values.split(7))).item() == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("weights", [None, ROW_REPEATS])
def test_covariance(weights):
    rows = ROWS @ torch.randn(3, 3, generator=GENERATOR, dtype=torch.float64) + 1e6
    repeats = None if weights is None else weights.numpy()
    parts = [rows] if weights is None else [rows, weights]
    batches = list(zip(*(part.split(50) for part in parts), strict=True))
    expected = np.cov((rows - 1e6).numpy().T, fweights=repeats)
    np.testing.assert_allclose(over(CovarianceMetric(3), *batches), expected, rtol=1e-5)
    deviation = np.sqrt(np.diag(expected))
    np.testing.assert_allclose(
        over(CovarianceMetric(3, correlation=True), *batches), expected / np.outer(deviation, deviation), rtol=1e-5
    )


def test_rows_with_nan_are_left_out_as_a_whole():
    rows = ROWS.clone()
    rows[3, 1] = rows[7, 0] = torch.nan
    kept = np.delete(ROWS.numpy(), [3, 7], 0)
    np.testing.assert_allclose(over(CovarianceMetric(3, nan_strategy="ignore"), (rows,)), np.cov(kept.T), rtol=1e-5)


@pytest.mark.parametrize("metric", [VarianceMetric(), SkewnessMetric(), KurtosisMetric(), StdMetric()])
def test_undefined_is_nan(metric):
    assert over(metric, (torch.empty(0),), (torch.tensor(2.0),)).isnan()
    if isinstance(metric, (SkewnessMetric, KurtosisMetric)):
        assert over(metric, (torch.full((5,), 0.1),), (torch.full((3,), 0.1),)).isnan()  # a constant
    else:
        assert over(metric, (torch.full((5,), 0.1),), (torch.full((3,), 0.1),)) == 0


@pytest.mark.parametrize("metric", [GeometricMeanMetric(), HarmonicMeanMetric()])
def test_zero_makes_the_mean_zero_and_negative_values_are_refused(metric):
    assert over(metric, (torch.tensor([0.0, 3.0]),)) == 0
    assert over(metric, (torch.tensor([0.0, 3.0]), torch.tensor([0.0, 2.0]))).item() == pytest.approx(3.0)
    with pytest.raises(InvalidDataError, match="not below 0"):
        over(metric, (torch.tensor([-1.0]),))


@pytest.mark.parametrize("density", [False, True])
def test_histogram(density):
    metric = HistogramMetric(12, -0.5, 3.0, density)
    batches = [(SKEWED[:80], REPEATS[:80]), (SKEWED[80:], REPEATS[80:]), (torch.tensor([-0.5, 3.0, 9.0]),)]
    values = np.append(SKEWED.numpy(), [-0.5, 3.0, 9.0])
    expected, _ = np.histogram(
        values, 12, (-0.5, 3.0), density=density, weights=np.append(REPEATS.numpy(), [1, 1, 1]).astype(float)
    )
    np.testing.assert_allclose(over(metric, *batches), expected, rtol=1e-6)


def test_moving_average_is_by_value_and_in_order():
    values = SKEWED.numpy()
    weights = 0.9 ** np.arange(len(values))[::-1]
    expected = np.average(values, weights=weights)
    for size in (1, 7, 300):
        metric = ExponentialMovingAverage(0.9)
        assert over(metric, *((part,) for part in SKEWED.split(size))).item() == pytest.approx(expected, rel=1e-6)
    first, second = ExponentialMovingAverage(0.9), ExponentialMovingAverage(0.9)
    first.update(SKEWED[:200])
    second.update(SKEWED[200:])
    first.merge_state(second)
    assert first.compute().item() == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("error", [0.001, 0.01, 0.1])
@pytest.mark.parametrize(
    "values",
    [
        SKEWED,
        -SKEWED,
        torch.cat([SKEWED, -SKEWED, torch.zeros(50)]),
        torch.tensor([1e-11, 1e-3, 1.0, 1e9, 9e17]),
        torch.tensor([2.0]),
        torch.linspace(-5, 5, 1000),
    ],
)
def test_quantiles_are_within_the_bound(values, error):
    levels = [0.0, 0.01, 0.25, 0.5, 0.9, 0.999, 1.0]
    metric = QuantileMetric(levels, error)
    parts = values.double().split(100)
    got = over(metric, *((part,) for part in parts)).double().numpy()
    expected = np.quantile(values.double().numpy(), levels, method="lower")
    np.testing.assert_allclose(got, expected, rtol=error * (1 + 1e-4))


def test_quantiles_beyond_the_range_of_the_sketch():
    values = torch.tensor([-1e30, -1e-20, 0.0, 1e-20, 1e25], dtype=torch.float64)
    got = over(QuantileMetric([0.0, 0.25, 0.5, 0.75, 1.0]), (values,))
    assert got.tolist() == pytest.approx([-1e30, 0.0, 0.0, 0.0, 1e25])


def test_quantiles_of_weighted_values():
    got = over(QuantileMetric([0.1, 0.5, 0.9]), (SKEWED, REPEATS)).numpy()
    expected = np.quantile(SKEWED.numpy().repeat(REPEATS.numpy()), [0.1, 0.5, 0.9], method="lower")
    np.testing.assert_allclose(got, expected, rtol=0.0101)


@pytest.mark.parametrize(
    "metric", [VarianceMetric(), KurtosisMetric(), HistogramMetric(), MedianMetric(), HarmonicMeanMetric()]
)
def test_negative_weights_and_nan_are_refused_where_asked(metric):
    with pytest.raises(InvalidDataError, match="not below 0"):
        over(metric, (torch.tensor([0.5, 0.5]), torch.tensor([1.0, -1.0])))
    strict = type(metric)(nan_strategy="error")
    with pytest.raises(InvalidDataError, match="NaN"):
        strict.update(torch.tensor([0.5, math.nan]))
    assert strict.update_count == 0
    lenient = type(metric)(nan_strategy="ignore")
    expected = over(type(metric)(), (torch.tensor([0.5, 0.25, 0.125, 1.0]),))
    torch.testing.assert_close(
        over(lenient, (torch.tensor([0.5, math.nan, 0.25]),), (torch.tensor([0.125, 1.0, math.nan]),)), expected
    )


@pytest.mark.parametrize(
    ("cls", "settings"),
    [
        (VarianceMetric, {"correction": -1}),
        (SkewnessMetric, {"bias": 1}),
        (CovarianceMetric, {"num_variables": 0}),
        (CovarianceMetric, {"num_variables": 2, "correlation": "yes"}),
        (HistogramMetric, {"bins": 0}),
        (HistogramMetric, {"low": 1.0, "high": 1.0}),
        (HistogramMetric, {"high": math.inf}),
        (ExponentialMovingAverage, {"decay": 1.0}),
        (QuantileMetric, {"q": 1.5}),
        (QuantileMetric, {"q": []}),
        (QuantileMetric, {"relative_error": 0}),
        (GeometricMeanMetric, {"nan_strategy": "drop"}),
    ],
)
def test_senseless_settings(cls, settings):
    with pytest.raises(ValueError, match="Expected"):
        cls(**settings)


STREAM = [(torch.tensor([1.0, 2.0, 5.0]),), (torch.tensor([4.0]),), (torch.tensor([0.5, 2.5, 3.0, 8.0]),)]
WEIGHTED = [(torch.tensor([1.0, 3.0]), torch.tensor([3.0, 1.0])), (torch.tensor([6.0]), torch.tensor([2.0]))]
ALL = np.array([1, 2, 5, 4, 0.5, 2.5, 3, 8])
REPEATED = np.array([1, 1, 1, 3, 6, 6])
TABLE = [(torch.tensor([[1.0, 2.0], [3.0, 2.0]]),), (torch.tensor([[2.0, 5.0], [0.0, 1.0]]),)]
IN_ORDER = {"two_ranks": "values are in the order of ranks"}


@parametrize_with_checks(
    [
        (
            VarianceMetric,
            [Case({}, STREAM, np.var(ALL, ddof=1)), Case({}, WEIGHTED, np.var(REPEATED, ddof=1), name="w")],
        ),
        (StdMetric, [Case({}, STREAM, np.std(ALL, ddof=1))]),
        (SkewnessMetric, [Case({}, STREAM, stats.skew(ALL)), Case({}, WEIGHTED, stats.skew(REPEATED), name="w")]),
        (KurtosisMetric, [Case({"bias": False}, STREAM, stats.kurtosis(ALL, bias=False))]),
        (CovarianceMetric, [Case({"num_variables": 2}, TABLE, np.cov([[1, 3, 2, 0], [2, 2, 5, 1]]))]),
        (
            GeometricMeanMetric,
            [Case({}, STREAM, stats.gmean(ALL)), Case({}, WEIGHTED, stats.gmean(REPEATED), name="w")],
        ),
        (HarmonicMeanMetric, [Case({}, STREAM, stats.hmean(ALL))]),
        (HistogramMetric, [Case({"bins": 3, "high": 6.0}, STREAM, [2.0, 3.0, 2.0])]),
        (ExponentialMovingAverage, [Case({"decay": 0.5}, STREAM, np.average(ALL, weights=0.5 ** np.arange(8)[::-1]))]),
        (QuantileMetric, [Case({"q": [0.0, 0.5, 1.0]}, STREAM, [0.5, 2.5, 8.0], rtol=0.0101)]),
        (MedianMetric, [Case({}, STREAM, 2.5, rtol=0.0101)]),
    ]
)
def test_law(check):
    check()
