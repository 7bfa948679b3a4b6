"""Normalised entropy and calibration ratio beside torcheval's definitions and sums written out."""

import numpy as np
import pytest
import torch
from sklearn.metrics import log_loss

from metricore.classification import NormalizedEntropy
from metricore.functional.classification import binary_calibration_ratio, binary_normalized_entropy
from tests.core.classification.data import choices, close, decisions, halves, make, value, weights_of


def entropy(shares):
    shares = np.asarray(shares)
    return -(shares * np.log(shares)).sum()


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("ignore_index", [None, -1])
def test_binary(ignore_index, weighted):
    scores, target = decisions((50,))
    weight = weights_of(target)
    if ignore_index == -1:
        target[::4] = -1
    keep = target >= 0
    its = weight[keep].numpy() if weighted else np.ones(int(keep.sum()))
    p, t = scores[keep].double().numpy(), target[keep].numpy()
    base = np.average(t, weights=its)
    for preds in (scores, scores.double().logit()):
        parts = halves(preds, target, weight) if weighted else halves(preds, target)
        expected = log_loss(t, p, sample_weight=its) / entropy([base, 1 - base])
        close(value(make("BinaryNormalizedEntropy", ignore_index), *parts), expected)
        close(value(make("BinaryCalibrationRatio", ignore_index), *parts), (p * its).sum() / (t * its).sum())


@pytest.mark.parametrize("weighted", [False, True])
def test_multiclass_entropy(weighted):
    scores, target = choices()
    weight = weights_of(target) if weighted else torch.ones(len(target))
    shares = torch.zeros(5).index_add_(0, target, weight.float()) / weight.sum()
    loss = log_loss(target, scores.double().softmax(1), sample_weight=weight, labels=range(5))
    parts = halves(scores, target, weight) if weighted else halves(scores, target)
    close(value(make("MulticlassNormalizedEntropy", 5), *parts), loss / entropy(shares[shares > 0]))


@pytest.mark.parametrize("name", ["NormalizedEntropy", "CalibrationRatio"])
def test_labels_are_tasks_of_their_own(name):
    scores, target = decisions((40, 3))
    target[::3, 0] = -1
    each = [value(make(f"Binary{name}", -1), *halves(*column)) for column in zip(scores.T, target.T, strict=True)]
    close(value(make(f"Multilabel{name}", 3, "none", -1), *halves(scores, target)), torch.stack(each))
    close(value(make(f"Multilabel{name}", 3, "macro", -1), *halves(scores, target)), torch.stack(each).mean())


def test_the_base_rate_says_nothing():
    target = torch.tensor([0, 0, 0, 1])
    close(binary_normalized_entropy(torch.full((4,), 0.25), target), 1.0)
    close(binary_calibration_ratio(torch.full((4,), 0.25), target), 1.0)
    assert binary_normalized_entropy(torch.full((4,), 0.25), target * 0).isnan()
    assert binary_normalized_entropy(torch.full((4,), 0.25), target * 0 + 1).isnan()
    assert binary_calibration_ratio(torch.full((4,), 0.25), target * 0).isnan()


def test_weights_of_a_single_outcome_leave_no_rounding():
    """Sums of the same weights in another order may differ, which must not pass for a rare other outcome."""
    for samples in (100, 1000, 3000):
        generator = torch.Generator().manual_seed(samples)
        weight = torch.rand(samples, dtype=torch.float64, generator=generator)
        preds, target = torch.full((samples, 3), 1 / 3), torch.ones(samples, dtype=torch.int64)
        multiclass, binary = NormalizedEntropy(task="multiclass", num_classes=3), NormalizedEntropy(task="binary")
        assert multiclass(preds, target, sample_weight=weight).isnan()
        assert binary(preds[:, 0], target, sample_weight=weight).isnan()


def test_rare_events_keep_their_digits():
    rate = 1e-6
    target = torch.zeros(2_000_000, dtype=torch.int64)
    target[:2] = 1
    close(binary_normalized_entropy(torch.full((2_000_000,), rate, dtype=torch.float64), target), 1.0)
    close(binary_calibration_ratio(torch.full((2_000_000,), 2 * rate, dtype=torch.float64), target), 2.0)


def test_people_may_train_on_them():
    scores, target = decisions((20,))
    for function in (binary_normalized_entropy, binary_calibration_ratio):
        preds = scores.clone().requires_grad_()
        function(preds, target, from_logits=False).backward()
        assert preds.grad.isfinite().all()
        assert preds.grad.abs().sum() > 0
