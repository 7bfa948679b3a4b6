"""Choices among classes against scikit-learn."""

import itertools

import numpy as np
import pytest
import torch
from sklearn.metrics import balanced_accuracy_score

from tests.core.classification import oracle
from tests.core.classification.data import CLASSES, choices, close, halves, make, value, weights_of

MANY = 70  # enough for the accumulator that keeps no matrix


def with_ignored(target, ignore_index):
    """The target with some labels replaced by an ignored one that is not a class."""
    target = target.clone()
    if ignore_index is not None and not 0 <= ignore_index < CLASSES:
        target[::5] = ignore_index
    return target


@pytest.mark.parametrize(
    ("classes", "ignore_index"), [*((CLASSES, index) for index in (None, -100, 1, 3, 4)), (MANY, None), (MANY, 1)]
)
@pytest.mark.parametrize("average", oracle.AVERAGES)
@pytest.mark.parametrize("name", oracle.RATIOS)
def test_equals_reference(name, average, ignore_index, classes):
    scores, target = choices()
    if classes > CLASSES:  # the same labels, spread out
        scores = torch.cat([scores, torch.full((len(scores), classes - CLASSES), -9.0)], 1)
    target = with_ignored(target, ignore_index)
    labels = scores.argmax(1)
    for weight, zero_division in itertools.product([None, weights_of(target)], [0.0, 1.0, np.nan]):
        settings = dict(oracle.RATIOS[name])
        if "zero_division" in settings:
            settings["zero_division"] = zero_division
        elif zero_division == zero_division:
            continue
        metric = f"Multiclass{name}"
        settings |= {"num_classes": classes, "average": average, "ignore_index": ignore_index}
        expected = oracle.multiclass(
            name, labels, target, classes, average, ignore_index, weight, zero_division, settings.get("beta", 1.0)
        )
        extra = () if weight is None else (weight,)
        for preds in (scores, labels) if weight is None else (scores,):
            close(value(make(metric, **settings), *halves(preds, target, *extra)), expected)


def test_any_form_of_predictions():
    scores, target = choices()
    values = [
        value(make("MulticlassF1Score", num_classes=CLASSES, average="none"), *halves(preds, labels))
        for preds in (scores, scores.softmax(1), scores.log_softmax(1).double(), scores.argmax(1))
        for labels in (target, target.to(torch.uint8), target.int())
    ]
    assert all(torch.equal(values[0], other) for other in values)


@pytest.mark.filterwarnings("ignore:y_pred contains classes not in y_true")
def test_macro_accuracy_is_the_balanced_one():
    scores, target = choices()
    metric = make("MulticlassAccuracy", num_classes=CLASSES)
    close(value(metric, *halves(scores, target)), balanced_accuracy_score(target, scores.argmax(1)))


@pytest.mark.parametrize("name", oracle.RATIOS)
def test_more_dimensions_count_like_more_samples(name):
    scores, target = choices(shape=(3, 2))
    settings = oracle.RATIOS[name]
    metric = make(f"Multiclass{name}", num_classes=CLASSES, **settings)
    expected = oracle.multiclass(name, scores.argmax(1), target, CLASSES, "macro", **settings)
    close(value(metric, *halves(scores, target)), expected)


@pytest.mark.parametrize("name", ["Accuracy", "HammingDistance", "Precision", "Recall", "F1Score", "FBetaScore"])
@pytest.mark.parametrize("ignore_index", [None, -1, 1])
def test_micro_needs_no_number_of_classes(name, ignore_index):
    scores, target = choices()
    target = with_ignored(target, ignore_index)
    settings = oracle.RATIOS[name]
    expected = oracle.multiclass(name, scores.argmax(1), target, CLASSES, "micro", ignore_index, **settings)
    for preds in (scores, scores.argmax(1)):
        metric = make(f"Multiclass{name}", average="micro", ignore_index=ignore_index, **settings)
        close(value(metric, *halves(preds, target)), expected)
