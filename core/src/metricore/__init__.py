"""Metrics for PyTorch.

Everything here is imported when it is first asked for, so that ``import metricore`` costs nothing and
``from metricore import MetricSpec, hookimpl``, all that a plugin's light module needs, does not import torch.
"""

import importlib

from metricore._lazy import lazy_names

_SUBMODULES = (
    *("aggregation", "audio", "classification", "clustering", "detection", "functional", "image"),
    *("multimodal", "nominal", "regression", "retrieval", "segmentation", "shape", "survival", "testing", "text"),
    *("utilities", "video", "wrappers"),
)

_HOME = {
    "Metric": "_metric",
    "MetricCollection": "_collection",
    "CompositionalMetric": "_composition",
    "CatState": "_state",
    "cat_state": "_state",
    "joint": "_state",
    "state": "_state",
    "sync_and_compute": "_syncing",
    "MetricInfo": "_spec",
    "MetricSpec": "_spec",
    "hookimpl": "_hookspec",
    "registry": "_registry",
    "AmbiguousMetricError": "_errors",
    "InvalidDataError": "_errors",
    "MetricNotFoundError": "_errors",
    "MetricoreError": "_errors",
    "MissingDependencyError": "_errors",
    "PluginError": "_errors",
    "PluginWarning": "_errors",
    "StateFileError": "_errors",
    "SyncError": "_errors",
    "CatMetric": "aggregation",
    "MaxMetric": "aggregation",
    "MeanMetric": "aggregation",
    "MinMetric": "aggregation",
    "RunningMean": "aggregation",
    "RunningSum": "aggregation",
    "SumMetric": "aggregation",
    "Accuracy": "classification",
    "AUROC": "classification",
    "AveragePrecision": "classification",
    "DetectionErrorTradeoff": "classification",
    "EER": "classification",
    "FalsePositiveRateAtRecall": "classification",
    "Gini": "classification",
    "KolmogorovSmirnov": "classification",
    "LogAUC": "classification",
    "MaxFBeta": "classification",
    "PrecisionAtFixedRecall": "classification",
    "PrecisionRecallCurve": "classification",
    "ROC": "classification",
    "RecallAtFixedPrecision": "classification",
    "SensitivityAtSpecificity": "classification",
    "SpecificityAtSensitivity": "classification",
    "ConfusionMatrix": "classification",
    "F1Score": "classification",
    "FBetaScore": "classification",
    "HammingDistance": "classification",
    "NegativePredictiveValue": "classification",
    "Precision": "classification",
    "Recall": "classification",
    "Specificity": "classification",
    "StatScores": "classification",
    "JaccardIndex": "classification",
    "MatthewsCorrCoef": "classification",
    "CohenKappa": "classification",
    "ExactMatch": "classification",
    "CalibrationError": "classification",
    "HingeLoss": "classification",
    "BrierScore": "classification",
    "LogLoss": "classification",
    "NormalizedEntropy": "classification",
    "CalibrationRatio": "classification",
    "BrierDecomposition": "classification",
    "ClasswiseCalibrationError": "classification",
    "AdaptiveCalibrationError": "classification",
    "FalsePositiveRate": "classification",
    "FalseNegativeRate": "classification",
    "FalseDiscoveryRate": "classification",
    "FalseOmissionRate": "classification",
    "Informedness": "classification",
    "Markedness": "classification",
    "ClassLikelihoodRatios": "classification",
    "BalancedAccuracy": "classification",
    "GeometricMean": "classification",
    "TopKAccuracy": "classification",
    "RiskCoverageCurve": "classification",
    "AURC": "classification",
    "ExcessAURC": "classification",
    "ClassificationReport": "classification",
    "MeanAbsoluteError": "regression",
    "MeanSquaredError": "regression",
    "ConcordanceCorrCoef": "regression",
    "CosineSimilarity": "regression",
    "CriticalSuccessIndex": "regression",
    "ExplainedVariance": "regression",
    "KLDivergence": "regression",
    "KendallRankCorrCoef": "regression",
    "LogCoshError": "regression",
    "MeanAbsolutePercentageError": "regression",
    "MeanSquaredLogError": "regression",
    "MinkowskiDistance": "regression",
    "NormalizedRootMeanSquaredError": "regression",
    "PearsonCorrCoef": "regression",
    "R2Score": "regression",
    "RelativeSquaredError": "regression",
    "SpearmanCorrCoef": "regression",
    "SymmetricMeanAbsolutePercentageError": "regression",
    "TweedieDevianceScore": "regression",
    "WeightedMeanAbsolutePercentageError": "regression",
    "RetrievalFallOut": "retrieval",
    "RetrievalHitRate": "retrieval",
    "RetrievalMAP": "retrieval",
    "RetrievalMRR": "retrieval",
    "RetrievalNormalizedDCG": "retrieval",
    "RetrievalPrecision": "retrieval",
    "RetrievalPrecisionRecallCurve": "retrieval",
    "RetrievalRPrecision": "retrieval",
    "RetrievalRecall": "retrieval",
    "RetrievalRecallAtFixedPrecision": "retrieval",
    "CramersV": "nominal",
    "FleissKappa": "nominal",
    "PearsonsContingencyCoefficient": "nominal",
    "TheilsU": "nominal",
    "TschuprowsT": "nominal",
    "BootStrapper": "wrappers",
    "ClasswiseWrapper": "wrappers",
    "MetricTracker": "wrappers",
    "MinMaxMetric": "wrappers",
    "MultioutputWrapper": "wrappers",
    "MultitaskWrapper": "wrappers",
    "ScaleInvariantSignalDistortionRatio": "audio",
    "ScaleInvariantSignalNoiseRatio": "audio",
    "SignalNoiseRatio": "audio",
    "PeakSignalNoiseRatio": "image",
    "StructuralSimilarityIndexMeasure": "image",
    "BLEUScore": "text",
    "CharErrorRate": "text",
    "WordErrorRate": "text",
}
"""The module that each exported name comes from."""

__all__ = sorted(_HOME)


_exported, _names = lazy_names(__name__, _HOME)


def __getattr__(name: str) -> object:
    """Import a name from its module, or a submodule, on first use."""
    if name == "__version__":
        import importlib_metadata

        return importlib_metadata.version("metricore")
    if name in _SUBMODULES:
        return importlib.import_module(f"metricore.{name}")
    return _exported(name)


def __dir__() -> list[str]:
    """Return the exported names and submodules."""
    return sorted({*_names(), *_SUBMODULES})
