"""Areas and distances against scikit-learn: tasks, averages, bins, ignored labels, weights, ties, one class only."""

import itertools

import numpy as np
import pytest
import torch

from tests.core.classification.curves import data, oracle
from tests.core.classification.curves.data import close, make, thirds, value

GRID = [0.9, 0.1, 0.5, 0.25, 0.0]
BINS = [None, GRID, torch.tensor(GRID), 33]


def ordered(parts, thresholds):
    """Scores as their bins order them."""
    if thresholds is None:
        return parts
    grid = np.linspace(0, 1, thresholds) if isinstance(thresholds, int) else np.asarray(thresholds, dtype=np.float32)
    return [(oracle.binned(np.float32(scores), np.float32(grid)), *rest) for scores, *rest in parts]


@pytest.mark.parametrize("thresholds", BINS)
@pytest.mark.parametrize("name", oracle.AREAS)
def test_binary(name, thresholds):
    for ignore_index, weighted in itertools.product([None, -1, 0, 1], [False, True]):
        preds, target = data.binary()
        if ignore_index == -1:
            target = target.clone()
            target[::5] = -1
        weight = data.weights(len(target)) if weighted else None
        parts = ordered(oracle.columns(preds, target, ignore_index, weight), thresholds)
        expected = oracle.area(name, *parts[0])
        if name == "FalsePositiveRateAtRecall" and thresholds is not None and 0.0 not in np.atleast_1d(thresholds):
            continue
        extra = () if weight is None else (weight,)
        for scores in (preds, preds.double()):
            metric = make(f"Binary{name}", thresholds=thresholds, ignore_index=ignore_index)
            close(value(metric, *thirds(scores, target, *extra)), expected)


@pytest.mark.parametrize("name", oracle.AREAS)
@pytest.mark.parametrize("thresholds", [None, 200])
def test_binary_logits(name, thresholds):
    preds, target = data.binary()
    logits = preds.clamp(1e-3, 1 - 1e-3).logit()
    if thresholds is None:
        expected = oracle.area(name, *oracle.columns(preds, target)[0])
    else:
        grid = np.linspace(0, 1, thresholds)
        parts = oracle.columns(preds.clamp(1e-3, 1 - 1e-3), target)[0]
        expected = oracle.area(name, oracle.binned(parts[0], grid), *parts[1:])
    for from_logits in (None, True):
        metric = make(f"Binary{name}", thresholds=thresholds, from_logits=from_logits)
        close(value(metric, *thirds(logits, target)), expected)


@pytest.mark.parametrize("average", ["micro", "macro", "weighted", "none", None])
@pytest.mark.parametrize("name", oracle.AREAS)
@pytest.mark.parametrize("task", ["Multiclass", "Multilabel"])
def test_columns(task, name, average):
    make_data, count = (data.multiclass, data.CLASSES) if task == "Multiclass" else (data.multilabel, 3)
    takes = "average" in make(f"{task}{name}", count)._settings
    if not takes and average not in ("none", None):
        return
    for thresholds, ignore_index, weighted in itertools.product([None, GRID], [None, -1, 1], [False, True]):
        preds, target = make_data()
        if ignore_index == -1:
            target = target.clone()
            target[::3] = -1
        weight = data.weights(len(target)) if weighted else None
        parts = ordered(oracle.columns(preds, target, ignore_index, weight), thresholds)
        if average == "micro":
            kept = [c for c in range(count) if task == "Multilabel" or c != ignore_index]
            expected = oracle.area(name, *oracle.together([parts[c] for c in kept]))
        else:
            expected = oracle.averaged([oracle.area(name, *part) for part in parts], parts, average)
        settings = {"thresholds": thresholds, "ignore_index": ignore_index}
        settings |= {"average": average} if takes else {}
        extra = () if weight is None else (weight,)
        close(value(make(f"{task}{name}", count, **settings), *thirds(preds, target, *extra)), expected)


@pytest.mark.parametrize("max_fpr", [0.05, 0.3, 0.99, 1])
def test_partial_area(max_fpr):
    preds, target = data.binary()
    weight = data.weights(len(target))
    expected = oracle.area("AUROC", *oracle.columns(preds, target, weight=weight)[0], max_fpr=max_fpr)
    close(make("BinaryAUROC", max_fpr)(preds, target, weight), expected)


@pytest.mark.parametrize("fpr_range", [(0.001, 0.1), (0.01, 1.0), (0.2, 0.35)])
def test_logarithmic_area(fpr_range):
    preds, target = data.binary(500)
    expected = oracle.area("LogAUC", *oracle.columns(preds, target)[0], fpr_range=fpr_range)
    close(make("BinaryLogAUC", fpr_range)(preds, target), expected)


def test_logarithmic_area_by_hand():
    # ROC (0, 0), (0, 1/2), (1/2, 1/2), (1/2, 1), (1, 1): from 0.1 to 1 half of log 5 and all of log 2, out of log 10
    metric = make("BinaryLogAUC", (0.1, 1.0))
    got = metric(torch.tensor([0.75, 0.05, 0.35, 0.8]), torch.tensor([0, 0, 1, 1]))
    close(got, (0.5 * np.log(5) + np.log(2)) / np.log(10))


