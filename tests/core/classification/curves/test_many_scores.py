"""Exact curves of so many scores that they are made in stretches of the scores' range."""

import numpy
import pytest
import torch
from sklearn import metrics as sklearn

from metricore.classification import (
    BinaryAUROC,
    BinaryAveragePrecision,
    BinaryEER,
    BinaryFalsePositiveRateAtRecall,
    BinaryKolmogorovSmirnov,
    BinaryLogAUC,
    BinaryMaxFBeta,
    BinaryPrecisionRecallCurve,
    BinaryROC,
    BinarySpecificityAtSensitivity,
    MulticlassAUROC,
    MulticlassAveragePrecision,
    MulticlassROC,
)

SIZE = 140_000


@pytest.fixture(autouse=True)
def double():
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(before)


def data(ties, weighted):
    generator = torch.Generator().manual_seed(7)
    target = torch.randint(0, 2, (SIZE,), generator=generator)
    scores = (torch.rand(SIZE, generator=generator) + target / 3) / 2
    scores = (scores * 1000).round() / 1000 if ties else scores
    weight = torch.randint(0, 4, (SIZE,), generator=generator) / 3 if weighted else None
    return scores, target, weight


def value(metric, scores, target, weight):
    half = SIZE // 3
    for part in (slice(0, half), slice(half, SIZE)):
        metric.update(scores[part], target[part], None if weight is None else weight[part])
    return metric.compute()


CASES = pytest.mark.parametrize(("ties", "weighted"), [(False, False), (True, False), (False, True), (True, True)])


@CASES
def test_areas(ties, weighted):
    scores, target, weight = batch = data(ties, weighted)
    own = {"sample_weight": weight}
    expected = {
        BinaryAUROC(): sklearn.roc_auc_score(target, scores, **own),
        BinaryAUROC(max_fpr=0.3): sklearn.roc_auc_score(target, scores, max_fpr=0.3, **own),
        BinaryAveragePrecision(): sklearn.average_precision_score(target, scores, **own),
    }
    for metric, area in expected.items():
        assert value(metric, *batch).item() == pytest.approx(area, rel=1e-12)


@CASES
def test_points(ties, weighted):
    scores, target, weight = batch = data(ties, weighted)
    fpr, tpr, thresholds = sklearn.roc_curve(target, scores, sample_weight=weight, drop_intermediate=False)
    if weight is not None:  # scores that weigh nothing are no points
        moves = numpy.append(True, (numpy.diff(fpr) != 0) | (numpy.diff(tpr) != 0))
        fpr, tpr, thresholds = fpr[moves], tpr[moves], thresholds[moves]
    ours = value(BinaryROC(normalization=None), *batch)
    for line, expected in zip(ours, (fpr, tpr, thresholds), strict=True):
        numpy.testing.assert_allclose(line, expected, rtol=1e-12, atol=1e-12)
    gap = numpy.abs(fpr + tpr - 1)
    assert value(BinaryEER(), *batch) == pytest.approx(((fpr + 1 - tpr) / 2)[gap.argmin()])
    assert value(BinaryKolmogorovSmirnov(), *batch) == pytest.approx((tpr - fpr).max())
    for recall in (0.9, 1.0):  # at the end all positives are found, to the last digit
        metric = BinaryFalsePositiveRateAtRecall(recall=recall)
        assert value(metric, *batch) == pytest.approx(fpr[tpr >= recall].min())
    specificity, threshold = value(BinarySpecificityAtSensitivity(min_sensitivity=0.8), *batch)
    least = fpr[tpr >= 0.8].min()
    assert specificity == pytest.approx(1 - least)
    assert threshold == pytest.approx(thresholds[tpr == tpr[fpr == least].max()][0])
    low, high = 0.001, 0.1
    steps = numpy.clip(fpr, low, high)
    height = numpy.interp((steps[1:] + steps[:-1]) / 2, fpr, tpr)
    area = (numpy.diff(numpy.log(steps)) * height).sum() / numpy.log(high / low)
    assert value(BinaryLogAUC(), *batch) == pytest.approx(area, rel=1e-3)  # at steep points, `interp` takes either end


def test_precision_and_recall():
    scores, target, _ = batch = data(True, False)
    precision, recall, thresholds = sklearn.precision_recall_curve(target, scores)
    ours = value(BinaryPrecisionRecallCurve(), *batch)
    for line, expected in zip(ours, (precision, recall, thresholds), strict=True):
        numpy.testing.assert_allclose(line, expected, rtol=1e-12)
    best = (2 * precision * recall / (precision + recall)).max()
    assert value(BinaryMaxFBeta(), *batch)[0] == pytest.approx(best)


@pytest.mark.parametrize("average", ["macro", "micro"])
def test_classes_by_logits(average):
    generator = torch.Generator().manual_seed(3)
    logits = torch.randn(SIZE, 3, generator=generator) * 5
    target = torch.randint(0, 3, (SIZE,), generator=generator)
    one_hot = torch.nn.functional.one_hot(target)
    probabilities = logits.softmax(1)
    metric = MulticlassAveragePrecision(num_classes=3, average=average)
    expected = sklearn.average_precision_score(one_hot, probabilities, average=average)
    assert value(metric, logits, target, None).item() == pytest.approx(expected, rel=1e-9)
    if average == "macro":
        expected = sklearn.roc_auc_score(target, probabilities, multi_class="ovr")
        assert value(MulticlassAUROC(num_classes=3), logits, target, None).item() == pytest.approx(expected, rel=1e-9)
        return
    fpr, tpr, _ = value(MulticlassROC(num_classes=3, average="micro"), logits, target, None)
    expected = sklearn.roc_curve(one_hot.flatten(), probabilities.flatten(), drop_intermediate=False)
    numpy.testing.assert_allclose(fpr, expected[0], rtol=1e-9)
    numpy.testing.assert_allclose(tpr, expected[1], rtol=1e-9)


def test_a_class_that_is_ignored_leaves_the_average_over_all_scores():
    generator = torch.Generator().manual_seed(3)
    scores = torch.rand(SIZE, 3, generator=generator)
    scores = scores / scores.sum(1, keepdim=True)
    target = torch.randint(0, 3, (SIZE,), generator=generator)
    known = target != 1
    expected = sklearn.roc_auc_score(
        torch.nn.functional.one_hot(target, 3)[known][:, [0, 2]].flatten(), scores[known][:, [0, 2]].flatten()
    )
    metric = MulticlassAUROC(num_classes=3, average="micro", ignore_index=1, from_logits=False)
    assert value(metric, scores, target, None).item() == pytest.approx(expected, rel=1e-12)


def test_one_score_for_nearly_all():
    scores, target, _ = data(True, False)
    scores = torch.where(torch.arange(SIZE) % 50 == 0, scores, 0.5)
    expected = sklearn.roc_auc_score(target, scores)
    assert value(BinaryAUROC(), scores, target, None).item() == pytest.approx(expected, rel=1e-12)
