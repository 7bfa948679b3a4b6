"""So many documents that their queries are looked at some after the other."""

import pytest
import torch

from metricore import InvalidDataError, MetricCollection, retrieval
from metricore.retrieval import RetrievalMAP, RetrievalMetric, RetrievalNormalizedDCG, RetrievalPrecisionRecallCurve

QUERIES, LENGTH = 7_000, 20
EVERY = [n for n in retrieval.__all__ if n not in ("Ranking", "RetrievalMetric")]


def rows():
    """Queries with relevance that never is 0 throughout."""
    generator = torch.Generator().manual_seed(5)
    preds = (torch.rand(QUERIES, LENGTH, generator=generator) * 50).round()
    target = (torch.rand(QUERIES, LENGTH, generator=generator) < 0.2).long()
    target[:, 3] = torch.arange(QUERIES) % 10 > 0
    return preds, target


def documents():
    """The same one after the other in no order, with names from far apart."""
    preds, target = rows()
    names = torch.arange(QUERIES).repeat_interleave(LENGTH) * 1_000_003 - 2**31
    order = torch.arange(len(names)).view(LENGTH, QUERIES).T.flatten()  # those of a query as they came
    return preds.flatten()[order], target.flatten()[order], names[order]


def few(metric, preds, target):
    """Values of 350 queries at a time, which are not parted."""
    return [metric()(part, own) for part, own in zip(preds.split(350), target.split(350), strict=True)]


@pytest.mark.parametrize("name", [n for n in EVERY if not n.startswith(("RetrievalPrecisionRec", "RetrievalRecallAt"))])
def test_the_mean_is_that_of_fewer(name):
    metric, (preds, target) = getattr(retrieval, name), rows()
    settings = {"empty_target_action": "pos"} if name == "RetrievalFallOut" else {}
    parts = few(lambda: metric(**settings), preds, target)
    if name == "RetrievalAUROC":  # queries without a value do not count
        parts = [metric(aggregation=torch.sum)(p, t) for p, t in zip(preds.split(350), target.split(350), strict=True)]
        defined = ((target > 0).any(1) & (target == 0).any(1)) | (target == 0).all(1)
        expected = torch.stack(parts).sum() / defined.sum()
    else:
        expected = torch.stack(parts).mean(0)
    torch.testing.assert_close(metric(**settings)(preds, target), expected)
    torch.testing.assert_close(metric(**settings)(*documents()), expected)


@pytest.mark.parametrize("adaptive_k", [False, True])
def test_the_curve_of_queries_of_several_lengths(adaptive_k):
    preds, target, names = documents()
    kept = (names + 2**31) // 1_000_003 % LENGTH >= torch.arange(len(names)) % 7
    ignored = torch.where(kept, target, -1)
    settings = {"adaptive_k": adaptive_k, "ignore_index": -1}
    ours = RetrievalPrecisionRecallCurve(**settings)(preds, ignored, names)
    whole = RetrievalPrecisionRecallCurve(**settings, aggregation=torch.mean)(preds, ignored, names)
    for line, expected in zip(ours, whole, strict=True):
        torch.testing.assert_close(line, expected)


def test_all_queries_without_target_are_counted():
    metric = RetrievalMAP(empty_target_action="error")
    preds, target = rows()
    empty = int((target == 0).all(1).sum())
    metric.update(preds, target)
    with pytest.raises(InvalidDataError, match=f"got {empty} queries without"):
        metric.compute()


def test_one_query_with_nearly_all_documents():
    preds, target = (part.flatten() for part in rows())
    names = torch.where(torch.arange(len(preds)) < 1000, torch.arange(len(preds)) // 10, 7_000)
    values = [RetrievalMAP()(preds[own], target[own], names[own]) for own in (names < 7_000, names == 7_000)]
    expected = (values[0] * 100 + values[1]) / 101
    torch.testing.assert_close(RetrievalMAP()(preds, target, names), expected)


def test_the_whole_ranking_is_there_for_a_metric_of_ones_own():
    class Whole(RetrievalMetric):
        def compute(self):
            return self.ranking().size.sum()

    assert Whole()(*documents()).item() == QUERIES * LENGTH


def test_in_a_collection():
    preds, target, names = documents()
    metrics = MetricCollection([RetrievalMAP(), RetrievalNormalizedDCG(top_k=(3, 5))])
    values = metrics(preds, target, names)
    torch.testing.assert_close(values["RetrievalMAP"], RetrievalMAP()(preds, target, names))
    expected = RetrievalNormalizedDCG(top_k=(3, 5))(preds, target, names)
    torch.testing.assert_close(values["RetrievalNormalizedDCG"], expected)
