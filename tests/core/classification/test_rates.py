"""Rates of errors, informedness, markedness, balanced means and likelihood ratios against scikit-learn."""

import numpy as np
import pytest
import torch
from sklearn import metrics as reference

from tests.core.classification import oracle
from tests.core.classification.data import choices, close, decisions, halves, make, value, weights_of

RATES = {  # by true negatives, false positives, false negatives, true positives
    "FalsePositiveRate": lambda tn, fp, fn, tp: fp / (fp + tn),
    "FalseNegativeRate": lambda tn, fp, fn, tp: fn / (fn + tp),
    "FalseDiscoveryRate": lambda tn, fp, fn, tp: fp / (fp + tp),
    "FalseOmissionRate": lambda tn, fp, fn, tp: fn / (fn + tn),
    "Informedness": lambda tn, fp, fn, tp: tp / (tp + fn) + tn / (tn + fp) - 1,
    "Markedness": lambda tn, fp, fn, tp: tp / (tp + fp) + tn / (tn + fn) - 1,
}
BY_NAME = pytest.mark.parametrize("name", RATES)


def of_cells(name, matrix, average="none", counted=None):
    """A rate of scikit-learn's matrices; averages over the classes that occur and have a rate."""
    cells = matrix.reshape(-1, 4).astype(float)
    if average == "micro":
        cells = cells.sum(0, keepdims=True)
    with np.errstate(invalid="ignore"):
        values = RATES[name](*cells.T)
    if average == "none":
        return values
    if average == "micro":
        return values[0]
    known = ~np.isnan(values) if counted is None else ~np.isnan(values) & counted
    weights = (cells[:, 2] + cells[:, 3]) if average == "weighted" else np.ones(len(values))
    return np.average(values[known], weights=weights[known]) if weights[known].sum() else np.nan


def of_two(scores, target, weight=None):
    return reference.multilabel_confusion_matrix(target, scores > 0.5, labels=[1], sample_weight=weight)


def of_classes(scores, target, weight=None):
    labels = scores.argmax(1)
    matrix = reference.multilabel_confusion_matrix(target, labels, labels=range(5), sample_weight=weight)
    return matrix, matrix[:, 1, :].sum(1) + matrix[:, 0, 1] > 0


@pytest.mark.parametrize("weighted", [False, True])
@BY_NAME
def test_binary(name, weighted):
    scores, target = decisions()
    weight = weights_of(target)
    expected = of_cells(name, of_two(scores, target, weight.numpy() if weighted else None))[0]
    parts = halves(scores, target, weight) if weighted else halves(scores, target)
    close(value(make(f"Binary{name}"), *parts), expected)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("average", oracle.AVERAGES)
@BY_NAME
def test_multiclass(name, average, weighted):
    scores, target = choices()
    weight = weights_of(target)
    expected = of_cells(name, *of_classes(scores, target, weight.numpy() if weighted else None)[:1], average,
                        of_classes(scores, target)[1])  # fmt: skip
    parts = halves(scores, target, weight) if weighted else halves(scores, target)
    close(value(make(f"Multiclass{name}", 5, average=average), *parts), expected)


@pytest.mark.parametrize("ignore_index", [None, -1])
@pytest.mark.parametrize("average", oracle.AVERAGES)
@BY_NAME
def test_multilabel(name, average, ignore_index):
    scores, target = decisions((40, 3))
    if ignore_index is not None:
        target[::3, 0] = -1
        target[:, 2] = -1
    keep = target != -1
    columns = [
        of_two(scores[keep[:, i], i], target[keep[:, i], i]) if keep[:, i].any() else np.zeros((1, 2, 2))
        for i in range(3)
    ]
    expected = of_cells(name, np.concatenate(columns), average)
    metric = make(f"Multilabel{name}", num_labels=3, average=average, ignore_index=ignore_index)
    close(value(metric, *halves(scores, target)), expected)


@BY_NAME
def test_undefined(name):
    nothing = torch.zeros(0, dtype=torch.long)
    assert value(make(f"Binary{name}"), (nothing, nothing)).isnan()
    if name in ("Informedness", "FalsePositiveRate"):
        assert value(make(f"Binary{name}"), (torch.tensor([1, 0]), torch.tensor([1, 1]))).isnan()


