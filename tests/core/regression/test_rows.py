"""Metrics with a value for each row: similarity, divergences, scores of ensembles, events."""

import math

import numpy as np
import pytest
import torch
from scipy.spatial.distance import jensenshannon
from scipy.stats import entropy
from sklearn.metrics import jaccard_score
from sklearn.metrics.pairwise import cosine_similarity

from metricore import InvalidDataError
from metricore.regression import (
    ContinuousRankedProbabilityScore,
    CosineSimilarity,
    CriticalSuccessIndex,
    JensenShannonDivergence,
    KLDivergence,
)
from tests.core.regression.data import in_batches, whole

WEIGHT = torch.arange(12, dtype=torch.float64) % 3 / 2
ROWS = [
    (CosineSimilarity, lambda p, q: np.diag(cosine_similarity(p, q))),
    (KLDivergence, lambda p, q: entropy(p, q, axis=1)),
    (JensenShannonDivergence, lambda p, q: jensenshannon(p, q, axis=1) ** 2),
]
every_metric = pytest.mark.parametrize(("cls", "reference"), ROWS)


@pytest.fixture(autouse=True)
def _all_digits():
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


def rows(seed=0):
    g = torch.Generator().manual_seed(seed)
    return torch.rand(2, 12, 5, generator=g, dtype=torch.float64)


@every_metric
@pytest.mark.parametrize("kind", ["double", "half", "integers"])
def test_reductions(cls, reference, kind):
    p, q = {"double": rows(), "half": rows().half(), "integers": (rows() * 9).to(torch.uint8) + 1}[kind]
    values = reference(p.double().numpy(), q.double().numpy())
    for name in ("none", None):
        np.testing.assert_allclose(in_batches(cls(reduction=name), p, q), values, rtol=1e-9)
    np.testing.assert_allclose(in_batches(cls(reduction="sum"), p, q), values.sum(), rtol=1e-9)
    np.testing.assert_allclose(in_batches(cls(reduction="mean"), p, q), values.mean(), rtol=1e-9)
    average = np.average(values, weights=WEIGHT.numpy())
    np.testing.assert_allclose(in_batches(cls(reduction="mean"), p, q, WEIGHT), average, rtol=1e-9)
    np.testing.assert_allclose(in_batches(cls(reduction="sum"), p, q, WEIGHT), average * WEIGHT.sum(), rtol=1e-9)


@every_metric
def test_undefined_rows_leave_the_mean(cls, reference):
    p, q = rows()
    expected = whole(cls(reduction="mean"), p[1:], q[1:])
    p[0] = 0
    torch.testing.assert_close(whole(cls(reduction="mean"), p, q), expected)
    assert whole(cls(reduction="none"), p, q).isnan().tolist() == [True] + [False] * 11
    for name in ("mean", "sum"):
        assert whole(cls(reduction=name), p[:1], q[:1]).isnan()
        assert whole(cls(reduction=name), p[:0], q[:0]).isnan()
    assert whole(cls(reduction="none"), p[:0], q[:0]).shape == (0,)


@every_metric
def test_what_weighs_nothing_may_hold_anything(cls, reference):
    p, q = rows()
    expected = whole(cls(reduction="mean"), p[1:], q[1:])
    p[0, 1], q[0, 2] = float("nan"), -1.0
    weight = torch.ones(12)
    weight[0] = 0
    torch.testing.assert_close(whole(cls(reduction="mean"), p, q, weight), expected)


@every_metric
def test_bad_data(cls, reference):
    p, q = rows()
    with pytest.raises(ValueError, match=r"of shape \(N, d\), got \(12,\)"):
        cls().update(p[:, 0], q[:, 0])
    with pytest.raises(ValueError, match=r"of the same shape, got \(12, 5\) and \(12, 4\)"):
        cls().update(p, q[:, 1:])
    with pytest.raises(ValueError, match="reduction to be one of"):
        cls(reduction="max")
    with pytest.raises(ValueError, match="no sample_weight where rows are not reduced"):
        cls(reduction="none").update(p, q, WEIGHT)
    p[3, 3] = float("nan")
    with pytest.raises(InvalidDataError, match="without NaN; 1 of 60"):
        cls().update(p, q)


def test_cosine_of_any_length():
    p, q = rows()
    expected = whole(CosineSimilarity(), p, q)
    for scale in (1e-200, 1e-6, 1e200):
        torch.testing.assert_close(whole(CosineSimilarity(), p * scale, q * scale), expected)


@pytest.mark.parametrize("cls", [KLDivergence, JensenShannonDivergence])
def test_logarithms(cls):
    p, q = (part / part.sum(1, keepdim=True) for part in rows())
    p[0, :2] = 0
    p[0] /= p[0].sum()
    torch.testing.assert_close(
        whole(cls(log_prob=True, reduction="none"), p.log(), q.log()), whole(cls(reduction="none"), p, q)
    )
    with pytest.raises(ValueError, match="log_prob to be True or False, got 1"):
        cls(log_prob=1)


