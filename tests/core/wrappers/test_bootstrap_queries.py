"""The bootstrap of rankings: whole queries are drawn, however their documents come."""

import pytest
import torch

from metricore import BootStrapper
from metricore.retrieval import (
    RetrievalFallOut,
    RetrievalMAP,
    RetrievalMetric,
    RetrievalMRR,
    RetrievalNormalizedDCG,
    RetrievalPrecisionRecallCurve,
    RetrievalRecallAtFixedPrecision,
)
from metricore.testing import Case, checks_for
from metricore.wrappers import MinMaxMetric
from metricore.wrappers._resampling import draws, stream

QUERIES, LENGTH, SEED = 40, 6, 3
GENERATOR = torch.Generator().manual_seed(9)
PREDS = torch.rand(QUERIES, LENGTH, generator=GENERATOR)
TARGET = (torch.rand(QUERIES, LENGTH, generator=GENERATOR) < 0.4).long()
NAMES = torch.randperm(1000, generator=GENERATOR)[:QUERIES] - 500
ORDER = torch.randperm(QUERIES * LENGTH, generator=GENERATOR)


def documents():
    """Documents in no order, those of a query in any place."""
    return [part.flatten()[ORDER] for part in (PREDS, TARGET, NAMES.unsqueeze(1).expand(QUERIES, LENGTH))]


def times(strategy, replicates):
    """How often each query is drawn, in the order of names."""
    return draws(strategy, replicates, QUERIES, stream(SEED), torch.device("cpu"))


@pytest.mark.parametrize("strategy", ["poisson", "multinomial"])
@pytest.mark.parametrize("base", [RetrievalMAP(), RetrievalNormalizedDCG(top_k=(2, 4)), RetrievalFallOut(top_k=2)])
def test_replicates_are_means_over_drawn_queries(base, strategy):
    metric = BootStrapper(base, num_bootstraps=25, raw=True, sampling_strategy=strategy, seed=SEED)
    metric.update(*documents())
    each = torch.stack([base.clone()(PREDS[q : q + 1], TARGET[q : q + 1]) for q in NAMES.argsort()]).double()
    drawn = times(strategy, 25)
    expected = drawn @ each.reshape(QUERIES, -1) / drawn.sum(1, keepdim=True)
    torch.testing.assert_close(metric.compute()["raw"].double().reshape(25, -1), expected, rtol=1e-6, atol=1e-6)


def test_the_spread_is_that_of_a_mean_over_queries():
    metric = BootStrapper(RetrievalMRR(), num_bootstraps=4000, seed=SEED, sampling_strategy="multinomial")
    metric.update(PREDS, TARGET)
    each = torch.stack([RetrievalMRR()(PREDS[q : q + 1], TARGET[q : q + 1]) for q in range(QUERIES)])
    # The standard deviation of R replicates has a standard error of about its 1 / sqrt(2 R), a ninetieth.
    expected = each.std(correction=0).item() / QUERIES**0.5
    assert metric.compute()["std"].item() == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("base", [RetrievalMAP(), RetrievalPrecisionRecallCurve(max_k=3)])
def test_it_does_not_matter_how_documents_come(base):
    def made():
        return BootStrapper(base, num_bootstraps=5, raw=True, seed=SEED)

    whole, split, other = made(), made(), made()
    whole.update(*documents())
    parts = list(zip(*(column.split(50) for column in documents()), strict=True))
    for number, part in enumerate(parts):
        (split if number % 2 else other).update(*part)
    split.merge_state(other)
    expected = whole.compute()
    got = split.compute()
    torch.testing.assert_close(got, expected)


def test_curves_are_those_of_drawn_queries():
    metric = BootStrapper(RetrievalRecallAtFixedPrecision(0.3, max_k=4), num_bootstraps=6, raw=True, seed=SEED)
    metric.update(*documents())
    recalls, numbers = metric.compute()["raw"]
    for own, recall, number in zip(times("poisson", 6), recalls, numbers, strict=True):
        rows = NAMES.argsort().repeat_interleave(own.long())
        expected = RetrievalRecallAtFixedPrecision(0.3, max_k=4)(PREDS[rows], TARGET[rows])
        torch.testing.assert_close((recall, number), expected)


def test_a_metric_of_ones_own():
    class Largest(RetrievalMetric):
        def compute(self):
            return self.ranking().size.sum().to(torch.float32)

    metric = BootStrapper(Largest(), num_bootstraps=3, raw=True, seed=SEED)
    metric.update(*documents())
    assert metric.compute()["raw"].tolist() == (times("poisson", 3).sum(1) * LENGTH).tolist()


def test_documents_that_are_ignored():
    preds, target, names = documents()
    some = torch.arange(len(names)) % 3 == 0
    metric, fewer = (BootStrapper(RetrievalMAP(ignore_index=i), num_bootstraps=4, seed=SEED) for i in (-1, None))
    metric.update(preds, torch.where(some, -1, target), names)
    fewer.update(preds[~some], target[~some], names[~some])
    assert metric.compute() == fewer.compute()


@pytest.mark.parametrize("around", [lambda m: m + 1, MinMaxMetric])
def test_what_would_draw_documents_is_refused(around):
    with pytest.raises(ValueError, match="around RetrievalMAP, which needs whole queries"):
        BootStrapper(around(RetrievalMAP()))


BATCHES = [tuple(documents()), tuple(column[:90] for column in documents())]
LAWS = checks_for(
    BootStrapper, [Case({"base_metric": RetrievalMAP(), "num_bootstraps": 3, "seed": 1}, BATCHES, expected=None)]
)

# The value of a batch has to know how many queries there are; the other two want values of the base metric.
LAWS = [check for check in LAWS if check.law.name not in ("forward_no_host_sync", "value", "spec")]


@pytest.mark.parametrize("check", LAWS, ids=[check.law.name for check in LAWS])
def test_laws(check):
    check()
