"""Values beside those of trec_eval and scikit-learn, and beside definitions written out for one query."""

import math

import pytest
import torch
from sklearn.metrics import dcg_score, ndcg_score, roc_auc_score

from metricore import retrieval
from tests.core.retrieval.data import by_query, ranked, rankings, trec_eval

CUTOFFS = (1, 3, 5, 10, 20, 100)
NAMES = [-7, 5_000_000_000, 0, 12, -3, 77, -(2**40), 9, 8, 1, 2, 3]


def value(name, *data, **settings):
    metric = getattr(retrieval, name)(**{"empty_target_action": "skip", **settings})
    metric.update(*data)
    return metric.compute()


def mean_of(formula, preds, target, indexes, whole=False):
    """The mean of a formula over queries with something to be found."""
    found = []
    for scores, relevance in by_query(preds, target, indexes).values():
        if relevance.any() or whole:
            found.append(formula(scores, relevance))
    return sum(found) / len(found)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("RetrievalMAP", "map"),
        ("RetrievalMRR", "recip_rank"),
        ("RetrievalNormalizedDCG", "ndcg"),
        ("RetrievalRPrecision", "Rprec"),
        ("RetrievalBpref", "bpref"),
    ],
)
def test_like_trec_eval(name, measure, seed):
    data = rankings(seed=seed)
    assert value(name, *data).item() == pytest.approx(trec_eval(measure, *data).mean().item(), rel=1e-6)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("RetrievalMAP", "map_cut"),
        ("RetrievalPrecision", "P"),
        ("RetrievalRecall", "recall"),
        ("RetrievalHitRate", "success"),
        ("RetrievalNormalizedDCG", "ndcg_cut"),
    ],
)
def test_cutoffs_like_trec_eval(name, measure, seed):
    data = rankings(seed=seed)
    expected = torch.stack([trec_eval(f"{measure}.{k}", *data).mean() for k in CUTOFFS])
    torch.testing.assert_close(value(name, *data, top_k=CUTOFFS), expected)
    torch.testing.assert_close(value(name, *data, top_k=CUTOFFS[::-1]), expected.flip(0))
    torch.testing.assert_close(torch.stack([value(name, *data, top_k=k) for k in CUTOFFS]), expected)


def test_interpolated_precision_like_trec_eval():
    data = rankings(seed=4)
    levels = torch.arange(11) / 10
    expected = torch.stack([trec_eval(f"iprec_at_recall.{level:.2f}", *data).mean() for level in levels])
    got = value("RetrievalInterpolatedPrecision", *data)
    kept = levels != 0.7  # trec_eval takes 2 of 3 for this recall, since in floats 0.7 * 3 + 0.9 is less than 3
    torch.testing.assert_close(got[kept], expected[kept])


def interpolated(scores, relevance, level):
    hits = torch.tensor(ranked(scores, relevance)).cumsum(0)
    precision = hits / torch.arange(1, len(hits) + 1)
    return precision[hits * 100 >= round(level * 100) * hits[-1]].max().item()


@pytest.mark.parametrize("levels", [11, 2, [0.7, 0.1], (1.0, 0.25, 0.0), [0.33]])
def test_interpolated_precision_by_definition(levels):
    data = rankings(seed=4)
    asked = [i / (levels - 1) for i in range(levels)] if isinstance(levels, int) else levels
    expected = [mean_of(lambda s, r, level=level: interpolated(s, r, level), *data) for level in asked]
    assert value("RetrievalInterpolatedPrecision", *data, recall_levels=levels).tolist() == pytest.approx(expected)


def test_unjudged_documents_are_left_out_of_bpref():
    preds, target, indexes = rankings(seed=5)
    target = torch.where(torch.arange(len(target)) % 3 == 0, -1, target)
    expected = trec_eval("bpref", preds, target, indexes).mean().item()
    assert value("RetrievalBpref", preds, target, indexes, ignore_index=-1).item() == pytest.approx(expected)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16", "int64", "int8"])
@pytest.mark.parametrize("top_k", [None, 1, 4, 50])
def test_gains_like_scikit_learn_with_equal_scores(top_k, dtype):
    preds, target, indexes = rankings(grades=5, share=0.5)
    preds = (preds / 20).round().to(getattr(torch, dtype))

    def of_one(score):
        return lambda s, r: score([r.tolist()], [s.double().tolist()], k=top_k)

    several = torch.bincount(indexes)[indexes] > 1  # scikit-learn refuses a single document
    data = preds[several], target[several], indexes[several]
    got = value("RetrievalNormalizedDCG", *data, top_k=top_k).item()
    assert got == pytest.approx(mean_of(of_one(ndcg_score), *data))
    got = value("RetrievalDCG", *data, top_k=top_k).item()
    assert got == pytest.approx(mean_of(of_one(dcg_score), *data))