def test_mass_where_the_other_has_none():
    p, q = torch.tensor([[0.5, 0.5, 0.0]]), torch.tensor([[1.0, 0.0, 0.0]])
    assert whole(KLDivergence(), p, q) == math.inf
    torch.testing.assert_close(whole(KLDivergence(), q, p), torch.tensor(math.log(2)))
    disjoint = torch.tensor([[0.0, 0.0, 1.0]])
    torch.testing.assert_close(whole(JensenShannonDivergence(), q, disjoint), torch.tensor(math.log(2)))
    p.requires_grad_()
    JensenShannonDivergence()(p, q).backward()
    assert p.grad.isfinite().all()


@pytest.mark.parametrize("cls", [KLDivergence, JensenShannonDivergence])
def test_negative_probabilities(cls):
    with pytest.raises(InvalidDataError, match="probabilities, not below 0; 1 of 2"):
        cls().update(torch.tensor([[-0.5, 1.5]]), torch.tensor([[0.5, 0.5]]))


def crps(members, target):
    """The definition, all pairs of members."""
    pairs = np.abs(members[:, :, None] - members[:, None, :]).mean((1, 2))
    return np.abs(members - target[:, None]).mean(1) - pairs / 2


@pytest.mark.parametrize("members", [1, 2, 7])
@pytest.mark.parametrize("offset", [0.0, 1e4, 1e8])
def test_crps(members, offset):
    g = torch.Generator().manual_seed(0)
    preds = torch.randn(12, members, generator=g) + offset
    target = torch.randn(12, generator=g) + offset
    values = crps(preds.numpy() - offset, target.numpy() - offset)
    np.testing.assert_allclose(in_batches(ContinuousRankedProbabilityScore(), preds, target), values.mean(), rtol=1e-6)
    weighted = in_batches(ContinuousRankedProbabilityScore(), preds, target, WEIGHT)
    np.testing.assert_allclose(weighted, np.average(values, weights=WEIGHT.numpy()), rtol=1e-6)
    low = (preds - offset).half(), (target - offset).half()
    expected = crps(*(part.double().numpy() for part in low)).mean()
    np.testing.assert_allclose(whole(ContinuousRankedProbabilityScore(), *low), expected)


def test_crps_of_bad_data():
    metric = ContinuousRankedProbabilityScore()
    for shapes in ([(3,), (3,)], [(3, 2), (2,)], [(3, 0), (3,)], [(3, 2), (3, 2)]):
        with pytest.raises(ValueError, match=r"preds of shape \(N, M\) and target of shape \(N,\), got"):
            metric.update(*map(torch.ones, shapes))
    with pytest.raises(InvalidDataError, match="without NaN"):
        metric.update(torch.ones(1, 2), torch.tensor([float("nan")]))
    assert whole(metric, torch.ones(0, 2), torch.ones(0)).isnan()


def test_events():
    g = torch.Generator().manual_seed(0)
    preds, target = torch.rand(2, 6, 4, 3, generator=g)
    yes = [(part >= 0.7).numpy() for part in (preds, target)]
    expected = jaccard_score(*(part.ravel() for part in yes))
    np.testing.assert_allclose(in_batches(CriticalSuccessIndex(0.7), preds, target), expected)
    weight = torch.rand(6, 4, 3, generator=g)
    expected = jaccard_score(*(part.ravel() for part in yes), sample_weight=weight.flatten())
    np.testing.assert_allclose(in_batches(CriticalSuccessIndex(0.7), preds, target, weight), expected)
    for kept in range(3):
        steps = zip(*(np.moveaxis(part, kept, 0).reshape(part.shape[kept], -1) for part in yes), strict=True)
        expected = [jaccard_score(*step) for step in steps]
        metric = CriticalSuccessIndex(0.7, keep_sequence_dim=kept)
        np.testing.assert_allclose(in_batches(metric, preds, target), expected)


def test_no_events():
    nothing = torch.zeros(3, 2)
    assert whole(CriticalSuccessIndex(0.5), nothing, nothing).isnan()
    assert whole(CriticalSuccessIndex(0.5, 1), nothing, nothing).isnan().tolist() == [True, True]
    assert whole(CriticalSuccessIndex(0.0), nothing, nothing) == 1  # the threshold itself is an event


def test_events_of_bad_data():
    with pytest.raises(ValueError, match=r"a dimension 2, got shape \(3, 2\)"):
        CriticalSuccessIndex(0.5, 2).update(torch.ones(3, 2), torch.ones(3, 2))
    with pytest.raises(ValueError, match="same shape"):
        CriticalSuccessIndex(0.5).update(torch.ones(3), torch.ones(2))
    with pytest.raises(InvalidDataError, match="without NaN; 1 of 1"):
        CriticalSuccessIndex(0.5).update(torch.tensor([float("nan")]), torch.ones(1))
    for settings in ({"threshold": "high"}, {"threshold": 0.5, "keep_sequence_dim": -1}):
        with pytest.raises(ValueError, match="Expected"):
            CriticalSuccessIndex(**settings)
    metric = CriticalSuccessIndex(0.5, 1)
    metric.update(torch.ones(3, 2), torch.ones(3, 2))
    with pytest.raises(ValueError, match="sequences of the same length"):
        metric.update(torch.ones(3, 4), torch.ones(3, 4))
