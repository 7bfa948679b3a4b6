"""Risk at each coverage against its definition, one prediction after another."""

import itertools

import numpy as np
import pytest
import torch

from tests.core.classification.data import choices, close, decisions, generator, halves, make, value


def area(confidence, wrong):
    """Mean of the errors among the first k by k; confidences are distinct."""
    risks = np.cumsum(np.asarray(wrong)[np.argsort(-np.asarray(confidence))]) / np.arange(1, len(wrong) + 1)
    return risks.mean()


def excess(confidence, wrong):
    wrong = np.asarray(wrong, dtype=float)
    return area(confidence, wrong) - area(-wrong + np.arange(len(wrong)) * 1e-9, wrong)


def of_two(scores, target):
    return torch.maximum(scores, 1 - scores).numpy(), ((scores > 0.5) != target).numpy()


def of_classes(scores, target):
    best = scores.double().softmax(1).max(1)
    return best.values.numpy(), (best.indices != target).numpy()


@pytest.mark.parametrize("ignore_index", [None, -1])
@pytest.mark.parametrize(("name", "reference"), [("AURC", area), ("ExcessAURC", excess)])
def test_areas(name, reference, ignore_index):
    scores, target = decisions()
    logits, labels = choices()
    if ignore_index is not None:
        target[::4], labels[::3] = -1, -1
    keep = target != -1
    expected = reference(*of_two(scores[keep], target[keep]))
    close(value(make(f"Binary{name}", ignore_index), *halves(scores, target)), expected)
    close(value(make(f"Binary{name}", ignore_index), *halves(scores.double().logit(), target)), expected)
    keep = labels != -1
    expected = reference(*of_classes(logits[keep], labels[keep]))
    for preds in (logits, logits.softmax(1)):
        close(value(make(f"Multiclass{name}", 5, ignore_index), *halves(preds, labels)), expected)


def test_ties_are_the_mean_over_all_orders():
    scores, target = torch.tensor([0.9, 0.8, 0.8, 0.8, 0.8, 0.7]), torch.tensor([1, 0, 1, 0, 1, 0])
    wrong = 1 - target.numpy()
    orders = [[0, *middle, 5] for middle in itertools.permutations(range(1, 5))]
    expected = np.mean([area(np.arange(6, 0, -1), wrong[order]) for order in orders])
    close(value(make("BinaryAURC"), *halves(scores, target)), expected)


def test_weights_count_like_equal_samples():
    scores, target = decisions()
    weight = torch.randint(0, 4, target.shape, generator=generator(4))
    repeated = scores.repeat_interleave(weight), target.repeat_interleave(weight)
    for name in ("BinaryAURC", "BinaryExcessAURC"):
        close(value(make(name), *halves(scores, target, weight)), value(make(name), repeated))
    curves = [value(make("BinaryRiskCoverageCurve"), data) for data in ((scores, target, weight), repeated)]
    for got, expected in zip(*curves, strict=True):
        close(got, expected)


def test_curve_of_tied_scores():
    scores, target = decisions()
    scores = (scores * 10).round() / 10
    confidence, wrong = of_two(scores, target)
    thresholds = np.unique(confidence.round(3))[::-1]
    kept = [confidence.round(3) >= each for each in thresholds]
    coverage, risk, got = value(make("BinaryRiskCoverageCurve"), *halves(scores, target))
    merged = {round(float(t), 3): (c, r) for t, c, r in zip(got, coverage, risk, strict=True)}
    for each, its in zip(thresholds, kept, strict=True):
        close(merged[round(float(each), 3)][0], its.mean())
        close(merged[round(float(each), 3)][1], wrong[its].mean())


def test_confidence_beyond_the_digits_of_a_probability():
    """Sigmoid and softmax are 1 for all of these in float32 and in float64, yet they have an order."""
    logits, target = torch.tensor([60.0, 70.0, 80.0, 90.0]), torch.tensor([0, 1, 0, 1])
    close(value(make("BinaryAURC"), (logits, target)), area([60, 70, 80, 90], [1, 0, 1, 0]))
    pairs = torch.stack([torch.zeros(4), logits], 1)
    close(value(make("MulticlassAURC", 2), (pairs, target)), area([60, 70, 80, 90], [1, 0, 1, 0]))


def test_perfect_order_has_no_excess():
    scores, target = torch.tensor([0.9, 0.8, 0.6]), torch.tensor([1, 1, 0])
    assert value(make("BinaryExcessAURC"), (scores, target)).abs() < 1e-7
    assert value(make("BinaryExcessAURC"), (scores, torch.ones(3, dtype=torch.long))) == 0
    nothing = torch.zeros(0), torch.zeros(0, dtype=torch.long)
    assert value(make("BinaryAURC"), nothing).isnan()
    assert [len(part) for part in value(make("BinaryRiskCoverageCurve"), nothing)] == [0, 0, 0]


def points(confidence, wrong):
    """The curve of distinct confidences."""
    order = np.argsort(-confidence)
    number = np.arange(1, len(order) + 1)
    return number / len(order), np.cumsum(wrong[order]) / number, confidence[order]


def test_curve():
    scores, target = decisions()
    logits, labels = choices()
    for metric, data, parts in (
        (make("BinaryRiskCoverageCurve"), (scores, target), of_two(scores, target)),
        (make("MulticlassRiskCoverageCurve", 5), (logits, labels), of_classes(logits, labels)),
    ):
        for got, expected in zip(value(metric, *halves(*data)), points(*parts), strict=True):
            close(got, expected)
