"""Brier score and its parts, and log loss, against scikit-learn."""

import numpy as np
import pytest
import torch
from sklearn.metrics import brier_score_loss, log_loss

from metricore.functional.classification import binary_log_loss, multiclass_brier_score
from tests.core.classification.data import choices, close, decisions, halves, make, value, weights_of

PARTS = ("brier", "reliability", "resolution", "uncertainty", "within_bins")


def several(scores, target, classes=5):
    """Probabilities, and one column of zeros and ones for each class."""
    return scores.double().softmax(1).numpy(), np.eye(classes)[target]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("ignore_index", [None, -1, 0])
def test_binary(ignore_index, weighted):
    scores, target = decisions((50,))
    weight = weights_of(target)
    if ignore_index == -1:
        target[::4] = -1
    keep = target != (-9 if ignore_index is None else ignore_index)
    its = weight[keep].numpy() if weighted else None
    p, t = scores[keep].double().numpy(), target[keep].numpy()
    for preds in (scores, scores.logit()):
        parts = halves(preds, target, weight) if weighted else halves(preds, target)
        close(value(make("BinaryBrierScore", ignore_index), *parts), brier_score_loss(t, p, sample_weight=its))
        expected = log_loss(t, p, sample_weight=its, labels=[0, 1])
        close(value(make("BinaryLogLoss", ignore_index), *parts), expected)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("ignore_index", [None, -1, 0])
def test_multiclass(ignore_index, weighted):
    scores, target = choices()
    weight = weights_of(target)
    if ignore_index == -1:
        target[::4] = -1
    keep = target != (-9 if ignore_index is None else ignore_index)
    its = weight[keep].numpy() if weighted else None
    probabilities, happened = several(scores[keep], target[keep])
    brier = np.average(((probabilities - happened) ** 2).sum(1), weights=its)
    expected = log_loss(target[keep].numpy(), probabilities, sample_weight=its, labels=range(5))
    for preds in (scores, scores.softmax(1)):
        parts = halves(preds, target, weight) if weighted else halves(preds, target)
        close(value(make("MulticlassBrierScore", 5, ignore_index), *parts), brier)
        close(value(make("MulticlassLogLoss", 5, ignore_index), *parts), expected)


@pytest.mark.parametrize(("name", "reference"), [("BrierScore", brier_score_loss), ("LogLoss", log_loss)])
def test_multilabel(name, reference):
    scores, target = decisions((40, 3))
    target[::3, 0] = -1
    target[:, 2] = -1
    weight = weights_of(target)
    columns = []
    for i in range(2):
        keep = target[:, i] != -1
        p, t = scores[keep, i].double().numpy(), target[keep, i].numpy()
        columns.append(reference(t, p, sample_weight=weight[keep].numpy()))
    parts = halves(scores, target, weight)
    close(value(make(f"Multilabel{name}", 3, "none", -1), *parts), [*columns, np.nan])
    close(value(make(f"Multilabel{name}", 3, "macro", -1), *parts), np.mean(columns))


def test_certainty():
    one = torch.tensor([1.0, 0.0])
    assert value(make("BinaryLogLoss"), (one, torch.tensor([1, 0]))) == 0
    assert value(make("BinaryLogLoss"), (one, torch.tensor([0, 0]))) == torch.inf
    assert value(make("BinaryLogLoss"), (one * 800 - 400, torch.tensor([0, 0]))) == 200
    weight = torch.tensor([0.0, 1.0])
    assert value(make("BinaryLogLoss"), (one, torch.tensor([0, 0]), weight)) == 0
    for name in ("BinaryLogLoss", "BinaryBrierScore"):
        assert value(make(name), (one[:0], torch.zeros(0, dtype=torch.long))).isnan()


def test_gradients():
    scores, target = torch.tensor([0.4, -2.0, 3.0], requires_grad=True), torch.tensor([1, 0, 0])
    binary_log_loss(scores, target).backward()
    close(scores.grad, (scores.detach().sigmoid() - target) / 3)
    logits = torch.randn(4, 3, requires_grad=True)
    labels = torch.tensor([0, 1, 2, 1])
    multiclass_brier_score(logits, labels, 3).backward()
    again = logits.detach().clone().requires_grad_()
    ((again.softmax(1) - torch.eye(3)[labels]) ** 2).sum(1).mean().backward()
    close(logits.grad, again.grad)


def parts_of(p, y, n_bins, weight=None):
    """Murphy's parts by their definition."""
    weight = np.ones(len(p)) if weight is None else weight
    total, rate = weight.sum(), np.average(y, weights=weight)
    index = np.digitize(p, (np.arange(1, n_bins) / n_bins).astype(p.dtype), right=True)
    reliability = resolution = 0.0
    for each in np.unique(index[weight > 0]):
        its = weight * (index == each)
        given, happened = np.average(p, weights=its), np.average(y, weights=its)
        reliability += its.sum() / total * (given - happened) ** 2
        resolution += its.sum() / total * (happened - rate) ** 2
    brier = np.average((p - y) ** 2, weights=weight)
    uncertainty = rate * (1 - rate)
    return np.array([brier, reliability, resolution, uncertainty, brier - reliability + resolution - uncertainty])


def expect(got, expected):
    assert tuple(got) == PARTS
    for part, its in zip(got.values(), expected, strict=True):
        close(part, its)


@pytest.mark.parametrize("weighted", [False, True])
def test_decomposition(weighted):
    scores, target = decisions((50,))
    weight = weights_of(target)
    its = weight.numpy() if weighted else None
    expected = parts_of(scores.numpy(), target.numpy(), 8, its)
    for preds in (scores, scores.logit()):
        parts = halves(preds, target, weight) if weighted else halves(preds, target)
        expect(value(make("BinaryBrierDecomposition", 8), *parts), expected)
    logits, labels = choices(n=50)
    probabilities = logits.softmax(1).numpy()
    expected = sum(parts_of(probabilities[:, i], (labels == i).numpy(), 10, its) for i in range(5))
    parts = halves(logits, labels, weight) if weighted else halves(logits, labels)
    expect(value(make("MulticlassBrierDecomposition", 5), *parts), expected)


def test_decomposition_is_complete_where_bins_hold_one_probability():
    scores, target = decisions((200,))
    scores = (scores * 10).ceil() / 10 - 0.05
    got = value(make("BinaryBrierDecomposition", 10), *halves(scores, target))
    assert abs(got["within_bins"]) < 1e-7
    close(got["brier"], (got["reliability"] - got["resolution"] + got["uncertainty"]).numpy())


def test_decomposition_of_labels():
    scores, target = decisions((40, 3))
    target[:, 2] = -1
    expected = np.mean([parts_of(scores[:, i].numpy(), target[:, i].numpy(), 10) for i in range(2)], 0)
    expect(value(make("MultilabelBrierDecomposition", 3, ignore_index=-1), *halves(scores, target)), expected)
