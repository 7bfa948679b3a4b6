"""Settings and data that mean nothing are refused, and what was there before stays."""

import pytest
import torch

from metricore import InvalidDataError, MetricCollection, retrieval
from metricore.retrieval import (
    RetrievalAUROC,
    RetrievalERR,
    RetrievalFBeta,
    RetrievalInterpolatedPrecision,
    RetrievalMAP,
    RetrievalNormalizedDCG,
    RetrievalPrecision,
    RetrievalPrecisionRecallCurve,
    RetrievalRBP,
    RetrievalRecall,
    RetrievalRecallAtFixedPrecision,
)
from tests.core.retrieval.data import rankings


@pytest.mark.parametrize(
    ("cls", "settings", "text"),
    [
        (RetrievalMAP, {"empty_target_action": "none"}, "empty_target_action to be one of"),
        (RetrievalMAP, {"ignore_index": 0.5}, "ignore_index to be an integer or None, got 0.5"),
        (RetrievalMAP, {"aggregation": "sum"}, "aggregation to be one of"),
        (RetrievalMAP, {"top_k": 0}, "top_k to be a positive integer or several of them, or None, got 0"),
        (RetrievalMAP, {"top_k": True}, "got True"),
        (RetrievalMAP, {"top_k": ()}, r"got \(\)"),
        (RetrievalMAP, {"top_k": (1, 2.0)}, "every top_k to be a positive integer, or None, got 2.0"),
        (RetrievalPrecision, {"adaptive_k": 1}, "adaptive_k to be True or False"),
        (RetrievalPrecisionRecallCurve, {"max_k": (1, 2)}, r"max_k to be a positive integer, or None, got \(1, 2\)"),
        (RetrievalPrecisionRecallCurve, {"adaptive_k": None}, "adaptive_k to be True or False"),
        (RetrievalRecallAtFixedPrecision, {"min_precision": 1.5}, r"min_precision to be a number in \[0.0, 1.0\]"),
        (RetrievalAUROC, {"max_fpr": 0.0}, r"max_fpr to be a number in \(0.0, 1.0\], got 0.0"),
        (RetrievalRBP, {"p": 1.0}, r"p to be a number in \(0.0, 1.0\), got 1.0"),
        (RetrievalERR, {"max_grade": 0}, "max_grade to be a number"),
        (RetrievalFBeta, {"beta": 0.0}, "beta to be a positive number"),
        (RetrievalNormalizedDCG, {"gain": "square"}, "gain to be one of"),
        (RetrievalInterpolatedPrecision, {"recall_levels": 1}, "recall_levels to be a number of levels above 1"),
        (RetrievalInterpolatedPrecision, {"recall_levels": [0.5, 2]}, "each of recall_levels to be a number"),
    ],
)
def test_settings(cls, settings, text):
    with pytest.raises(ValueError, match=text):
        cls(**settings)


PREDS, TARGET, INDEXES = rankings()


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ((PREDS, TARGET), "Expected indexes, which tell the query of each document"),
        ((PREDS, TARGET[1:], INDEXES), r"same shape, got \(200,\) and \(199,\)"),
        ((PREDS, TARGET, INDEXES[1:]), r"indexes of the shape of preds, got \(199,\) and \(200,\)"),
        ((PREDS, TARGET, INDEXES.float()), "indexes to hold integers, got dtype torch.float32"),
        ((PREDS + 0j, TARGET, INDEXES), "real numbers"),
        ((torch.where(PREDS == 3, torch.nan, PREDS), TARGET, INDEXES), "preds without NaN; 1 of 200"),
        ((PREDS, TARGET * 2, INDEXES), "target to hold 0 and 1"),
        ((PREDS, TARGET - 1, INDEXES), "target to hold 0 and 1"),
        ((PREDS, TARGET * 0.5, INDEXES), "target to hold 0 and 1"),
        ((PREDS.view(20, 10), TARGET.view(20, 10)), "indexes in every update or in none"),
    ],
)
def test_data(data, text):
    metric = RetrievalMAP()
    metric.update(PREDS, TARGET, INDEXES)
    before = metric.compute()
    with pytest.raises(ValueError, match=text):
        metric.update(*data)
    assert metric.compute() == before
    assert metric.update_count == 1


