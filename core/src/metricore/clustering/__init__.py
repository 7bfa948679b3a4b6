"""Metrics of clusterings: against true labels, or of how well the data are parted."""

from __future__ import annotations

from metricore.clustering._centroids import DaviesBouldinScore, DunnIndex
from metricore.clustering._dispersion import CalinskiHarabaszScore
from metricore.clustering._information import (
    AdjustedMutualInfoScore,
    CompletenessScore,
    HomogeneityScore,
    MutualInfoScore,
    NormalizedMutualInfoScore,
    VariationOfInformation,
    VMeasureScore,
)
from metricore.clustering._matching import ClusterAccuracy
from metricore.clustering._pairs import AdjustedRandScore, FowlkesMallowsIndex, PairConfusionMatrix, RandScore
from metricore.clustering._purity import BCubedFScore, BCubedPrecision, BCubedRecall, Purity
from metricore.clustering._silhouette import SilhouetteScore

__all__ = [
    "AdjustedMutualInfoScore",
    "AdjustedRandScore",
    "BCubedFScore",
    "BCubedPrecision",
    "BCubedRecall",
    "CalinskiHarabaszScore",
    "ClusterAccuracy",
    "CompletenessScore",
    "DaviesBouldinScore",
    "DunnIndex",
    "FowlkesMallowsIndex",
    "HomogeneityScore",
    "MutualInfoScore",
    "NormalizedMutualInfoScore",
    "PairConfusionMatrix",
    "Purity",
    "RandScore",
    "SilhouetteScore",
    "VMeasureScore",
    "VariationOfInformation",
]
