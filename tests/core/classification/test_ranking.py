"""Rankings of labels against scikit-learn."""

import numpy as np
import pytest
import torch
from sklearn.metrics import coverage_error, label_ranking_average_precision_score, label_ranking_loss

from tests.core.classification.data import close, decisions, halves, make, value, weights_of

REFERENCES = {
    "MultilabelCoverageError": coverage_error,
    "MultilabelRankingAveragePrecision": label_ranking_average_precision_score,
    "MultilabelRankingLoss": label_ranking_loss,
}


def rows(ties=False):
    """Scores and labels; one sample has no true label, one has nothing else."""
    scores, target = decisions((30, 4))
    target[3], target[7] = 0, 1
    return ((scores * 4).round() / 4 if ties else scores), target


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("name", REFERENCES)
def test_equals_reference(name, ties, weighted):
    scores, target = rows(ties)
    weight = weights_of(target)
    its = weight.numpy() if weighted else None
    expected = REFERENCES[name](target.numpy(), scores.numpy(), sample_weight=its)
    for preds in (scores, scores * 9 - 20, scores.double()):
        parts = halves(preds, target, weight) if weighted else halves(preds, target)
        close(value(make(name, 4), *parts), expected)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("ignore_index", [-1, 0])
@pytest.mark.parametrize("name", REFERENCES)
def test_ignored_labels_are_not_ranked(name, ignore_index, ties):
    scores, target = rows(ties)
    if ignore_index == -1:
        target[::3, 1] = -1
        target[5] = -1
        target[::4, 2] = -1
    scores[::5, 0] = -torch.inf  # also where the lowest score there is belongs to a label that counts
    finite = scores.nan_to_num(neginf=-100.0)
    values = []
    for row, labels in zip(finite, target, strict=True):
        keep = labels != ignore_index
        if keep.sum() == 1:  # scikit-learn takes a single column for something else
            values.append(
                {"CoverageError": labels[keep][0], "RankingLoss": 0.0}.get(name.removeprefix("Multilabel"), 1.0)
            )
        elif keep.any():
            values.append(REFERENCES[name](labels[keep][None], row[keep][None]))
    close(value(make(name, 4, ignore_index), *halves(scores, target)), np.mean(values))


@pytest.mark.parametrize("name", REFERENCES)
def test_positions_are_samples(name):
    scores, target = decisions((6, 4, 3))
    flat = [part.movedim(1, -1).reshape(-1, 4) for part in (target, scores)]
    close(value(make(name, 4), *halves(scores, target)), REFERENCES[name](*flat))


@pytest.mark.parametrize("name", REFERENCES)
def test_nothing_is_undefined(name):
    assert value(make(name, 4), (torch.zeros(0, 4), torch.zeros(0, 4, dtype=torch.long))).isnan()
    with pytest.raises(ValueError, match=r"shape \(N, 4, ...\), got \(2, 3\)"):
        make(name, 4)(torch.zeros(2, 3), torch.zeros(2, 3, dtype=torch.long))
