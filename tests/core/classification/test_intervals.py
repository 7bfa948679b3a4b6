"""Wilson's interval against scipy, and the bootstrap of counts against that of samples."""

import numpy as np
import pytest
import torch
from scipy.stats import binomtest
from sklearn.metrics import f1_score

from metricore.classification import MultilabelRankingLoss
from tests.core.classification.data import choices, decisions, halves, make


def updated(metric, *batches):
    for batch in batches:
        metric.update(*batch)
    return metric


def ends(hits, number, level):
    interval = binomtest(int(hits), int(number)).proportion_ci(level, "wilson")
    return [interval.low, interval.high]


def expect(got, expected, rtol=1e-5):
    np.testing.assert_allclose([part.numpy() for part in got], expected, rtol=rtol, atol=1e-7)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_wilson_of_yes_and_no(level):
    scores, target = decisions((50,))
    yes = scores > 0.5
    for name, among, hits in (
        ("Accuracy", torch.ones(50), yes == target), ("Precision", yes, target == 1), ("Recall", target == 1, yes),
        ("FalsePositiveRate", target == 0, yes), ("JaccardIndex", yes | (target == 1), yes & (target == 1)),
    ):  # fmt: skip
        metric = updated(make(f"Binary{name}"), *halves(scores, target))
        expect(metric.confidence_interval(level), ends((among.bool() & hits).sum(), among.sum(), level))


def test_wilson_by_class_and_over_all():
    scores, target = choices(3)
    labels = scores.argmax(1)
    metric = updated(make("MulticlassRecall", 3, average="none"), *halves(scores, target))
    expected = [ends((labels == target)[target == i].sum(), (target == i).sum(), 0.95) for i in range(1)]
    got = metric.confidence_interval()
    expect([part[0] for part in got], expected[0])
    assert got[0][2].isnan()  # no samples
    metric = updated(make("MulticlassAccuracy", 3, average="micro"), *halves(scores, target))
    expect(metric.confidence_interval(0.9), ends((labels == target).sum(), 60, 0.9))
    metric = updated(make("MulticlassExactMatch", 3), *halves(scores, target))
    expect(metric.confidence_interval(0.9), ends((labels == target).sum(), 60, 0.9))
    scores, target = decisions((40, 2))
    metric = updated(make("MultilabelExactMatch", 2), *halves(scores, target))
    expect(metric.confidence_interval(), ends(((scores > 0.5) == target).all(1).sum(), 40, 0.95))


def of_samples(function, *parts, level=0.95, replicates=4000):
    """Percentiles over resampled samples."""
    rng = np.random.default_rng(0)
    values = []
    for _ in range(replicates):
        chosen = rng.integers(0, len(parts[0]), len(parts[0]))
        values.append(function(*(part[chosen] for part in parts)))
    return np.nanquantile(values, [(1 - level) / 2, (1 + level) / 2])


def test_bootstrap_of_counts_is_that_of_samples():
    scores, target = decisions((200,))
    metric = updated(make("BinaryF1Score"), *halves(scores, target))
    expected = of_samples(lambda t, p: f1_score(t, p), target.numpy(), (scores > 0.5).numpy())
    expect(metric.confidence_interval(method="bootstrap", replicates=4000), expected, rtol=0.02)
    scores, target = choices(3, 200)
    metric = updated(make("MulticlassF1Score", 3), *halves(scores, target))
    labels = scores.argmax(1).numpy()
    expected = of_samples(lambda t, p: f1_score(t, p, average="macro"), target.numpy(), labels, replicates=1000)
    expect(metric.confidence_interval(method="bootstrap", replicates=4000), expected, rtol=0.02)


def test_bootstrap_reads_logits_as_the_value_does_and_leaves_the_metric_alone():
    scores, target = decisions((60, 2))
    intervals = []
    for preds in (scores, scores.logit()):
        metric = updated(make("MultilabelF1Score", 2, average="none"), *halves(preds, target))
        before = metric.compute()
        intervals.append(metric.confidence_interval(0.8, "bootstrap", 200))
        assert torch.equal(metric.compute(), before)
        assert ((intervals[-1][0] <= before) & (before <= intervals[-1][1])).all()
    assert all(torch.equal(a, b) for a, b in zip(*intervals, strict=True))


def test_analytic_covers_as_often_as_it_says():
    g = torch.Generator().manual_seed(0)
    covered = 0
    for _ in range(300):
        hits = (torch.rand(40, generator=g) < 0.9).long()
        low, high = updated(make("BinaryAccuracy"), (hits, torch.ones(40, dtype=torch.long))).confidence_interval(0.9)
        covered += bool(low <= 0.9 <= high)
    assert 0.85 < covered / 300 < 0.97


def test_refused():
    scores, target = decisions((20,))
    metric = updated(make("BinaryAccuracy"), (scores, target))
    with pytest.raises(ValueError, match="level between 0 and 1, got 95"):
        metric.confidence_interval(95)
    with pytest.raises(ValueError, match="method to be one of"):
        metric.confidence_interval(method="normal")
    with pytest.raises(ValueError, match="no share of samples: use method='bootstrap'"):
        updated(make("BinaryF1Score"), (scores, target)).confidence_interval()
    with pytest.raises(ValueError, match="use method='bootstrap'"):
        updated(make("MulticlassRecall", 3), choices(3)).confidence_interval()
    weighted = updated(make("BinaryAccuracy"), (scores, target, torch.rand(20)))
    for method in ("analytic", "bootstrap"):
        with pytest.raises(ValueError, match="without sample_weight"):
            weighted.confidence_interval(method=method)
    with pytest.raises(ValueError, match="kept for up to 64 classes"):
        updated(make("MulticlassF1Score", 70), choices(70)).confidence_interval(method="bootstrap")
    with pytest.raises(ValueError, match="vary together"):
        updated(make("MultilabelF1Score", 2), decisions((5, 2))).confidence_interval(method="bootstrap")
    with pytest.raises(ValueError, match="'samplewise'"):
        updated(make("BinaryRecall", multidim_average="samplewise"), decisions((5, 2))).confidence_interval()
    assert not hasattr(MultilabelRankingLoss(3), "confidence_interval")
