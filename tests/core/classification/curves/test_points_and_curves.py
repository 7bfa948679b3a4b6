"""Curves and operating points against scikit-learn; at given thresholds against plain counting."""

import itertools

import numpy as np
import pytest
import torch

from tests.core.classification.curves import data, oracle
from tests.core.classification.curves.data import close, make, thirds, value

GRID = [0.9, 0.125, 0.5, 0.25]
EXTRAS = list(itertools.product([None, -1], [False, True]))


def with_extras(make_data, ignore_index, weighted):
    preds, target = make_data()
    if ignore_index == -1:
        target = target.clone()
        target[::5] = -1
    weight = data.weights(len(target)) if weighted else None
    return preds, target, weight, oracle.columns(preds, target, ignore_index, weight)


def at_thresholds(name, part):
    tp, fp = oracle.counts(*part, GRID)
    _, labels, weight = part
    with np.errstate(invalid="ignore"):
        recall, fpr = tp / (labels * weight).sum(), fp / ((1 - labels) * weight).sum()
        if name == "PrecisionRecallCurve":
            precision = np.where(tp + fp > 0, tp / np.where(tp + fp > 0, tp + fp, 1), 1)
            return np.append(precision, 1), np.append(recall, recall[-1] * 0), np.sort(GRID)
        return fpr[::-1], (recall if name == "ROC" else 1 - recall)[::-1], np.sort(GRID)[::-1]


@pytest.mark.parametrize(("ignore_index", "weighted"), EXTRAS)
@pytest.mark.parametrize("name", oracle.CURVES)
def test_binary_curve(name, ignore_index, weighted):
    preds, target, weight, parts = with_extras(data.binary, ignore_index, weighted)
    batches = thirds(preds, target, *(() if weight is None else (weight,)))
    close(value(make(f"Binary{name}", ignore_index=ignore_index), *batches), oracle.curve(name, *parts[0]))
    got = value(make(f"Binary{name}", thresholds=GRID, ignore_index=ignore_index), *batches)
    close(got, at_thresholds(name, parts[0]))


@pytest.mark.parametrize(("ignore_index", "weighted"), EXTRAS)
@pytest.mark.parametrize("name", oracle.CURVES)
@pytest.mark.parametrize("task", ["Multiclass", "Multilabel"])
def test_curves_of_columns(task, name, ignore_index, weighted):
    make_data, count = (data.multiclass, data.CLASSES) if task == "Multiclass" else (data.multilabel, 3)
    preds, target, weight, parts = with_extras(make_data, ignore_index, weighted)
    batches = thirds(preds, target, *(() if weight is None else (weight,)))
    got = value(make(f"{task}{name}", count, ignore_index=ignore_index), *batches)
    assert all(isinstance(each, list) for each in got)
    close(got, list(zip(*(oracle.curve(name, *part) for part in parts), strict=True)))
    x, y, thresholds = value(make(f"{task}{name}", count, thresholds=GRID, ignore_index=ignore_index), *batches)
    expected = [at_thresholds(name, part) for part in parts]
    close((x, y, thresholds), [np.stack([e[0] for e in expected]), np.stack([e[1] for e in expected]), expected[0][2]])


@pytest.mark.parametrize("name", oracle.CURVES)
@pytest.mark.parametrize("thresholds", [None, GRID])
def test_micro_curve(name, thresholds):
    preds, target = data.multiclass()
    part = oracle.together(oracle.columns(preds, target))
    expected = oracle.curve(name, *part) if thresholds is None else at_thresholds(name, part)
    close(make(f"Multiclass{name}", data.CLASSES, average="micro", thresholds=thresholds)(preds, target), expected)


@pytest.mark.parametrize("name", oracle.CURVES)
def test_macro_curve_is_the_mean_at_each_threshold(name):
    preds, target = data.multiclass()
    own = make(f"Multiclass{name}", data.CLASSES, average="macro")(preds, target)
    grid = own[2][own[2].isfinite()]
    binned = make(f"Multiclass{name}", data.CLASSES, average="macro", thresholds=grid)(preds, target)
    rows = make(f"Multiclass{name}", data.CLASSES, thresholds=grid)(preds, target)
    close(binned, [np.nanmean(rows[0], 0), np.nanmean(rows[1], 0), rows[2].numpy()])
    first = 0 if name == "PrecisionRecallCurve" else 1  # the point of the infinite threshold
    size = len(binned[0])
    close(own, [np.append(own[0][:first], binned[0]), np.append(own[1][:first], binned[1]), own[2].numpy()])
    assert len(own[0]) == first + size


