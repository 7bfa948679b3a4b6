"""Groups compared, against fairlearn where it is installed and against sums in numpy."""

import numpy as np
import pytest
import torch

from metricore.functional import classification as functional
from tests.core.classification.data import close, decisions, generator, halves, make, value, weights_of


def grouped(groups=3):
    scores, target = decisions((60,))
    return scores, target, torch.randint(0, groups, (60,), generator=generator(5))


def rates(preds, target, groups, number, weight=None):
    """Shares of true positives, false positives, true negatives and false negatives."""
    weight = np.ones(len(preds)) if weight is None else np.asarray(weight)
    preds, target, groups = (np.asarray(part) for part in (preds, target, groups))
    found = {}
    for group in range(number):
        its = weight * (groups == group)
        cells = [(its * (preds == p) * (target == t)).sum() for p, t in ((1, 1), (1, 0), (0, 0), (0, 1))]
        found[f"group_{group}"] = np.array(cells) / its.sum() if its.sum() else np.full(4, np.nan)
    return found


def expect(got, expected):
    assert got.keys() == expected.keys()
    for name, its in got.items():
        close(its, expected[name])


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("ignore_index", [None, -1])
def test_rates(ignore_index, weighted):
    scores, target, groups = grouped()
    weight = weights_of(target)
    if ignore_index is not None:
        target[::4] = -1
    keep = target != -1
    parts = (scores[keep] > 0.5, target[keep], groups[keep])
    expected = rates(*parts, 4, weight[keep] if weighted else None)  # the last group has no members
    for preds in (scores, scores.logit(), (scores > 0.5).long()):
        data = halves(preds, target, groups, weight) if weighted else halves(preds, target, groups)
        expect(value(make("BinaryGroupStatRates", 4, ignore_index=ignore_index), *data), expected)


def test_equals_fairlearn():
    fairlearn = pytest.importorskip("fairlearn.metrics")
    scores, target, groups = grouped()
    decided = (scores > 0.5).numpy()
    about = {"sensitive_features": groups.numpy()}
    got = value(make("BinaryFairness", 3), *halves(scores, target, groups))
    parity, opportunity = got.values()
    close(parity, fairlearn.demographic_parity_ratio(target.numpy(), decided, **about))
    close(opportunity, fairlearn.equal_opportunity_ratio(target.numpy(), decided, **about))
    chosen = fairlearn.MetricFrame(metrics=fairlearn.selection_rate, y_true=target, y_pred=decided, **about).by_group
    found = fairlearn.MetricFrame(metrics=fairlearn.true_positive_rate, y_true=target, y_pred=decided, **about).by_group
    keys = [f"DP_{chosen.idxmin()}_{chosen.idxmax()}", f"EO_{found.idxmin()}_{found.idxmax()}"]
    assert list(got) == keys
    expect(functional.binary_fairness(scores, target, groups), got)
    expect(functional.demographic_parity(scores, groups), {keys[0]: parity})
    expect(functional.equal_opportunity(scores, target, groups), {keys[1]: opportunity})
    expect(make("BinaryFairness", 3, "demographic_parity")(scores, None, groups), {keys[0]: parity})


def test_groups_without_a_rate_are_left_out():
    preds, groups = torch.tensor([1, 0, 1, 1]), torch.tensor([0, 0, 2, 2])
    got = make("BinaryFairness", 4)(preds, torch.tensor([1, 1, 0, 0]), groups)
    expect(got, {"DP_0_2": 0.5, "EO_0_0": 1.0})
    nothing = make("BinaryFairness", 4, "equal_opportunity")(preds, torch.zeros(4, dtype=torch.long), groups)
    assert [its.isnan().item() for its in nothing.values()] == [True]
    nobody = make("BinaryFairness", 2, "demographic_parity")(torch.zeros(4), None, groups.clamp(max=1))
    assert [its.isnan().item() for its in nobody.values()] == [True]


def test_refused():
    scores, target, groups = grouped()
    with pytest.raises(ValueError, match="groups to hold labels from 0 to 1"):
        make("BinaryFairness", 2)(scores, target, groups)
    with pytest.raises(ValueError, match="num_groups to be an integer of at least 2, got 1"):
        make("BinaryGroupStatRates", 1)
    with pytest.raises(ValueError, match="task to be one of"):
        make("BinaryFairness", 2, "parity")
    with pytest.raises(ValueError, match="a target for task='all'"):
        make("BinaryFairness", 3)(scores, None, groups)
    with pytest.raises(ValueError, match="groups in the shape of the target"):
        make("BinaryFairness", 3)(scores, target, groups[:5])
