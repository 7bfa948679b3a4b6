"""Rankings of many documents for many queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from benchmarks.row import Row, Work

DOCUMENTS, QUERIES = 100_000, 5_000
Data = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def documents() -> Data:
    preds, target = torch.rand(DOCUMENTS), (torch.rand(DOCUMENTS) < 0.1).long()
    return preds, target, torch.randint(QUERIES, (DOCUMENTS,))


def computing(metric: Any, data: Data) -> Work:
    """The value without what was remembered of it."""
    metric.update(*data)

    def work() -> None:
        metric._computed = None
        metric.compute()

    return work


def trec_eval(measure: str, data: Data) -> Work:
    import pytrec_eval

    run: dict[str, dict[str, float]] = {}
    judged: dict[str, dict[str, int]] = {}
    for number, (score, relevance, query) in enumerate(zip(*(part.tolist() for part in data), strict=True)):
        run.setdefault(str(query), {})[f"d{number}"] = score
        judged.setdefault(str(query), {})[f"d{number}"] = relevance
    evaluator = pytrec_eval.RelevanceEvaluator(judged, {measure})
    return lambda: evaluator.evaluate(run)


def retrieval_row(name: str, measure: str) -> Row:
    import torchmetrics.retrieval

    from metricore import retrieval

    data = documents()
    return Row(
        ours=computing(getattr(retrieval, name)(), data),
        others={
            "torchmetrics": computing(getattr(torchmetrics.retrieval, name)(), data),
            "specialist": trec_eval(measure, data),
            "bare": lambda: data[0].sort(),
        },
        goal=4.0,
        against="bare",
    )


def collection_row() -> Row:
    from metricore import MetricCollection, retrieval

    names = ("RetrievalMAP", "RetrievalMRR", "RetrievalNormalizedDCG", "RetrievalPrecision", "RetrievalRecall")
    data = documents()
    metrics = MetricCollection([getattr(retrieval, name)() for name in names])
    metrics.update(*data)

    def work() -> None:
        for metric in metrics.values():
            metric._computed = None
        metrics.compute()

    return Row(ours=work, others={"bare": lambda: data[0].sort()}, goal=6.0, against="bare")


ROWS: dict[str, Callable[[], Row]] = {
    "retrieval ndcg 100k": lambda: retrieval_row("RetrievalNormalizedDCG", "ndcg"),
    "retrieval map 100k": lambda: retrieval_row("RetrievalMAP", "map"),
    "retrieval mrr 100k": lambda: retrieval_row("RetrievalMRR", "recip_rank"),
    "retrieval, 5 metrics 100k": collection_row,
}
