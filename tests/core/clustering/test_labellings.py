"""Scores of two labellings beside scikit-learn, also where a labelling has one cluster, or each sample its own."""

import itertools
import math

import numpy as np
import pytest
import torch
from scipy.optimize import linear_sum_assignment
from sklearn import metrics as sk
from sklearn.metrics.cluster import contingency_matrix, pair_confusion_matrix

from metricore import InvalidDataError, clustering
from metricore.functional import clustering as functional
from tests.core.clustering.data import labellings, of_float64

DATA = list(labellings())
ORACLES = {
    "AdjustedRandScore": sk.adjusted_rand_score,
    "CompletenessScore": sk.completeness_score,
    "FowlkesMallowsIndex": sk.fowlkes_mallows_score,
    "HomogeneityScore": sk.homogeneity_score,
    "MutualInfoScore": sk.mutual_info_score,
    "PairConfusionMatrix": pair_confusion_matrix,
    "RandScore": sk.rand_score,
    "VMeasureScore": sk.v_measure_score,
}
AVERAGES = ("min", "geometric", "arithmetic", "max")


@pytest.mark.parametrize("name", ORACLES)
@pytest.mark.parametrize("bounded", [False, True], ids=["any", "bounded"])
def test_as_scikit_learn(name, bounded):
    for preds, target in DATA:
        known = min(preds.min(), target.min()) >= 0 and max(preds.max(), target.max()) < 50
        if bounded and not known:
            continue
        metric = getattr(clustering, name)(**({"num_classes": 50} if bounded else {}))
        value = of_float64(metric, preds, target)
        np.testing.assert_allclose(value, ORACLES[name](target, preds), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("average", AVERAGES)
def test_normalised_and_adjusted_information_as_scikit_learn(average):
    for preds, target in DATA:
        value = of_float64(clustering.NormalizedMutualInfoScore(average), preds, target)
        np.testing.assert_allclose(
            value, sk.normalized_mutual_info_score(target, preds, average_method=average), rtol=1e-10, atol=1e-12
        )
        if len(np.unique(preds)) == len(preds) != len(np.unique(target)):
            continue  # 0 over something, which may be 0, too; see below
        if len(np.unique(target)) == len(target) != len(np.unique(preds)):
            continue
        value = of_float64(clustering.AdjustedMutualInfoScore(average), preds, target)
        want = sk.adjusted_mutual_info_score(target, preds, average_method=average)
        np.testing.assert_allclose(value, want, rtol=1e-8, atol=1e-10)


def test_each_sample_its_own_cluster_is_no_more_than_chance():
    preds, target = np.arange(10), np.arange(10) // 2
    for average in ("geometric", "arithmetic", "max"):
        assert of_float64(clustering.AdjustedMutualInfoScore(average), preds, target) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("beta", [0.1, 0.5, 3.0])
def test_v_measure_with_beta(beta):
    for preds, target in DATA:
        value = of_float64(clustering.VMeasureScore(beta), preds, target)
        np.testing.assert_allclose(value, sk.v_measure_score(target, preds, beta=beta), rtol=1e-10, atol=1e-12)


# What scikit-learn gives for empty arrays, where it gives something.
EMPTY = {
    **dict.fromkeys(("AdjustedMutualInfoScore", "AdjustedRandScore", "CompletenessScore", "HomogeneityScore"), 1.0),
    **dict.fromkeys(("NormalizedMutualInfoScore", "RandScore", "VMeasureScore"), 1.0),
    "FowlkesMallowsIndex": 0.0,
    **dict.fromkeys(("BCubedFScore", "BCubedPrecision", "BCubedRecall", "Purity", "VariationOfInformation"), math.nan),
    "MutualInfoScore": math.nan,
}


def test_b_cubed_with_a_weight_whose_square_is_no_float():
    for preds, target in DATA:
        value = of_float64(clustering.BCubedFScore(1e200), preds, target)
        assert value == pytest.approx(of_float64(clustering.BCubedRecall(), preds, target))


@pytest.mark.parametrize("name", EMPTY)
@pytest.mark.parametrize("settings", [{}, {"num_classes": 3}], ids=["any", "bounded"])
def test_no_samples(name, settings):
    metric = getattr(clustering, name)(**settings)
    metric.update(torch.zeros(0, dtype=torch.int64), torch.zeros(0, dtype=torch.int64))
    assert metric.compute() == pytest.approx(EMPTY[name], nan_ok=True)


def brute_force(preds, target):
    """B-cubed precision and recall, sample by sample as defined; purity; conditional entropies from the table."""
    together, same = preds[:, None] == preds, target[:, None] == target
    table = contingency_matrix(target, preds) / len(preds)
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = -np.nansum(table * np.log(table / table.sum(0))) - np.nansum(
            table * np.log(table / table.sum(1)[:, None])
        )
    return {
        "BCubedPrecision": ((together & same).sum(1) / together.sum(1)).mean(),
        "BCubedRecall": ((together & same).sum(1) / same.sum(1)).mean(),
        "Purity": table.max(0).sum(),
        "VariationOfInformation": apart,
    }


def test_further_scores_as_defined():
    for preds, target in DATA:
        wanted = brute_force(preds, target)
        for name, want in wanted.items():
            value = of_float64(getattr(clustering, name)(), preds, target)
            np.testing.assert_allclose(value, want, rtol=1e-10, atol=1e-12, err_msg=name)
        precision, recall = wanted["BCubedPrecision"], wanted["BCubedRecall"]
        value = of_float64(clustering.BCubedFScore(2.0), preds, target)
        np.testing.assert_allclose(value, 5 * precision * recall / (4 * precision + recall), rtol=1e-10)


def test_variation_of_information_obeys_the_triangle_inequality():
    rng = np.random.default_rng(1)
    a, b, c = (torch.from_numpy(rng.integers(0, 4, 60)) for _ in range(3))
    distance = functional.variation_of_information
    assert distance(a, c) <= distance(a, b) + distance(b, c) + 1e-6
    assert distance(a, a) == 0


def test_cluster_accuracy_as_scipy_and_all_permutations():
    rng = np.random.default_rng(2)
    for classes in (1, 2, 4):
        preds, target = rng.integers(0, classes, 50), rng.integers(0, classes, 50)
        value = of_float64(clustering.ClusterAccuracy(classes), preds, target)
        best = max((np.array(order)[preds] == target).mean() for order in itertools.permutations(range(classes)))
        assert value == pytest.approx(best)
    preds, target = rng.integers(0, 30, 500), rng.integers(0, 40, 500)
    table = np.zeros((40, 40), int)
    np.add.at(table, (target, preds), 1)
    rows, columns = linear_sum_assignment(-table)
    value = of_float64(clustering.ClusterAccuracy(40), preds, target)
    assert value == pytest.approx(table[rows, columns].sum() / 500)


def test_cluster_accuracy_without_samples():
    metric = clustering.ClusterAccuracy(3)
    metric.update(torch.zeros(0, dtype=torch.int64), torch.zeros(0, dtype=torch.int64))
    assert metric.compute().isnan()


def test_cluster_accuracy_needs_scipy(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "scipy.optimize", None)
    metric = clustering.ClusterAccuracy(2)
    metric.update(torch.tensor([0, 1]), torch.tensor([1, 0]))
    with pytest.raises(ImportError, match=r'needs scipy: python -m pip install "metricore\[clustering\]"'):
        metric.compute()


@pytest.mark.parametrize("kind", [torch.bool, torch.uint8, torch.int8, torch.int32])
def test_labels_of_any_integer_dtype(kind):
    preds, target = torch.tensor([0, 1, 1, 0, 1]).to(kind), torch.tensor([1, 1, 0, 0, 1]).to(kind)
    for settings in ({}, {"num_classes": 2}):
        value = functional.rand_score(preds, target, **settings)
        assert value == pytest.approx(sk.rand_score([1, 1, 0, 0, 1], [0, 1, 1, 0, 1]))


@pytest.mark.parametrize(
    ("preds", "target", "message"),
    [
        (torch.zeros(3), torch.zeros(3, dtype=torch.int64), "preds to hold integer labels, got dtype torch.float32"),
        (torch.zeros(3, dtype=torch.int64), torch.zeros(3), "target to hold integer labels, got dtype torch.float32"),
        (
            torch.zeros(2, 2, dtype=torch.int64),
            torch.zeros(4, dtype=torch.int64),
            r"preds of shape \(N,\), got \(2, 2\)",
        ),
        (torch.zeros(2, dtype=torch.int64), torch.zeros(3, dtype=torch.int64), "of the same length, got 2 and 3"),
    ],
)
def test_inputs_that_are_no_labels(preds, target, message):
    with pytest.raises(ValueError, match=message):
        functional.rand_score(preds, target)


@pytest.mark.parametrize("wrong", [-1, 3])
def test_labels_outside_of_the_classes(wrong):
    metric = clustering.RandScore(num_classes=3)
    metric.update(torch.tensor([0, 1, 1]), torch.tensor([0, 1, 2]))
    before = metric.compute()
    with pytest.raises(InvalidDataError, match="Expected preds to hold labels from 0 to 2; 1 of 2"):
        metric.update(torch.tensor([0, wrong]), torch.tensor([0, 1]))
    assert metric.compute() == before


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("RandScore", {"num_classes": 0}, "num_classes to be an integer of at least 1, got 0"),
        ("RandScore", {"num_classes": 2.0}, r"num_classes to be an integer of at least 1, got 2\.0"),
        ("ClusterAccuracy", {"num_classes": None}, "num_classes to be an integer of at least 1, got None"),
        ("AdjustedMutualInfoScore", {"average_method": "mean"}, "average_method to be one of .*, got 'mean'"),
        ("VMeasureScore", {"beta": -1.0}, r"beta to be a finite number of at least 0, got -1\.0"),
        ("BCubedFScore", {"beta": "1"}, "beta to be a finite number of at least 0, got '1'"),
    ],
)
def test_senseless_settings(name, settings, message):
    with pytest.raises(ValueError, match=message):
        getattr(clustering, name)(**settings)
