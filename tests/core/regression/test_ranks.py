"""Rank correlations against scipy, with ties and without."""

import itertools
import math

import numpy as np
import pytest
import torch
from scipy.stats import kendalltau, spearmanr

from metricore import InvalidDataError
from metricore.regression import KendallRankCorrCoef, SpearmanCorrCoef
from tests.core.regression.data import in_batches, pairs, whole

BOTH = pytest.mark.parametrize("cls", [KendallRankCorrCoef, SpearmanCorrCoef])
KINDS = ("distinct", "ties", "ties in one", "same order", "opposite order", "one pair out of order", "large and small")


@pytest.fixture(autouse=True)
def _all_digits():
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


def sample(kind, n):
    preds, target = pairs(n)
    if kind in ("ties", "ties in one"):
        preds = (preds * 2).round()
    if kind == "ties":
        target = (target * 2).round()
    if kind == "same order":
        target = preds.exp()
    if kind == "opposite order":
        target = -preds
    if kind == "one pair out of order":
        preds = torch.arange(n, dtype=torch.float64)
        target = preds.clone()
        target[:2] = target[:2].flip(0)
    if kind == "large and small":
        preds, target = preds * 1e-200 + torch.tensor([0.0, 1e200]).repeat(n)[:n], target * 1e300
    return preds, target


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [2, 3, 7, 33, 34, 200])
def test_spearman(kind, n):
    preds, target = sample(kind, n)
    expected = spearmanr(preds, target)[0] if (preds != preds[0]).any() and (target != target[0]).any() else np.nan
    np.testing.assert_allclose(in_batches(SpearmanCorrCoef(), preds, target), expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [2, 3, 7, 33, 34, 200])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("variant", ["b", "c"])
