"""From queries to a value: queries without anything to be found, documents left out, rows, aggregation, sharing."""

import pytest
import torch

from metricore import InvalidDataError, MetricCollection, retrieval
from metricore.retrieval import (
    RetrievalFallOut,
    RetrievalMAP,
    RetrievalMetric,
    RetrievalMRR,
    RetrievalNormalizedDCG,
    RetrievalPrecision,
    RetrievalPrecisionRecallCurve,
    RetrievalRecall,
)
from tests.core.retrieval.data import by_query, rankings

# Reciprocal ranks of 1, 1/2, none, 1/3 and 1/2.
PREDS = torch.tensor([[3.0, 2.0, 1.0]] * 5)
TARGET = torch.tensor([[1, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 1], [0, 1, 1]])
EVERY = [n for n in retrieval.__all__ if n not in ("Ranking", "RetrievalMetric")]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, (1 + 1 / 2 + 0 + 1 / 3 + 1 / 2) / 5),
        ({"empty_target_action": "pos"}, (1 + 1 / 2 + 1 + 1 / 3 + 1 / 2) / 5),
        ({"empty_target_action": "skip"}, (1 + 1 / 2 + 1 / 3 + 1 / 2) / 4),
        ({"aggregation": "median"}, 1 / 2),
        ({"aggregation": "median", "empty_target_action": "skip"}, 1 / 2),
        ({"aggregation": "min"}, 0.0),
        ({"aggregation": "min", "empty_target_action": "skip"}, 1 / 3),
        ({"aggregation": "max"}, 1.0),
        ({"aggregation": torch.amax}, 1.0),
        ({"aggregation": torch.max}, 1.0),
        ({"aggregation": lambda values: values.sort().values[1]}, 1 / 3),
        ({"aggregation": lambda values, dim: values.sum(dim)}, 7 / 3),
    ],
)
def test_from_queries_to_a_value(settings, expected):
    metric = RetrievalMRR(**settings)
    assert metric(PREDS, TARGET).item() == pytest.approx(expected)
    metric.reset()
    for row in (slice(0, 2), slice(2, 5)):
        metric.update(PREDS[row], TARGET[row])
    assert metric.compute().item() == pytest.approx(expected)


def test_median_of_an_even_number_is_the_mean_of_two():
    metric = RetrievalMRR(aggregation="median", empty_target_action="skip")
    assert metric(PREDS[[0, 3]], TARGET[[0, 3]]).item() == pytest.approx((1 + 1 / 3) / 2)


@pytest.mark.parametrize(
    "aggregation",
    ["median", "min", "max", torch.mean, torch.median, lambda values: values.mean(0), lambda values: values.mean() + 1],
)
def test_several_values_of_each_query(aggregation):
    metric = RetrievalRecall(top_k=(1, 2, 3), aggregation=aggregation)
    each = [RetrievalRecall(top_k=k, aggregation=aggregation)(PREDS, TARGET) for k in (1, 2, 3)]
    torch.testing.assert_close(metric(PREDS, TARGET), torch.stack(each))


@pytest.mark.parametrize("aggregation", ["mean", "median", "min", "max", torch.mean])
def test_of_nothing(aggregation):
    metric = RetrievalMRR(aggregation=aggregation, empty_target_action="skip")
    assert metric(PREDS[:0], TARGET[:0]).isnan()
    assert metric(PREDS[2:3], TARGET[2:3]).isnan()
    curve = RetrievalPrecisionRecallCurve(aggregation=aggregation, max_k=2, empty_target_action="skip")
    assert all(part.isnan().all() for part in curve(PREDS[2:3], TARGET[2:3])[:2])


@pytest.mark.parametrize("name", EVERY)
def test_an_error_for_queries_without_target(name):
    metric = getattr(retrieval, name)(empty_target_action="error")
    metric.update(PREDS, 1 - TARGET if name == "RetrievalFallOut" else TARGET)
    with pytest.raises(InvalidDataError, match="got 1 queries without"):
        metric.compute()


