"""An aggregate of one's own on `BaseAggregator`, as TorchMetrics' users write it."""

import pytest
import torch

from metricore import MetricCollection
from metricore.aggregation import BaseAggregator


class Product(BaseAggregator):
    def __init__(self, **kwargs):
        super().__init__(lambda stacked: stacked.prod(0), torch.tensor(1.0), state_name="product", **kwargs)

    def update(self, value):
        self.product = self.product * torch.as_tensor(value).prod()


class Every(BaseAggregator):
    def __init__(self, nan_strategy="warn", **kwargs):
        super().__init__("cat", [], nan_strategy, **kwargs)

    def update(self, value):
        self.value.append(torch.as_tensor(value))


def test_state_merges_by_its_function():
    metrics = Product(), Product()
    metrics[0].update(torch.tensor([2.0, 3.0]))
    metrics[1].update(5.0)
    metrics[0].merge_state(metrics[1])
    assert metrics[0].compute() == 30.0
    assert list(metrics[0].metric_state) == ["product"]


def test_forward_gives_the_value_of_the_batch():
    metric = Product()
    assert metric(torch.tensor([2.0, 3.0])) == 6.0
    assert metric(4.0) == 4.0
    assert metric.compute() == 24.0
    metric.reset()
    assert metric(7.0) == 7.0


def test_list_of_values():
    metric = Every()
    for value in (1.0, torch.tensor([2.0, 3.0])):
        metric.update(value)
    assert metric.compute().tolist() == [1.0, 2.0, 3.0]


def test_shares_nothing_in_a_collection():
    collection = MetricCollection({"a": Product(), "b": Product(), "c": Every()})
    collection.update(torch.tensor([2.0]))
    assert len(collection.compute_groups) == 3


def test_base_itself_has_no_update():
    with pytest.raises(NotImplementedError):
        BaseAggregator("sum", torch.tensor(0.0)).update(1.0)


def test_senseless_arguments():
    with pytest.raises(ValueError, match="nan_strategy"):
        Every("skip")
    with pytest.raises(ValueError, match="'product' must be reduced by one of"):
        BaseAggregator("product", torch.tensor(0.0), state_name="product")
