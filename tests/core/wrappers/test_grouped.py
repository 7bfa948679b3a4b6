"""A metric by group, against scikit-learn for each group and fairlearn where it is installed."""

import numpy as np
import pytest
import torch
from sklearn.metrics import accuracy_score, mean_squared_error, recall_score

from metricore import MeanSquaredError
from metricore.classification import BinaryAccuracy, BinaryConfusionMatrix, BinaryRecall, MulticlassAccuracy
from metricore.testing import Case, parametrize_with_checks
from metricore.wrappers import GroupedMetric


def data(groups=3, n=40):
    g = torch.Generator().manual_seed(0)
    target = torch.randint(0, 2, (n,), generator=g)
    preds = torch.where(torch.rand(n, generator=g) < 0.7, target, 1 - target)
    return preds, target, torch.randint(0, groups, (n,), generator=g)


def updated(metric, *batch, parts=3):
    for preds, target, groups in zip(*(part.tensor_split(parts) for part in batch), strict=True):
        metric.update(preds, target, groups=groups)
    return metric


def by_group(function, preds, target, groups, number=3):
    return {str(i): function(target[groups == i], preds[groups == i]) for i in range(number)}


def expect(got, expected):
    assert list(got) == list(expected)
    for name, value in expected.items():
        np.testing.assert_allclose(got[name].numpy(), value, rtol=1e-6)


def test_by_group():
    batch = data()
    metric = updated(GroupedMetric(BinaryRecall(), 3), *batch)
    expected = by_group(recall_score, *batch)
    expect(metric.compute(), expected)
    values = list(expected.values())
    np.testing.assert_allclose(metric.overall(), recall_score(batch[1], batch[0]), rtol=1e-6)
    np.testing.assert_allclose(metric.group_min(), min(values), rtol=1e-6)
    np.testing.assert_allclose(metric.group_max(), max(values), rtol=1e-6)
    np.testing.assert_allclose(metric.difference(), max(values) - min(values), rtol=1e-6)
    np.testing.assert_allclose(metric.ratio(), min(values) / max(values), rtol=1e-6)


def test_equals_fairlearn():
    fairlearn = pytest.importorskip("fairlearn.metrics")
    preds, target, groups = data()
    frame = fairlearn.MetricFrame(
        metrics=accuracy_score, y_true=target, y_pred=preds, sensitive_features=groups.numpy()
    )
    metric = updated(GroupedMetric(BinaryAccuracy(), 3), preds, target, groups)
    expect(metric.compute(), {str(name): value for name, value in frame.by_group.items()})
    for got, expected in (
        (metric.overall(), frame.overall), (metric.difference(), frame.difference()), (metric.ratio(), frame.ratio()),
        (metric.group_min(), frame.group_min()), (metric.group_max(), frame.group_max()),
    ):  # fmt: skip
        np.testing.assert_allclose(got, expected, rtol=1e-6)


def test_weights_stay_with_their_samples():
    preds, target, groups = data()
    weight = torch.arange(40) / 10
    metric = GroupedMetric(BinaryAccuracy(), 3)
    metric.update(preds, target, sample_weight=weight, groups=groups)
    expected = {
        str(i): accuracy_score(target[its], preds[its], sample_weight=weight[its])
        for i, its in ((i, groups == i) for i in range(3))
    }
    expect(metric.compute(), expected)


def test_names_and_groups_without_members():
    metric = GroupedMetric(MeanSquaredError(), ["a", "b", "c"])
    metric.update(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 4.0]), groups=["c", "a"])
    value = metric.compute()
    assert value["b"].isnan()
    expect({name: value[name] for name in "ac"}, {"a": 4.0, "c": 0.0})
    assert metric.difference() == 4
    assert metric.ratio() == 0


def test_a_metric_with_a_table_has_no_differences_but_a_value_for_each_group():
    preds, target, groups = data(2)
    metric = updated(GroupedMetric(BinaryConfusionMatrix(), 2), preds, target, groups)
    assert sum(value.sum() for value in metric.compute().values()) == 40
    np.testing.assert_array_equal(metric.overall(), sum(metric.compute().values()))


def test_refused():
    with pytest.raises(ValueError, match="to be a metric"):
        GroupedMetric(len, 2)
    for bad in (0, True, [], ["a", "a"]):
        with pytest.raises(ValueError, match="num_groups to be a positive integer or a list of different names"):
            GroupedMetric(BinaryAccuracy(), bad)
    metric = GroupedMetric(BinaryAccuracy(), 2)
    one = torch.tensor([1])
    with pytest.raises(ValueError, match="groups from 0 to 1"):
        metric.update(one, one, groups=torch.tensor([2]))
    with pytest.raises(ValueError, match=r"groups among \['0', '1'\], got \['x'\]"):
        metric.update(one, one, groups=["x"])
    with pytest.raises(ValueError, match=r"shape \(N,\) with whole numbers"):
        metric.update(one, one, groups=torch.tensor([0.5]))
    assert metric.update_count == 0


AS_INSIDE = {"spec": "which way is better is up to the metric inside"}


def _cases():
    preds, target, groups = data()
    batches = [dict(zip(("preds", "target", "groups"), part, strict=True)) for part in
               zip(*(part.tensor_split(2) for part in (preds, target, groups)), strict=True)]  # fmt: skip
    shares = by_group(accuracy_score, preds, target, groups)
    squares = by_group(mean_squared_error, preds.double(), target, groups)
    floats = [{**batch, "preds": batch["preds"].double(), "target": batch["target"].double()} for batch in batches]
    return [
        (GroupedMetric, [
            Case({"metric": BinaryAccuracy(), "num_groups": 3}, batches, shares, expected_failures=AS_INSIDE),
            Case({"metric": MulticlassAccuracy(2, average="micro"), "num_groups": 3}, batches, shares,
                 name="multiclass", expected_failures=AS_INSIDE),
            Case({"metric": MeanSquaredError(), "num_groups": 3}, floats, squares, name="errors",
                 expected_failures=AS_INSIDE),
        ]),
    ]  # fmt: skip


@parametrize_with_checks(_cases())
def test_law(check):
    check()
