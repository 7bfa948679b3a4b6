"""The concordance index beside a count over all pairs, and the laws for it."""

import itertools
import math

import pytest
import torch
from scipy.stats import kendalltau

from metricore import InvalidDataError, registry
from metricore.functional.survival import concordance_index
from metricore.survival import ConcordanceIndex
from metricore.testing import parametrize_with_checks
from metricore.testing._survival_cases import CASES


def by_pairs(preds, time, event):
    """Harrell's definition: shorter is an observed time before another, or at the same time as a censored one."""
    right, pairs = 0.0, 0
    for i, j in itertools.permutations(range(len(preds)), 2):
        if event[i] and (time[i] < time[j] or (time[i] == time[j] and not event[j])):
            pairs += 1
            right += (preds[i] < preds[j]) + (preds[i] == preds[j]) / 2
    return right / pairs if pairs else math.nan


def people(size, distinct, seed, observed=0.6):
    g = torch.Generator().manual_seed(seed)
    preds, time = (torch.randint(distinct, (size,), generator=g).float() for _ in range(2))
    return preds, time, torch.rand(size, generator=g) < observed


@pytest.mark.parametrize("observed", [0.1, 0.6, 1.0])
@pytest.mark.parametrize("distinct", [1, 3, 12, 10_000])
@pytest.mark.parametrize("size", [1, 2, 9, 60])
def test_like_a_count_over_pairs(size, distinct, observed):
    for seed in range(4):
        data = people(size, distinct, seed, observed)
        expected = by_pairs(*(part.tolist() for part in data))
        assert ConcordanceIndex()(*data).item() == pytest.approx(expected, nan_ok=True)
        assert ConcordanceIndex(risk=True)(-data[0], *data[1:]).item() == pytest.approx(expected, nan_ok=True)
        split = ConcordanceIndex()
        for batch in zip(*(part.split(7) for part in data), strict=True):
            split.update(*batch)
        assert split.compute().item() == pytest.approx(expected, nan_ok=True)


def test_so_many_that_they_are_compared_in_stretches():
    """Beside a count over pairs of cells of a table; and without ties or censoring, beside Kendall's coefficient."""
    preds, time, event = people(140_000, 30, 5)
    ended = 2 * time.long() + ~event  # what is censored is after what is observed at that time
    table = torch.bincount(ended * 30 + preds.long(), minlength=1800).view(60, 30).double()
    observed, longer = table[::2], table.flip(0).cumsum(0).flip(0)[1::2]
    higher = longer.flip(1).cumsum(1).flip(1) - longer / 2
    right, pairs = (observed * higher).sum(), (observed * longer.sum(1, keepdim=True)).sum()
    torch.testing.assert_close(ConcordanceIndex()(preds, time, event), (right / pairs).float())
    spread = torch.rand(140_000, generator=torch.Generator().manual_seed(6), dtype=torch.float64)
    near = spread + torch.rand(140_000, generator=torch.Generator().manual_seed(7), dtype=torch.float64)
    assert ConcordanceIndex()(near, spread).item() == pytest.approx((kendalltau(near, spread).statistic + 1) / 2)


def test_all_observed_unless_told():
    preds, time, _ = people(30, 12, 0)
    expected = by_pairs(preds.tolist(), time.tolist(), [True] * 30)
    assert concordance_index(preds, time).item() == pytest.approx(expected)
    assert concordance_index(preds, time, event=torch.ones(30)).item() == pytest.approx(expected)


@pytest.mark.parametrize("dtype", [torch.float16, torch.float64, torch.int32, torch.int64])
def test_only_the_order_counts(dtype):
    preds, time, event = people(40, 12, 1)
    expected = ConcordanceIndex()(preds, time, event)
    assert ConcordanceIndex()(preds.to(dtype), time.to(dtype), event) == expected
    assert ConcordanceIndex()(preds.double() * 1e-3 + 1e8, time.double() - 1e8, event) == expected


@pytest.mark.parametrize("size", [20_000])
def test_many(size):
    g = torch.Generator().manual_seed(0)
    time = torch.rand(size, generator=g)
    assert ConcordanceIndex()(time, time) == 1
    assert ConcordanceIndex(risk=True)(time, time) == 0
    event = torch.rand(size, generator=g) < 0.5
    assert ConcordanceIndex()(torch.rand(size, generator=g), time, event).item() == pytest.approx(0.5, abs=0.02)


def test_nothing_to_compare():
    metric = ConcordanceIndex()
    assert metric(torch.zeros(0), torch.zeros(0)).isnan()
    assert metric(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.0]), torch.tensor([0, 0])).isnan()


PREDS, TIME, EVENT = people(9, 12, 0)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ((PREDS[1:], TIME), r"preds and target of one shape \(N,\), got \(8,\) and \(9,\)"),
        ((PREDS, TIME, EVENT[1:]), r"event and target of one shape \(N,\), got \(8,\) and \(9,\)"),
        ((PREDS.view(3, 3), TIME.view(3, 3)), "one shape"),
        ((PREDS + 0j, TIME), "real numbers, got torch.complex64 and torch.float32"),
        ((PREDS, TIME, EVENT * 2), "event to hold 0 and 1"),
        ((PREDS, TIME, EVENT * torch.nan), "event to hold 0 and 1"),
        ((PREDS / 0 * 0, TIME), "preds and target without NaN"),
        ((PREDS, TIME / 0 * 0), "preds and target without NaN"),
    ],
)
def test_bad_data(data, text):
    metric = ConcordanceIndex()
    metric.update(PREDS, TIME, EVENT)
    before = metric.compute()
    with pytest.raises((ValueError, InvalidDataError), match=text):
        metric.update(*data)
    assert metric.compute() == before


def test_bad_setting():
    with pytest.raises(ValueError, match="risk to be True or False"):
        ConcordanceIndex(risk="yes")


def test_all_are_checked():
    assert set(registry.list("metricore/*", domain="survival")) == set(CASES)


@parametrize_with_checks(CASES.items())
def test_law(check):
    check()
