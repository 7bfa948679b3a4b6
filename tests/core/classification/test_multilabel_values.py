"""Several decisions of yes or no against scikit-learn."""

import itertools

import numpy as np
import pytest
import torch
from sklearn.metrics import precision_recall_fscore_support

from tests.core.classification import oracle
from tests.core.classification.data import close, decisions, halves, make, value, weights_of

LABELS = 4


def rows(ignore_index, seed=1):
    """Probabilities and labels; the last label is always no, and one label may be ignored throughout."""
    probabilities, target = decisions((30, LABELS), seed)
    target[:, -1] = 0
    if ignore_index == -1:
        target[::4, 0] = -1
        target[:, 1] = -1
    return probabilities, target


@pytest.mark.parametrize("ignore_index", [None, -1, 0, 1])
@pytest.mark.parametrize("average", oracle.AVERAGES)
@pytest.mark.parametrize("name", oracle.RATIOS)
def test_equals_reference(name, average, ignore_index):
    probabilities, target = rows(ignore_index)
    by_element = weights_of(target.flatten()).reshape(target.shape)
    for weight, zero_division in itertools.product([None, weights_of(target), by_element], [0.0, 1.0, np.nan]):
        settings = dict(oracle.RATIOS[name])
        settings |= {"zero_division": zero_division} if "zero_division" in settings else {}
        about = [settings.get(key, default) for key, default in (("zero_division", np.nan), ("beta", 1.0))]
        labels = (probabilities > 0.5).long()
        given = None if weight is None else weight.numpy()
        expected = oracle.multilabel(name, labels, target, average, ignore_index, given, *about)
        extra = () if weight is None else (weight,)
        settings |= {"num_labels": LABELS, "average": average, "ignore_index": ignore_index}
        for preds in (probabilities, probabilities.logit(), labels):
            close(value(make(f"Multilabel{name}", **settings), *halves(preds, target, *extra)), expected)


@pytest.mark.parametrize("average", [None, "micro", "macro", "weighted"])
def test_equals_the_indicator_form_of_the_reference(average):
    probabilities, target = rows(None)
    labels = probabilities > 0.6
    expected = precision_recall_fscore_support(target, labels, average=average, zero_division=0.0)
    for name, its in zip(("Precision", "Recall", "F1Score"), expected, strict=False):
        metric = make(f"Multilabel{name}", num_labels=LABELS, average=average, threshold=0.6)
        close(value(metric, *halves(probabilities, target)), its)


@pytest.mark.parametrize("name", oracle.RATIOS)
def test_more_dimensions_count_like_more_samples(name):
    probabilities, target = decisions((9, LABELS, 2, 3))
    settings = oracle.RATIOS[name]
    flat = [t.movedim(1, -1).reshape(-1, LABELS) for t in (probabilities > 0.5, target)]
    expected = oracle.multilabel(name, flat[0].long(), flat[1], "macro", **settings)
    close(value(make(f"Multilabel{name}", num_labels=LABELS, **settings), *halves(probabilities, target)), expected)


def test_weighted_average_without_any_positive():
    preds, target = torch.tensor([[1, 0], [1, 1]]), torch.zeros(2, 2, dtype=torch.long)
    for zero_division in (0.0, 1.0):
        metric = make("MultilabelRecall", num_labels=2, average="weighted", zero_division=zero_division)
        assert value(metric, (preds, target)) == zero_division
    assert value(make("MultilabelAccuracy", num_labels=2, average="weighted"), (preds, target)).isnan()
