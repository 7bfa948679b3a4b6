from metricore import (  # isort: skip
    aggregation as aggregation,
    audio as audio,
    classification as classification,
    clustering as clustering,
    detection as detection,
    functional as functional,
    image as image,
    multimodal as multimodal,
    nominal as nominal,
    regression as regression,
    retrieval as retrieval,
    segmentation as segmentation,
    shape as shape,
    survival as survival,
    testing as testing,
    text as text,
    utilities as utilities,
    video as video,
    wrappers as wrappers,
)
from metricore._collection import MetricCollection as MetricCollection
from metricore._composition import CompositionalMetric as CompositionalMetric
from metricore._errors import AmbiguousMetricError as AmbiguousMetricError
from metricore._errors import InvalidDataError as InvalidDataError
from metricore._errors import MetricNotFoundError as MetricNotFoundError
from metricore._errors import MetricoreError as MetricoreError
from metricore._errors import MissingDependencyError as MissingDependencyError
from metricore._errors import PluginError as PluginError
from metricore._errors import PluginWarning as PluginWarning
from metricore._errors import StateFileError as StateFileError
from metricore._errors import SyncError as SyncError
from metricore._hookspec import hookimpl as hookimpl
from metricore._metric import Metric as Metric
from metricore._registry import registry as registry
from metricore._spec import MetricInfo as MetricInfo
from metricore._spec import MetricSpec as MetricSpec
from metricore._state import CatState as CatState
from metricore._state import cat_state as cat_state
from metricore._state import joint as joint
from metricore._state import state as state
from metricore._syncing import sync_and_compute as sync_and_compute
from metricore.aggregation import CatMetric as CatMetric
from metricore.aggregation import MaxMetric as MaxMetric
from metricore.aggregation import MeanMetric as MeanMetric
from metricore.aggregation import MinMetric as MinMetric
from metricore.aggregation import RunningMean as RunningMean
from metricore.aggregation import RunningSum as RunningSum
from metricore.aggregation import SumMetric as SumMetric
from metricore.audio import ScaleInvariantSignalDistortionRatio as ScaleInvariantSignalDistortionRatio
from metricore.audio import ScaleInvariantSignalNoiseRatio as ScaleInvariantSignalNoiseRatio
from metricore.audio import SignalNoiseRatio as SignalNoiseRatio
from metricore.classification import AURC as AURC
from metricore.classification import AUROC as AUROC
from metricore.classification import EER as EER
from metricore.classification import ROC as ROC
from metricore.classification import Accuracy as Accuracy
from metricore.classification import AdaptiveCalibrationError as AdaptiveCalibrationError
from metricore.classification import AveragePrecision as AveragePrecision
from metricore.classification import BalancedAccuracy as BalancedAccuracy
from metricore.classification import BrierDecomposition as BrierDecomposition
from metricore.classification import BrierScore as BrierScore
from metricore.classification import CalibrationError as CalibrationError
from metricore.classification import CalibrationRatio as CalibrationRatio
from metricore.classification import ClassificationReport as ClassificationReport
from metricore.classification import ClassLikelihoodRatios as ClassLikelihoodRatios
from metricore.classification import ClasswiseCalibrationError as ClasswiseCalibrationError
from metricore.classification import CohenKappa as CohenKappa
from metricore.classification import ConfusionMatrix as ConfusionMatrix
from metricore.classification import DetectionErrorTradeoff as DetectionErrorTradeoff
from metricore.classification import ExactMatch as ExactMatch
from metricore.classification import ExcessAURC as ExcessAURC
from metricore.classification import F1Score as F1Score
from metricore.classification import FalseDiscoveryRate as FalseDiscoveryRate
from metricore.classification import FalseNegativeRate as FalseNegativeRate
from metricore.classification import FalseOmissionRate as FalseOmissionRate
from metricore.classification import FalsePositiveRate as FalsePositiveRate
from metricore.classification import FalsePositiveRateAtRecall as FalsePositiveRateAtRecall
from metricore.classification import FBetaScore as FBetaScore
from metricore.classification import GeometricMean as GeometricMean
from metricore.classification import Gini as Gini
from metricore.classification import HammingDistance as HammingDistance
from metricore.classification import HingeLoss as HingeLoss
from metricore.classification import Informedness as Informedness
from metricore.classification import JaccardIndex as JaccardIndex
from metricore.classification import KolmogorovSmirnov as KolmogorovSmirnov
from metricore.classification import LogAUC as LogAUC
from metricore.classification import LogLoss as LogLoss
from metricore.classification import Markedness as Markedness
from metricore.classification import MatthewsCorrCoef as MatthewsCorrCoef
from metricore.classification import MaxFBeta as MaxFBeta
from metricore.classification import NegativePredictiveValue as NegativePredictiveValue
from metricore.classification import NormalizedEntropy as NormalizedEntropy
from metricore.classification import Precision as Precision
from metricore.classification import PrecisionAtFixedRecall as PrecisionAtFixedRecall
from metricore.classification import PrecisionRecallCurve as PrecisionRecallCurve
from metricore.classification import Recall as Recall
from metricore.classification import RecallAtFixedPrecision as RecallAtFixedPrecision
from metricore.classification import RiskCoverageCurve as RiskCoverageCurve
from metricore.classification import SensitivityAtSpecificity as SensitivityAtSpecificity
from metricore.classification import Specificity as Specificity
from metricore.classification import SpecificityAtSensitivity as SpecificityAtSensitivity
from metricore.classification import StatScores as StatScores
from metricore.classification import TopKAccuracy as TopKAccuracy
from metricore.image import PeakSignalNoiseRatio as PeakSignalNoiseRatio
from metricore.image import StructuralSimilarityIndexMeasure as StructuralSimilarityIndexMeasure
from metricore.nominal import CramersV as CramersV
from metricore.nominal import FleissKappa as FleissKappa
from metricore.nominal import PearsonsContingencyCoefficient as PearsonsContingencyCoefficient
from metricore.nominal import TheilsU as TheilsU
from metricore.nominal import TschuprowsT as TschuprowsT
from metricore.regression import ConcordanceCorrCoef as ConcordanceCorrCoef
from metricore.regression import CosineSimilarity as CosineSimilarity
from metricore.regression import CriticalSuccessIndex as CriticalSuccessIndex
from metricore.regression import ExplainedVariance as ExplainedVariance
from metricore.regression import KendallRankCorrCoef as KendallRankCorrCoef
from metricore.regression import KLDivergence as KLDivergence
from metricore.regression import LogCoshError as LogCoshError
from metricore.regression import MeanAbsoluteError as MeanAbsoluteError
from metricore.regression import MeanAbsolutePercentageError as MeanAbsolutePercentageError
from metricore.regression import MeanSquaredError as MeanSquaredError
from metricore.regression import MeanSquaredLogError as MeanSquaredLogError
from metricore.regression import MinkowskiDistance as MinkowskiDistance
from metricore.regression import NormalizedRootMeanSquaredError as NormalizedRootMeanSquaredError
from metricore.regression import PearsonCorrCoef as PearsonCorrCoef
from metricore.regression import R2Score as R2Score
from metricore.regression import RelativeSquaredError as RelativeSquaredError
from metricore.regression import SpearmanCorrCoef as SpearmanCorrCoef
from metricore.regression import SymmetricMeanAbsolutePercentageError as SymmetricMeanAbsolutePercentageError
from metricore.regression import TweedieDevianceScore as TweedieDevianceScore
from metricore.regression import WeightedMeanAbsolutePercentageError as WeightedMeanAbsolutePercentageError
from metricore.retrieval import RetrievalFallOut as RetrievalFallOut
from metricore.retrieval import RetrievalHitRate as RetrievalHitRate
from metricore.retrieval import RetrievalMAP as RetrievalMAP
from metricore.retrieval import RetrievalMRR as RetrievalMRR
from metricore.retrieval import RetrievalNormalizedDCG as RetrievalNormalizedDCG
from metricore.retrieval import RetrievalPrecision as RetrievalPrecision
from metricore.retrieval import RetrievalPrecisionRecallCurve as RetrievalPrecisionRecallCurve
from metricore.retrieval import RetrievalRecall as RetrievalRecall
from metricore.retrieval import RetrievalRecallAtFixedPrecision as RetrievalRecallAtFixedPrecision
from metricore.retrieval import RetrievalRPrecision as RetrievalRPrecision
from metricore.text import BLEUScore as BLEUScore
from metricore.text import CharErrorRate as CharErrorRate
from metricore.text import WordErrorRate as WordErrorRate
from metricore.wrappers import BootStrapper as BootStrapper
from metricore.wrappers import ClasswiseWrapper as ClasswiseWrapper
from metricore.wrappers import MetricTracker as MetricTracker
from metricore.wrappers import MinMaxMetric as MinMaxMetric
from metricore.wrappers import MultioutputWrapper as MultioutputWrapper
from metricore.wrappers import MultitaskWrapper as MultitaskWrapper

