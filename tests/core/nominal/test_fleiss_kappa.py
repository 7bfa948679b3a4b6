"""Fleiss' kappa beside statsmodels."""

import numpy as np
import pytest
import torch
from statsmodels.stats.inter_rater import fleiss_kappa

from metricore import FleissKappa, InvalidDataError


def ratings(samples, categories, raters, seed=0):
    rng = np.random.default_rng(seed)
    chosen = np.where(rng.random((samples, raters)) < 0.5, rng.integers(0, categories, (samples, 1)), 0)
    chosen = np.where(rng.random((samples, raters)) < 0.3, rng.integers(0, categories, (samples, raters)), chosen)
    return chosen, (chosen[:, :, None] == np.arange(categories)).sum(1)


@pytest.mark.parametrize(("samples", "categories", "raters"), [(6, 2, 2), (10, 5, 14), (200, 3, 4), (50, 30, 6)])
def test_as_statsmodels(samples, categories, raters):
    chosen, counts = ratings(samples, categories, raters)
    want = fleiss_kappa(counts)
    metric = FleissKappa()
    for piece in np.array_split(counts, 4):
        metric.update(torch.from_numpy(piece))
    assert metric.compute() == pytest.approx(want, abs=1e-6)
    assert sum(state.numel() for state in metric.metric_state.values()) == categories + 4
    scores = torch.nn.functional.one_hot(torch.from_numpy(chosen), categories).transpose(1, 2)
    for kind in (torch.float16, torch.float64):
        assert FleissKappa("probs")(scores.to(kind)) == pytest.approx(want, abs=1e-6)


@pytest.mark.parametrize("counts", [[[3, 0], [3, 0]], [[1, 0], [0, 1]], [[0, 0]], [[], []]])
def test_undefined(counts):
    """All of one category; a single rater; no rater; no category."""
    assert FleissKappa()(torch.tensor(counts, dtype=torch.int64)).isnan()


def test_perfect_agreement_and_none():
    assert FleissKappa()(torch.tensor([[4, 0], [0, 4]])) == 1
    assert FleissKappa()(torch.tensor([[1, 1], [1, 1]])) == -1


def test_before_any_sample():
    metric = FleissKappa()
    metric.update(torch.zeros(0, 3, dtype=torch.int64))
    assert metric.compute().isnan()
    metric.update(torch.tensor([[4, 0, 0], [0, 4, 0]]))
    assert metric.compute() == 1


def test_different_numbers_of_raters():
    metric = FleissKappa()
    metric.update(torch.tensor([[2, 1], [3, 0]]))
    with pytest.raises(InvalidDataError, match="the same number of raters for all samples; 1 of 2"):
        metric.update(torch.tensor([[2, 1], [3, 1]]))
    other = FleissKappa()
    other.update(torch.tensor([[2, 0]]))
    for add, batch in ((metric.merge_state, other), (metric.update, other.totals[None]), (metric, other.totals[None])):
        with pytest.raises(InvalidDataError, match="the same number of raters for all samples, got 2 and 3"):
            add(batch)
    assert metric.update_count == 1
    assert metric.compute() == pytest.approx(-0.2)


def test_negative_counts():
    with pytest.raises(InvalidDataError, match="counts not below 0; 1 of 2"):
        FleissKappa().update(torch.tensor([[4, -1]]))


def test_scores_with_nan():
    with pytest.raises(InvalidDataError, match="ratings without NaN; 1 of 4"):
        FleissKappa("probs").update(torch.tensor([[[0.1, 0.2], [0.9, float("nan")]]]))


def test_other_categories():
    metric = FleissKappa()
    metric.update(torch.tensor([[2, 1]]))
    with pytest.raises(ValueError, match="the same categories throughout, got 2 and 3"):
        metric.update(torch.tensor([[2, 1, 0]]))


@pytest.mark.parametrize(
    ("mode", "ratings", "message"),
    [
        ("counts", torch.ones(3, 2), r"integer counts of shape \(N, C\) for mode='counts', got torch.float32"),
        ("counts", torch.ones(3, 2, 2, dtype=torch.int64), r"got torch.int64 of shape \(3, 2, 2\)"),
        ("probs", torch.ones(3, 2), r"floating scores of shape \(N, C, R\) for mode='probs', .* of shape \(3, 2\)"),
        ("probs", torch.ones(3, 2, 2, dtype=torch.int64), "got torch.int64"),
    ],
)
def test_inputs_that_do_not_fit(mode, ratings, message):
    with pytest.raises(ValueError, match=message):
        FleissKappa(mode).update(ratings)


def test_senseless_mode():
    with pytest.raises(ValueError, match="mode to be 'counts' or 'probs', got 'scores'"):
        FleissKappa("scores")
