"""Metrics that keep all rows hold them once, and need at most 2.5 times their memory, and the value, to get it."""

import gc

import pytest
import torch
from torch.utils._pytree import tree_leaves

from metricore import Metric, registry
from metricore._state import CatState, cat_state
from metricore.classification import (
    BinaryAUROC,
    BinaryPrecisionRecallCurve,
    BinaryROC,
    MulticlassAUROC,
    MulticlassAveragePrecision,
    MulticlassExcessAURC,
    MulticlassROC,
)
from metricore.regression import D2PinballScore, KendallRankCorrCoef, MedianAbsoluteError, SpearmanCorrCoef
from metricore.retrieval import RetrievalMAP, RetrievalNormalizedDCG, RetrievalPrecisionRecallCurve
from metricore.testing._builtin_cases import CASES as BUILTIN
from tests.core.live_memory import LiveMemory

SIZE, BATCHES = 1_300_000, 10  # as many as get the finest stretches


def weighted(batch):
    def with_weights(metric, generator, size):
        columns = batch(metric, generator, size)
        return *columns, torch.rand(columns[1].shape, generator=generator) + 0.5

    return with_weights


def scores(metric, generator, size):
    labels, classes = (getattr(metric, name, None) for name in ("num_labels", "num_classes"))
    shape = (size // (labels or classes or 1), *[each for each in (labels, classes) if each])
    target = torch.randint(0, classes or 2, shape[: 1 if classes else None], generator=generator)
    preds = torch.rand(shape, generator=generator)
    return preds.softmax(1) if classes else preds, target


def two_classes(metric, generator, size):
    return torch.randn(size, 2, generator=generator) * 3, torch.randint(0, 2, (size,), generator=generator)


def pairs(metric, generator, size):
    outputs = getattr(metric, "num_outputs", 1)
    shape = (size,) if outputs == 1 else (size // outputs, outputs)
    return torch.randn(shape, generator=generator), torch.randn(shape, generator=generator)


def lives(metric, generator, size):
    times = torch.randn(size, generator=generator), torch.rand(size, generator=generator)
    return *times, torch.randint(0, 2, (size,), generator=generator)


def documents(metric, generator, size):
    relevant = (torch.rand(size, generator=generator) < 0.2).long()
    return torch.rand(size, generator=generator), relevant, torch.randint(0, SIZE // 20, (size,), generator=generator)


def rows(metric, generator, size):
    shape = size // 20, 20
    return torch.rand(shape, generator=generator), (torch.rand(shape, generator=generator) < 0.2).long()


def values(metric, generator, size):
    return (torch.rand(size, generator=generator),)


def points(metric, generator, size):
    return torch.randn(size // 32, 32, generator=generator), torch.randint(0, 3, (size // 32,), generator=generator)


def few_points(metric, generator, size):
    """As many as there is time for the distances of all pairs, in so many dimensions that blocks of them are small."""
    return torch.randn(400, 500, generator=generator), torch.randint(0, 3, (400,), generator=generator)


BY_STATES = {  # data for the metrics that have these states
    "scores labels weights": scores,
    "predictions": scores,
    "samples": scores,
    "preds target weight": pairs,
    "preds target event": lives,
    "preds target indexes lengths": documents,
    "data labels": points,
    "value": values,
}
BY_NAME = {"SilhouetteScore": few_points}
LEFT_OUT = {  # states that are not all the data
    "rows": "each pair of labels once, with its number",
    "values": "the value",
    "by_sample": "the value, as two counts for each sample",
    "sample_counts": "counts of each sample, which has a value of its own",
}


def cat_states(metric):
    return [name for name, held in vars(metric).items() if isinstance(held, CatState)]


def builtin():
    """The first metric of each class that has cat states."""
    made = (registry.get(name)(**case.settings) for name, cases in BUILTIN.items() for case in cases)
    return {type(metric): metric for metric in list(made)[::-1] if cat_states(metric)}


def data_for(metric):
    return BY_NAME.get(type(metric).__name__, BY_STATES.get(" ".join(cat_states(metric))))


KEEPING = builtin().values()
CASES = [
    *((metric, data_for(metric)) for metric in KEEPING if data_for(metric)),
    *((metric, weighted(scores)) for metric in (BinaryROC(), BinaryPrecisionRecallCurve(), BinaryAUROC())),
    *((metric, scores) for metric in (BinaryAUROC(max_fpr=0.2), MulticlassROC(3, average="micro"))),
    *((metric, two_classes) for metric in (MulticlassAUROC(2), MulticlassAveragePrecision(2), MulticlassExcessAURC(2))),
    *((metric, weighted(pairs)) for metric in (SpearmanCorrCoef(), KendallRankCorrCoef(), MedianAbsoluteError())),
    *((metric, weighted(pairs)) for metric in (D2PinballScore(0.9),)),
    *((metric, documents) for metric in (RetrievalMAP(aggregation="median"), RetrievalPrecisionRecallCurve())),
    *((metric, documents) for metric in (RetrievalPrecisionRecallCurve(aggregation="median"),)),
    *((metric, rows) for metric in (RetrievalMAP(), RetrievalNormalizedDCG(top_k=(5, 10)))),
]


def chunks(metric):
    return [chunk for held in vars(metric).values() if isinstance(held, CatState) for chunk in held.chunks()]


def shares(metric, batch):
    """Memory at its peak while there is a value to get, after that, and that of the value, over that of the rows."""
    generator = torch.Generator().manual_seed(3)
    metric = metric.clone()
    for _ in range(BATCHES):
        metric.update(*batch(metric, generator, SIZE // BATCHES))
    held = sum(chunk.nbytes for chunk in chunks(metric))
    memory = LiveMemory(chunks(metric))
    with memory:
        value = metric.compute()
    size = sum(leaf.nbytes for leaf in tree_leaves(value))
    del value
    gc.collect()
    return memory.peak / held, memory.bytes / held, size / held


@pytest.mark.parametrize(("metric", "batch"), CASES, ids=lambda part: str(getattr(part, "__name__", part)))
def test_peak(metric, batch):
    """While it works, a metric may need 2.5 times its rows beside the value.

    In the end there are the rows, the value that is remembered, and the copy of it that is given back, which is more
    where the value is longer than the data: the points of a curve, three numbers for each score, take twice the bytes
    of scores, labels and weights. Before the copy, the same room is for the points by stretch and in one piece.
    """
    peak, kept, value = shares(metric, batch)
    assert peak <= max(2.5 + value, 1.2 + 2 * value)
    assert kept <= 1.05 + value


def test_all_states_are_known():
    assert {" ".join(cat_states(metric)) for metric in KEEPING} == BY_STATES.keys() | LEFT_OUT.keys()


class Careless(Metric):
    """A mean of differences that widens whole columns."""

    updates_in_place = False
    preds: CatState = cat_state()
    target: CatState = cat_state()

    def update(self, preds, target):
        self.preds.append(preds)
        self.target.append(target)

    def compute(self):
        return (self.preds.values.double() - self.target.values).mean()


def test_superfluous_copies_are_seen():
    # Both columns of 4 bytes, their difference and what is subtracted from, each of 8.
    assert shares(Careless(), pairs)[0] == pytest.approx(3.0, abs=0.01)
