"""Correlations and shares of the spread of targets against scipy and scikit-learn, wherever the data lie."""

import numpy as np
import pytest
import torch
from scipy.stats import pearsonr
from sklearn.metrics import explained_variance_score, mean_squared_error, r2_score

from metricore import InvalidDataError, MetricCollection
from metricore.regression import (
    ConcordanceCorrCoef,
    ExplainedVariance,
    NormalizedRootMeanSquaredError,
    PearsonCorrCoef,
    R2Score,
    RelativeSquaredError,
)
from tests.core.regression.data import WEIGHT, in_batches, pairs, whole


def concordance(target, preds, **_):
    covariance = np.cov(preds, target, ddof=1)
    return 2 * covariance[0, 1] / (covariance[0, 0] + covariance[1, 1] + (preds.mean() - target.mean()) ** 2)


def relative(target, preds, **_):
    return np.square(preds - target).sum() / np.square(target - target.mean()).sum()


def normalized(size):
    return lambda target, preds, **_: mean_squared_error(target, preds) ** 0.5 / size(target)


METRICS = [
    (PearsonCorrCoef, {}, lambda target, preds, **_: pearsonr(preds, target)[0]),
    (ConcordanceCorrCoef, {}, concordance),
    (R2Score, {}, r2_score),
    (R2Score, {"adjusted": 3}, lambda target, preds, **_: 1 - (1 - r2_score(target, preds)) * 23 / 20),
    (ExplainedVariance, {}, explained_variance_score),
    (RelativeSquaredError, {}, relative),
    (RelativeSquaredError, {"squared": False}, lambda *data, **_: relative(*data) ** 0.5),
    (NormalizedRootMeanSquaredError, {}, normalized(np.mean)),
    (NormalizedRootMeanSquaredError, {"normalization": "range"}, normalized(np.ptp)),
    (NormalizedRootMeanSquaredError, {"normalization": "std"}, normalized(np.std)),
    (NormalizedRootMeanSquaredError, {"normalization": "l2"}, normalized(np.linalg.norm)),
]
every_metric = pytest.mark.parametrize(("cls", "settings", "reference"), METRICS)
every_class = pytest.mark.parametrize("cls", list(dict.fromkeys(cls for cls, *_ in METRICS)))


@pytest.fixture(autouse=True)
def _all_digits():
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


@every_metric
@pytest.mark.parametrize("offset", [0.0, 1e4, 1e8])
@pytest.mark.parametrize("scale", [1.0, 1e-6])
def test_far_from_zero(cls, settings, reference, offset, scale):
    preds, target = (part * scale + offset * scale for part in pairs(24))
    expected = reference(target.numpy(), preds.numpy())
    rtol = 1e-12 if offset < 1e8 else 1e-7  # a mean near 1e8 is known to 1e-8
    np.testing.assert_allclose(in_batches(cls(**settings), preds, target), expected, rtol=rtol)
    np.testing.assert_allclose(whole(cls(**settings), preds, target), expected, rtol=rtol)


@every_metric
def test_shards_far_from_each_other(cls, settings, reference):
    parts = [pairs(12, seed=seed) for seed in (0, 1)]
    parts[1] = tuple(part + 1e4 for part in parts[1])
    first, second = cls(**settings), cls(**settings)
    first.update(*parts[0])
    second.update(*parts[1])
    first.merge_state(second)
    preds, target = (torch.cat(part) for part in zip(*parts, strict=True))
    np.testing.assert_allclose(first.compute(), reference(target.numpy(), preds.numpy()), rtol=1e-11)


@every_metric
@pytest.mark.parametrize("kind", ["half", "integers", "float32"])
def test_kinds_of_numbers(cls, settings, reference, kind):
    preds, target = pairs(24)
    if kind == "integers":
        preds, target = (preds * 40).to(torch.int8), (target * 40).to(torch.int8)
    else:
        preds, target = (part.to(torch.float16 if kind == "half" else torch.float32) for part in (preds, target))
    expected = reference(target.double().numpy(), preds.double().numpy())
    np.testing.assert_allclose(in_batches(cls(**settings), preds, target), expected, rtol=1e-9)


@every_metric
def test_weights_count_like_copies(cls, settings, reference):
    preds, target = pairs(24)
    copies = torch.arange(24) % 3
    expected = whole(cls(**settings), preds.repeat_interleave(copies), target.repeat_interleave(copies))
    preds[0], target[3] = float("nan"), float("inf")  # weighs nothing
    torch.testing.assert_close(in_batches(cls(**settings), preds, target, copies), expected)
    preds, target = pairs(24)
    plain = in_batches(cls(**settings), preds, target)
    assert torch.equal(in_batches(cls(**settings), preds, target, torch.ones(24)), plain)


