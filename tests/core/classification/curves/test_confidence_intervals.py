"""DeLong's interval against its definition over all pairs and published figures, the bootstrap against resampling."""

import numpy as np
import pytest
import torch
from scipy.stats import norm
from sklearn.metrics import roc_auc_score

from metricore.classification import BinaryAUROC, MulticlassAUROC
from tests.core.classification.curves import data


def updated(metric, *batches):
    for batch in batches:
        metric.update(*batch)
    return metric


def over_pairs(scores, target, level):
    """Variances of placement values, each from the kernel of every pair of a positive and a negative."""
    x, y = np.asarray(scores[target == 1], float), np.asarray(scores[target == 0], float)
    kernel = (x[:, None] > y) + 0.5 * (x[:, None] == y)
    variance = kernel.mean(1).var(ddof=1) / len(x) + kernel.mean(0).var(ddof=1) / len(y)
    half = norm.ppf((1 + level) / 2) * np.sqrt(variance)
    return np.clip([kernel.mean() - half, kernel.mean() + half], 0, 1)


def expect(got, expected, rtol=1e-5):
    np.testing.assert_allclose([part.numpy() for part in got], expected, rtol=rtol, atol=1e-7)


@pytest.mark.parametrize("n", [5, 80, 400])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_delong_is_its_definition(n, level):
    scores, target = data.binary(n)
    metric = updated(BinaryAUROC(), *data.thirds(scores, target))
    expect(metric.confidence_interval(level), over_pairs(scores, target, level))
    ignored = torch.cat([target, torch.full((3,), -1)])
    metric = updated(BinaryAUROC(ignore_index=-1), (torch.cat([scores, torch.rand(3)]), ignored))
    expect(metric.confidence_interval(level), over_pairs(scores, target, level))


def test_delong_by_hand():
    # Positives 3 and 1 beat 1 and 1/2 of the negatives 0 and 2, these are below 1 and 1/2 of the positives: the area is
    # 3/4, either variance of (1, 1/2) is 1/8, that of the area 1/8 / 2 + 1/8 / 2 = 1/8.
    metric = updated(BinaryAUROC(), (torch.tensor([3.0, 1.0, 0.0, 2.0]), torch.tensor([1, 1, 0, 0])))
    half = norm.ppf(0.6) / np.sqrt(8)
    expect(metric.confidence_interval(0.2), [0.75 - half, 0.75 + half])


def test_the_bootstrap_is_that_of_samples():
    scores, target = data.binary(120)
    rng = np.random.default_rng(0)
    for settings in ({}, {"max_fpr": 0.5}):
        draws = [rng.integers(0, 120, 120) for _ in range(500)]
        values = [roc_auc_score(target.numpy()[draw], scores.numpy()[draw], **settings) for draw in draws]
        metric = updated(BinaryAUROC(**settings), *data.thirds(scores, target))
        got = metric.confidence_interval(method="bootstrap", replicates=2000)
        expect(got, np.quantile(values, [0.025, 0.975]), rtol=0.03)
        assert all(map(torch.equal, got, metric.confidence_interval(method="bootstrap", replicates=2000)))
        other = metric.confidence_interval(method="bootstrap", replicates=2000, seed=1)
        assert not all(map(torch.equal, got, other))


def test_delong_covers_as_often_as_it_says():
    g = data.generator(0)
    target = torch.arange(100) % 2
    covered = 0
    for _ in range(300):
        scores = torch.randn(100, generator=g) + target
        low, high = updated(BinaryAUROC(), (scores, target)).confidence_interval(0.9)
        covered += bool(low <= norm.cdf(np.sqrt(0.5)) <= high)
    assert 0.85 < covered / 300 < 0.95


def test_few_samples():
    for method in ("analytic", "bootstrap"):
        assert all(end.isnan() for end in BinaryAUROC().confidence_interval(method=method))
        metric = updated(BinaryAUROC(), (torch.rand(5), torch.ones(5, dtype=torch.long)))
        assert all(end.isnan() for end in metric.confidence_interval(method=method))
        metric = updated(BinaryAUROC(), (torch.arange(6.0), torch.arange(6) // 3))
        expect(metric.confidence_interval(method=method), [1.0, 1.0])
    metric = updated(BinaryAUROC(), (torch.arange(6.0), torch.arange(6) // 5))
    assert all(end.isnan() for end in metric.confidence_interval())  # one positive does not tell how they vary


@pytest.mark.parametrize("method", ["analytic", "bootstrap"])
def test_refused(method):
    scores, target = data.binary(20)
    with pytest.raises(ValueError, match="got bins of them: thresholds=5"):
        updated(BinaryAUROC(thresholds=5), (scores, target)).confidence_interval(method=method)
    with pytest.raises(ValueError, match="without sample_weight"):
        updated(BinaryAUROC(), (scores, target, torch.rand(20))).confidence_interval(method=method)
    assert not hasattr(MulticlassAUROC(3), "confidence_interval")
    if method == "analytic":
        with pytest.raises(ValueError, match=r"max_fpr=0\.5: use method='bootstrap'"):
            updated(BinaryAUROC(max_fpr=0.5), (scores, target)).confidence_interval(method=method)
