"""The metrics of this distribution, offered through the same hooks as those of any plugin.

A metric or a family of metrics is one line in the table of its domain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from metricore._hookspec import hookimpl
from metricore._spec import MetricSpec

__all__ = ["metricore_conformance", "metricore_metrics"]

_SHARE = {"lower_bound": 0.0, "upper_bound": 1.0}
_HIGHER_SHARE = {**_SHARE, "higher_is_better": True}
_LOWER_SHARE = {**_SHARE, "higher_is_better": False}
_COUNT = {"lower_bound": 0.0, "output": "vector"}
_NOT_NEGATIVE = {"lower_bound": 0.0}
_ERROR = {"lower_bound": 0.0, "higher_is_better": False}
_EXPLAINED = {"upper_bound": 1.0, "higher_is_better": True}

_UNAVERAGED = {"output_of_several": "vector"}  # a value for each class or label unless an average is asked for
_CURVE = {"output": "curve"}
_POINT = {"higher_is_better": True, "output": "curve"}  # a value and its threshold
_CORRELATION = {"lower_bound": -1.0, "upper_bound": 1.0, "higher_is_better": True}

_TASKS = {"": "", "binary_": "Binary", "multiclass_": "Multiclass", "multilabel_": "Multilabel"}
_OF_ONE_LABEL = {name: _TASKS[name] for name in ("", "binary_", "multiclass_")}
_OF_YES_OR_NO = {name: _TASKS[name] for name in ("", "binary_", "multilabel_")}
_OF_SEVERAL = {name: _TASKS[name] for name in ("", "multiclass_", "multilabel_")}

# Name, class, summary, and further fields of MetricSpec. Names in brackets are aliases.
_Row = tuple[str, str, str, dict[str, Any]]

_AGGREGATION: tuple[_Row, ...] = (
    ("mean", "MeanMetric", "Weighted mean of a stream of values", {}),
    ("sum", "SumMetric", "Sum of a stream of values", {}),
    ("max", "MaxMetric", "Largest of a stream of values", {}),
    ("min", "MinMetric", "Smallest of a stream of values", {}),
    ("cat", "CatMetric", "All values of a stream, in order", {"output": "vector"}),
    ("running_mean", "RunningMean", "Mean over the last updates", {}),
    ("running_sum", "RunningSum", "Sum over the last updates", {}),
    ("variance", "VarianceMetric", "Variance of a stream of values", _NOT_NEGATIVE),
    ("std [standard_deviation]", "StdMetric", "Standard deviation of a stream of values", _NOT_NEGATIVE),
    ("skewness", "SkewnessMetric", "Skewness of a stream of values", {}),
    ("kurtosis", "KurtosisMetric", "Excess kurtosis of a stream of values", {}),
    ("covariance", "CovarianceMetric", "Covariance matrix of rows", {"output": "vector"}),
    ("geometric_mean_metric", "GeometricMeanMetric", "Geometric mean of a stream of values", _NOT_NEGATIVE),
    ("harmonic_mean", "HarmonicMeanMetric", "Harmonic mean of a stream of values", _NOT_NEGATIVE),
    ("histogram", "HistogramMetric", "Counts of a stream of values in bins", {**_NOT_NEGATIVE, "output": "vector"}),
    ("exponential_moving_average [ema]", "ExponentialMovingAverage", "Mean of a stream that fades", {}),
    ("quantile", "QuantileMetric", "Quantiles of a stream of values from a sketch of fixed size", {}),
    ("median", "MedianMetric", "Median of a stream of values from a sketch of fixed size", {}),
    ("windowed_mean", "WindowedMean", "Mean of the last values of a stream", {}),
    ("windowed_sum", "WindowedSum", "Sum of the last values of a stream", {}),
    ("windowed_max", "WindowedMax", "Largest of the last values of a stream", {}),
    ("windowed_min", "WindowedMin", "Smallest of the last values of a stream", {}),
    ("windowed_std", "WindowedStd", "Standard deviation of the last values of a stream", _NOT_NEGATIVE),
    ("windowed_median", "WindowedMedian", "Median of the last values of a stream", {}),
    ("time_windowed_mean", "TimeWindowedMean", "Mean of what came in the last stretch of time", {}),
    ("time_windowed_sum", "TimeWindowedSum", "Sum of what came in the last stretch of time", {}),
    ("time_windowed_max", "TimeWindowedMax", "Largest of what came in the last stretch of time", {}),
    ("time_windowed_min", "TimeWindowedMin", "Smallest of what came in the last stretch of time", {}),
)

_CLASSIFICATION: tuple[_Row, ...] = (
    ("stat_scores", "StatScores", "True and false positives and negatives, and support", _COUNT),
    ("accuracy", "Accuracy", "Share of correct predictions", _HIGHER_SHARE),
    ("precision", "Precision", "Share of predicted positives that are positive", _HIGHER_SHARE),
    ("recall", "Recall", "Share of positives that are predicted", _HIGHER_SHARE),
    ("f1_score [f1]", "F1Score", "Harmonic mean of precision and recall", _HIGHER_SHARE),
    ("fbeta_score [fbeta]", "FBetaScore", "Harmonic mean of precision and beta times weighted recall", _HIGHER_SHARE),
    ("specificity", "Specificity", "Share of negatives that are predicted as such", _HIGHER_SHARE),
    (
        "negative_predictive_value [npv]",
        "NegativePredictiveValue",
        "Share of predicted negatives that are negative",
        _HIGHER_SHARE,
    ),
    ("hamming_distance", "HammingDistance", "Share of labels that are wrong", _LOWER_SHARE),
    ("confusion_matrix", "ConfusionMatrix", "Counts of predicted against true classes", _COUNT),
    ("jaccard_index [iou]", "JaccardIndex", "Intersection over union of predicted and actual samples", _HIGHER_SHARE),
    (
        "brier_score",
        "BrierScore",
        "Mean squared distance of probabilities from what happened",
        {"lower_bound": 0.0, "upper_bound": 2.0, "higher_is_better": False},
    ),
    ("brier_decomposition", "BrierDecomposition", "What the Brier score is made of", {"output": "dict"}),
    ("log_loss [cross_entropy]", "LogLoss", "Mean negative logarithm of the probability of what happened", _ERROR),
    ("normalized_entropy", "NormalizedEntropy", "Log loss as a share of that of the base rate", _ERROR),
    (
        "false_positive_rate [fpr]",
        "FalsePositiveRate",
        "Share of negatives that are predicted as positive",
        _LOWER_SHARE,
    ),
    (
        "false_negative_rate [fnr]",
        "FalseNegativeRate",
        "Share of positives that are predicted as negative",
        _LOWER_SHARE,
    ),
    ("false_discovery_rate [fdr]", "FalseDiscoveryRate", "Share of positive predictions that are wrong", _LOWER_SHARE),
    ("false_omission_rate", "FalseOmissionRate", "Share of negative predictions that are wrong", _LOWER_SHARE),
    ("informedness [youden_j]", "Informedness", "Recall and specificity, less 1", _CORRELATION),
    ("markedness", "Markedness", "Precision and negative predictive value, less 1", _CORRELATION),
    ("balanced_accuracy", "BalancedAccuracy", "Mean over classes of the share that was found", _HIGHER_SHARE),
    ("geometric_mean", "GeometricMean", "Geometric mean over classes of the share that was found", _HIGHER_SHARE),
    (
        "class_likelihood_ratios",
        "ClassLikelihoodRatios",
        "How many times a prediction multiplies the odds",
        {"lower_bound": 0.0, "output": "dict"},
    ),
    ("classification_report", "ClassificationReport", "Precision, recall and F1 of every class", {"output": "dict"}),
    ("matthews_corrcoef [mcc]", "MatthewsCorrCoef", "Correlation of predicted and actual labels", _CORRELATION),
)

_CLASSIFICATION_OF_ONE_LABEL: tuple[_Row, ...] = (
    ("calibration_error [ece]", "CalibrationError", "Distance of confidence and accuracy", _LOWER_SHARE),
    (
        "adaptive_calibration_error",
        "AdaptiveCalibrationError",
        "Distance of confidence and accuracy over bins of equally many samples",
        _LOWER_SHARE,
    ),
    ("hinge_loss", "HingeLoss", "Mean distance of decisions from a margin", _ERROR),
    ("risk_coverage_curve", "RiskCoverageCurve", "Errors among the most confident predictions", _CURVE),
    ("aurc", "AURC", "Area under the risk-coverage curve", _LOWER_SHARE),
    (
        "excess_aurc [e_aurc]",
        "ExcessAURC",
        "Area under the risk-coverage curve beyond that of the best order",
        _LOWER_SHARE,
    ),
    ("cohen_kappa", "CohenKappa", "Agreement of two labellings beyond chance", _CORRELATION),
)

_CLASSIFICATION_OF_SEVERAL: tuple[_Row, ...] = (
    (
        "classwise_calibration_error",
        "ClasswiseCalibrationError",
        "Distance of the probability of each class and its frequency",
        _LOWER_SHARE,
    ),
    ("exact_match [subset_accuracy]", "ExactMatch", "Share of samples that are right in every part", _HIGHER_SHARE),
)

_CLASSIFICATION_OF_YES_OR_NO: tuple[_Row, ...] = (
    ("calibration_ratio [weighted_calibration]", "CalibrationRatio", "Predicted over actual sum", _NOT_NEGATIVE),
)

_CLASSIFICATION_OF_ONE_TASK: tuple[_Row, ...] = (
    ("top_k_accuracy", "TopKAccuracy", "Share of samples whose class is among those of highest score", _HIGHER_SHARE),
    ("multilabel_coverage_error", "MultilabelCoverageError", "How far down the true labels are ranked", _ERROR),
    (
        "multilabel_ranking_average_precision",
        "MultilabelRankingAveragePrecision",
        "Share of true labels among those ranked as high as one",
        _HIGHER_SHARE,
    ),
    ("multilabel_ranking_loss", "MultilabelRankingLoss", "Share of pairs of labels in the wrong order", _LOWER_SHARE),
    (
        "binary_fairness",
        "BinaryFairness",
        "Lowest rate of a group divided by the highest",
        {**_HIGHER_SHARE, "output": "dict"},
    ),
    (
        "binary_groups_stat_rates",
        "BinaryGroupStatRates",
        "Shares of true and false positives and negatives in each group",
        {**_SHARE, "output": "dict"},
    ),
)

_CLASSIFICATION_CURVES: tuple[_Row, ...] = (
    ("auroc [roc_auc]", "AUROC", "Area below the receiver operating characteristic", _HIGHER_SHARE),
    (
        "average_precision",
        "AveragePrecision",
        "Precision weighed by the recall gained at each threshold",
        _HIGHER_SHARE,
    ),
    (
        "logauc",
        "LogAUC",
        "Area below the ROC curve by log of the false positive rate",
        {**_HIGHER_SHARE, **_UNAVERAGED},
    ),
    (
        "eer [equal_error_rate]",
        "EER",
        "Share of errors where false alarms and misses are equally frequent",
        {**_LOWER_SHARE, **_UNAVERAGED},
    ),
    ("gini", "Gini", "Twice the area below the ROC curve, less 1", _CORRELATION),
    ("kolmogorov_smirnov", "KolmogorovSmirnov", "Distance between scores of positives and negatives", _HIGHER_SHARE),
    (
        "false_positive_rate_at_recall [fpr_at_recall]",
        "FalsePositiveRateAtRecall",
        "Least false positive rate with enough recall",
        _LOWER_SHARE,
    ),
    ("roc", "ROC", "True over false positive rate", _CURVE),
    ("precision_recall_curve", "PrecisionRecallCurve", "Precision over recall", _CURVE),
    ("detection_error_tradeoff [det_curve]", "DetectionErrorTradeoff", "Misses over false alarms", _CURVE),
    ("precision_at_fixed_recall", "PrecisionAtFixedRecall", "Greatest precision with enough recall", _POINT),
    ("recall_at_fixed_precision", "RecallAtFixedPrecision", "Greatest recall with enough precision", _POINT),
    ("sensitivity_at_specificity", "SensitivityAtSpecificity", "Greatest sensitivity with enough specificity", _POINT),
    ("specificity_at_sensitivity", "SpecificityAtSensitivity", "Greatest specificity with enough sensitivity", _POINT),
    ("max_fbeta", "MaxFBeta", "Greatest F-score over all thresholds", _POINT),
)

_REGRESSION: tuple[_Row, ...] = (
    ("mean_squared_error [mse]", "MeanSquaredError", "Mean of the squared differences", _ERROR),
    ("mean_absolute_error [mae]", "MeanAbsoluteError", "Mean of the absolute differences", _ERROR),
    ("mean_squared_log_error [msle]", "MeanSquaredLogError", "Mean of the squared differences of logarithms", _ERROR),
    ("log_cosh_error", "LogCoshError", "Mean of the logarithms of the hyperbolic cosines of differences", _ERROR),
    (
        "mean_absolute_percentage_error [mape]",
        "MeanAbsolutePercentageError",
        "Mean error as a share of targets",
        _ERROR,
    ),
    (
        "symmetric_mean_absolute_percentage_error [smape]",
        "SymmetricMeanAbsolutePercentageError",
        "Mean error as a share of the mean of prediction and target",
        {**_ERROR, "upper_bound": 2.0},
    ),
    (
        "weighted_mean_absolute_percentage_error [wmape]",
        "WeightedMeanAbsolutePercentageError",
        "Sum of errors as a share of the sum of targets",
        _ERROR,
    ),
    ("minkowski_distance", "MinkowskiDistance", "Root of the sum of powers of differences", _ERROR),
    ("tweedie_deviance_score", "TweedieDevianceScore", "Mean deviance under a Tweedie distribution", _ERROR),
    (
        "normalized_root_mean_squared_error [nrmse]",
        "NormalizedRootMeanSquaredError",
        "Root of the mean squared error as a share of the size of targets",
        {"higher_is_better": False},
    ),
    ("relative_squared_error [rse]", "RelativeSquaredError", "Squared error as a share of the mean target's", _ERROR),
    ("r2_score [r2]", "R2Score", "Coefficient of determination", _EXPLAINED),
    ("explained_variance", "ExplainedVariance", "Share of the variance of targets that is explained", _EXPLAINED),
    ("pearson_corrcoef [pearson]", "PearsonCorrCoef", "Pearson's correlation", _CORRELATION),
    ("concordance_corrcoef", "ConcordanceCorrCoef", "Lin's concordance correlation", _CORRELATION),
    ("spearman_corrcoef [spearman]", "SpearmanCorrCoef", "Spearman's rank correlation", _CORRELATION),
    ("kendall_rank_corrcoef [kendall]", "KendallRankCorrCoef", "Kendall's rank correlation", _CORRELATION),
    (
        "cosine_similarity",
        "CosineSimilarity",
        "Sum of cosines of the angles between vectors",
        {"higher_is_better": True},
    ),
    ("kl_divergence", "KLDivergence", "Kullback-Leibler divergence between distributions", _ERROR),
    (
        "jensen_shannon_divergence",
        "JensenShannonDivergence",
        "Divergence of distributions from their mean",
        _ERROR,
    ),
    (
        "continuous_ranked_probability_score [crps]",
        "ContinuousRankedProbabilityScore",
        "Distance of an ensemble of forecasts from what came true",
        _ERROR,
    ),
    ("root_mean_squared_error [rmse]", "RootMeanSquaredError", "Root of the mean squared error", _ERROR),
    ("root_mean_squared_log_error [rmsle]", "RootMeanSquaredLogError", "Root of the mean squared log error", _ERROR),
    ("max_error", "MaxError", "Largest absolute difference", _ERROR),
    ("mean_bias [bias]", "MeanBias", "Mean of the signed differences", {}),
    ("pinball_loss [quantile_loss]", "PinballLoss", "Mean loss of predicted quantiles", _ERROR),
    ("interval_coverage", "IntervalCoverage", "Share of targets within predicted intervals", _SHARE),
    ("interval_width", "IntervalWidth", "Mean width of predicted intervals", _ERROR),
    ("winkler_score [interval_score]", "WinklerScore", "Width of intervals, and how far they miss", _ERROR),
    (
        "weighted_interval_score [wis]",
        "WeightedIntervalScore",
        "Mean score of several intervals and a median",
        _ERROR,
    ),
    ("median_absolute_error [medae]", "MedianAbsoluteError", "Median of the absolute differences", _ERROR),
    ("d2_absolute_error_score", "D2AbsoluteErrorScore", "Share of absolute error spared", _EXPLAINED),
    ("d2_pinball_score", "D2PinballScore", "Share of the loss of quantiles spared", _EXPLAINED),
    ("d2_tweedie_score", "D2TweedieScore", "Share of Tweedie deviance spared", _EXPLAINED),
    (
        "mean_absolute_scaled_error [mase]",
        "MeanAbsoluteScaledError",
        "Mean absolute error in units of the naive forecast's",
        _ERROR,
    ),
    (
        "root_mean_squared_scaled_error [rmsse]",
        "RootMeanSquaredScaledError",
        "Root of the mean squared error in units of the naive forecast's",
        _ERROR,
    ),
    ("normal_crps", "NormalCRPS", "Distance of normal distributions from what came true", _ERROR),
    (
        "critical_success_index [csi]",
        "CriticalSuccessIndex",
        "Hits as a share of forecast or actual events",
        _HIGHER_SHARE,
    ),
)

_RETRIEVAL: tuple[_Row, ...] = (
    ("retrieval_auroc", "RetrievalAUROC", "Area below the ROC curve of each query", _HIGHER_SHARE),
    ("retrieval_average_precision", "RetrievalMAP", "Mean precision at the relevant documents", _HIGHER_SHARE),
    ("retrieval_bpref", "RetrievalBpref", "How few irrelevant documents come before relevant ones", _HIGHER_SHARE),
    ("retrieval_dcg", "RetrievalDCG", "Relevance discounted by rank", {"lower_bound": 0.0, "higher_is_better": True}),
    ("retrieval_err", "RetrievalERR", "Reciprocal rank at which a user is satisfied", _HIGHER_SHARE),
    ("retrieval_f1", "RetrievalF1", "Harmonic mean of precision and recall of the first documents", _HIGHER_SHARE),
    ("retrieval_fall_out", "RetrievalFallOut", "Share of irrelevant documents among the first", _LOWER_SHARE),
    ("retrieval_fbeta", "RetrievalFBeta", "F-score of the first documents", _HIGHER_SHARE),
    ("retrieval_hit_rate", "RetrievalHitRate", "Share of queries with a hit among the first documents", _HIGHER_SHARE),
    (
        "retrieval_interpolated_precision",
        "RetrievalInterpolatedPrecision",
        "Greatest precision with enough recall, at several levels of recall",
        {**_HIGHER_SHARE, "output": "vector"},
    ),
    (
        "retrieval_normalized_dcg [retrieval_ndcg ndcg]",
        "RetrievalNormalizedDCG",
        "Relevance discounted by rank, as a share of the best order's",
        _HIGHER_SHARE,
    ),
    ("retrieval_precision", "RetrievalPrecision", "Share of the first documents that is relevant", _HIGHER_SHARE),
    (
        "retrieval_precision_recall_curve",
        "RetrievalPrecisionRecallCurve",
        "Precision and recall by number of documents",
        _CURVE,
    ),
    (
        "retrieval_r_precision",
        "RetrievalRPrecision",
        "Precision at the number of relevant documents",
        _HIGHER_SHARE,
    ),
    ("retrieval_rbp", "RetrievalRBP", "Relevance that a user of given patience meets", _HIGHER_SHARE),
    ("retrieval_recall", "RetrievalRecall", "Share of relevant documents among the first", _HIGHER_SHARE),
    (
        "retrieval_recall_at_fixed_precision",
        "RetrievalRecallAtFixedPrecision",
        "Greatest recall with enough precision, and the number of documents",
        _POINT,
    ),
    ("retrieval_reciprocal_rank", "RetrievalMRR", "Reciprocal rank of the first relevant document", _HIGHER_SHARE),
)

_SEGMENTATION: tuple[_Row, ...] = (
    ("dice_score [dice]", "DiceScore", "Twice the common area as a share of both areas", _HIGHER_SHARE),
    ("generalized_dice_score", "GeneralizedDiceScore", "Dice score of classes weighed by their size", _HIGHER_SHARE),
    ("mean_iou [miou]", "MeanIoU", "Common area as a share of the area of either", _HIGHER_SHARE),
    ("pixel_accuracy", "PixelAccuracy", "Share of elements whose class is found", _HIGHER_SHARE),
    ("boundary_iou", "BoundaryIoU", "Common area near boundaries as a share of the area of either", _HIGHER_SHARE),
    ("hausdorff_distance [hausdorff]", "HausdorffDistance", "Largest distance, or a percentile, of edges", _ERROR),
    ("average_surface_distance", "AverageSurfaceDistance", "Mean distance of edges", _ERROR),
    (
        "normalized_surface_dice [nsd]",
        "NormalizedSurfaceDice",
        "Share of edges that is near the other edge",
        _HIGHER_SHARE,
    ),
)

_LABELLINGS = {"upper_bound": 1.0, "higher_is_better": True}

_CLUSTERING: tuple[_Row, ...] = (
    (
        "adjusted_mutual_info_score [ami]",
        "AdjustedMutualInfoScore",
        "Mutual information of two clusterings beyond chance",
        _LABELLINGS,
    ),
    (
        "adjusted_rand_score [ari]",
        "AdjustedRandScore",
        "Agreement of two clusterings on pairs beyond chance",
        {**_LABELLINGS, "lower_bound": -0.5},
    ),
    ("bcubed_f_score", "BCubedFScore", "Harmonic mean of B-cubed precision and recall", _HIGHER_SHARE),
    ("bcubed_precision", "BCubedPrecision", "Mean share of a sample's cluster that is of its class", _HIGHER_SHARE),
    ("bcubed_recall", "BCubedRecall", "Mean share of a sample's class that is in its cluster", _HIGHER_SHARE),
    (
        "calinski_harabasz_score",
        "CalinskiHarabaszScore",
        "Dispersion between clusters over dispersion within",
        {"lower_bound": 0.0, "higher_is_better": True},
    ),
    (
        "cluster_accuracy",
        "ClusterAccuracy",
        "Accuracy under the best matching of clusters to classes",
        {**_HIGHER_SHARE, "requires": ("metricore[clustering]",)},
    ),
    ("completeness_score", "CompletenessScore", "Whether classes are kept together", _HIGHER_SHARE),
    ("davies_bouldin_score", "DaviesBouldinScore", "Mean likeness of each cluster to the one most alike", _ERROR),
    (
        "dunn_index",
        "DunnIndex",
        "Least distance of centroids over the largest radius",
        {"lower_bound": 0.0, "higher_is_better": True},
    ),
    ("fowlkes_mallows_index", "FowlkesMallowsIndex", "Geometric mean of precision and recall of pairs", _HIGHER_SHARE),
    ("homogeneity_score", "HomogeneityScore", "Whether clusters are of one class", _HIGHER_SHARE),
    (
        "mutual_info_score",
        "MutualInfoScore",
        "Mutual information of two clusterings",
        {"lower_bound": 0.0, "higher_is_better": True},
    ),
    (
        "normalized_mutual_info_score [nmi]",
        "NormalizedMutualInfoScore",
        "Mutual information of two clusterings as a share of their entropies",
        _HIGHER_SHARE,
    ),
    ("pair_confusion_matrix", "PairConfusionMatrix", "Pairs of samples together and apart in two clusterings", _COUNT),
    ("purity", "Purity", "Share of samples of the most frequent class of their cluster", _HIGHER_SHARE),
    ("rand_score", "RandScore", "Share of pairs on which two clusterings agree", _HIGHER_SHARE),
    (
        "silhouette_score [silhouette]",
        "SilhouetteScore",
        "How much nearer points are to their own cluster than to the next",
        _CORRELATION,
    ),
    ("v_measure_score", "VMeasureScore", "Harmonic mean of homogeneity and completeness", _HIGHER_SHARE),
    ("variation_of_information", "VariationOfInformation", "What two clusterings do not say of each other", _ERROR),
)

_SHAPE: tuple[_Row, ...] = (
    ("procrustes_disparity", "ProcrustesDisparity", "Distance of point clouds after alignment", _ERROR),
)

_NOMINAL: tuple[_Row, ...] = (
    ("cramers_v", "CramersV", "Association of two nominal variables, by chi-squared", _HIGHER_SHARE),
    ("fleiss_kappa", "FleissKappa", "Agreement of several raters beyond chance", _CORRELATION),
    (
        "pearsons_contingency_coefficient",
        "PearsonsContingencyCoefficient",
        "Contingency coefficient of two nominal variables",
        _HIGHER_SHARE,
    ),
    ("theils_u", "TheilsU", "Share of the uncertainty of a variable that another one takes away", _HIGHER_SHARE),
    ("tschuprows_t", "TschuprowsT", "Association of two nominal variables, by both numbers of values", _HIGHER_SHARE),
)

_SURVIVAL: tuple[_Row, ...] = (
    ("concordance_index [c_index]", "ConcordanceIndex", "Share of pairs predicted in the right order", _HIGHER_SHARE),
)

_WRAPPERS: tuple[_Row, ...] = (
    (
        "boot_strapper [bootstrap]",
        "BootStrapper",
        "Spread of a metric over samples drawn anew",
        {"output": "dict"},
    ),
    ("classwise_wrapper", "ClasswiseWrapper", "Values of classes by name", {"output": "dict"}),
    ("grouped_metric", "GroupedMetric", "A metric for each group of samples", {"output": "dict"}),
    ("min_max_metric", "MinMaxMetric", "A metric, and the extremes that it has had", {"output": "dict"}),
    ("multioutput_wrapper", "MultioutputWrapper", "A metric for each output", {"output": "vector"}),
    ("multitask_wrapper", "MultitaskWrapper", "A metric for each task", {"output": "dict"}),
    ("running", "Running", "A metric over the last updates", {}),
    ("binary_target_transformer", "BinaryTargetTransformer", "A metric of targets above a threshold", {}),
    ("lambda_input_transformer", "LambdaInputTransformer", "A metric of transformed inputs", {}),
)


@hookimpl
def metricore_metrics() -> list[MetricSpec]:
    """Return the specs of the built-in metrics."""
    return [
        *(_spec("aggregation", row, functional=False) for row in _AGGREGATION),
        *(_spec("classification", row, *task) for row in _CLASSIFICATION for task in _TASKS.items()),
        *(_spec("classification", r, *task) for r in _CLASSIFICATION_OF_ONE_LABEL for task in _OF_ONE_LABEL.items()),
        *(_spec("classification", r, *task) for r in _CLASSIFICATION_OF_SEVERAL for task in _OF_SEVERAL.items()),
        *(_spec("classification", r, *task) for r in _CLASSIFICATION_OF_YES_OR_NO for task in _OF_YES_OR_NO.items()),
        *(_spec("classification", row) for row in _CLASSIFICATION_OF_ONE_TASK),
        *(_spec("classification", row, *task) for row in _CLASSIFICATION_CURVES for task in _TASKS.items()),
        *(_spec("clustering", row) for row in _CLUSTERING),
        *(_spec("nominal", row) for row in _NOMINAL),
        *(_spec("regression", row) for row in _REGRESSION),
        *(_spec("wrappers", row, functional=False) for row in _WRAPPERS),
        *(_spec("retrieval", row) for row in _RETRIEVAL),
        *(_spec("segmentation", row) for row in _SEGMENTATION),
        *(_spec("shape", row) for row in _SHAPE),
        *(_spec("survival", row) for row in _SURVIVAL),
    ]


@hookimpl
def metricore_conformance() -> Mapping[str, Sequence[object]]:
    """Return the cases for ``metricore check``."""
    from metricore.testing._builtin_cases import CASES

    return CASES


def _spec(domain: str, row: _Row, name_prefix: str = "", class_prefix: str = "", functional: bool = True) -> MetricSpec:
    names, class_name, summary, about = row
    name, *aliases = names.replace("[", "").replace("]", "").split()
    of_several = about.get("output_of_several", about.get("output", "scalar"))
    about = {field: value for field, value in about.items() if field != "output_of_several"}
    if class_prefix in ("Multiclass", "Multilabel"):
        about["output"] = of_several
    return MetricSpec(
        name=name_prefix + name,
        target=f"metricore.{domain}:{class_prefix}{class_name}",
        aliases=tuple(name_prefix + alias for alias in aliases),
        summary=f"{summary} ({class_prefix.lower()})" if class_prefix else summary,
        domain=domain,
        functional=f"metricore.functional.{domain}:{name_prefix}{name}" if functional else None,
        **about,
    )
