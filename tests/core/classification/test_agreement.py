"""Overlap, correlation and agreement beyond chance against scikit-learn."""

import numpy as np
import pytest
import torch
from sklearn import metrics as reference

from tests.core.classification import oracle
from tests.core.classification.data import CLASSES, choices, close, decisions, halves, make, value, weights_of

WEIGHTED = pytest.mark.parametrize("weighted", [False, True])
IGNORED = pytest.mark.parametrize("ignore_index", [None, -1, 0])


def kept(preds, target, weight, ignore_index):
    return (
        [part.numpy() for part in (preds, target, weight)]
        if ignore_index is None
        else [part[target != ignore_index].numpy() for part in (preds, target, weight)]
    )


def batches(preds, target, weight, weighted):
    return halves(preds, target, weight) if weighted else halves(preds, target)


def multiclass_data(ignore_index):
    scores, target = choices()
    if ignore_index == -1:
        target[::5] = -1
    return scores, target, weights_of(target)


def averaged_jaccard(preds, target, weight, average, ignored):
    """Scikit-learn's value; classes that do not occur, and an ignored one, leave the averages."""
    occurring = sorted({*target[weight > 0], *preds[weight > 0]} - {ignored})
    labels = list(range(CLASSES)) if average in ("micro", "none") else occurring
    its = None if average == "none" else average
    got = reference.jaccard_score(target, preds, labels=labels, average=its, sample_weight=weight, zero_division=0.0)
    if average == "none" and ignored is not None:
        got[ignored] = np.nan
    return got


@WEIGHTED
@IGNORED
@pytest.mark.parametrize("average", oracle.AVERAGES)
def test_multiclass_jaccard(average, ignore_index, weighted):
    scores, target, weight = multiclass_data(ignore_index)
    p, t, w = kept(scores.argmax(1), target, weight if weighted else torch.ones(len(target)), ignore_index)
    metric = make("MulticlassJaccardIndex", CLASSES, average, ignore_index)
    expected = averaged_jaccard(p, t, w, average, ignore_index if ignore_index == 0 else None)
    close(value(metric, *batches(scores, target, weight, weighted)), expected)


@WEIGHTED
@IGNORED
def test_binary(ignore_index, weighted):
    scores, target = decisions()
    target[::5] = target[::5] if ignore_index != -1 else -1
    weight = weights_of(target)
    p, t, w = kept((scores > 0.5).long(), target, weight if weighted else torch.ones(len(target)), ignore_index)
    jaccard = make("BinaryJaccardIndex", ignore_index=ignore_index)
    close(value(jaccard, *batches(scores, target, weight, weighted)), reference.jaccard_score(t, p, sample_weight=w))
    if ignore_index == 0:  # one class is left, and some of it is found
        return
    for name, function in (
        ("MatthewsCorrCoef", reference.matthews_corrcoef),
        ("CohenKappa", reference.cohen_kappa_score),
    ):
        got = value(make(f"Binary{name}", ignore_index=ignore_index), *batches(scores, target, weight, weighted))
        close(got, function(t, p, sample_weight=w))


@WEIGHTED
@IGNORED
def test_multiclass_correlation(ignore_index, weighted):
    scores, target, weight = multiclass_data(ignore_index)
    p, t, w = kept(scores.argmax(1), target, weight if weighted else torch.ones(len(target)), ignore_index)
    metric = make("MulticlassMatthewsCorrCoef", CLASSES, ignore_index)
    close(value(metric, *batches(scores, target, weight, weighted)), reference.matthews_corrcoef(t, p, sample_weight=w))


@WEIGHTED
@IGNORED
@pytest.mark.parametrize("classes", [CLASSES, 70])
@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_multiclass_kappa(weights, classes, ignore_index, weighted):
    scores, target, weight = multiclass_data(ignore_index)
    p, t, w = kept(scores.argmax(1), target, weight if weighted else torch.ones(len(target)), ignore_index)
    metric = make("MulticlassCohenKappa", classes, ignore_index, weights)
    expected = reference.cohen_kappa_score(t, p, weights=weights, labels=list(range(classes)), sample_weight=w)
    close(value(metric, *batches(scores.argmax(1), target, weight, weighted)), expected)


@WEIGHTED
def test_multilabel(weighted):
    scores, target = decisions((30, 4))
    weight = weights_of(target.flatten()).reshape(target.shape)
    w = (weight if weighted else torch.ones(target.shape)).numpy()
    flat = [part.flatten().numpy() for part in (target, scores > 0.5)]
    got = value(make("MultilabelMatthewsCorrCoef", 4), *batches(scores, target, weight, weighted))
    close(got, reference.matthews_corrcoef(*flat, sample_weight=w.flatten()))
    columns = [reference.jaccard_score(target[:, i], scores[:, i] > 0.5, sample_weight=w[:, i]) for i in range(4)]
    got = value(make("MultilabelJaccardIndex", 4), *batches(scores, target, weight, weighted))
    close(got, np.mean(columns))


def test_perfect_agreement_is_1_even_of_a_constant():
    labels = torch.zeros(4, dtype=torch.long)
    assert value(make("BinaryMatthewsCorrCoef"), (labels, labels)) == 1
    assert value(make("MulticlassMatthewsCorrCoef", 3), (labels, labels)) == 1
    assert value(make("MulticlassMatthewsCorrCoef", 3), (labels, labels)).dtype == torch.float32


@pytest.mark.parametrize("name", ["MatthewsCorrCoef", "CohenKappa"])
def test_a_constant_is_undefined(name):
    constant, labels = torch.zeros(4, dtype=torch.long), torch.tensor([0, 1, 0, 1])
    defined = 0.0 if name == "CohenKappa" else np.nan  # kappa: as much disagreement as expected
    close(value(make(f"Binary{name}"), (constant, labels)), defined)
    close(value(make(f"Multiclass{name}", 3), (constant, labels)), defined)
    assert value(make(f"Multiclass{name}", 3), (constant[:0], labels[:0])).isnan()
    if name == "CohenKappa":
        assert value(make("BinaryCohenKappa"), (constant, constant)).isnan()


def test_refused():
    with pytest.raises(ValueError, match="weights to be None, 'linear' or 'quadratic', got 'cubic'"):
        make("BinaryCohenKappa", weights="cubic")
    with pytest.raises(ValueError, match="multilabel"):
        make("CohenKappa", task="multilabel", num_classes=3)


def test_kappa_of_many_classes_keeps_sums_unless_weighted():
    assert make("MulticlassCohenKappa", 1000).class_counts.numel() == 3000
    assert make("MulticlassCohenKappa", 100, weights="linear").class_counts.numel() == 10_000
