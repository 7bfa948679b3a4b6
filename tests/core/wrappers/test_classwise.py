"""Names for the values of classes."""

import pytest
import torch

from metricore import ClasswiseWrapper, MetricCollection, MinMaxMetric
from metricore.classification import BinaryAccuracy, MulticlassRecall, MultilabelAUROC, MultilabelRecall

PREDS, TARGET = torch.tensor([0, 1, 2, 1]), torch.tensor([0, 1, 1, 1])
LABELS = ["a", "b", "c"]


def recall() -> MulticlassRecall:
    return MulticlassRecall(3, average="none")


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({}, ["multiclassrecall_0", "multiclassrecall_1", "multiclassrecall_2"]),
        ({"labels": LABELS}, ["multiclassrecall_a", "multiclassrecall_b", "multiclassrecall_c"]),
        ({"prefix": "p-"}, ["p-0", "p-1", "p-2"]),
        ({"postfix": "-q"}, ["0-q", "1-q", "2-q"]),
        ({"labels": LABELS, "prefix": "p-", "postfix": "-q"}, ["p-a-q", "p-b-q", "p-c-q"]),
    ],
)
def test_names(settings, names):
    metric = ClasswiseWrapper(recall(), **settings)
    value = metric(PREDS, TARGET)
    assert list(value) == list(metric.compute()) == names
    torch.testing.assert_close(torch.stack(list(value.values())), recall()(PREDS, TARGET), equal_nan=True)


def test_in_a_collection_next_to_its_metric():
    metrics = MetricCollection({"by": ClasswiseWrapper(recall(), LABELS, prefix="r_"), "all": recall()}, prefix="val_")
    metrics.update(PREDS, TARGET)
    value = metrics.compute()
    assert list(value) == ["val_r_a", "val_r_b", "val_r_c", "val_all"]
    assert value["val_r_b"] == value["val_all"][1]


@pytest.mark.parametrize("number", [1, 2, 4])
def test_wrong_number_of_labels_is_refused_when_made(number):
    with pytest.raises(ValueError, match="label for each of the 3 values"):
        ClasswiseWrapper(recall(), [str(i) for i in range(number)])


def test_wrong_number_of_labels_is_refused_with_data_where_only_they_tell():
    metric = ClasswiseWrapper(MultilabelAUROC(2, average="none"), ["a", "b", "c"])
    data = torch.rand(6, 2), torch.tensor([[0, 1], [1, 0]] * 3)
    with pytest.raises(ValueError, match="label for each of the 2 values"):
        metric(*data)
    assert metric.update_count == 0


@pytest.mark.parametrize("labels", [["a", "a", "b"], [1, 2, 3], "abc"])
def test_labels_that_are_no_names(labels):
    with pytest.raises(ValueError, match="Expected labels"):
        ClasswiseWrapper(recall(), labels)


def test_a_single_value_has_no_classes():
    metric = ClasswiseWrapper(BinaryAccuracy())
    metric.update(torch.tensor([1]), torch.tensor([1]))
    with pytest.raises(ValueError, match="single one"):
        metric.compute()


def test_attributes_are_those_of_the_metric():
    metric = ClasswiseWrapper(MultilabelRecall(3, average="none", threshold=0.25), LABELS)
    assert (metric.num_labels, metric.threshold, metric.higher_is_better) == (3, 0.25, True)
    with pytest.raises(AttributeError):
        _ = metric.no_such_thing


def test_refuses_what_is_no_metric():
    with pytest.raises(ValueError, match="metric"):
        ClasswiseWrapper(torch.mean)
    with pytest.raises(ValueError, match="prefix"):
        ClasswiseWrapper(recall(), prefix=3)
    assert ClasswiseWrapper(recall()).update_called is False
    assert MinMaxMetric(BinaryAccuracy()).higher_is_better is True
