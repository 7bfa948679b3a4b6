"""Changed inputs."""

import pytest
import torch

from metricore import InvalidDataError, MeanMetric, MeanSquaredError, MetricCollection
from metricore.classification import BinaryAccuracy, BinaryRecall
from metricore.wrappers import BinaryTargetTransformer, LambdaInputTransformer, MetricInputTransformer

PREDS, TARGET = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([2.0, 2.0, 5.0])


def double(x):
    return 2 * x


@pytest.mark.parametrize(
    "call",
    [
        lambda metric: metric.update(PREDS, TARGET),
        lambda metric: metric.update(PREDS, target=TARGET),
        lambda metric: metric.update(preds=PREDS, target=TARGET),
        lambda metric: metric.update(PREDS, TARGET, sample_weight=torch.ones(3)),
        lambda metric: metric(PREDS, TARGET),
    ],
)
def test_functions_of_both(call):
    metric = LambdaInputTransformer(MeanSquaredError(), double, torch.negative)
    call(metric)
    torch.testing.assert_close(metric.compute(), ((2 * PREDS + TARGET) ** 2).mean())


def test_arguments_that_are_not_changed():
    metric = LambdaInputTransformer(MeanMetric(), transform_pred=double)
    metric.update(torch.tensor([1.0, 5.0]), torch.tensor([3.0, 1.0]))  # the second are weights, left as they are
    assert metric.compute() == 4.0
    same = MetricInputTransformer(MeanSquaredError())
    assert same(PREDS, TARGET) == MeanSquaredError()(PREDS, TARGET)


@pytest.mark.parametrize("dtype", [torch.int64, torch.uint8, torch.float32, torch.float16])
def test_targets_above_a_threshold(dtype):
    metrics = MetricCollection([BinaryAccuracy(), BinaryRecall()])
    metric = BinaryTargetTransformer(metrics, threshold=2)
    value = metric(torch.tensor([0.9, 0.2, 0.7, 0.1]), torch.tensor([3, 4, 2, 0], dtype=dtype))
    assert value == {"BinaryAccuracy": 0.5, "BinaryRecall": 0.5}
    assert metric.compute() == value


def test_nan_is_neither_above_nor_below():
    metric = BinaryTargetTransformer(BinaryAccuracy())
    with pytest.raises(InvalidDataError, match="NaN"):
        metric.update(torch.tensor([0.5]), torch.tensor([torch.nan]))
    assert metric.update_count == 0


def test_a_class_with_an_update_of_its_own_is_forwarded_by_it():
    class Twice(MetricInputTransformer):
        def update(self, preds, target):
            super().update(preds, target)
            super().update(preds, target)

    metric = Twice(MetricCollection({"n": MeanSquaredError()}))
    metric(PREDS, TARGET)
    assert metric.wrapped_metric["n"].update_count == 2


def test_in_a_collection_each_gets_the_arguments_that_it_takes():
    metrics = MetricCollection({"plain": BinaryAccuracy(), "above": BinaryTargetTransformer(BinaryAccuracy(), 0.5)})
    metrics.update(torch.tensor([0.9]), target=torch.tensor([1]), of_another_metric=3)
    assert metrics.compute() == {"plain": 1.0, "above": 1.0}


def test_senseless_settings():
    for settings in ({"transform_pred": 3}, {"transform_target": "x"}):
        with pytest.raises(TypeError, match="Expected transform"):
            LambdaInputTransformer(MeanSquaredError(), **settings)
    with pytest.raises(TypeError, match="threshold"):
        BinaryTargetTransformer(BinaryAccuracy(), threshold="high")
    with pytest.raises(ValueError, match="threshold"):
        BinaryTargetTransformer(BinaryAccuracy(), threshold=float("nan"))
    with pytest.raises(TypeError, match="wrapped_metric"):
        BinaryTargetTransformer(torch.nn.ReLU())
