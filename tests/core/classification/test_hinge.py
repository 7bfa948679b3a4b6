"""Hinge losses against scikit-learn."""

import numpy as np
import pytest
import torch
from sklearn.metrics import hinge_loss

from metricore.functional.classification import binary_hinge_loss
from tests.core.classification.data import choices, close, decisions, halves, make, value, weights_of


def margins():
    scores, target = decisions((40,))
    return (scores - 0.5) * 6, target


def squared_binary(scores, target, weight=None):
    """Scikit-learn has no squared form."""
    distance = np.maximum(0, 1 - np.where(target == 1, scores, -scores))
    return np.average(distance**2, weights=weight)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("ignore_index", [None, -1])
def test_binary(ignore_index, weighted):
    scores, target = margins()
    weight = weights_of(target)
    if ignore_index is not None:
        target[::4] = -1
    keep = target != -1
    its = weight[keep].numpy() if weighted else None
    parts = halves(scores, target, weight) if weighted else halves(scores, target)
    expected = hinge_loss(target[keep].numpy(), scores[keep].numpy(), sample_weight=its)
    close(value(make("BinaryHingeLoss", ignore_index=ignore_index), *parts), expected)
    expected = squared_binary(scores[keep].numpy(), target[keep].numpy(), its)
    close(value(make("BinaryHingeLoss", True, ignore_index), *parts), expected)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("ignore_index", [None, -1, 0])
def test_multiclass(ignore_index, weighted):
    scores, target = choices()
    weight = weights_of(target)
    if ignore_index == -1:
        target[::4] = -1
    keep = target != (-9 if ignore_index is None else ignore_index)
    its = weight[keep].numpy() if weighted else None
    parts = halves(scores, target, weight) if weighted else halves(scores, target)
    kept, labels = scores[keep].numpy(), target[keep].numpy()
    expected = hinge_loss(labels, kept, labels=range(5), sample_weight=its)
    close(value(make("MulticlassHingeLoss", 5, ignore_index=ignore_index), *parts), expected)
    columns = [np.maximum(0, 1 - np.where(labels == i, kept[:, i], -kept[:, i])) for i in range(5)]
    expected = np.average(columns, 1, weights=its)
    close(value(make("MulticlassHingeLoss", 5, False, "one-vs-all", ignore_index), *parts), expected)
    expected = np.average(np.square(columns), 1, weights=its)
    close(value(make("MulticlassHingeLoss", 5, True, "one-vs-all", ignore_index), *parts), expected)


def test_has_a_gradient():
    scores, target = margins()
    scores.requires_grad_()
    binary_hinge_loss(scores, target).backward()
    wrong = 1 - torch.where(target == 1, scores, -scores) > 0
    close(scores.grad, np.where(wrong, np.where(target == 1, -1, 1), 0) / 40)


def test_refused():
    with pytest.raises(ValueError, match="multiclass_mode to be one of"):
        make("MulticlassHingeLoss", 3, multiclass_mode="one-vs-one")
    with pytest.raises(ValueError, match="squared to be True or False"):
        make("BinaryHingeLoss", squared=2)
