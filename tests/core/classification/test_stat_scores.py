"""Counts of true and false positives and negatives against scikit-learn."""

import numpy as np
import pytest
import torch

from tests.core.classification import oracle
from tests.core.classification.data import CLASSES, choices, close, decisions, halves, make, value, weights_of


def averaged(table, average, occurs):
    if average == "micro":
        return table.sum(0)
    if average == "none":
        return table
    weights = occurs * (table[:, 4] if average == "weighted" else 1.0)
    return (table * weights[:, None]).sum(0) / weights.sum()


@pytest.mark.parametrize("ignore_index", [None, -1, 1])
@pytest.mark.parametrize("average", oracle.AVERAGES)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("classes", [CLASSES, 70])
def test_multiclass(average, ignore_index, weighted, classes):
    scores, target = choices()
    scores = torch.cat([scores, torch.full((len(scores), classes - CLASSES), -9.0)], 1)
    target[::7] = target[::7] if ignore_index is None else ignore_index
    weight = weights_of(target) if weighted else None
    table = oracle.counts(scores.argmax(1), target, classes, ignore_index, weight)
    occurs = table[:, [0, 1, 3]].sum(1) > 0
    if ignore_index == 1:
        occurs[1] = False
    metric = make("MulticlassStatScores", num_classes=classes, average=average, ignore_index=ignore_index)
    got = value(metric, *halves(scores, target, *((weight,) if weighted else ())))
    close(got, averaged(table, average, occurs))
    counted = average in ("micro", "none") and not weighted
    assert got.dtype == (torch.int64 if counted else torch.float32)


@pytest.mark.parametrize("average", oracle.AVERAGES)
def test_multilabel(average):
    preds, target = decisions((30, 3))
    target[:, 2] = -1
    columns = zip((preds > 0.5).T.long(), target.T, strict=True)
    table = np.stack([oracle.counts(p, t, 2, -1)[1] for p, t in columns])
    metric = make("MultilabelStatScores", num_labels=3, average=average, ignore_index=-1)
    close(value(metric, *halves(preds, target)), averaged(table, average, np.array([1, 1, 0])))


@pytest.mark.parametrize("ignore_index", [None, -1, 0, 1])
def test_binary(ignore_index):
    preds, target = decisions((30, 2))
    target[::7] = target[::7] if ignore_index is None else ignore_index
    table = oracle.counts((preds > 0.5).long(), target, 2, ignore_index)
    close(value(make("BinaryStatScores", ignore_index=ignore_index), *halves(preds, target)), table[1])


def test_of_no_data():
    preds, target = torch.empty(0, 3), torch.empty(0, dtype=torch.long)
    assert value(make("MulticlassStatScores", num_classes=3, average="micro"), (preds, target)).tolist() == [0] * 5
    assert value(make("MulticlassStatScores", num_classes=3, average="macro"), (preds, target)).isnan().all()
