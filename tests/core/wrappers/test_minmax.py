"""Extremes of what `compute` gave, over resets, checkpoints and shards."""

import math

import pytest
import torch

from metricore import MeanMetric, MetricCollection, MinMaxMetric, MultitaskWrapper
from metricore.classification import MulticlassAccuracy


def after(*values: float) -> MinMaxMetric:
    metric = MinMaxMetric(MeanMetric())
    for value in values:
        metric.reset()
        metric.update(value)
        metric.compute()
    return metric


def extremes(metric: MinMaxMetric) -> tuple[float, float, float]:
    value = metric.compute()
    return tuple(value[name].item() for name in ("raw", "min", "max"))


def test_extremes_are_those_of_compute_and_survive_reset():
    assert extremes(after(2.0, 5.0, 3.0)) == (3.0, 2.0, 5.0)


def test_forward_tells_of_its_batch_and_is_not_remembered():
    metric = after(2.0)
    value = metric(torch.tensor(9.0))
    assert [value[name].item() for name in ("raw", "max", "min")] == [9.0, 9.0, 9.0]
    assert extremes(metric) == (5.5, 2.0, 5.5)


def test_nan_is_no_extreme():
    metric = MinMaxMetric(MeanMetric())
    with pytest.warns(UserWarning, match="before any update"):
        assert metric.compute()["min"].isnan()
    metric.update(1.0)
    assert extremes(metric) == (1.0, 1.0, 1.0)
    metric.reset()
    metric.update(torch.empty(0))
    value = metric.compute()
    assert math.isnan(value["raw"])
    assert (value["min"], value["max"]) == (1.0, 1.0)


def test_extremes_are_saved_by_default():
    metric = MinMaxMetric(MeanMetric())
    metric.load_state_dict(after(2.0, 5.0).state_dict())
    metric.update(3.0)
    assert extremes(metric) == (3.0, 2.0, 5.0)


def test_files_and_shards(tmp_path):
    after(2.0, 8.0).save_state(tmp_path / "s.safetensors")
    metric = MinMaxMetric(MeanMetric())
    metric.load_state(tmp_path / "s.safetensors")
    assert extremes(metric) == (8.0, 2.0, 8.0)
    metric.merge_state(after(0.0, 4.0))
    assert extremes(metric) == (6.0, 0.0, 8.0)


def test_within_a_collection_and_another_wrapper():
    metric = MultitaskWrapper(
        {"a": MetricCollection({"m": MinMaxMetric(MeanMetric())}), "b": MinMaxMetric(MeanMetric())}
    )
    # MeanMetric takes the second argument as weights
    for value in (1.0, 4.0, 2.0):
        metric.reset()
        metric.update({"a": value, "b": 10 * value}, {"a": 1.0, "b": 1.0})
        metric.compute()
    metric({"a": 6.0, "b": 60.0}, {"a": 1.0, "b": 1.0})
    value = metric.compute()
    assert (value["a"]["min"], value["a"]["max"], value["a"]["raw"]) == (1.0, 4.0, 4.0)
    assert (value["b"]["min"], value["b"]["max"], value["b"]["raw"]) == (10.0, 40.0, 40.0)


def test_pure_functions_remember_nothing():
    metric = after(2.0)
    state = metric.update_state(metric.init_state(), 7.0)
    assert metric.compute_state(state)["max"] == 7.0
    assert extremes(metric) == (2.0, 2.0, 2.0)


def test_needs_a_single_value():
    metric = MinMaxMetric(MulticlassAccuracy(3, average="none"))
    metric.update(torch.tensor([0, 1]), torch.tensor([0, 1]))
    with pytest.raises(ValueError, match="single value"):
        metric.compute()
    with pytest.raises(ValueError, match="base_metric"):
        MinMaxMetric(3)
