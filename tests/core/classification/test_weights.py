"""Weights: of 1 like none, of w like w samples, of 0 like absence."""

import itertools

import pytest
import torch

from metricore import InvalidDataError
from tests.core.classification import oracle
from tests.core.classification.data import CLASSES, choices, decisions, make, value, weights_of

NAMES = [*oracle.RATIOS, "StatScores", "ConfusionMatrix"]
TASKS = ("Binary", "Multiclass", "Multilabel")


def metric_and_data(task, name, average="macro"):
    settings = dict(oracle.RATIOS.get(name, {}))
    if task != "Binary" and name != "ConfusionMatrix":
        settings["average"] = average
    if task == "Multiclass":
        return make(task + name, num_classes=CLASSES, **settings), choices()
    if task == "Multilabel":
        return make(task + name, num_labels=3, **settings), decisions((40, 3))
    return make(task + name, **settings), decisions()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("task", "average"), [("Binary", ""), *itertools.product(TASKS[1:], oracle.AVERAGES)])
def test_weights_of_one_change_no_bit(task, name, average):
    metric, data = metric_and_data(task, name, average)
    plain = value(metric.clone(), data)
    for weight in (torch.ones(len(data[1])), torch.ones(data[1].shape, dtype=torch.long)):
        weighted = value(metric.clone(), (*data, weight))
        assert torch.equal(plain.nan_to_num(-1), weighted.nan_to_num(-1))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("task", TASKS)
def test_a_weight_is_a_number_of_copies(task, name):
    metric, (preds, target) = metric_and_data(task, name)
    weight = weights_of(target) * 2
    copies = [t.repeat_interleave(weight.long(), 0) for t in (preds, target)]
    got, expected = value(metric.clone(), (preds, target, weight)), value(metric.clone(), copies)
    torch.testing.assert_close(got, expected.to(got.dtype), equal_nan=True)


@pytest.mark.parametrize("name", ["Accuracy", "F1Score", "Specificity", "ConfusionMatrix"])
@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("labels", [False, True])
def test_what_weighs_nothing_may_hold_anything(task, name, labels):
    metric, (preds, target) = metric_and_data(task, name)
    if labels:
        preds = preds.argmax(1) if task == "Multiclass" else (preds > 0.5).long()
    weight = torch.ones(len(target))
    weight[::4] = 0
    present = weight > 0
    expected = value(metric.clone(), (preds[present], target[present], weight[present]))
    preds[::4] = 77 if labels else float("nan")
    target[::4] = 99
    assert torch.equal(value(metric.clone(), (preds, target, weight)).nan_to_num(-1), expected.nan_to_num(-1))


def test_absent_logits_do_not_decide_how_scores_are_read():
    preds, target = torch.tensor([0.2, 5.0]), torch.tensor([0, 1])
    metric = make("BinaryAccuracy")  # read as a logit, 0.2 is a yes
    assert value(metric, (preds, target, torch.tensor([1.0, 0.0]))) == 1.0


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("shape", [(3,), (40, 2), ()])
def test_wrong_shape(task, shape):
    metric, data = metric_and_data(task, "Accuracy")
    metric.update(*data)
    before = metric.compute()
    with pytest.raises(ValueError, match=r"Expected sample_weight of shape \(40|Expected sample_weight of shape \(60"):
        metric.update(*data, torch.ones(shape))
    assert torch.equal(metric.compute(), before)


@pytest.mark.parametrize("wrong", [float("nan"), -1.0, float("inf")])
@pytest.mark.parametrize("task", TASKS)
def test_senseless_weights(task, wrong):
    metric, data = metric_and_data(task, "Accuracy")
    weight = torch.ones(len(data[1]))
    weight[3] = wrong
    with pytest.raises(InvalidDataError, match="finite numbers not below 0; "):
        metric.update(*data, weight)
    assert metric.update_count == 0
