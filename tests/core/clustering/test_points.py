"""Scores of parted data beside scikit-learn, far from zero, of few points and of integers."""

import itertools
import math

import numpy as np
import pytest
import torch
from sklearn import metrics as sk

from metricore import InvalidDataError, MetricCollection, clustering
from metricore.functional import clustering as functional
from tests.core.clustering.data import of_float64, points

ORACLES = {
    "CalinskiHarabaszScore": sk.calinski_harabasz_score,
    "DaviesBouldinScore": sk.davies_bouldin_score,
    "SilhouetteScore": sk.silhouette_score,
}
SIZES = [(3, 1, 2), (10, 2, 3), (200, 3, 5), (300, 4, 60)]


@pytest.mark.parametrize("name", ORACLES)
@pytest.mark.parametrize("offset", [0.0, 1e4, 1e8])
@pytest.mark.parametrize("bounded", [False, True], ids=["any", "bounded"])
def test_as_scikit_learn(name, offset, bounded):
    for size in SIZES:
        data, labels = points(*size)
        data = data + offset
        metric = getattr(clustering, name)(**({"num_clusters": size[2] + 3} if bounded else {}))
        want = ORACLES[name](data - offset, labels)  # scikit-learn loses digits far from zero
        np.testing.assert_allclose(of_float64(metric, data, labels), want, rtol=1e-7)


def test_silhouettes_of_points():
    data, labels = points(300, 4, 60)
    value = of_float64(clustering.SilhouetteScore("none"), data, labels)
    np.testing.assert_allclose(value, sk.silhouette_samples(data, labels), rtol=1e-9, atol=1e-12)


def test_silhouettes_of_close_and_equal_points():
    """Distances a millionth of the extent of the data, and none at all, keep their digits."""
    data, labels = points(200, 3, 2)
    data = np.concatenate([data * 1e-7, data * 1e-7, [[1e3, 1e3, 1e3]]])
    labels = np.concatenate([labels, labels, [7]])
    apart = np.sqrt(((data[:, None] - data) ** 2).sum(-1))
    want = sk.silhouette_samples(apart, labels, metric="precomputed")
    value = of_float64(clustering.SilhouetteScore("none"), data, labels)
    np.testing.assert_allclose(value, want, rtol=1e-6, atol=1e-9)