@pytest.mark.parametrize("name", oracle.AREAS)
@pytest.mark.parametrize("thresholds", [None, 5, "auto"])
@pytest.mark.parametrize("label", [0, 1])
def test_one_class_only(name, thresholds, label):
    got = make(f"Binary{name}", thresholds=thresholds)(torch.tensor([0.25, 0.5]), torch.full((2,), label))
    expected = 1.0 if name == "AveragePrecision" and label else np.nan
    close(got, expected)


@pytest.mark.parametrize("name", oracle.AREAS)
@pytest.mark.parametrize("thresholds", [None, 5, "auto"])
def test_no_data(name, thresholds):
    got = make(f"Binary{name}", thresholds=thresholds)(torch.empty(0), torch.empty(0, dtype=torch.int64))
    assert got.isnan()


@pytest.mark.parametrize("thresholds", [None, 33, "auto"])
def test_unit_weights_change_no_bit(thresholds):
    preds, target = data.binary()
    for name in oracle.AREAS:
        plain = make(f"Binary{name}", thresholds=thresholds)(preds, target)
        assert torch.equal(make(f"Binary{name}", thresholds=thresholds)(preds, target, torch.ones(len(target))), plain)


@pytest.mark.parametrize("thresholds", [None, 33, "auto"])
def test_batches_with_and_without_weights(thresholds):
    preds, target = data.binary()
    (first, second), weight = thirds(preds, target), data.weights(80)[: 80 // 3]
    for order in ([(*first, weight), second], [second, (*first, weight)]):
        got = value(make("BinaryAUROC", thresholds=thresholds), *order)
        both = torch.cat([weight, torch.ones(80 - len(weight))])
        close(got, oracle.area("AUROC", *oracle.columns(preds, target, weight=both)[0]), atol=2e-3)


def test_weightless_samples_hold_anything():
    preds, target = torch.tensor([0.1, 0.9, 0.4, 7.0, torch.nan]), torch.tensor([0, 1, 1, 0, 1])
    weight = torch.tensor([1.0, 1, 1, 0, 0])
    for thresholds in (None, 5, "auto"):
        fpr, tpr, at = make("BinaryROC", thresholds=thresholds)(preds, target, weight)
        rest = make("BinaryROC", thresholds=thresholds)(preds[:3], target[:3])
        close((fpr, tpr, at), [each.numpy() for each in rest])


def test_more_dimensions():
    preds, target = data.binary(48)
    weight = data.weights(4)
    expected = oracle.area("AUROC", *oracle.columns(preds, target, weight=weight.repeat_interleave(12))[0])
    close(make("BinaryAUROC")(preds.reshape(4, 3, 4), target.reshape(4, 3, 4), weight), expected)
    scores, labels = data.multiclass(24)
    cube, cube_labels = scores.reshape(6, 4, data.CLASSES).movedim(2, 1), labels.reshape(6, 4)
    close(make("MulticlassAUROC", data.CLASSES)(cube, cube_labels), make("MulticlassAUROC", 4)(scores, labels).numpy())
    scores, labels = data.multilabel(24)
    cube, cube_labels = scores.reshape(6, 4, 3).movedim(2, 1), labels.reshape(6, 4, 3).movedim(2, 1)
    close(make("MultilabelAUROC", 3)(cube, cube_labels), make("MultilabelAUROC", 3)(scores, labels).numpy())


@pytest.mark.parametrize("name", ["AUROC", "AveragePrecision"])
def test_order_is_of_scores_as_given(name):
    # a sigmoid in float32 would make both 1
    logits, target = torch.tensor([30.0, 31.0, -1.0]), torch.tensor([0, 1, 0])
    close(make(f"Binary{name}")(logits, target), 1.0)
    close(make(f"Binary{name}", thresholds="auto")(logits, target), 1.0)


def test_negative_and_positive_zero_are_equal():
    close(make("BinaryAUROC")(torch.tensor([0.0, -0.0]), torch.tensor([0, 1])), 0.5)
    close(make("BinaryAUROC", thresholds="auto")(torch.tensor([0.0, -0.0]), torch.tensor([0, 1])), 0.5)


def test_infinite_scores_are_ranked():
    preds, target = torch.tensor([-torch.inf, -3.0, 2.0, torch.inf]), torch.tensor([0, 1, 0, 1])
    close(make("BinaryAUROC")(preds, target), 0.75)
    close(make("BinaryAUROC", thresholds="auto")(preds, target), 0.75)


def test_any_range_of_scores():
    preds, target = data.binary()
    raw = preds * 30 - 10
    expected = oracle.area("AUROC", *oracle.columns(preds, target)[0])
    close(make("BinaryAUROC", thresholds=33, score_range=(-10.0, 20.0))(raw, target), expected)
    close(
        make("BinaryAUROC", thresholds=torch.arange(33) * 30 / 32 - 10, score_range=(-10.0, 20.0))(raw, target),
        expected,
    )
