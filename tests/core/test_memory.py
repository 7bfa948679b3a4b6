"""Metrics that keep all rows hold them once, and need at most 2.5 times their memory to get a value."""

import gc

import pytest
import torch

from metricore import Metric
from metricore._state import CatState, cat_state
from metricore.aggregation import CatMetric
from metricore.classification import (
    BinaryAdaptiveCalibrationError,
    BinaryAUROC,
    BinaryAveragePrecision,
    BinaryEER,
    BinaryFalsePositiveRateAtRecall,
    BinaryGini,
    BinaryKolmogorovSmirnov,
    BinaryLogAUC,
    BinaryMaxFBeta,
    BinaryPrecisionAtFixedRecall,
    BinaryRecallAtFixedPrecision,
    BinaryRiskCoverageCurve,
    BinarySensitivityAtSpecificity,
    BinarySpecificityAtSensitivity,
    MulticlassAUROC,
    MulticlassAveragePrecision,
    MulticlassExcessAURC,
    MultilabelAUROC,
    MultilabelAveragePrecision,
)
from metricore.regression import KendallRankCorrCoef, SpearmanCorrCoef
from metricore.retrieval import (
    RetrievalAUROC,
    RetrievalBpref,
    RetrievalERR,
    RetrievalFBeta,
    RetrievalInterpolatedPrecision,
    RetrievalMAP,
    RetrievalMRR,
    RetrievalNormalizedDCG,
    RetrievalPrecisionRecallCurve,
    RetrievalRBP,
    RetrievalRPrecision,
)
from tests.core.live_memory import LiveMemory

SIZE, BATCHES = 1_300_000, 10  # as many as get the finest stretches


def binary(generator, size):
    return torch.rand(size, generator=generator), torch.randint(0, 2, (size,), generator=generator)


def classes(generator, size):
    return torch.randn(size, 2, generator=generator) * 3, torch.randint(0, 2, (size,), generator=generator)


def several(generator, size):
    size //= 4
    return torch.rand(size, 4, generator=generator), torch.randint(0, 2, (size, 4), generator=generator)


def pairs(generator, size):
    return torch.randn(size, generator=generator), torch.randn(size, generator=generator)


def documents(generator, size):
    relevant = (torch.rand(size, generator=generator) < 0.2).long()
    return torch.rand(size, generator=generator), relevant, torch.randint(0, SIZE // 20, (size,), generator=generator)


def rows(generator, size):
    shape = size // 20, 20
    return torch.rand(shape, generator=generator), (torch.rand(shape, generator=generator) < 0.2).long()


def values(generator, size):
    return (torch.rand(size, generator=generator),)


CASES = [
    *((metric, binary) for metric in (BinaryAUROC(), BinaryAUROC(max_fpr=0.2), BinaryAveragePrecision(), BinaryGini())),
    *((metric, binary) for metric in (BinaryEER(), BinaryKolmogorovSmirnov(), BinaryFalsePositiveRateAtRecall())),
    *((metric, binary) for metric in (BinaryLogAUC(), BinaryMaxFBeta(), BinaryPrecisionAtFixedRecall(0.5))),
    *((metric, binary) for metric in (BinaryRecallAtFixedPrecision(0.5), BinarySensitivityAtSpecificity(0.5))),
    *((metric, binary) for metric in (BinarySpecificityAtSensitivity(0.5), BinaryAdaptiveCalibrationError())),
    *((metric, binary) for metric in (BinaryRiskCoverageCurve(),)),
    *((metric, classes) for metric in (MulticlassAUROC(2), MulticlassAveragePrecision(2), MulticlassExcessAURC(2))),
    *((metric, several) for metric in (MultilabelAUROC(4), MultilabelAveragePrecision(4))),
    *((metric, pairs) for metric in (SpearmanCorrCoef(), KendallRankCorrCoef())),
    *((metric, documents) for metric in (RetrievalMAP(), RetrievalMRR(), RetrievalNormalizedDCG(), RetrievalAUROC())),
    *((metric, documents) for metric in (RetrievalBpref(), RetrievalERR(), RetrievalFBeta(), RetrievalRBP())),
    *((metric, documents) for metric in (RetrievalInterpolatedPrecision(), RetrievalPrecisionRecallCurve())),
    *((metric, documents) for metric in (RetrievalRPrecision(), RetrievalMAP(aggregation="median"))),
    *((metric, rows) for metric in (RetrievalMAP(), RetrievalNormalizedDCG(top_k=(5, 10)))),
    (CatMetric(), values),
]


def chunks(metric):
    return [chunk for held in vars(metric).values() if isinstance(held, CatState) for chunk in held.chunks()]


def shares(metric, batch):
    """Memory at its peak while there is a value to get, and after that, over that of the rows."""
    generator = torch.Generator().manual_seed(3)
    metric = metric.clone()
    for _ in range(BATCHES):
        metric.update(*batch(generator, SIZE // BATCHES))
    held = sum(chunk.nbytes for chunk in chunks(metric))
    memory = LiveMemory(chunks(metric))
    with memory:
        metric.compute()
    gc.collect()
    return memory.peak / held, memory.bytes / held


@pytest.mark.parametrize(("metric", "batch"), CASES, ids=lambda part: str(getattr(part, "__name__", part)))
def test_peak(metric, batch):
    peak, kept = shares(metric, batch)
    assert peak <= 2.5
    assert kept <= 1.5  # with the value, which is remembered


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
