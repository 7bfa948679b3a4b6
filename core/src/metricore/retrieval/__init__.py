"""Metrics of documents that are found for queries."""

from __future__ import annotations

from metricore.retrieval._base import RetrievalMetric
from metricore.retrieval._curve import RetrievalPrecisionRecallCurve, RetrievalRecallAtFixedPrecision
from metricore.retrieval._gains import RetrievalDCG, RetrievalNormalizedDCG
from metricore.retrieval._hits import (
    RetrievalF1,
    RetrievalFallOut,
    RetrievalFBeta,
    RetrievalHitRate,
    RetrievalPrecision,
    RetrievalRecall,
    RetrievalRPrecision,
)
from metricore.retrieval._precisions import RetrievalInterpolatedPrecision, RetrievalMAP, RetrievalMRR
from metricore.retrieval._preference import RetrievalAUROC, RetrievalBpref
from metricore.retrieval._ranking import Ranking
from metricore.retrieval._users import RetrievalERR, RetrievalRBP

__all__ = [
    "Ranking",
    "RetrievalAUROC",
    "RetrievalBpref",
    "RetrievalDCG",
    "RetrievalERR",
    "RetrievalF1",
    "RetrievalFBeta",
    "RetrievalFallOut",
    "RetrievalHitRate",
    "RetrievalInterpolatedPrecision",
    "RetrievalMAP",
    "RetrievalMRR",
    "RetrievalMetric",
    "RetrievalNormalizedDCG",
    "RetrievalPrecision",
    "RetrievalPrecisionRecallCurve",
    "RetrievalRBP",
    "RetrievalRPrecision",
    "RetrievalRecall",
    "RetrievalRecallAtFixedPrecision",
]
