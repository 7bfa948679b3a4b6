"""Calibration errors against netcal, and against sums over bins in numpy."""

import math

import netcal.metrics
import numpy as np
import pytest
import torch

import metricore.classification
from tests.core.classification.data import choices, close, decisions, halves, make, value, weights_of

NORMS = ("l1", "l2", "max")


def over_bins(confidence, right, index, norm, weight=None):
    """The error over given bins."""
    weight = np.ones(len(confidence)) if weight is None else weight
    gaps, sizes = [], []
    for each in np.unique(index):
        its = weight * (index == each)
        if its.sum():
            gaps.append(abs((its * right).sum() - (its * confidence).sum()) / its.sum())
            sizes.append(its.sum())
    gaps, share = np.array(gaps), np.array(sizes) / np.sum(sizes)
    return {"l1": (share * gaps).sum(), "l2": np.sqrt((share * gaps**2).sum()), "max": gaps.max()}[norm]


def static(confidence, right, n_bins, norm, weight=None):
    edges = (np.arange(1, n_bins) / n_bins).astype(confidence.dtype)
    return over_bins(confidence, right, np.digitize(confidence, edges, right=True), norm, weight)


def top(scores, target):
    best = scores.softmax(1).max(1)
    return best.values.numpy(), (best.indices == target).numpy()


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("ignore_index", [None, -1])
@pytest.mark.parametrize("n_bins", [1, 4, 15])
@pytest.mark.parametrize("norm", NORMS)
def test_binary(norm, n_bins, ignore_index, weighted):
    scores, target = decisions((60,))
    weight = weights_of(target)
    if ignore_index is not None:
        target[::4] = -1
    keep = target != -1
    its = weight[keep].numpy() if weighted else None
    expected = static(scores[keep].numpy(), target[keep].numpy(), n_bins, norm, its)
    for preds in (scores, scores.logit()):
        parts = halves(preds, target, weight) if weighted else halves(preds, target)
        close(value(make("BinaryCalibrationError", n_bins, norm, ignore_index), *parts), expected)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("ignore_index", [None, -1, 0])
@pytest.mark.parametrize("norm", NORMS)
def test_multiclass(norm, ignore_index, weighted):
    scores, target = choices()
    weight = weights_of(target)
    if ignore_index == -1:
        target[::4] = -1
    keep = target != (-9 if ignore_index is None else ignore_index)
    its = weight[keep].numpy() if weighted else None
    expected = static(*top(scores[keep], target[keep]), 15, norm, its)
    for preds in (scores, scores.softmax(1)):
        parts = halves(preds, target, weight) if weighted else halves(preds, target)
        close(value(make("MulticlassCalibrationError", 5, 15, norm, ignore_index), *parts), expected)


@pytest.mark.parametrize(("norm", "name"), [("l1", "ECE"), ("max", "MCE")])
def test_equals_netcal(norm, name):
    scores, target = decisions((80,))
    expected = getattr(netcal.metrics, name)(bins=10).measure(scores.numpy(), target.numpy())
    close(value(make("BinaryCalibrationError", 10, norm), (scores, target)), expected)
    logits, labels = choices()
    expected = getattr(netcal.metrics, name)(bins=10).measure(logits.softmax(1).numpy(), labels.numpy())
    close(value(make("MulticlassCalibrationError", 5, 10, norm), (logits, labels)), expected)


def test_bins_are_closed_on_the_right():
    """Gaps: |0 + 0 + 1 - 0.5 - 0.25| / 3 in [0, 0.5], and |1 - 1| in (0.5, 1]."""
    preds, target = torch.tensor([0.5, 0.25, 0.0, 1.0]), torch.tensor([0, 0, 1, 1])
    close(value(make("BinaryCalibrationError", 2, "max"), (preds, target)), 0.25 / 3)
    close(value(make("BinaryCalibrationError", 2), (preds, target)), 0.25 / 4)
    # 0.2, 0.4, ... are edges of 15 bins: each belongs to the bin that it closes, in either precision.
    for dtype in (torch.float32, torch.float64):
        edges = torch.tensor([0.2, 0.4, 0.6, 0.8], dtype=dtype)
        metric = make("BinaryCalibrationError", 15)
        metric.update(edges, torch.zeros(4, dtype=torch.long))
        assert metric.bins[0, :, 0].nonzero().flatten().tolist() == [2, 5, 8, 11]


