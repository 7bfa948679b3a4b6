"""Metrics of continuous predictions."""

from __future__ import annotations

from metricore.regression._correlation import ConcordanceCorrCoef, PearsonCorrCoef
from metricore.regression._determination import ExplainedVariance, R2Score, RelativeSquaredError
from metricore.regression._divergence import JensenShannonDivergence, KLDivergence
from metricore.regression._ensemble import ContinuousRankedProbabilityScore
from metricore.regression._errors import LogCoshError, MeanAbsoluteError, MeanSquaredError, MeanSquaredLogError
from metricore.regression._events import CriticalSuccessIndex
from metricore.regression._intervals import IntervalCoverage, IntervalWidth, NormalCRPS, WinklerScore
from metricore.regression._kendall import KendallRankCorrCoef
from metricore.regression._normalized import NormalizedRootMeanSquaredError
from metricore.regression._powers import MinkowskiDistance, TweedieDevianceScore
from metricore.regression._ranks import SpearmanCorrCoef
from metricore.regression._relative import (
    MeanAbsolutePercentageError,
    SymmetricMeanAbsolutePercentageError,
    WeightedMeanAbsolutePercentageError,
)
from metricore.regression._rows import CosineSimilarity
from metricore.regression._variants import (
    MaxError,
    MeanBias,
    PinballLoss,
    RootMeanSquaredError,
    RootMeanSquaredLogError,
)

__all__ = [
    "ConcordanceCorrCoef",
    "ContinuousRankedProbabilityScore",
    "CosineSimilarity",
    "CriticalSuccessIndex",
    "ExplainedVariance",
    "IntervalCoverage",
    "IntervalWidth",
    "JensenShannonDivergence",
    "KLDivergence",
    "KendallRankCorrCoef",
    "LogCoshError",
    "MaxError",
    "MeanAbsoluteError",
    "MeanAbsolutePercentageError",
    "MeanBias",
    "MeanSquaredError",
    "MeanSquaredLogError",
    "MinkowskiDistance",
    "NormalCRPS",
    "NormalizedRootMeanSquaredError",
    "PearsonCorrCoef",
    "PinballLoss",
    "R2Score",
    "RelativeSquaredError",
    "RootMeanSquaredError",
    "RootMeanSquaredLogError",
    "SpearmanCorrCoef",
    "SymmetricMeanAbsolutePercentageError",
    "TweedieDevianceScore",
    "WeightedMeanAbsolutePercentageError",
    "WinklerScore",
]