def test_fall_out_asks_for_irrelevant_documents():
    everything = RetrievalFallOut(empty_target_action="skip", top_k=1)
    assert everything(PREDS[:2], torch.tensor([[1, 1, 1], [1, 0, 0]])).item() == 0
    assert RetrievalFallOut(top_k=1)(PREDS[:2], torch.tensor([[1, 1, 1], [1, 0, 0]])).item() == 0.5


@pytest.mark.parametrize("ignored", [-1, -100, 255, 7])
@pytest.mark.parametrize("name", EVERY)
def test_what_is_ignored_is_as_if_it_were_not_there(name, ignored):
    preds, target, indexes = rankings(6, 120)
    kept = torch.arange(120) % 3 > 0
    kept &= indexes != 4
    metric = getattr(retrieval, name)
    expected = metric()(preds[kept], target[kept], indexes[kept])
    anything = torch.where(kept, preds, torch.nan)
    got = metric(ignore_index=ignored)(anything, torch.where(kept, target, ignored), indexes)
    torch.testing.assert_close(got, expected)


@pytest.mark.parametrize("name", EVERY)
def test_rows_are_queries(name):
    preds, target, _ = rankings(documents=60)
    preds, target = preds.view(6, 10), target.view(6, 10)
    indexes = torch.arange(6).unsqueeze(1).expand(6, 10)
    metric = getattr(retrieval, name)
    torch.testing.assert_close(metric()(preds, target), metric()(preds, target, indexes))
    apart = metric(), metric()
    apart[0].update(preds[:2], target[:2])
    apart[1].update(preds[2:], target[2:])
    apart[0].merge_state(apart[1])
    torch.testing.assert_close(apart[0].compute(), metric()(preds, target))


def test_rows_of_different_lengths():
    metric = RetrievalMRR(empty_target_action="skip", ignore_index=-1)
    metric.update(torch.tensor([[3.0, 2.0, 1.0]]), torch.tensor([[0, 0, 1]]))
    metric.update(torch.tensor([[2.0, 1.0], [2.0, 1.0]]), torch.tensor([[0, 1], [-1, -1]]))
    assert metric.compute().item() == pytest.approx((1 / 3 + 1 / 2) / 2)


def test_queries_far_apart_and_without_order():
    preds, target, indexes = rankings()
    names = torch.tensor([2**62, -(2**62), 0, 5, -5, 2**33, 17, 1, 2, 3, -(2**40), 9])[indexes]
    assert RetrievalMAP()(preds, target, names) == RetrievalMAP()(preds, target, indexes)
    assert RetrievalMAP()(preds.double(), target, names) == RetrievalMAP()(preds, target, indexes)


def test_states_are_narrow():
    metric = RetrievalMAP()
    metric.update(*rankings())
    assert metric.target.values.dtype == torch.int8
    assert metric.indexes.values.dtype == torch.int32
    assert metric.preds.values.dtype == torch.float32


# -- collections -------------------------------------------------------------------------------------------------


def test_a_collection_accumulates_and_sorts_once(monkeypatch):
    from metricore.retrieval import _ranking

    sorts = []
    best_first = _ranking.best_first
    monkeypatch.setattr(_ranking, "best_first", lambda *data: sorts.append(1) or best_first(*data))
    metrics = MetricCollection([getattr(retrieval, name)() for name in EVERY])
    assert list(metrics.compute_groups) == [0]
    values = metrics(*rankings())
    assert sorts == [1]
    metrics.update(*rankings(seed=1))
    sorts.clear()
    together = metrics.compute()
    assert sorts == [1]
    for name in EVERY:
        alone = getattr(retrieval, name)()
        torch.testing.assert_close(values[name], alone(*rankings()))
        alone.update(*rankings(seed=1))
        torch.testing.assert_close(together[name], alone.compute())


def test_others_may_have_graded_relevance_beside_them():
    metrics = MetricCollection([RetrievalNormalizedDCG(), RetrievalMAP()])
    metrics.update(PREDS, TARGET * 2)
    with pytest.raises(InvalidDataError, match="RetrievalMAP: Expected target to hold 0 and 1"):
        metrics.compute()
    assert metrics["RetrievalNormalizedDCG"].compute() == RetrievalNormalizedDCG()(PREDS, TARGET)