__version__: str

__all__ = [
    "AURC",
    "AUROC",
    "EER",
    "ROC",
    "Accuracy",
    "AdaptiveCalibrationError",
    "AmbiguousMetricError",
    "AveragePrecision",
    "BLEUScore",
    "BalancedAccuracy",
    "BootStrapper",
    "BrierDecomposition",
    "BrierScore",
    "CalibrationError",
    "CalibrationRatio",
    "CatMetric",
    "CatState",
    "CharErrorRate",
    "ClassLikelihoodRatios",
    "ClassificationReport",
    "ClasswiseCalibrationError",
    "ClasswiseWrapper",
    "CohenKappa",
    "CompositionalMetric",
    "ConcordanceCorrCoef",
    "ConfusionMatrix",
    "CosineSimilarity",
    "CramersV",
    "CriticalSuccessIndex",
    "DetectionErrorTradeoff",
    "ExactMatch",
    "ExcessAURC",
    "ExplainedVariance",
    "F1Score",
    "FBetaScore",
    "FalseDiscoveryRate",
    "FalseNegativeRate",
    "FalseOmissionRate",
    "FalsePositiveRate",
    "FalsePositiveRateAtRecall",
    "FleissKappa",
    "GeometricMean",
    "Gini",
    "HammingDistance",
    "HingeLoss",
    "Informedness",
    "InvalidDataError",
    "JaccardIndex",
    "KLDivergence",
    "KendallRankCorrCoef",
    "KolmogorovSmirnov",
    "LogAUC",
    "LogCoshError",
    "LogLoss",
    "Markedness",
    "MatthewsCorrCoef",
    "MaxFBeta",
    "MaxMetric",
    "MeanAbsoluteError",
    "MeanAbsolutePercentageError",
    "MeanMetric",
    "MeanSquaredError",
    "MeanSquaredLogError",
    "Metric",
    "MetricCollection",
    "MetricInfo",
    "MetricNotFoundError",
    "MetricSpec",
    "MetricTracker",
    "MetricoreError",
    "MinMaxMetric",
    "MinMetric",
    "MinkowskiDistance",
    "MissingDependencyError",
    "MultioutputWrapper",
    "MultitaskWrapper",
    "NegativePredictiveValue",
    "NormalizedEntropy",
    "NormalizedRootMeanSquaredError",
    "PeakSignalNoiseRatio",
    "PearsonCorrCoef",
    "PearsonsContingencyCoefficient",
    "PluginError",
    "PluginWarning",
    "Precision",
    "PrecisionAtFixedRecall",
    "PrecisionRecallCurve",
    "R2Score",
    "Recall",
    "RecallAtFixedPrecision",
    "RelativeSquaredError",
    "RetrievalFallOut",
    "RetrievalHitRate",
    "RetrievalMAP",
    "RetrievalMRR",
    "RetrievalNormalizedDCG",
    "RetrievalPrecision",
    "RetrievalPrecisionRecallCurve",
    "RetrievalRPrecision",
    "RetrievalRecall",
    "RetrievalRecallAtFixedPrecision",
    "RiskCoverageCurve",
    "RunningMean",
    "RunningSum",
    "ScaleInvariantSignalDistortionRatio",
    "ScaleInvariantSignalNoiseRatio",
    "SensitivityAtSpecificity",
    "SignalNoiseRatio",
    "SpearmanCorrCoef",
    "Specificity",
    "SpecificityAtSensitivity",
    "StatScores",
    "StateFileError",
    "StructuralSimilarityIndexMeasure",
    "SumMetric",
    "SymmetricMeanAbsolutePercentageError",
    "SyncError",
    "TheilsU",
    "TopKAccuracy",
    "TschuprowsT",
    "TweedieDevianceScore",
    "WeightedMeanAbsolutePercentageError",
    "WordErrorRate",
    "cat_state",
    "hookimpl",
    "joint",
    "registry",
    "state",
    "sync_and_compute",
]