def test_kendall(kind, n, alternative, variant):
    preds, target = sample(kind, n)
    expected = kendalltau(preds, target, variant=variant, alternative=alternative)
    got = in_batches(KendallRankCorrCoef(variant, True, alternative), preds, target)
    np.testing.assert_allclose(got[0], expected[0], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(got[1], expected[1], rtol=1e-7, atol=1e-300)


@pytest.mark.parametrize("kind", ["distinct", "ties"])
def test_kendall_without_correction_for_ties(kind):
    preds, target = sample(kind, 20)
    products = [(preds[i] - preds[j]) * (target[i] - target[j]) for i, j in itertools.combinations(range(20), 2)]
    torch.testing.assert_close(whole(KendallRankCorrCoef("a"), preds, target), torch.stack(products).sign().mean())


def spread_out(ties):
    generator = torch.Generator().manual_seed(2)
    preds = torch.randn(140_000, generator=generator, dtype=torch.float64)
    target = preds + torch.randn(140_000, generator=generator)
    return ((preds * 20).round(), (target * 3).round()) if ties else (preds, target)


@pytest.mark.parametrize("ties", [False, True])
def test_spearman_of_so_many_that_they_are_ranked_in_stretches(ties):
    preds, target = spread_out(ties)
    metric = SpearmanCorrCoef()
    metric.update(preds[:9], target[:9])
    metric.update(preds[9:], target[9:])
    assert metric.compute().item() == pytest.approx(spearmanr(preds, target).statistic, rel=1e-6)


@pytest.mark.parametrize("variant", ["b", "c"])
@pytest.mark.parametrize("ties", [False, True])
def test_kendall_of_so_many_that_they_are_compared_in_stretches(ties, variant):
    preds, target = spread_out(ties)
    value, p = KendallRankCorrCoef(variant, t_test=True)(preds, -target / 1000)
    expected = kendalltau(preds, -target / 1000, variant=variant)
    assert value.item() == pytest.approx(expected.statistic, rel=1e-6)
    assert p.item() == pytest.approx(expected.pvalue, abs=1e-12)
    noise = preds[torch.randperm(len(preds), generator=torch.Generator().manual_seed(1))]
    value, p = KendallRankCorrCoef(variant, t_test=True)(preds, noise)
    expected = kendalltau(preds, noise, variant=variant)
    assert value.item() == pytest.approx(expected.statistic, rel=1e-5)
    assert p.item() == pytest.approx(expected.pvalue, rel=1e-5)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("metric", [SpearmanCorrCoef(), KendallRankCorrCoef()])
def test_weights_of_so_many_that_they_are_ranked_in_stretches(metric, ties):
    """A weight counts like as many equal samples."""
    preds, target = spread_out(ties)
    weight = torch.randint(1, 4, preds.shape, generator=torch.Generator().manual_seed(4))
    value = metric.clone()(preds, target, sample_weight=weight)
    repeated = metric.clone()(preds.repeat_interleave(weight), target.repeat_interleave(weight))
    assert value.item() == pytest.approx(repeated.item(), rel=1e-6)


def test_test_of_many_in_almost_the_same_order():
    preds, target = sample("one pair out of order", 150)
    _, p = whole(KendallRankCorrCoef(t_test=True), preds, target)
    np.testing.assert_allclose(p, 2 * 150 / math.factorial(150))


@pytest.mark.parametrize("seed", range(20))
def test_many_ties_and_sizes(seed):
    g = torch.Generator().manual_seed(seed)
    n = int(torch.randint(2, 300, (), generator=g))
    values = int(torch.randint(2, 40, (), generator=g))
    preds, target = (torch.randint(values, (n,), generator=g) for _ in range(2))
    np.testing.assert_allclose(whole(KendallRankCorrCoef(), preds, target), kendalltau(preds, target)[0], atol=1e-12)
    np.testing.assert_allclose(whole(SpearmanCorrCoef(), preds, target), spearmanr(preds, target)[0], atol=1e-12)


@BOTH
@pytest.mark.parametrize("kind", ["distinct", "ties", "same order"])
def test_weights_count_like_copies(cls, kind):
    preds, target = sample(kind, 30)
    copies = torch.arange(30) % 3
    settings = {"t_test": True} if cls is KendallRankCorrCoef else {}
    expected = whole(cls(**settings), preds.repeat_interleave(copies), target.repeat_interleave(copies))
    preds[0], target[3] = float("nan"), float("inf")  # weighs nothing
    torch.testing.assert_close(in_batches(cls(**settings), preds, target, copies), expected)


@BOTH
def test_weights_of_one_change_nothing(cls):
    preds, target = sample("ties", 30)
    plain = whole(cls(), preds, target)
    assert torch.equal(in_batches(cls(), preds, target, torch.ones(30)), plain)
    some = cls()
    some.update(preds[:10], target[:10])
    some.update(preds[10:], target[10:], torch.ones(20))
    assert torch.equal(some.compute(), plain)


@BOTH
@pytest.mark.parametrize("kind", [torch.float16, torch.float32, torch.int8, torch.int64])
def test_kinds_of_numbers(cls, kind):
    preds, target = (part.clamp(-3, 3).mul(40).to(kind) for part in pairs(60))
    reference = kendalltau if cls is KendallRankCorrCoef else spearmanr
    np.testing.assert_allclose(in_batches(cls(), preds, target), reference(preds.numpy(), target.numpy())[0])


@BOTH
@pytest.mark.parametrize("offset", [1e4, 1e8])
def test_far_from_zero(cls, offset):
    preds, target = (part + offset for part in pairs(60))
    torch.testing.assert_close(whole(cls(), preds, target), whole(cls(), preds - offset, target - offset))


@BOTH
def test_outputs(cls):
    preds, target = pairs(20, 3)
    each = [whole(cls(), *columns) for columns in zip(preds.T, target.T, strict=True)]
    torch.testing.assert_close(in_batches(cls(num_outputs=3), preds, target), torch.stack(each))
    weight = torch.rand(20, 3)
    each = [whole(cls(), *columns) for columns in zip(preds.T, target.T, weight.T, strict=True)]
    torch.testing.assert_close(in_batches(cls(num_outputs=3), preds, target, weight), torch.stack(each))


@BOTH
def test_undefined(cls):
    for data in ((torch.empty(0), torch.empty(0)), (torch.ones(1), torch.ones(1)), (torch.ones(9), torch.arange(9.0))):
        assert whole(cls(), *data).isnan()
    if cls is KendallRankCorrCoef:
        for variant in "abc":
            values = whole(cls(variant, True), torch.ones(9), torch.arange(9.0))
            assert all(value.isnan() for value in values)


@BOTH
def test_bad_data(cls):
    with pytest.raises(InvalidDataError, match="without NaN; 1 of 2"):
        cls().update(torch.tensor([1.0, float("nan")]), torch.ones(2))
    with pytest.raises(ValueError, match=r"shape \(N,\), got \(2, 2\)"):
        cls().update(torch.ones(2, 2), torch.ones(2, 2))
    with pytest.raises(ValueError, match=r"shape \(N, 3\), got \(2, 2\)"):
        cls(num_outputs=3).update(torch.ones(2, 2), torch.ones(2, 2))
    metric = cls()
    metric.update(torch.tensor([1.0, float("inf"), -float("inf")]), torch.tensor([1.0, 2.0, 0.0]))
    assert metric.compute() == 1


def test_senseless_settings():
    for settings, message in (
        ({"variant": "d"}, "variant to be one of"),
        ({"t_test": "yes"}, "t_test to be True or False"),
        ({"t_test": True, "alternative": None}, "alternative to be one of"),
        ({"alternative": "more"}, "alternative to be one of"),
    ):
        with pytest.raises(ValueError, match=message):
            KendallRankCorrCoef(**settings)
    assert KendallRankCorrCoef(alternative=None)(torch.arange(3.0), torch.arange(3.0)) == 1