@pytest.mark.parametrize("adjusted", [False, True])
def test_balanced_accuracy(adjusted):
    scores, target = choices()
    weight = weights_of(target)
    labels = scores.argmax(1)
    keep = target != 0
    about = {"adjusted": adjusted}
    with oracle._quiet():
        expected = reference.balanced_accuracy_score(target, labels, sample_weight=weight, **about)
        left = reference.balanced_accuracy_score(target[keep], labels[keep], **about)
    close(value(make("MulticlassBalancedAccuracy", 5, adjusted), *halves(scores, target, weight)), expected)
    close(value(make("MulticlassBalancedAccuracy", 5, adjusted, 0), *halves(scores, target)), left)
    scores, target = decisions()
    expected = reference.balanced_accuracy_score(target, scores > 0.5, **about)
    close(value(make("BinaryBalancedAccuracy", adjusted), *halves(scores, target)), expected)
    scores, target = decisions((40, 3))
    columns = [reference.balanced_accuracy_score(target[:, i], scores[:, i] > 0.5, **about) for i in range(3)]
    close(value(make("MultilabelBalancedAccuracy", 3, adjusted, average="none"), *halves(scores, target)), columns)
    close(value(make("MultilabelBalancedAccuracy", 3, adjusted), *halves(scores, target)), np.mean(columns))
    flat = reference.balanced_accuracy_score(target.flatten(), scores.flatten() > 0.5, **about)
    close(value(make("MultilabelBalancedAccuracy", 3, adjusted, average="micro"), *halves(scores, target)), flat)


def test_balanced_accuracy_of_one_class():
    preds, target = torch.tensor([1, 0]), torch.tensor([1, 1])
    assert value(make("BinaryBalancedAccuracy"), (preds, target)) == 0.5
    assert value(make("BinaryBalancedAccuracy", adjusted=True), (preds, target)).isnan()


def geometric(target, preds):
    recalls = reference.recall_score(target, preds, labels=sorted({*target.tolist()}), average=None)
    return np.prod(recalls) ** (1 / len(recalls))


def test_geometric_mean():
    scores, target = choices()
    close(value(make("MulticlassGeometricMean", 5), *halves(scores, target)), geometric(target, scores.argmax(1)))
    scores, target = decisions()
    close(value(make("BinaryGeometricMean"), *halves(scores, target)), geometric(target, scores > 0.5))
    never = torch.ones(4, dtype=torch.long), torch.tensor([0, 1, 0, 1])
    assert value(make("BinaryGeometricMean"), never) == 0
    scores, target = decisions((40, 3))
    columns = [geometric(target[:, i], scores[:, i] > 0.5) for i in range(3)]
    close(value(make("MultilabelGeometricMean", 3), *halves(scores, target)), np.mean(columns))


@pytest.mark.parametrize("weighted", [False, True])
def test_likelihood_ratios(weighted):
    scores, target = decisions()
    weight = weights_of(target)
    its = weight.numpy() if weighted else None
    expected = reference.class_likelihood_ratios(target.numpy(), (scores > 0.5).numpy(), sample_weight=its)
    parts = halves(scores, target, weight) if weighted else halves(scores, target)
    for got, ratio in zip(value(make("BinaryClassLikelihoodRatios"), *parts).values(), expected, strict=True):
        close(got, ratio)
    scores, target = decisions((40, 3))
    pairs = [reference.class_likelihood_ratios(target[:, i], scores[:, i] > 0.5) for i in range(3)]
    got = value(make("MultilabelClassLikelihoodRatios", 3), *halves(scores, target))
    close(torch.stack(list(got.values()), 1), pairs)


def test_likelihood_ratios_with_nothing_to_divide_by():
    perfect = torch.tensor([1, 0])
    got = value(make("BinaryClassLikelihoodRatios"), (perfect, perfect))
    assert got["positive"].isnan()
    assert got["negative"] == 0


@pytest.mark.parametrize("k", [1, 2, 4])
def test_top_k_accuracy(k):
    scores, target = choices()
    weight = weights_of(target)
    expected = reference.top_k_accuracy_score(target, scores, k=k, labels=range(5), sample_weight=weight)
    close(value(make("TopKAccuracy", 5, k), *halves(scores, target, weight)), expected)