def test_silhouettes_in_blocks():
    data, labels = points(2500, 2, 3)
    value = of_float64(clustering.SilhouetteScore("none"), data, labels)
    np.testing.assert_allclose(value, sk.silhouette_samples(data, labels), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("p", [1, 2, 3.5, math.inf])
@pytest.mark.parametrize("settings", [{}, {"num_clusters": 9}], ids=["any", "bounded"])
def test_dunn_index_as_defined(p, settings):
    data, labels = points(80, 3, 5, spread=3.0)
    groups = [data[labels == label] for label in np.unique(labels)]
    means = [group.mean(0) for group in groups]
    apart = min(np.linalg.norm(a - b, p) for a, b in itertools.combinations(means, 2))
    radius = max(np.linalg.norm(group - mean, p, axis=1).max() for group, mean in zip(groups, means, strict=True))
    value = of_float64(clustering.DunnIndex(p, **settings), data + 1e4, labels * 10 if not settings else labels)
    assert value == pytest.approx(apart / radius, rel=1e-9)


@pytest.mark.parametrize("bounded", [None, 3])
def test_gradient_where_points_are_equal_to_the_mean_of_their_cluster(bounded):
    data, labels = torch.tensor([[0.0], [0.0], [1.0], [1.0]], requires_grad=True), torch.tensor([0, 0, 1, 1])
    value = clustering.CalinskiHarabaszScore(num_clusters=bounded)(data, labels)
    value.backward()
    assert value == 1
    assert not data.grad.any()


@pytest.mark.parametrize("name", [*ORACLES, "DunnIndex"])
@pytest.mark.parametrize("bounded", [False, True], ids=["any", "bounded"])
def test_nothing_to_part(name, bounded):
    settings = {"num_clusters": 4} if bounded else {}
    data = torch.tensor([[0.0, 1.0], [2.0, 3.0], [4.0, 1.0]])
    of = getattr(clustering, name)
    assert of(**settings)(data, torch.tensor([2, 2, 2])).isnan()
    assert of(**settings)(data[:1], torch.tensor([2])).isnan()
    assert of(**settings)(data[:0], torch.tensor([], dtype=torch.int64)).isnan()
    alone = of(**settings)(data, torch.tensor([0, 1, 2]))
    assert alone == math.inf if name == "DunnIndex" else alone.isnan()


def test_equal_points():
    """As in scikit-learn: 1, 0 and 0."""
    data, labels = torch.ones(4, 2), torch.tensor([0, 0, 1, 1])
    assert functional.calinski_harabasz_score(data, labels) == sk.calinski_harabasz_score(data, labels) == 1
    assert functional.davies_bouldin_score(data, labels) == sk.davies_bouldin_score(data, labels) == 0
    assert functional.silhouette_score(data, labels) == sk.silhouette_score(data, labels) == 0
    assert functional.dunn_index(data, labels).isnan()


@pytest.mark.parametrize("name", [*ORACLES, "DunnIndex"])
def test_the_unit_does_not_matter(name):
    data, labels = map(torch.from_numpy, points(60, 2, 3))
    for unit in (1e-9, 1e9):
        values = [getattr(clustering, name)()(part, labels) for part in (data, data * unit)]
        torch.testing.assert_close(*values)


@pytest.mark.parametrize("kind", [torch.float16, torch.bfloat16, torch.int32, torch.uint8])
@pytest.mark.parametrize("name", ORACLES)
def test_narrow_dtypes_are_widened(kind, name):
    data = torch.tensor([[0, 250], [1, 251], [200, 3], [201, 0], [199, 2]]).to(kind)
    labels = torch.tensor([0, 0, 1, 1, 1])
    for settings in ({}, {"num_clusters": 2}):
        value = getattr(clustering, name)(**settings)(data, labels)
        assert value == pytest.approx(ORACLES[name](data.double(), labels), rel=1e-5)


def test_state_of_known_clusters_does_not_grow():
    metric = clustering.CalinskiHarabaszScore(num_clusters=5)
    shards = [metric.clone() for _ in range(3)]
    data, labels = points(300, 4, 5)
    for shard, piece in zip(shards, np.array_split(np.arange(300), 3), strict=True):
        shard.update(torch.from_numpy(data[piece]), torch.from_numpy(labels[piece]))
    metric.merge_state(shards)
    assert sum(value.numel() for value in metric.metric_state.values()) == 5 * (1 + 4 + 1)
    assert metric.compute() == pytest.approx(sk.calinski_harabasz_score(data, labels), rel=1e-6)


def test_the_data_are_kept_once():
    names = ("DaviesBouldinScore", "DunnIndex", "SilhouetteScore", "CalinskiHarabaszScore")
    metrics = MetricCollection([getattr(clustering, name)() for name in names])
    assert [*metrics.compute_groups.values()] == [list(names)]


@pytest.mark.parametrize("name", [*ORACLES, "DunnIndex"])
@pytest.mark.parametrize("bounded", [False, True], ids=["any", "bounded"])
def test_gradients(name, bounded):
    data, labels = map(torch.from_numpy, points(12, 2, 3))
    of = getattr(clustering, name)(**({"num_clusters": 5} if bounded else {}))
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        assert torch.autograd.gradcheck(lambda x: of(x, labels), data.requires_grad_())
    finally:
        torch.set_default_dtype(before)


@pytest.mark.parametrize(
    ("data", "labels", "message"),
    [
        (
            torch.ones(3),
            torch.zeros(3, dtype=torch.int64),
            r"data of shape \(N, d\) with d above 0 and labels .*, got \(3,\) and \(3,\)",
        ),
        (torch.ones(3, 2), torch.zeros(2, dtype=torch.int64), r"got \(3, 2\) and \(2,\)"),
        (torch.ones(3, 0), torch.zeros(3, dtype=torch.int64), r"d above 0 .* got \(3, 0\) and \(3,\)"),
        (torch.ones(3, 2), torch.zeros(3), "labels to hold integer labels, got dtype torch.float32"),
        (torch.ones(3, 2, dtype=torch.complex64), torch.zeros(3, dtype=torch.int64), "real numbers, got dtype"),
    ],
)
@pytest.mark.parametrize("name", [*ORACLES, "DunnIndex"])
def test_inputs_that_do_not_fit(name, data, labels, message):
    with pytest.raises(ValueError, match=message):
        getattr(clustering, name)()(data, labels)


@pytest.mark.parametrize("wrong", [math.nan, math.inf])
@pytest.mark.parametrize("settings", [{}, {"num_clusters": 3}], ids=["any", "bounded"])
def test_data_that_are_not_finite(wrong, settings):
    metric = clustering.CalinskiHarabaszScore(**settings)
    metric.update(torch.tensor([[0.0], [1.0], [5.0]]), torch.tensor([0, 0, 1]))
    before = metric.compute()
    with pytest.raises(InvalidDataError, match="Expected finite data; 1 of 2"):
        metric.update(torch.tensor([[0.0], [wrong]]), torch.tensor([0, 1]))
    assert metric.compute() == before


def test_labels_outside_of_the_clusters():
    with pytest.raises(InvalidDataError, match="Expected labels to hold labels from 0 to 2; 1 of 2"):
        clustering.SilhouetteScore(num_clusters=3).update(torch.ones(2, 2), torch.tensor([0, 3]))


def test_points_of_another_dimension():
    metric = clustering.CalinskiHarabaszScore(num_clusters=3)
    metric.update(torch.ones(2, 2), torch.tensor([0, 1]))
    with pytest.raises(ValueError, match="one dimension throughout, got points of 2 and 3 numbers"):
        metric.update(torch.ones(2, 3), torch.tensor([0, 1]))


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("SilhouetteScore", {"reduction": "sum"}, "reduction to be one of .*, got 'sum'"),
        ("DunnIndex", {"p": 0}, "p to be a number above 0, got 0"),
        ("DunnIndex", {"p": math.nan}, "p to be a number above 0, got nan"),
        ("DaviesBouldinScore", {"num_clusters": True}, "num_clusters to be an integer of at least 1, got True"),
    ],
)
def test_senseless_settings(name, settings, message):
    with pytest.raises(ValueError, match=message):
        getattr(clustering, name)(**settings)
