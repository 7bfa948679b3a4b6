"""A metric over the last updates."""

import numpy as np
import pytest
import torch

from metricore import MeanMetric, MeanSquaredError, RunningMean, RunningSum, SumMetric
from metricore.aggregation import CatMetric
from metricore.wrappers import Running

BATCHES = [torch.tensor([1.0, 2.0]), torch.tensor(4.0), torch.tensor([6.0, 0.0, 3.0]), torch.tensor([8.0])]


@pytest.mark.parametrize("window", [1, 2, 3, 10])
@pytest.mark.parametrize(
    ("make", "reference"),
    [
        (lambda window: RunningMean(window), np.mean),
        (lambda window: RunningSum(window), np.sum),
        (lambda window: Running(MeanMetric(), window), np.mean),
        (lambda window: Running(CatMetric(), window), lambda values: values),
    ],
)
def test_window(window, make, reference):
    metric = make(window)
    for i, batch in enumerate(BATCHES):
        metric.update(batch)
        seen = [b.reshape(-1).numpy() for b in BATCHES[max(0, i + 1 - window) : i + 1]]
        np.testing.assert_allclose(metric.compute(), reference(np.concatenate(seen)), rtol=1e-6)


def test_forward_gives_the_value_of_the_batch():
    metric = RunningSum(window=2)
    assert [metric(batch).item() for batch in BATCHES] == [3.0, 4.0, 9.0, 8.0]
    assert metric.compute() == 17.0


def test_reset_empties_the_window():
    metric = RunningMean(window=3)
    metric.update(BATCHES[0])
    metric.reset()
    metric.update(5.0)
    assert metric.compute() == 5.0


def test_weights_go_to_the_mean():
    metric = RunningMean(window=2)
    metric.update(9.0, 9.0)
    metric.update(1.0, weight=3.0)
    metric.update(5.0, weight=1.0)
    assert metric.compute() == 2.0


def test_a_metric_of_several_arguments():
    metric = Running(MeanSquaredError(), window=1)
    metric.update(torch.tensor([9.0]), torch.tensor([0.0]))
    metric.update(torch.tensor([1.0, 2.0]), target=torch.tensor([1.0, 4.0]))
    assert metric.compute() == 2.0
    assert metric.higher_is_better is False


def test_the_base_metric_is_left_alone():
    base = SumMetric()
    base.update(100.0)
    metric = Running(base, window=2)
    metric.update(1.0)
    assert (metric.compute(), base.compute()) == (1.0, 100.0)


def test_nan_strategy():
    metric = RunningSum(window=2, nan_strategy="ignore")
    metric.update(torch.tensor([float("nan"), 2.0]))
    assert metric.compute() == 2.0


@pytest.mark.parametrize("cls", [RunningMean, RunningSum])
def test_takes_what_every_metric_takes(cls):
    metric = cls(window=2, sync_on_compute=False, compute_with_cache=False)
    assert (metric.sync_on_compute, metric.compute_with_cache) == (False, False)


@pytest.mark.parametrize("window", [0, -1, 2.0, "2", True])
def test_senseless_window(window):
    with pytest.raises(ValueError, match=f"Expected window to be a positive integer, got {window!r}"):
        RunningMean(window=window)


def test_only_metrics():
    with pytest.raises(ValueError, match="Expected base_metric to be a metric, got <built-in function sum>"):
        Running(sum)