@pytest.mark.parametrize("n_bins", [3, 7, 10, 15, 100])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_bins_beside_every_edge(dtype, n_bins):
    edges = (np.arange(n_bins + 1) / n_bins).astype(dtype)
    values = np.concatenate([edges, np.nextafter(edges, dtype(0)), np.nextafter(edges, dtype(1))]).clip(0, 1)
    metric = make("BinaryCalibrationError", n_bins)
    metric.update(torch.tensor(values), torch.zeros(len(values), dtype=torch.long))
    expected = np.bincount(np.digitize(values, edges[1:-1], right=True), minlength=n_bins)
    close(metric.bins[0, :, 0], expected)


def test_logits_are_told_by_all_data():
    scores = torch.tensor([0.3, 0.7, 2.0, -1.0])
    target = torch.tensor([0, 1, 1, 0])
    expected = static(scores.sigmoid().numpy(), target.numpy(), 15, "l1")
    for order in ([0, 1, 2, 3], [3, 2, 1, 0]):
        parts = [(scores[[i]], target[[i]]) for i in order]
        close(value(make("BinaryCalibrationError"), *parts), expected)
    several = torch.tensor([[0.2, 0.7], [0.9, 0.1], [3.0, -2.0]])
    labels = torch.tensor([1, 0, 1])
    expected = static(*top(several, labels), 15, "l1")
    for order in ([0, 1, 2], [2, 1, 0]):
        close(value(make("MulticlassCalibrationError", 2), *[(several[[i]], labels[[i]]) for i in order]), expected)


def test_logits_without_bound():
    preds = torch.tensor([[300.0, -300.0], [-torch.inf, 2.0]])
    assert value(make("MulticlassCalibrationError", 2), (preds, torch.tensor([0, 1]))) == 0
    close(value(make("MulticlassCalibrationError", 2), (preds, torch.tensor([1, 1]))), 0.5)


def test_the_lowest_of_tied_classes_is_chosen():
    preds = torch.tensor([[0.4, 0.4, 0.2], [0.4, 0.4, 0.2]])
    close(value(make("MulticlassCalibrationError", 3), (preds, torch.tensor([0, 1]))), 0.1)
    close(value(make("MulticlassCalibrationError", 3), (preds, torch.tensor([1, 1]))), 0.4)


def test_state_does_not_grow():
    metric = make("MulticlassCalibrationError", 5)
    for part in halves(*choices()):
        metric.update(*part)
    assert {name: tuple(its.shape) for name, its in metric.metric_state.items()} == {"bins": (2, 15, 3), "outside": ()}


def test_nothing_is_undefined():
    nothing = torch.zeros(0), torch.zeros(0, dtype=torch.long)
    for name in ("BinaryCalibrationError", "BinaryAdaptiveCalibrationError"):
        assert value(make(name), nothing).isnan()
        assert make(name, norm="max", ignore_index=0)(torch.tensor([0.3]), torch.tensor([0])).isnan()


@pytest.mark.parametrize("norm", NORMS)
def test_classwise(norm):
    scores, target = choices()
    probabilities = scores.softmax(1)
    columns = [static(probabilities[:, i].numpy(), (target == i).numpy(), 10, norm) for i in range(5)]
    for preds in (scores, probabilities):
        close(value(make("MulticlassClasswiseCalibrationError", 5, 10, norm, "none"), *halves(preds, target)), columns)
    close(value(make("MulticlassClasswiseCalibrationError", 5, 10, norm), *halves(scores, target)), np.mean(columns))