@pytest.mark.parametrize("name", oracle.CURVES)
def test_thresholds_of_logits_are_probabilities(name):
    preds, target = data.binary()
    preds = preds.clamp(1 / 64, 63 / 64)
    close(make(f"Binary{name}")(preds.logit(), target), oracle.curve(name, *oracle.columns(preds, target)[0]))
    raw = make(f"Binary{name}", normalization=None)(preds.logit(), target)
    close(raw, oracle.curve(name, *oracle.columns(preds.logit(), target)[0]))
    logits = torch.randn(40, data.CLASSES, generator=data.generator(5), dtype=torch.float64)
    labels = torch.randint(0, data.CLASSES, (40,), generator=data.generator(6))
    got = make(f"Multiclass{name}", data.CLASSES)(logits, labels)
    expected = [oracle.curve(name, *part) for part in oracle.columns(logits.softmax(1), labels)]
    close(got, list(zip(*expected, strict=True)))


@pytest.mark.parametrize("name", oracle.CURVES)
def test_curves_of_no_data(name):
    x, y, thresholds = make(f"Binary{name}")(torch.empty(0), torch.empty(0, dtype=torch.int64))
    close((x, y, thresholds), oracle.curve(name, np.empty(0), np.empty(0), np.empty(0)))


@pytest.mark.parametrize("name", oracle.CURVES)
def test_bins_of_unknown_range_give_a_point_for_each_bin_in_use(name):
    preds, target = data.binary()  # 1/32 apart, wider than the bins
    got = make(f"Binary{name}", thresholds="auto")(preds, target)
    close(got, oracle.curve(name, *oracle.columns(preds, target)[0]))


@pytest.mark.parametrize("level", [0.0, 0.4, 0.8, 1.0])
@pytest.mark.parametrize("name", oracle.POINTS)
@pytest.mark.parametrize("task", ["Binary", "Multiclass", "Multilabel"])
def test_operating_points(task, name, level):
    make_data, needed = {
        "Binary": (data.binary, {}),
        "Multiclass": (data.multiclass, {"num_classes": data.CLASSES}),
        "Multilabel": (data.multilabel, {"num_labels": 3}),
    }[task]
    settings = dict.fromkeys(oracle.POINTS[name], level or (1e-3 if name == "MaxFBeta" else 0.0))
    for ignore_index, weighted in EXTRAS:
        preds, target, weight, parts = with_extras(make_data, ignore_index, weighted)
        expected = [np.array(each) for each in zip(*(oracle.point(name, *p, **settings) for p in parts), strict=True)]
        expected = [each[0] if task == "Binary" else each for each in expected]
        batches = thirds(preds, target, *(() if weight is None else (weight,)))
        close(value(make(f"{task}{name}", **needed, **settings, ignore_index=ignore_index), *batches), expected)


def test_points_that_nothing_reaches():
    preds, target = torch.tensor([0.9, 0.5, 0.3]), torch.tensor([0, 1, 0])
    close(make("BinaryRecallAtFixedPrecision", 0.9)(preds, target), (0.0, np.inf))
    close(make("BinarySensitivityAtSpecificity", 1.0)(preds, target), (0.0, np.inf))
    close(make("BinaryPrecisionAtFixedRecall", 1.0, thresholds=[0.6, 0.8])(preds, target), (np.nan, np.nan))
    close(make("BinaryRecallAtFixedPrecision", 0.5)(preds, torch.zeros(3, dtype=torch.int64)), (np.nan, np.nan))


def test_point_at_given_thresholds():
    # at 0.2 one of two negatives and both positives pass, at 0.6 one positive alone
    preds, target = torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1])
    close(make("BinaryRecallAtFixedPrecision", 0.6, thresholds=[0.2, 0.6])(preds, target), (1.0, 0.2))
    close(make("BinaryPrecisionAtFixedRecall", 0.5, thresholds=[0.2, 0.6])(preds, target), (1.0, 0.6))