@pytest.mark.parametrize("scale", [1e-8, 1e8])
def test_graded_relevance_of_any_size(scale):
    preds, target, indexes = rankings(grades=5, share=0.5)
    target = target.double() * torch.where(indexes % 2 == 0, scale, 1.0)
    expected = mean_of(lambda s, r: ndcg_score([r.tolist()], [s.tolist()]), preds, target, indexes)
    assert value("RetrievalNormalizedDCG", preds, target, indexes).item() == pytest.approx(expected, rel=1e-6)


def test_exponential_gains():
    preds, target, indexes = rankings(grades=5, share=0.5)
    expected = mean_of(lambda s, r: ndcg_score([(2**r - 1).tolist()], [s.tolist()], k=5), preds, target, indexes)
    got = value("RetrievalNormalizedDCG", preds, target, indexes, top_k=5, gain="exponential")
    assert got.item() == pytest.approx(expected)


@pytest.mark.parametrize("max_fpr", [None, 0.1, 0.4, 1.0])
@pytest.mark.parametrize("tied", [False, True])
def test_area_like_scikit_learn(tied, max_fpr):
    preds, target, indexes = rankings(6, 300)
    preds = (preds / 30).round() if tied else preds
    expected = mean_of(lambda s, r: roc_auc_score(r, s, max_fpr=max_fpr), preds, target, indexes)
    assert value("RetrievalAUROC", preds, target, indexes, max_fpr=max_fpr).item() == pytest.approx(expected)


@pytest.mark.parametrize("max_fpr", [None, 0.3])
def test_area_of_the_first_documents(max_fpr):
    preds, target, indexes = rankings(6, 300)

    def of_one(scores, relevance):
        scores, first = scores.topk(20)
        return roc_auc_score(relevance[first], scores, max_fpr=max_fpr)

    expected = mean_of(of_one, preds, target, indexes)
    assert value("RetrievalAUROC", preds, target, indexes, top_k=20, max_fpr=max_fpr).item() == pytest.approx(expected)


def test_area_of_one_kind_is_left_out():
    metric = retrieval.RetrievalAUROC()
    preds = torch.tensor([[0.1, 0.2, 0.3], [0.1, 0.2, 0.3]])
    assert metric(preds, torch.tensor([[0, 0, 1], [1, 1, 1]])).item() == 1
    assert metric(preds, torch.tensor([[1, 1, 1], [1, 1, 1]])).isnan()
    assert metric(preds, torch.tensor([[0, 0, 1], [0, 0, 0]])).item() == 0.5


def fall_out(scores, relevance, k):
    return sum(1 - r for r in ranked(scores, relevance)[:k]) / int((relevance == 0).sum())


def f_score(scores, relevance, k, beta):
    hits = sum(ranked(scores, relevance)[:k])
    precision, recall = hits / k, hits / int(relevance.sum())
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall) if hits else 0.0


@pytest.mark.parametrize("k", [1, 3, 10])
def test_by_definition(k):
    data = rankings()
    some_missing = mean_of(lambda s, r: fall_out(s, r, k), *data, whole=True)
    assert value("RetrievalFallOut", *data, top_k=k).item() == pytest.approx(some_missing)
    for beta in (0.5, 1.0, 2.0):
        expected = mean_of(lambda s, r, beta=beta: f_score(s, r, k, beta), *data)
        assert value("RetrievalFBeta", *data, beta=beta, top_k=k).item() == pytest.approx(expected)
        if beta == 1:
            assert value("RetrievalF1", *data, top_k=k).item() == pytest.approx(expected)
    assert value("RetrievalFBeta", *data, beta=1e200, top_k=k) == value("RetrievalRecall", *data, top_k=k)


def rank_biased(scores, relevance, p):
    return (1 - p) * sum(r * p**i for i, r in enumerate(ranked(scores, relevance)))


def expected_reciprocal_rank(scores, relevance, most, k):
    value, goes_on = 0.0, 1.0
    for i, grade in enumerate(ranked(scores, relevance)[:k]):
        satisfied = (2**grade - 1) / 2**most
        value, goes_on = value + goes_on * satisfied / (i + 1), goes_on * (1 - satisfied)
    return value


