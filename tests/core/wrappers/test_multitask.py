"""Metrics of several tasks."""

import pytest
import torch

from metricore import MeanAbsoluteError, MeanSquaredError, MetricCollection, MultitaskWrapper
from metricore.classification import BinaryAccuracy

PREDS = {"yes": torch.tensor([0.9, 0.2]), "age": torch.tensor([31.0, 50.0])}
TARGETS = {"yes": torch.tensor([1, 1]), "age": torch.tensor([30.0, 48.0])}


def make(**settings) -> MultitaskWrapper:
    errors = MetricCollection([MeanSquaredError(), MeanAbsoluteError()], prefix="x_")
    return MultitaskWrapper({"yes": BinaryAccuracy(), "age": errors}, **settings)


def test_values_by_task():
    metric = make(prefix="P_", postfix="_Q")
    value = metric(PREDS, TARGETS)
    assert value == metric.compute()
    assert value == {"P_yes_Q": 0.5, "P_age_Q": {"x_MeanSquaredError": 2.5, "x_MeanAbsoluteError": 1.5}}
    assert metric._forward_cache == value


def test_names_and_metrics():
    metric = make(prefix="P_", postfix="_Q")
    flat = ["P_yes_Q", "P_age_x_MeanSquaredError_Q", "P_age_x_MeanAbsoluteError_Q"]
    assert list(metric.keys()) == [name for name, _ in metric.items()] == flat
    assert (
        list(metric.keys(flatten=False)) == [name for name, _ in metric.items(flatten=False)] == ["P_yes_Q", "P_age_Q"]
    )
    assert [type(m).__name__ for m in metric.values()] == ["BinaryAccuracy", "MeanSquaredError", "MeanAbsoluteError"]
    assert [type(m).__name__ for m in metric.values(flatten=False)] == ["BinaryAccuracy", "MetricCollection"]


def test_clone_is_independent_and_may_have_other_names():
    metric = make(prefix="P_", postfix="_Q")
    twin = metric.clone(prefix="N_")
    twin.update(PREDS, TARGETS)
    assert list(twin.keys(flatten=False)) == ["N_yes_Q", "N_age_Q"]
    assert metric.update_count == 0
    assert not metric.task_metrics["yes"].update_called


def test_a_task_that_fails_changes_no_other():
    metric = make()
    metric.update(PREDS, TARGETS)
    before, last = metric.compute(), metric.task_metrics["yes"]._forward_cache
    for call in (metric.update, metric):
        with pytest.raises(ValueError, match="shape"):
            call(PREDS, TARGETS | {"age": torch.tensor([1.0])})
        assert metric.update_count == metric.task_metrics["yes"].update_count == 1
        assert metric.compute() == before
        assert metric.task_metrics["yes"]._forward_cache is last


def test_a_collection_goes_on_sharing_after_forward():
    errors = MetricCollection({"mse": MeanSquaredError(), "rmse": MeanSquaredError(squared=False)})
    metric = MultitaskWrapper({"age": errors})
    metric({"age": PREDS["age"]}, {"age": TARGETS["age"]})
    metric({"age": PREDS["age"]}, {"age": TARGETS["age"]})
    assert len(list(errors._teams())) == len(errors.compute_groups)
    assert metric.compute()["age"]["rmse"].item() == pytest.approx(2.5**0.5)


@pytest.mark.parametrize("other", [{"yes": 1}, {"yes": 1, "age": 2, "more": 3}, [1, 2]])
def test_other_tasks_are_refused(other):
    for preds, targets in ((other, TARGETS), (PREDS, other)):
        with pytest.raises(ValueError, match="dict with the tasks"):
            make().update(preds, targets)


def test_what_is_no_metric_is_refused():
    with pytest.raises(TypeError, match="dict of metrics"):
        MultitaskWrapper([BinaryAccuracy()])
    with pytest.raises(TypeError, match=r"task_metrics\['a'\]"):
        MultitaskWrapper({"a": 1})
    with pytest.raises(ValueError, match="names of tasks"):
        MultitaskWrapper({"a.b": BinaryAccuracy()})
    with pytest.raises(ValueError, match="postfix"):
        make(postfix=1)
