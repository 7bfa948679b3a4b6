"""The `top_k` rule: a hit counts as predicting the target, a miss as predicting the highest score."""

import numpy as np
import pytest
import torch
from sklearn.metrics import top_k_accuracy_score

from tests.core.classification import oracle
from tests.core.classification.data import CLASSES, choices, close, halves, make, value, weights_of


def predicted(scores, target, k):
    """Labels by the rule, written down from its definition with a stable sort."""
    ranked = np.argsort(-scores.numpy(), axis=1, kind="stable")
    hit = (ranked[:, :k] == target.numpy()[:, None]).any(1)
    return np.where(hit, target.numpy(), ranked[:, 0])


@pytest.mark.filterwarnings("ignore:'k' .* greater than or equal to 'n_classes'")
@pytest.mark.parametrize("k", [1, 2, 4, CLASSES])
@pytest.mark.parametrize("weighted", [False, True])
def test_micro_accuracy_equals_reference(k, weighted):
    scores, target = choices()
    weight = weights_of(target) if weighted else None
    expected = top_k_accuracy_score(target, scores, k=k, labels=range(CLASSES), sample_weight=weight)
    extra = (weight,) if weighted else ()
    metric = make("MulticlassAccuracy", num_classes=CLASSES, average="micro", top_k=k)
    close(value(metric, *halves(scores, target, *extra)), expected)


@pytest.mark.parametrize("ignore_index", [None, -1, 1])
@pytest.mark.parametrize("average", oracle.AVERAGES)
@pytest.mark.parametrize("name", oracle.RATIOS)
def test_counts_follow_the_rule(name, average, ignore_index):
    classes = 70 if ignore_index == 1 else CLASSES  # the accumulator differs
    scores, target = choices()
    scores = torch.cat([scores, torch.full((len(scores), classes - CLASSES), -99.0)], 1)
    labels = predicted(scores, target, 2)
    if ignore_index == -1:
        target[::3] = -1
    settings = oracle.RATIOS[name]
    expected = oracle.multiclass(name, labels, target, classes, average, ignore_index, **settings)
    metric = make(
        f"Multiclass{name}", num_classes=classes, average=average, top_k=2, ignore_index=ignore_index, **settings
    )
    close(value(metric, *halves(scores, target)), expected)


def test_ties_rank_the_lowest_label_first():
    scores = torch.ones(3, 3)  # the two highest of three equal scores are labels 0 and 1
    metric = make("MulticlassAccuracy", num_classes=3, average="none", top_k=2)
    assert value(metric, (scores, torch.tensor([0, 1, 2]))).tolist() == [1.0, 1.0, 0.0]


def test_more_dimensions():
    scores, target = choices(shape=(2, 3))
    flat = scores.movedim(1, -1).reshape(-1, CLASSES), target.flatten()
    metrics = [make("MulticlassRecall", num_classes=CLASSES, average="none", top_k=3) for _ in range(2)]
    assert torch.equal(value(metrics[0], *halves(scores, target)), value(metrics[1], flat))
