"""How scores are read: as probabilities, as logits, or as all of the data says."""

import pytest
import torch

from metricore import InvalidDataError
from tests.core.classification.data import decisions, halves, make, value


def test_one_value_outside_makes_all_logits_however_they_are_split():
    preds, target = torch.tensor([0.2, 0.4, 0.9, -1.5, 3.0]), torch.tensor([1, 0, 1, 0, 1])
    expected = ((preds > 0) == (target == 1)).float().mean()
    for sizes in ([5], [3, 2], [2, 3], [1] * 5, [4, 0, 1]):
        metric = make("BinaryAccuracy")
        assert value(metric, *zip(preds.split(sizes), target.split(sizes), strict=True)) == expected
        assert (
            value(make("BinaryAccuracy"), *zip(preds.flip(0).split(sizes), target.flip(0).split(sizes), strict=True))
            == expected
        )


def test_merged_parts_agree_on_one_reading():
    parts = [make("MultilabelF1Score", num_labels=2) for _ in range(2)]
    inside, outside = torch.tensor([[0.2, 0.6]]), torch.tensor([[-2.0, 3.0]])
    parts[0].update(inside, torch.tensor([[1, 1]]))
    parts[1].update(outside, torch.tensor([[0, 1]]))
    parts[0].merge_state(parts[1])
    assert parts[0].compute() == 1.0  # as logits, 0.2 is a yes


def test_a_batch_is_read_on_its_own_by_forward():
    metric = make("BinaryAccuracy")
    assert metric(torch.tensor([0.2]), torch.tensor([0])) == 1.0
    assert metric(torch.tensor([4.0]), torch.tensor([1])) == 1.0
    assert metric.compute() == 0.5  # over both batches 0.2 is a logit


@pytest.mark.parametrize("threshold", [0.1, 0.3, 0.5, 0.8])
@pytest.mark.parametrize("task", ["Binary", "Multilabel"])
def test_logits_and_their_probabilities_agree(task, threshold):
    settings = {} if task == "Binary" else {"num_labels": 3}
    preds, target = decisions((20, 3))
    preds = preds.double()
    metrics = [make(f"{task}F1Score", threshold=threshold, from_logits=flag, **settings) for flag in (False, True)]
    assert value(metrics[0], *halves(preds, target)) == value(metrics[1], *halves(preds.logit(), target))


@pytest.mark.parametrize("from_logits", [None, False])
def test_extreme_thresholds_of_probabilities(from_logits):
    preds, target = torch.tensor([0.0, 1e-6, 0.5, 1.0]), torch.ones(4, dtype=torch.long)
    for threshold, expected in ((0.0, 0.75), (0, 0.75), (1.0, 0.0), (1, 0.0)):
        assert value(make("BinaryRecall", threshold, from_logits=from_logits), (preds, target)) == expected


@pytest.mark.parametrize("from_logits", [None, True])
def test_extreme_thresholds_of_logits(from_logits):
    preds = torch.tensor([-float("inf"), -80.0, 80.0, float("inf")])
    for threshold, expected in ((0.0, 0.75), (1.0, 0.0)):
        metric = make("BinaryRecall", threshold, from_logits=from_logits)
        assert value(metric, (preds, torch.ones(4, dtype=torch.long))) == expected


def test_told_logits_may_lie_in_the_unit_interval():
    preds, target = torch.tensor([0.2, 0.4]), torch.tensor([1, 1])
    assert value(make("BinaryAccuracy", from_logits=True), (preds, target)) == 1.0
    assert value(make("BinaryAccuracy"), (preds, target)) == 0.0


def test_told_probabilities_must_be_some():
    metric = make("BinaryAccuracy", from_logits=False)
    with pytest.raises(InvalidDataError, match=r"Expected probabilities in \[0, 1\] in preds; 2 of 3 elements"):
        metric.update(torch.tensor([0.1, -0.1, 1.1]), torch.tensor([0, 1, 1]))


def test_an_ignored_score_decides_nothing():
    preds, target = torch.tensor([0.2, 9.0, float("nan")]), torch.tensor([0, -1, -1])
    assert value(make("BinaryAccuracy", ignore_index=-1), (preds, target)) == 1.0
    assert value(make("BinaryAccuracy", ignore_index=-1, from_logits=False), (preds, target)) == 1.0


def test_labels_read_the_same_either_way():
    metric = make("BinaryAccuracy")
    batches = [(torch.tensor([0, 1]), torch.tensor([0, 1])), (torch.tensor([-3.0, 3.0]), torch.tensor([0, 1]))]
    assert value(metric, *batches) == 1.0