# -- metrics of one's own ----------------------------------------------------------------------------------------


class PerQuery(RetrievalMetric):
    """Reciprocal rank, one query after the other."""

    def _metric(self, preds, target):
        assert preds.tolist() == sorted(preds.tolist(), reverse=True)
        return 1 / (target.nonzero().min() + 1)


class AtOnce(RetrievalMetric):
    """Reciprocal rank of all queries."""

    top_k: int | None = None

    def query_values(self, ranking):
        return ranking.total((ranking.hits == 1) & ranking.is_relevant, self.top_k) * ranking.total(
            torch.where(ranking.is_relevant & (ranking.hits == 1), 1 / ranking.rank, 0.0)
        )


class OldStyle(RetrievalMetric):
    """With a constructor of its own."""

    def __init__(self, power, **kwargs):
        super().__init__(**kwargs)
        self.power = power

    def _metric(self, preds, target):
        return (1 / (target.nonzero().min() + 1)) ** self.power


@pytest.mark.parametrize("settings", [{}, {"empty_target_action": "skip", "aggregation": "min"}, {"ignore_index": 0}])
def test_metrics_of_ones_own(settings):
    expected = RetrievalMRR(**settings)(*rankings())
    for metric in (PerQuery(**settings), AtOnce(**settings), OldStyle(1.0, **settings)):
        torch.testing.assert_close(metric(*rankings()), expected)


def test_a_metric_of_ones_own_joins_a_collection():
    metrics = MetricCollection([AtOnce(top_k=3), RetrievalMRR(top_k=3), PerQuery()])
    values = metrics(*rankings())
    torch.testing.assert_close(values["AtOnce"], values["RetrievalMRR"])
    assert list(metrics.compute_groups) == [0]


def test_a_metric_without_definition_says_so():
    class Empty(RetrievalMetric):
        pass

    with pytest.raises(NotImplementedError, match="Empty defines neither `query_values` nor `_metric`"):
        Empty()(PREDS, TARGET)


def test_the_ranking_tells_what_there_is():
    metric = RetrievalPrecision(ignore_index=-1)
    preds, target, indexes = rankings()
    target[::7] = -1
    metric.update(preds, target, indexes)
    ranking = metric.ranking()
    known = {name: (s[r >= 0], r[r >= 0]) for name, (s, r) in by_query(preds, target, indexes).items()}
    assert ranking.size.tolist() == [len(s) for s, _ in known.values()]
    assert ranking.relevant.tolist() == [int(r.sum()) for _, r in known.values()]
    torch.testing.assert_close(ranking.scores, torch.cat([s.sort(descending=True).values for s, _ in known.values()]))
    assert ranking.total(ranking.rank).tolist() == [len(s) * (len(s) + 1) // 2 for s, _ in known.values()]
    torch.testing.assert_close(ranking.running(torch.ones_like(ranking.rank)), ranking.rank)


# -- accelerators ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [{}, {"aggregation": "median"}, {"aggregation": "max", "ignore_index": -1}])
@pytest.mark.parametrize("name", EVERY)
def test_the_value_is_the_same_where_nothing_may_be_looked_at(name, settings, monkeypatch):
    from metricore import _ordering
    from metricore.retrieval import _base, _gains, _order, _ranking

    preds, target, indexes = rankings(12, 150)
    preds = (preds / 10).round()
    target[::7] = -1 if "ignore_index" in settings else 0
    metric = getattr(retrieval, name)(**settings)
    metric.update(preds, target, indexes)
    expected = metric.compute()
    for module in (_ordering, _base, _gains, _order, _ranking):
        monkeypatch.setattr(module, "reads_at_once", lambda _: False)
    got = getattr(retrieval, name)(**settings)
    got.update(preds, target, indexes)
    torch.testing.assert_close(got.compute(), expected)