@pytest.mark.parametrize("p", [0.1, 0.5, 0.95])
def test_rank_biased_precision(p):
    preds, target, indexes = rankings(grades=4, share=0.5)
    for relevance in (target.clamp(max=1), target / 4):
        expected = mean_of(lambda s, r: rank_biased(s, r, p), preds, relevance, indexes)
        assert value("RetrievalRBP", preds, relevance, indexes, p=p).item() == pytest.approx(expected)


@pytest.mark.parametrize("most", [4, 6, 60])
def test_expected_reciprocal_rank(most):
    preds, target, indexes = rankings(grades=5, share=0.5)
    for k in (1, 5, None):
        expected = mean_of(lambda s, r, k=k: expected_reciprocal_rank(s, r, most, k), preds, target, indexes)
        got = value("RetrievalERR", preds, target, indexes, max_grade=most, top_k=k)
        assert got.item() == pytest.approx(expected, rel=1e-5, abs=1e-9)


def test_certain_satisfaction_ends_the_search():
    preds, target = torch.tensor([[0.9, 0.8, 0.7]]), torch.tensor([[60, 60, 60]])
    assert value("RetrievalERR", preds, target, max_grade=60).item() == pytest.approx(1)


@pytest.mark.parametrize("adaptive", [False, True])
@pytest.mark.parametrize("max_k", [None, 3, 40])
@pytest.mark.parametrize("aggregation", ["mean", "median", "min", "max"])
def test_curve_is_precision_and_recall_at_every_k(max_k, adaptive, aggregation):
    data = rankings()
    settings = {"aggregation": aggregation, "empty_target_action": "pos"}
    precision, recall, k = value("RetrievalPrecisionRecallCurve", *data, max_k=max_k, adaptive_k=adaptive, **settings)
    every = tuple(range(1, (max_k or int(torch.bincount(data[2]).max())) + 1))
    assert k.tolist() == list(every)
    expected = value("RetrievalPrecision", *data, top_k=every, adaptive_k=adaptive, **settings)
    torch.testing.assert_close(precision, expected)
    torch.testing.assert_close(recall, value("RetrievalRecall", *data, top_k=every, **settings))


@pytest.mark.parametrize("settings", [{}, {"adaptive_k": True, "empty_target_action": "skip"}])
def test_curve_from_small_tables(settings, monkeypatch):
    whole = value("RetrievalPrecisionRecallCurve", *rankings(), aggregation="median", **settings)
    monkeypatch.setattr("metricore.retrieval._curve._CELLS", 50)
    parts = value("RetrievalPrecisionRecallCurve", *rankings(), aggregation="median", **settings)
    assert all(map(torch.equal, parts, whole))


@pytest.mark.parametrize("enough", [0.0, 0.2, 0.35, 1.0])
def test_recall_at_fixed_precision(enough):
    data = rankings()
    precision, recall, k = value("RetrievalPrecisionRecallCurve", *data)
    reached = [(r, n) for p, r, n in zip(precision.tolist(), recall.tolist(), k.tolist(), strict=True) if p >= enough]
    expected = max(reached, default=(0.0, len(k)))
    best, at = value("RetrievalRecallAtFixedPrecision", *data, min_precision=enough)
    assert (best.item(), at.item()) == (pytest.approx(expected[0]), expected[1])


@pytest.mark.parametrize("name", ["RetrievalMAP", "RetrievalNormalizedDCG", "RetrievalAUROC", "RetrievalRecall"])
def test_only_the_order_counts_and_queries_are_names(name):
    preds, target, indexes = rankings()
    expected = value(name, preds, target, indexes)
    names = torch.tensor(NAMES)[indexes]
    for scores in (preds * 1e-30, preds.double() - 1e8, -1 / (preds - 1e4), preds.long() * 10**12):
        torch.testing.assert_close(value(name, scores, target, names), expected)
    infinite = torch.where(preds == preds.max(), math.inf, torch.where(preds == preds.min(), -math.inf, preds))
    torch.testing.assert_close(value(name, infinite, target, indexes), expected)


def test_equal_scores_count_as_they_came():
    same = torch.zeros(1, 4)
    assert value("RetrievalMRR", same, torch.tensor([[0, 0, 1, 1]])).item() == pytest.approx(1 / 3)
    assert value("RetrievalMRR", torch.tensor([[0.0, -0.0]]), torch.tensor([[0, 1]])).item() == pytest.approx(1 / 2)
    assert value("RetrievalNormalizedDCG", same, torch.tensor([[0, 0, 1, 1]])).item() == pytest.approx(
        ndcg_score([[0, 0, 1, 1]], [[0, 0, 0, 0]])
    )
