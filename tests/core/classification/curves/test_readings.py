"""Logits, probabilities and other scores: the same value however the data are split, and no thresholds out of place."""

import numpy as np
import pytest
import torch
from sklearn.metrics import roc_auc_score

from metricore.classification import BinaryAUROC, BinaryROC, MulticlassAUROC, MulticlassROC, MultilabelAveragePrecision
from tests.core.classification.curves.data import close, generator

THRESHOLDS = [None, 20, [0.2, 0.6, 0.4], "auto"]


def pieces(*tensors):
    return list(zip(*(t.split(1) for t in tensors), strict=True))


@pytest.mark.parametrize("thresholds", THRESHOLDS)
@pytest.mark.parametrize("scale", [1.0, 6.0])
def test_batches_of_logits_that_look_like_probabilities(thresholds, scale):
    g = generator(0)
    logits = torch.rand(30, generator=g) * scale  # single batches are within [0, 1]
    target = torch.randint(0, 2, (30,), generator=g)
    whole, apart = BinaryROC(thresholds=thresholds), BinaryROC(thresholds=thresholds)
    whole.update(logits, target)
    for batch in pieces(logits, target):
        apart.update(*batch)
    close(apart.compute(), [each.numpy() for each in whole.compute()], 0, 0)
    known = BinaryROC(thresholds=thresholds, from_logits=scale > 1)
    known.update(logits, target)
    close(whole.compute(), [each.numpy() for each in known.compute()], 0, 0)


@pytest.mark.parametrize("thresholds", THRESHOLDS)
def test_batches_of_logits_of_classes(thresholds):
    g = generator(1)
    logits, target = torch.rand(30, 3, generator=g) * 2, torch.randint(0, 3, (30,), generator=g)
    whole, apart = (MulticlassROC(3, thresholds=thresholds, average="micro") for _ in range(2))
    known = MulticlassROC(3, thresholds=thresholds, average="micro", from_logits=True)
    whole.update(logits, target)
    known.update(logits, target)
    for batch in pieces(logits, target):
        apart.update(*batch)
    for metric in (apart, known):
        close(metric.compute(), [each.numpy() for each in whole.compute()], 1e-6, 1e-6)
    softmaxed = MulticlassAUROC(3, thresholds=thresholds)(logits.softmax(1), target)
    close(MulticlassAUROC(3, thresholds=thresholds)(logits, target), softmaxed.numpy(), atol=0.02)


@pytest.mark.parametrize("thresholds", THRESHOLDS)
def test_ignored_samples_do_not_tell(thresholds):
    preds, target = torch.tensor([0.2, 0.7, 9.0]), torch.tensor([0, 1, -1])
    got = BinaryROC(thresholds=thresholds, ignore_index=-1)(preds, target)
    close(got, [each.numpy() for each in BinaryROC(thresholds=thresholds)(preds[:2], target[:2])])


def test_merged_shards_agree_on_the_reading():
    logits, target = torch.tensor([0.3, 0.9, -2.0, 3.0]), torch.tensor([0, 1, 0, 1])
    first, second = BinaryROC(thresholds=5), BinaryROC(thresholds=5)
    first.update(logits[:2], target[:2])
    second.update(logits[2:], target[2:])
    first.merge_state(second)
    close(first.compute(), [each.numpy() for each in BinaryROC(thresholds=5, from_logits=True)(logits, target)])


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
@pytest.mark.parametrize("thresholds", THRESHOLDS)
def test_any_float(dtype, thresholds):
    preds, target = torch.tensor([0.125, 0.5, 0.25, 0.875], dtype=dtype), torch.tensor([0, 1, 1, 0])
    expected = BinaryAUROC(thresholds=thresholds)(preds.double(), target)
    assert torch.equal(BinaryAUROC(thresholds=thresholds)(preds, target), expected)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_logits_of_half_precision_are_compared_by_whole_probabilities(dtype):
    g = generator(2)
    logits, target = torch.randn(200, 3, generator=g).to(dtype), torch.randint(0, 3, (200,), generator=g)
    softmax = np.exp(logits.double().numpy())
    softmax /= softmax.sum(1, keepdims=True)
    expected = [roc_auc_score(target == c, softmax[:, c]) for c in range(3)]
    close(MulticlassAUROC(3, average="none")(logits, target), expected)


@pytest.mark.parametrize("target", [torch.tensor([0, 1], dtype=torch.uint8), torch.tensor([False, True])])
def test_any_label_dtype(target):
    for thresholds in THRESHOLDS:
        assert BinaryAUROC(thresholds=thresholds)(torch.tensor([0.1, 0.9]), target) == 1


def test_label_by_label_readings_are_of_all_labels():
    preds = torch.tensor([[0.5, -3.0], [0.25, 3.0]])
    metric = MultilabelAveragePrecision(2, thresholds=[0.6], average="none")
    # sigmoid(0.5) = 0.62 and sigmoid(0.25) = 0.56: only with all scores read as logits is the first above 0.6
    close(metric(preds, torch.tensor([[1, 0], [0, 1]])), [1.0, 1.0])