def test_classwise_of_labels():
    scores, target = decisions((40, 3))
    target[::3, 0] = -1
    target[:, 2] = -1
    metric = make("MultilabelClasswiseCalibrationError", 3, 10, average="none", ignore_index=-1)
    keep = [target[:, i] != -1 for i in range(2)]
    columns = [static(scores[k, i].numpy(), target[k, i].numpy(), 10, "l1") for i, k in enumerate(keep)]
    close(value(metric, *halves(scores, target)), [*columns, np.nan])
    metric = make("MultilabelClasswiseCalibrationError", 3, 10, ignore_index=-1)
    close(value(metric, *halves(scores.logit(), target)), np.mean(columns))


@pytest.mark.parametrize("norm", NORMS)
def test_adaptive(norm):
    """Without ties the bins are the sorted samples in equal parts."""
    scores, target = decisions((60,))
    order = scores.argsort()
    index = np.arange(60) * 7 // 60
    expected = over_bins(scores[order].numpy(), target[order].numpy(), index, norm)
    close(value(make("BinaryAdaptiveCalibrationError", 7, norm), *halves(scores, target)), expected)
    logits, labels = choices()
    confidence, right = top(logits, labels)
    order = confidence.argsort()
    expected = over_bins(confidence[order], right[order], index, norm)
    close(value(make("MulticlassAdaptiveCalibrationError", 5, 7, norm), *halves(logits, labels)), expected)


def test_adaptive_keeps_ties_together_and_weighs():
    scores, target = decisions((40,))
    scores = (scores * 5).round() / 5
    weight = torch.randint(0, 4, (40,), generator=torch.Generator().manual_seed(3))
    metric = make("BinaryAdaptiveCalibrationError", 3)
    expected = value(metric, (scores.repeat_interleave(weight), target.repeat_interleave(weight)))
    close(value(make("BinaryAdaptiveCalibrationError", 3), *halves(scores, target, weight)), expected)
    assert make("BinaryAdaptiveCalibrationError", 3)(torch.full((5,), 0.5), torch.tensor([0, 1, 0, 1, 1])) == (
        pytest.approx(0.1)
    )


def test_refused():
    with pytest.raises(ValueError, match="n_bins to be an integer of at least 1, got 0"):
        make("BinaryCalibrationError", 0)
    with pytest.raises(ValueError, match="norm to be one of"):
        make("BinaryCalibrationError", norm="l3")
    with pytest.raises(ValueError, match="floating scores"):
        make("BinaryCalibrationError")(torch.tensor([1]), torch.tensor([1]))
    with pytest.raises(ValueError, match=r"probabilities in \[0, 1\]"):
        make("BinaryCalibrationError", from_logits=False)(torch.tensor([1.5]), torch.tensor([1]))
    with pytest.raises(ValueError, match="labels from 0 to 1"):
        make("BinaryCalibrationError")(torch.tensor([0.5]), torch.tensor([2]))
    with pytest.raises(ValueError, match="NaN"):
        make("BinaryCalibrationError")(torch.tensor([torch.nan]), torch.tensor([1]))


@pytest.mark.parametrize("size", [1.0, 100.0])
def test_a_batch_that_is_read_in_pieces(size):
    scores, target = choices(700, n=300)
    scores *= size
    confidence, right = top(scores, target)
    pieces = [(scores[i : i + 1], target[i : i + 1]) for i in range(300)]
    for batches in ([(scores, target)], pieces):
        close(value(make("MulticlassCalibrationError", 700), *batches), static(confidence, right, 15, "l1"))


@pytest.mark.parametrize("name", ["CalibrationError", "ClasswiseCalibrationError", "AdaptiveCalibrationError"])
def test_scores_without_a_softmax_give_no_plausible_value(name):
    # exp(inf) / (exp(inf) + ...) is undefined, so there is no confidence to compare with
    metric = getattr(metricore.classification, f"Multiclass{name}")(num_classes=3)
    metric.update(torch.tensor([[math.inf, 0.0, 3.0], [0.0, 1.0, 2.0]]), torch.tensor([1, 2]))
    assert metric.compute().isnan()