@pytest.mark.parametrize("target", [TARGET * -1, TARGET * torch.nan, TARGET * torch.inf])
def test_graded_relevance_is_a_number_of_at_least_0(target):
    with pytest.raises(InvalidDataError, match="relevance of at least 0"):
        RetrievalNormalizedDCG().update(PREDS, target, INDEXES)


@pytest.mark.parametrize("cls", [RetrievalRBP, RetrievalERR])
def test_relevance_beyond_the_greatest(cls):
    metric = cls()
    metric.update(PREDS, TARGET, INDEXES)
    with pytest.raises(InvalidDataError, match="relevance of at most 1; "):
        metric.update(PREDS, TARGET * 3, INDEXES)
    assert metric.compute() == cls()(PREDS, TARGET, INDEXES)
    graded = MetricCollection([RetrievalNormalizedDCG(), metric])
    graded.reset()
    graded.update(PREDS, TARGET * 3, INDEXES)  # fits the first, whose states the other one reads
    with pytest.raises(InvalidDataError, match="relevance of at most 1, got more"):
        graded.compute()


@pytest.mark.parametrize("dtype", [torch.bool, torch.uint8, torch.int32, torch.float16, torch.float64])
def test_relevance_of_any_type(dtype):
    for name in ("RetrievalMAP", "RetrievalNormalizedDCG", "RetrievalAUROC"):
        metric = getattr(retrieval, name)
        assert metric()(PREDS, TARGET.to(dtype), INDEXES) == metric()(PREDS, TARGET, INDEXES)


@pytest.mark.parametrize("dtype", [torch.uint16, torch.uint32, torch.uint64])
def test_integers_without_a_sign(dtype):
    expected = RetrievalMAP()(PREDS, TARGET, INDEXES)
    assert RetrievalMAP(ignore_index=-1)(PREDS, TARGET.to(dtype), INDEXES.to(dtype)) == expected
    assert RetrievalMAP()(PREDS, TARGET, (INDEXES - 3).to(torch.uint64)) == expected  # some of them beyond int64
    preds = (PREDS * 100).to(torch.int64).abs()
    if dtype == torch.uint64:
        with pytest.raises(ValueError, match=r"integers up to int64, got dtype torch\.uint64"):
            RetrievalMAP()(preds.to(dtype), TARGET, INDEXES)
    else:
        assert RetrievalMAP()(preds.to(dtype), TARGET, INDEXES) == RetrievalMAP()(preds, TARGET, INDEXES)


@pytest.mark.parametrize("dtype", [torch.bool, torch.uint8, torch.int8, torch.int64])
@pytest.mark.parametrize("ignore_index", [-256, 256, 2**64, 10**30])
def test_an_ignored_relevance_that_the_type_does_not_have(dtype, ignore_index):
    metric = RetrievalMAP(ignore_index=ignore_index)
    assert metric(PREDS, TARGET.to(dtype), INDEXES) == RetrievalMAP()(PREDS, TARGET, INDEXES)


def test_a_negative_ignored_relevance_does_not_wrap():
    target = torch.where(TARGET == 1, 255, 0)
    expected = RetrievalNormalizedDCG()(PREDS, target, INDEXES)
    assert RetrievalNormalizedDCG(ignore_index=-1)(PREDS, target.to(torch.uint8), INDEXES) == expected


def test_an_aggregation_that_gives_no_value():
    metric = RetrievalRecall(aggregation=lambda values: values)
    metric.update(PREDS, TARGET, INDEXES)
    with pytest.raises(ValueError, match=r"aggregation to return a tensor of shape \(\)"):
        metric.compute()


def test_merging_with_and_without_names():
    named, rows = RetrievalMAP(), RetrievalMAP()
    named.update(PREDS, TARGET, INDEXES)
    rows.update(PREDS.view(20, 10), TARGET.view(20, 10))
    value = named.compute()
    with pytest.raises(ValueError, match="indexes in every update or in none"):
        named.merge_state(rows)
    with pytest.raises(ValueError, match="indexes in every update or in none"):
        named(PREDS.view(20, 10), TARGET.view(20, 10))
    assert named.compute() == value
