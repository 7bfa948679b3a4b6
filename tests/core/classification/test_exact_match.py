"""Samples that are right in all their parts, against scikit-learn's subset accuracy."""

import numpy as np
import pytest
import torch
from sklearn.metrics import accuracy_score

from tests.core.classification.data import choices, close, decisions, halves, make, value, weights_of


def easy(shape=(30, 3), seed=1):
    """Decisions that are mostly right."""
    scores, target = decisions(shape, seed)
    return (scores + target) / 2, target


@pytest.mark.parametrize("weighted", [False, True])
def test_multilabel(weighted):
    scores, target = easy()
    weight = weights_of(target)
    expected = accuracy_score(target, scores > 0.5, sample_weight=weight if weighted else None)
    for preds in (scores, scores.logit(), (scores > 0.5).long()):
        parts = halves(preds, target, weight) if weighted else halves(preds, target)
        close(value(make("MultilabelExactMatch", 3), *parts), expected)


def test_multilabel_positions_are_samples():
    scores, target = easy((8, 3, 5))
    right = ((scores > 0.5) == target).all(1).double()
    close(value(make("MultilabelExactMatch", 3), *halves(scores, target)), right.mean())
    metric = make("MultilabelExactMatch", 3, multidim_average="samplewise")
    close(value(metric, *halves(scores, target)), right.mean(1))


@pytest.mark.parametrize("weighted", [False, True])
def test_multiclass(weighted):
    scores, target = choices(3, 40, (2,))
    weight = weights_of(target)
    right = (scores.argmax(1) == target).all(1).numpy()
    expected = accuracy_score(np.ones(40), right, sample_weight=weight if weighted else None)
    parts = halves(scores, target, weight) if weighted else halves(scores, target)
    close(value(make("MulticlassExactMatch", 3), *parts), expected)
    metric = make("MulticlassExactMatch", 3, multidim_average="samplewise")
    close(value(metric, *halves(scores, target)), right)


def test_multiclass_of_one_part_is_accuracy():
    scores, target = choices()
    close(value(make("MulticlassExactMatch", 5), *halves(scores, target)), accuracy_score(target, scores.argmax(1)))


def test_ignored_parts_leave_and_samples_ignored_throughout_do_not_count():
    preds = torch.tensor([[0, 1], [1, 1], [0, 0], [1, 0]])
    target = torch.tensor([[0, -1], [0, 1], [-1, -1], [-1, 0]])
    close(value(make("MulticlassExactMatch", 2, ignore_index=-1), *halves(preds, target)), 2 / 3)
    close(value(make("MultilabelExactMatch", 2, ignore_index=-1), *halves(preds, target)), 2 / 3)
    metric = make("MulticlassExactMatch", 2, "samplewise", -1)
    close(value(metric, *halves(preds, target)), [1, 0, np.nan, 1])


def test_nothing_is_undefined():
    for metric in (make("MulticlassExactMatch", 2), make("MultilabelExactMatch", 2)):
        assert value(metric, (torch.zeros(0, 2, dtype=torch.long),) * 2).isnan()
