"""Confusion matrices against scikit-learn."""

import numpy as np
import pytest
import torch
from sklearn.metrics import confusion_matrix, multilabel_confusion_matrix

from tests.core.classification.data import CLASSES, choices, close, decisions, halves, make, value, weights_of

NORMALIZE = (None, "none", "true", "pred", "all")


def normalized(matrix, normalize):
    """Shares by definition; nothing divided by nothing is nan."""
    over = {"true": -1, "pred": -2, "all": (-2, -1)}.get(normalize)
    with np.errstate(invalid="ignore"):
        return matrix if over is None else matrix / matrix.sum(over, keepdims=True)


@pytest.mark.parametrize("ignore_index", [None, -1, 1])
@pytest.mark.parametrize("normalize", NORMALIZE)
@pytest.mark.parametrize("classes", [CLASSES, 70])
def test_multiclass(normalize, ignore_index, classes):
    scores, target = choices()
    scores = torch.cat([scores, torch.full((len(scores), classes - CLASSES), -9.0)], 1)
    target[::7] = target[::7] if ignore_index is None else ignore_index
    keep = target != (-2 if ignore_index is None else ignore_index)
    for weight in (None, weights_of(target)):
        expected = confusion_matrix(
            target[keep], scores.argmax(1)[keep], labels=range(classes),
            sample_weight=None if weight is None else weight[keep],
        )  # fmt: skip
        metric = make("MulticlassConfusionMatrix", num_classes=classes, normalize=normalize, ignore_index=ignore_index)
        extra = () if weight is None else (weight,)
        close(value(metric, *halves(scores, target, *extra)), normalized(expected, normalize))


@pytest.mark.parametrize("normalize", NORMALIZE[2:])
def test_equals_the_normalization_of_the_reference_where_all_is_defined(normalize):
    scores, target = choices()
    scores, target = scores[:, :2].repeat(1, 2)[:, 1:3], target % 2
    expected = confusion_matrix(target, scores.argmax(1), normalize=normalize)
    close(value(make("MulticlassConfusionMatrix", num_classes=2, normalize=normalize), (scores, target)), expected)


@pytest.mark.parametrize("ignore_index", [None, -1])
@pytest.mark.parametrize("normalize", NORMALIZE)
def test_binary(normalize, ignore_index):
    preds, target = decisions((30, 2))
    target[::7] = target[::7] if ignore_index is None else ignore_index
    keep = target != -1
    weight = weights_of(target)
    expected = confusion_matrix(
        target[keep], preds[keep] > 0.4, labels=[0, 1], sample_weight=weight[:, None].expand(-1, 2)[keep]
    )
    metric = make("BinaryConfusionMatrix", threshold=0.4, normalize=normalize, ignore_index=ignore_index)
    close(value(metric, *halves(preds, target, weight)), normalized(expected, normalize))


@pytest.mark.parametrize("normalize", NORMALIZE)
def test_multilabel(normalize):
    preds, target = decisions((30, 3))
    weight = weights_of(target)
    expected = multilabel_confusion_matrix(target, preds > 0.5, sample_weight=weight)
    metric = make("MultilabelConfusionMatrix", num_labels=3, normalize=normalize)
    close(value(metric, *halves(preds, target, weight)), normalized(expected, normalize))


def test_multilabel_with_ignored_elements():
    preds = torch.tensor([[1, 0], [1, 1], [0, 0]])
    target = torch.tensor([[1, -1], [-1, -1], [1, -1]])
    metric = make("MultilabelConfusionMatrix", num_labels=2, ignore_index=-1)
    assert value(metric, (preds, target)).tolist() == [[[0, 0], [1, 1]], [[0, 0], [0, 0]]]


def test_empty_rows_and_columns_have_no_shares():
    preds, target = torch.tensor([0, 0]), torch.tensor([0, 0])
    for normalize, expected in (("true", [[1, 0], [np.nan, np.nan]]), ("pred", [[1, np.nan], [0, np.nan]])):
        metric = make("MulticlassConfusionMatrix", num_classes=2, normalize=normalize)
        close(value(metric, (preds, target)), expected)
    assert value(make("BinaryConfusionMatrix", normalize="all"), (preds[:0], target[:0])).isnan().all()


@pytest.mark.parametrize("task", ["Binary", "Multiclass", "Multilabel"])
def test_counts_are_whole_numbers_unless_weighted(task):
    settings = {"Multiclass": {"num_classes": 2}, "Multilabel": {"num_labels": 2}}.get(task, {})
    data = torch.tensor([[0, 1], [1, 1]]), torch.tensor([[0, 1], [1, 0]])
    plain = value(make(f"{task}ConfusionMatrix", **settings), data)
    weighted = value(make(f"{task}ConfusionMatrix", **settings), (*data, torch.ones(2)))
    assert plain.dtype == torch.int64
    assert weighted.dtype == torch.float32
    assert torch.equal(plain, weighted.long())