@pytest.mark.parametrize(("cls", "reference"), [(R2Score, r2_score), (ExplainedVariance, explained_variance_score)])
@pytest.mark.parametrize("multioutput", ["raw_values", "uniform_average", "variance_weighted"])
@pytest.mark.parametrize("weighted", [False, True])
def test_outputs_found_in_the_data(cls, reference, multioutput, weighted):
    preds, target = (part * torch.tensor([1.0, 10.0, 0.1]) for part in pairs(24, 3))
    weight = [WEIGHT] if weighted else []
    expected = reference(target, preds, multioutput=multioutput, sample_weight=weight[0] if weight else None)
    metric = cls(multioutput=multioutput)
    metric.update(torch.empty(0), torch.empty(0))
    np.testing.assert_allclose(in_batches(metric, preds, target, *weight), expected, rtol=1e-9)
    fresh = cls(multioutput=multioutput)
    fresh.merge_state(metric)
    assert torch.equal(fresh.compute(), metric.compute())


@pytest.mark.parametrize("cls", [PearsonCorrCoef, ConcordanceCorrCoef, NormalizedRootMeanSquaredError])
def test_given_outputs(cls):
    preds, target = pairs(24, 2)
    each = [whole(cls(), *columns) for columns in zip(preds.T, target.T, strict=True)]
    torch.testing.assert_close(in_batches(cls(num_outputs=2), preds, target), torch.stack(each))


def test_relative_error_of_outputs_is_averaged():
    preds, target = pairs(24, 2)
    each = [whole(RelativeSquaredError(), *columns) for columns in zip(preds.T, target.T, strict=True)]
    mean = whole(RelativeSquaredError(num_outputs=2), preds, target)
    torch.testing.assert_close(mean, torch.stack(each).mean())
    target[:, 1] = 4.0
    torch.testing.assert_close(whole(RelativeSquaredError(num_outputs=2), preds, target), each[0])


@every_class
@pytest.mark.parametrize("constant", [0.1, 0.0, 1e8])
def test_constant_targets(cls, constant):
    preds, target = pairs(24)
    target = torch.full_like(target, constant)
    value = in_batches(cls(), preds, target)
    if cls is ConcordanceCorrCoef:
        assert value == 0  # what varies does not agree with what does not
    elif cls is not NormalizedRootMeanSquaredError or constant == 0:
        assert value.isnan()
    if cls is not NormalizedRootMeanSquaredError:
        assert in_batches(cls(), target, target).isnan()


@pytest.mark.parametrize("normalization", ["range", "std"])
def test_no_spread_to_divide_by(normalization):
    metric = NormalizedRootMeanSquaredError(normalization)
    assert in_batches(metric, pairs(24)[0], torch.full((24,), 0.1)).isnan()


@every_class
def test_too_few_samples(cls):
    metric = cls()
    metric.update(torch.empty(0), torch.empty(0))
    assert metric.compute().isnan()
    metric = cls(**({"normalization": "std"} if cls is NormalizedRootMeanSquaredError else {}))
    metric.update(torch.tensor([1.0]), torch.tensor([2.0]))
    assert metric.compute().isnan()


def test_no_more_samples_than_regressors():
    assert whole(R2Score(adjusted=23), *pairs(24)).isnan()
    assert not whole(R2Score(adjusted=22), *pairs(24)).isnan()


def test_shared():
    metrics = MetricCollection([PearsonCorrCoef(), ConcordanceCorrCoef(), R2Score(), ExplainedVariance()])
    assert len(metrics.compute_groups) == 2
    metrics.update(*pairs(24))
    np.testing.assert_allclose(metrics.compute()["R2Score"], r2_score(*pairs(24)[::-1]))


@every_class
@pytest.mark.parametrize("where", [0, 1])
def test_nan_is_refused(cls, where):
    data = list(pairs(5))
    data[where][2] = float("nan")
    with pytest.raises(InvalidDataError, match="without NaN; 1 of 5"):
        cls().update(*data)


@every_class
def test_shapes(cls):
    with pytest.raises(ValueError, match=r"same shape, got \(3,\) and \(2,\)"):
        cls().update(torch.ones(3), torch.ones(2))
    if cls in (PearsonCorrCoef, ConcordanceCorrCoef, RelativeSquaredError):
        with pytest.raises(ValueError, match=r"shape \(N,\), got \(3, 2\)"):
            cls().update(torch.ones(3, 2), torch.ones(3, 2))


def test_other_outputs_than_before():
    metric = R2Score()
    metric.update(*pairs(5, 2))
    with pytest.raises(ValueError, match=r"the same outputs, got shapes \(2,\) and \(3,\)"):
        metric.update(*pairs(5, 3))
    with pytest.raises(ValueError, match=r"\(N, num_outputs\), got \(5, 2, 3\)"):
        metric.update(*pairs(5, 2, 3))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: R2Score(adjusted=-1), "adjusted to be an integer of at least 0, got -1"),
        (lambda: R2Score(multioutput="all"), "multioutput to be one of"),
        (lambda: NormalizedRootMeanSquaredError("median"), "normalization to be one of"),
        (lambda: RelativeSquaredError(squared=1), "squared to be True or False, got 1"),
        (lambda: PearsonCorrCoef(num_outputs=0), "num_outputs to be a positive integer, got 0"),
    ],
)
def test_senseless_settings(make, message):
    with pytest.raises(ValueError, match=message):
        make()
