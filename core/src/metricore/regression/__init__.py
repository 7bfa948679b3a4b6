"""Metrics of continuous predictions."""

from __future__ import annotations

from metricore.regression._correlation import ConcordanceCorrCoef, PearsonCorrCoef
from metricore.regression._determination import ExplainedVariance, R2Score, RelativeSquaredError
from metricore.regression._deviance import D2TweedieScore, TweedieDevianceScore
from metricore.regression._divergence import JensenShannonDivergence, KLDivergence
from metricore.regression._ensemble import ContinuousRankedProbabilityScore
from metricore.regression._errors import LogCoshError, MeanAbsoluteError, MeanSquaredError, MeanSquaredLogError
from metricore.regression._events import CriticalSuccessIndex
from metricore.regression._intervals import IntervalCoverage, IntervalWidth, NormalCRPS, WinklerScore
from metricore.regression._kendall import KendallRankCorrCoef
from metricore.regression._medians import D2AbsoluteErrorScore, D2PinballScore, MedianAbsoluteError
from metricore.regression._normalized import NormalizedRootMeanSquaredError
from metricore.regression._powers import MinkowskiDistance
from metricore.regression._quantiles import WeightedIntervalScore
from metricore.regression._ranks import SpearmanCorrCoef
from metricore.regression._relative import (
    MeanAbsolutePercentageError,
    SymmetricMeanAbsolutePercentageError,
    WeightedMeanAbsolutePercentageError,
)
from metricore.regression._rows import CosineSimilarity
from metricore.regression._scaled import MeanAbsoluteScaledError, RootMeanSquaredScaledError
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
    "D2AbsoluteErrorScore",
    "D2PinballScore",
    "D2TweedieScore",
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
    "MeanAbsoluteScaledError",
    "MeanBias",
    "MeanSquaredError",
    "MeanSquaredLogError",
    "MedianAbsoluteError",
    "MinkowskiDistance",
    "NormalCRPS",
    "NormalizedRootMeanSquaredError",
    "PearsonCorrCoef",
    "PinballLoss",
    "R2Score",
    "RelativeSquaredError",
    "RootMeanSquaredError",
    "RootMeanSquaredLogError",
    "RootMeanSquaredScaledError",
    "SpearmanCorrCoef",
    "SymmetricMeanAbsolutePercentageError",
    "TweedieDevianceScore",
    "WeightedIntervalScore",
    "WeightedMeanAbsolutePercentageError",
    "WinklerScore",
]
