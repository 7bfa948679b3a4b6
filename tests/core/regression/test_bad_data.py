"""Senseless settings and data."""

import inspect

import pytest
import torch

from metricore import InvalidDataError, MetricCollection, registry
from metricore._settings import REQUIRED
from metricore.regression import MeanAbsoluteError, MeanSquaredError

BOTH = pytest.mark.parametrize("cls", [MeanSquaredError, MeanAbsoluteError])
PAIR = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([1.0, 2.0, 5.0])


@BOTH
@pytest.mark.parametrize("outputs", [0, -1, "abc", 2.0, True, None])
def test_senseless_number_of_outputs(cls, outputs):
    with pytest.raises(ValueError, match=f"Expected num_outputs to be a positive integer, got {outputs!r}"):
        cls(num_outputs=outputs)


def test_senseless_squared():
    with pytest.raises(ValueError, match="Expected squared to be True or False, got 'no'"):
        MeanSquaredError(squared="no")


@BOTH
@pytest.mark.parametrize(
    ("outputs", "shapes", "message"),
    [
        (1, [(3,), (2,)], r"the same shape, got \(3,\) and \(2,\)"),
        (1, [(3,), (3, 1)], r"the same shape, got \(3,\) and \(3, 1\)"),
        (2, [(3, 3), (3, 3)], r"shape \(N, 2\), got \(3, 3\)"),
        (2, [(3,), (3,)], r"shape \(N, 2\), got \(3,\)"),
        (1, [(3,), (3,), (2,)], r"sample_weight of shape \(3,\) or \(3,\), got \(2,\)"),
        (2, [(3, 2), (3, 2), (2,)], r"sample_weight of shape \(3, 2\) or \(3,\), got \(2,\)"),
    ],
)
def test_shapes(cls, outputs, shapes, message):
    metric = cls(num_outputs=outputs)
    with pytest.raises(ValueError, match=message):
        metric.update(*map(torch.ones, shapes))
    assert metric.update_count == 0


@pytest.mark.parametrize("name", registry.list("metricore/*", domain="regression"))
def test_data_that_are_no_tensors(name):
    cls = registry.get(name)
    required = {"p": 3, "quantiles": [0.1, 0.9], "threshold": 0.5}
    metric = cls(**{key: value for key, value in required.items() if cls._settings.get(key, 0) is REQUIRED})
    taken = [p.name for p in inspect.signature(cls.update).parameters.values() if p.default is p.empty][1:]
    with pytest.raises(TypeError, match=f"Expected {taken[0]} to be a tensor, got list"):
        metric.update(*[[1.0, 2.0]] * len(taken))
    assert metric.update_count == 0


def test_weights_that_are_no_tensor():
    with pytest.raises(TypeError, match="Expected sample_weight to be a tensor, got list"):
        MeanSquaredError().update(*PAIR, [1.0, 2.0, 3.0])


@BOTH
@pytest.mark.parametrize("where", [0, 1])
def test_nan_is_refused_and_nothing_is_lost(cls, where):
    metric = cls()
    metric.update(*PAIR)
    before = metric.compute()
    wrong = [t.clone() for t in PAIR]
    wrong[where][1] = float("nan")
    with pytest.raises(InvalidDataError, match="Expected preds and target without NaN; 1 of 3"):
        metric.update(*wrong)
    assert torch.equal(metric.compute(), before)


@BOTH
@pytest.mark.parametrize("wrong", [float("nan"), -1.0, float("inf")])
def test_senseless_weights(cls, wrong):
    with pytest.raises(InvalidDataError, match="finite numbers not below 0; 1 of 3"):
        cls().update(*PAIR, torch.tensor([1.0, wrong, 1.0]))


@BOTH
def test_infinity_is_a_number(cls):
    metric = cls()
    metric.update(torch.tensor([float("inf"), 1.0]), torch.tensor([0.0, 1.0]))
    assert metric.compute() == float("inf")


@BOTH
def test_nan_is_reported_by_compute_where_values_cannot_be_looked_at(cls):
    metric = cls()
    torch._dynamo.reset()
    update = torch.compile(lambda *batch: metric.update(*batch), backend="eager", fullgraph=True)
    update(*PAIR)
    update(PAIR[0] * float("nan"), PAIR[1])
    with pytest.raises(InvalidDataError, match="without NaN; 3 elements do not fit, the first of them in update 2"):
        metric.compute()


def test_errors_of_ones_own_share_nothing():
    class Shifted(MeanSquaredError):
        def update(self, preds, target, sample_weight=None):
            super().update(preds + 1, target, sample_weight)

    collection = MetricCollection([MeanSquaredError(), Shifted()])
    collection.update(*PAIR)
    assert collection.compute()["Shifted"] == Shifted()(*PAIR)


def test_a_mean_and_its_root_are_accumulated_once():
    collection = MetricCollection({"mse": MeanSquaredError(), "rmse": MeanSquaredError(squared=False)})
    assert len(collection.compute_groups) == 1
    collection.update(*PAIR)
    assert collection.compute()["rmse"] == collection.compute()["mse"].sqrt()
