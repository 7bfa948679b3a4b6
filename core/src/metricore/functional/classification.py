"""Functions of one batch, derived from the classes of :mod:`metricore.classification`."""

from __future__ import annotations

from metricore import classification as _classes
from metricore._functional import functional_form as _form
from metricore.classification._fairness import binary_fairness, demographic_parity, equal_opportunity

stat_scores = _form(_classes.StatScores, name="stat_scores")
binary_stat_scores = _form(_classes.BinaryStatScores, name="binary_stat_scores")
multiclass_stat_scores = _form(_classes.MulticlassStatScores, "num_classes", "average", name="multiclass_stat_scores")
multilabel_stat_scores = _form(_classes.MultilabelStatScores, name="multilabel_stat_scores")
accuracy = _form(_classes.Accuracy, name="accuracy")
binary_accuracy = _form(_classes.BinaryAccuracy, name="binary_accuracy")
multiclass_accuracy = _form(_classes.MulticlassAccuracy, "num_classes", "average", name="multiclass_accuracy")
multilabel_accuracy = _form(_classes.MultilabelAccuracy, name="multilabel_accuracy")
precision = _form(_classes.Precision, name="precision")
binary_precision = _form(_classes.BinaryPrecision, name="binary_precision")
multiclass_precision = _form(_classes.MulticlassPrecision, "num_classes", "average", name="multiclass_precision")
multilabel_precision = _form(_classes.MultilabelPrecision, name="multilabel_precision")
recall = _form(_classes.Recall, name="recall")
binary_recall = _form(_classes.BinaryRecall, name="binary_recall")
multiclass_recall = _form(_classes.MulticlassRecall, "num_classes", "average", name="multiclass_recall")
multilabel_recall = _form(_classes.MultilabelRecall, name="multilabel_recall")
f1_score = _form(_classes.F1Score, name="f1_score")
binary_f1_score = _form(_classes.BinaryF1Score, name="binary_f1_score")
multiclass_f1_score = _form(_classes.MulticlassF1Score, "num_classes", "average", name="multiclass_f1_score")
multilabel_f1_score = _form(_classes.MultilabelF1Score, name="multilabel_f1_score")
fbeta_score = _form(_classes.FBetaScore, name="fbeta_score")
binary_fbeta_score = _form(_classes.BinaryFBetaScore, name="binary_fbeta_score")
multiclass_fbeta_score = _form(
    _classes.MulticlassFBetaScore, "beta", "num_classes", "average", name="multiclass_fbeta_score"
)
multilabel_fbeta_score = _form(_classes.MultilabelFBetaScore, name="multilabel_fbeta_score")
specificity = _form(_classes.Specificity, name="specificity")
binary_specificity = _form(_classes.BinarySpecificity, name="binary_specificity")
multiclass_specificity = _form(_classes.MulticlassSpecificity, "num_classes", "average", name="multiclass_specificity")
multilabel_specificity = _form(_classes.MultilabelSpecificity, name="multilabel_specificity")
negative_predictive_value = _form(_classes.NegativePredictiveValue, name="negative_predictive_value")
binary_negative_predictive_value = _form(
    _classes.BinaryNegativePredictiveValue, name="binary_negative_predictive_value"
)
multiclass_negative_predictive_value = _form(
    _classes.MulticlassNegativePredictiveValue, "num_classes", "average", name="multiclass_negative_predictive_value"
)
multilabel_negative_predictive_value = _form(
    _classes.MultilabelNegativePredictiveValue, name="multilabel_negative_predictive_value"
)
hamming_distance = _form(_classes.HammingDistance, name="hamming_distance")
binary_hamming_distance = _form(_classes.BinaryHammingDistance, name="binary_hamming_distance")
multiclass_hamming_distance = _form(
    _classes.MulticlassHammingDistance, "num_classes", "average", name="multiclass_hamming_distance"
)
multilabel_hamming_distance = _form(_classes.MultilabelHammingDistance, name="multilabel_hamming_distance")
confusion_matrix = _form(_classes.ConfusionMatrix, name="confusion_matrix")
binary_confusion_matrix = _form(
    _classes.BinaryConfusionMatrix, "threshold", "normalize", name="binary_confusion_matrix"
)
multiclass_confusion_matrix = _form(
    _classes.MulticlassConfusionMatrix, "num_classes", "normalize", name="multiclass_confusion_matrix"
)
multilabel_confusion_matrix = _form(
    _classes.MultilabelConfusionMatrix, "num_labels", "threshold", "normalize", name="multilabel_confusion_matrix"
)
jaccard_index = _form(_classes.JaccardIndex, name="jaccard_index")
binary_jaccard_index = _form(_classes.BinaryJaccardIndex, name="binary_jaccard_index")
multiclass_jaccard_index = _form(_classes.MulticlassJaccardIndex, name="multiclass_jaccard_index")
multilabel_jaccard_index = _form(_classes.MultilabelJaccardIndex, name="multilabel_jaccard_index")
matthews_corrcoef = _form(_classes.MatthewsCorrCoef, name="matthews_corrcoef")
binary_matthews_corrcoef = _form(_classes.BinaryMatthewsCorrCoef, name="binary_matthews_corrcoef")
multiclass_matthews_corrcoef = _form(_classes.MulticlassMatthewsCorrCoef, name="multiclass_matthews_corrcoef")
multilabel_matthews_corrcoef = _form(_classes.MultilabelMatthewsCorrCoef, name="multilabel_matthews_corrcoef")
cohen_kappa = _form(_classes.CohenKappa, name="cohen_kappa")
binary_cohen_kappa = _form(_classes.BinaryCohenKappa, "threshold", "weights", name="binary_cohen_kappa")
multiclass_cohen_kappa = _form(_classes.MulticlassCohenKappa, "num_classes", "weights", name="multiclass_cohen_kappa")
exact_match = _form(_classes.ExactMatch, "task", "num_classes", "num_labels", name="exact_match")
multiclass_exact_match = _form(_classes.MulticlassExactMatch, name="multiclass_exact_match")
multilabel_exact_match = _form(_classes.MultilabelExactMatch, name="multilabel_exact_match")
calibration_error = _form(_classes.CalibrationError, name="calibration_error")
binary_calibration_error = _form(_classes.BinaryCalibrationError, name="binary_calibration_error")
multiclass_calibration_error = _form(_classes.MulticlassCalibrationError, name="multiclass_calibration_error")
classwise_calibration_error = _form(_classes.ClasswiseCalibrationError, name="classwise_calibration_error")
multiclass_classwise_calibration_error = _form(
    _classes.MulticlassClasswiseCalibrationError, name="multiclass_classwise_calibration_error"
)
multilabel_classwise_calibration_error = _form(
    _classes.MultilabelClasswiseCalibrationError, name="multilabel_classwise_calibration_error"
)
adaptive_calibration_error = _form(_classes.AdaptiveCalibrationError, name="adaptive_calibration_error")
binary_adaptive_calibration_error = _form(
    _classes.BinaryAdaptiveCalibrationError, name="binary_adaptive_calibration_error"
)
multiclass_adaptive_calibration_error = _form(
    _classes.MulticlassAdaptiveCalibrationError, name="multiclass_adaptive_calibration_error"
)
hinge_loss = _form(_classes.HingeLoss, name="hinge_loss")
binary_hinge_loss = _form(_classes.BinaryHingeLoss, name="binary_hinge_loss")
multiclass_hinge_loss = _form(_classes.MulticlassHingeLoss, name="multiclass_hinge_loss")
multilabel_coverage_error = _form(_classes.MultilabelCoverageError, name="multilabel_coverage_error")
multilabel_ranking_average_precision = _form(
    _classes.MultilabelRankingAveragePrecision, name="multilabel_ranking_average_precision"
)
multilabel_ranking_loss = _form(_classes.MultilabelRankingLoss, name="multilabel_ranking_loss")
binary_groups_stat_rates = _form(_classes.BinaryGroupStatRates, name="binary_groups_stat_rates")
auroc = _form(_classes.AUROC, name="auroc")
binary_auroc = _form(_classes.BinaryAUROC, name="binary_auroc")
multiclass_auroc = _form(_classes.MulticlassAUROC, "num_classes", name="multiclass_auroc")
multilabel_auroc = _form(_classes.MultilabelAUROC, name="multilabel_auroc")
average_precision = _form(_classes.AveragePrecision, name="average_precision")
binary_average_precision = _form(_classes.BinaryAveragePrecision, name="binary_average_precision")
multiclass_average_precision = _form(
    _classes.MulticlassAveragePrecision, "num_classes", name="multiclass_average_precision"
)
multilabel_average_precision = _form(_classes.MultilabelAveragePrecision, name="multilabel_average_precision")
eer = _form(_classes.EER, name="eer")
binary_eer = _form(_classes.BinaryEER, name="binary_eer")
multiclass_eer = _form(_classes.MulticlassEER, "num_classes", name="multiclass_eer")
multilabel_eer = _form(_classes.MultilabelEER, name="multilabel_eer")
false_positive_rate_at_recall = _form(_classes.FalsePositiveRateAtRecall, name="false_positive_rate_at_recall")
binary_false_positive_rate_at_recall = _form(
    _classes.BinaryFalsePositiveRateAtRecall, name="binary_false_positive_rate_at_recall"
)
multiclass_false_positive_rate_at_recall = _form(
    _classes.MulticlassFalsePositiveRateAtRecall, "num_classes", name="multiclass_false_positive_rate_at_recall"
)
multilabel_false_positive_rate_at_recall = _form(
    _classes.MultilabelFalsePositiveRateAtRecall, name="multilabel_false_positive_rate_at_recall"
)
gini = _form(_classes.Gini, name="gini")
binary_gini = _form(_classes.BinaryGini, name="binary_gini")
multiclass_gini = _form(_classes.MulticlassGini, "num_classes", name="multiclass_gini")
multilabel_gini = _form(_classes.MultilabelGini, name="multilabel_gini")
kolmogorov_smirnov = _form(_classes.KolmogorovSmirnov, name="kolmogorov_smirnov")
binary_kolmogorov_smirnov = _form(_classes.BinaryKolmogorovSmirnov, name="binary_kolmogorov_smirnov")
multiclass_kolmogorov_smirnov = _form(
    _classes.MulticlassKolmogorovSmirnov, "num_classes", name="multiclass_kolmogorov_smirnov"
)
multilabel_kolmogorov_smirnov = _form(_classes.MultilabelKolmogorovSmirnov, name="multilabel_kolmogorov_smirnov")
logauc = _form(
    _classes.LogAUC, "task", "thresholds", "num_classes", "num_labels", "fpr_range", "average", name="logauc"
)
binary_logauc = _form(_classes.BinaryLogAUC, name="binary_logauc")
multiclass_logauc = _form(
    _classes.MulticlassLogAUC, "num_classes", name="multiclass_logauc", defaults={"average": "macro"}
)
multilabel_logauc = _form(_classes.MultilabelLogAUC, name="multilabel_logauc", defaults={"average": "macro"})
detection_error_tradeoff = _form(
    _classes.DetectionErrorTradeoff,
    "task",
    "thresholds",
    "num_classes",
    "num_labels",
    "average",
    name="detection_error_tradeoff",
)
binary_detection_error_tradeoff = _form(_classes.BinaryDetectionErrorTradeoff, name="binary_detection_error_tradeoff")
multiclass_detection_error_tradeoff = _form(
    _classes.MulticlassDetectionErrorTradeoff, "num_classes", name="multiclass_detection_error_tradeoff"
)
multilabel_detection_error_tradeoff = _form(
    _classes.MultilabelDetectionErrorTradeoff, name="multilabel_detection_error_tradeoff"
)
precision_recall_curve = _form(
    _classes.PrecisionRecallCurve,
    "task",
    "thresholds",
    "num_classes",
    "num_labels",
    "average",
    name="precision_recall_curve",
)
binary_precision_recall_curve = _form(_classes.BinaryPrecisionRecallCurve, name="binary_precision_recall_curve")
multiclass_precision_recall_curve = _form(
    _classes.MulticlassPrecisionRecallCurve, "num_classes", name="multiclass_precision_recall_curve"
)
multilabel_precision_recall_curve = _form(
    _classes.MultilabelPrecisionRecallCurve, name="multilabel_precision_recall_curve"
)
roc = _form(_classes.ROC, "task", "thresholds", "num_classes", "num_labels", "average", name="roc")
binary_roc = _form(_classes.BinaryROC, name="binary_roc")
multiclass_roc = _form(_classes.MulticlassROC, "num_classes", name="multiclass_roc")
multilabel_roc = _form(_classes.MultilabelROC, name="multilabel_roc")
max_fbeta = _form(_classes.MaxFBeta, name="max_fbeta")
binary_max_fbeta = _form(_classes.BinaryMaxFBeta, name="binary_max_fbeta")
multiclass_max_fbeta = _form(_classes.MulticlassMaxFBeta, "num_classes", name="multiclass_max_fbeta")
multilabel_max_fbeta = _form(_classes.MultilabelMaxFBeta, name="multilabel_max_fbeta")
precision_at_fixed_recall = _form(_classes.PrecisionAtFixedRecall, name="precision_at_fixed_recall")
binary_precision_at_fixed_recall = _form(_classes.BinaryPrecisionAtFixedRecall, name="binary_precision_at_fixed_recall")
multiclass_precision_at_fixed_recall = _form(
    _classes.MulticlassPrecisionAtFixedRecall, "num_classes", name="multiclass_precision_at_fixed_recall"
)
multilabel_precision_at_fixed_recall = _form(
    _classes.MultilabelPrecisionAtFixedRecall, name="multilabel_precision_at_fixed_recall"
)
recall_at_fixed_precision = _form(_classes.RecallAtFixedPrecision, name="recall_at_fixed_precision")
binary_recall_at_fixed_precision = _form(_classes.BinaryRecallAtFixedPrecision, name="binary_recall_at_fixed_precision")
multiclass_recall_at_fixed_precision = _form(
    _classes.MulticlassRecallAtFixedPrecision, "num_classes", name="multiclass_recall_at_fixed_precision"
)
multilabel_recall_at_fixed_precision = _form(
    _classes.MultilabelRecallAtFixedPrecision, name="multilabel_recall_at_fixed_precision"
)
sensitivity_at_specificity = _form(_classes.SensitivityAtSpecificity, name="sensitivity_at_specificity")
binary_sensitivity_at_specificity = _form(
    _classes.BinarySensitivityAtSpecificity, name="binary_sensitivity_at_specificity"
)
multiclass_sensitivity_at_specificity = _form(
    _classes.MulticlassSensitivityAtSpecificity, "num_classes", name="multiclass_sensitivity_at_specificity"
)
multilabel_sensitivity_at_specificity = _form(
    _classes.MultilabelSensitivityAtSpecificity, name="multilabel_sensitivity_at_specificity"
)
specificity_at_sensitivity = _form(_classes.SpecificityAtSensitivity, name="specificity_at_sensitivity")
binary_specificity_at_sensitivity = _form(
    _classes.BinarySpecificityAtSensitivity, name="binary_specificity_at_sensitivity"
)
multiclass_specificity_at_sensitivity = _form(
    _classes.MulticlassSpecificityAtSensitivity, "num_classes", name="multiclass_specificity_at_sensitivity"
)
multilabel_specificity_at_sensitivity = _form(
    _classes.MultilabelSpecificityAtSensitivity, name="multilabel_specificity_at_sensitivity"
)
brier_score = _form(_classes.BrierScore, name="brier_score")
binary_brier_score = _form(_classes.BinaryBrierScore, name="binary_brier_score")
multiclass_brier_score = _form(_classes.MulticlassBrierScore, name="multiclass_brier_score")
multilabel_brier_score = _form(_classes.MultilabelBrierScore, name="multilabel_brier_score")
log_loss = _form(_classes.LogLoss, name="log_loss")
binary_log_loss = _form(_classes.BinaryLogLoss, name="binary_log_loss")
multiclass_log_loss = _form(_classes.MulticlassLogLoss, name="multiclass_log_loss")
multilabel_log_loss = _form(_classes.MultilabelLogLoss, name="multilabel_log_loss")
normalized_entropy = _form(_classes.NormalizedEntropy, name="normalized_entropy")
binary_normalized_entropy = _form(_classes.BinaryNormalizedEntropy, name="binary_normalized_entropy")
multiclass_normalized_entropy = _form(_classes.MulticlassNormalizedEntropy, name="multiclass_normalized_entropy")
multilabel_normalized_entropy = _form(_classes.MultilabelNormalizedEntropy, name="multilabel_normalized_entropy")
calibration_ratio = _form(_classes.CalibrationRatio, name="calibration_ratio")
binary_calibration_ratio = _form(_classes.BinaryCalibrationRatio, name="binary_calibration_ratio")
multilabel_calibration_ratio = _form(_classes.MultilabelCalibrationRatio, name="multilabel_calibration_ratio")
brier_decomposition = _form(_classes.BrierDecomposition, name="brier_decomposition")
binary_brier_decomposition = _form(_classes.BinaryBrierDecomposition, name="binary_brier_decomposition")
multiclass_brier_decomposition = _form(_classes.MulticlassBrierDecomposition, name="multiclass_brier_decomposition")
multilabel_brier_decomposition = _form(_classes.MultilabelBrierDecomposition, name="multilabel_brier_decomposition")
false_positive_rate = _form(_classes.FalsePositiveRate, name="false_positive_rate")
binary_false_positive_rate = _form(_classes.BinaryFalsePositiveRate, name="binary_false_positive_rate")
multiclass_false_positive_rate = _form(_classes.MulticlassFalsePositiveRate, name="multiclass_false_positive_rate")
multilabel_false_positive_rate = _form(_classes.MultilabelFalsePositiveRate, name="multilabel_false_positive_rate")
false_negative_rate = _form(_classes.FalseNegativeRate, name="false_negative_rate")
binary_false_negative_rate = _form(_classes.BinaryFalseNegativeRate, name="binary_false_negative_rate")
multiclass_false_negative_rate = _form(_classes.MulticlassFalseNegativeRate, name="multiclass_false_negative_rate")
multilabel_false_negative_rate = _form(_classes.MultilabelFalseNegativeRate, name="multilabel_false_negative_rate")
false_discovery_rate = _form(_classes.FalseDiscoveryRate, name="false_discovery_rate")
binary_false_discovery_rate = _form(_classes.BinaryFalseDiscoveryRate, name="binary_false_discovery_rate")
multiclass_false_discovery_rate = _form(_classes.MulticlassFalseDiscoveryRate, name="multiclass_false_discovery_rate")
multilabel_false_discovery_rate = _form(_classes.MultilabelFalseDiscoveryRate, name="multilabel_false_discovery_rate")
false_omission_rate = _form(_classes.FalseOmissionRate, name="false_omission_rate")
binary_false_omission_rate = _form(_classes.BinaryFalseOmissionRate, name="binary_false_omission_rate")
multiclass_false_omission_rate = _form(_classes.MulticlassFalseOmissionRate, name="multiclass_false_omission_rate")
multilabel_false_omission_rate = _form(_classes.MultilabelFalseOmissionRate, name="multilabel_false_omission_rate")
informedness = _form(_classes.Informedness, name="informedness")
binary_informedness = _form(_classes.BinaryInformedness, name="binary_informedness")
multiclass_informedness = _form(_classes.MulticlassInformedness, name="multiclass_informedness")
multilabel_informedness = _form(_classes.MultilabelInformedness, name="multilabel_informedness")
markedness = _form(_classes.Markedness, name="markedness")
binary_markedness = _form(_classes.BinaryMarkedness, name="binary_markedness")
multiclass_markedness = _form(_classes.MulticlassMarkedness, name="multiclass_markedness")
multilabel_markedness = _form(_classes.MultilabelMarkedness, name="multilabel_markedness")
class_likelihood_ratios = _form(_classes.ClassLikelihoodRatios, name="class_likelihood_ratios")
binary_class_likelihood_ratios = _form(_classes.BinaryClassLikelihoodRatios, name="binary_class_likelihood_ratios")
multiclass_class_likelihood_ratios = _form(
    _classes.MulticlassClassLikelihoodRatios, name="multiclass_class_likelihood_ratios"
)
multilabel_class_likelihood_ratios = _form(
    _classes.MultilabelClassLikelihoodRatios, name="multilabel_class_likelihood_ratios"
)
balanced_accuracy = _form(_classes.BalancedAccuracy, name="balanced_accuracy")
binary_balanced_accuracy = _form(_classes.BinaryBalancedAccuracy, name="binary_balanced_accuracy")
multiclass_balanced_accuracy = _form(_classes.MulticlassBalancedAccuracy, name="multiclass_balanced_accuracy")
multilabel_balanced_accuracy = _form(_classes.MultilabelBalancedAccuracy, name="multilabel_balanced_accuracy")
geometric_mean = _form(_classes.GeometricMean, name="geometric_mean")
binary_geometric_mean = _form(_classes.BinaryGeometricMean, name="binary_geometric_mean")
multiclass_geometric_mean = _form(_classes.MulticlassGeometricMean, name="multiclass_geometric_mean")
multilabel_geometric_mean = _form(_classes.MultilabelGeometricMean, name="multilabel_geometric_mean")
top_k_accuracy = _form(_classes.TopKAccuracy, name="top_k_accuracy")
risk_coverage_curve = _form(_classes.RiskCoverageCurve, name="risk_coverage_curve")
binary_risk_coverage_curve = _form(_classes.BinaryRiskCoverageCurve, name="binary_risk_coverage_curve")
multiclass_risk_coverage_curve = _form(_classes.MulticlassRiskCoverageCurve, name="multiclass_risk_coverage_curve")
aurc = _form(_classes.AURC, name="aurc")
binary_aurc = _form(_classes.BinaryAURC, name="binary_aurc")
multiclass_aurc = _form(_classes.MulticlassAURC, name="multiclass_aurc")
excess_aurc = _form(_classes.ExcessAURC, name="excess_aurc")
binary_excess_aurc = _form(_classes.BinaryExcessAURC, name="binary_excess_aurc")
multiclass_excess_aurc = _form(_classes.MulticlassExcessAURC, name="multiclass_excess_aurc")
classification_report = _form(_classes.ClassificationReport, name="classification_report")
binary_classification_report = _form(_classes.BinaryClassificationReport, name="binary_classification_report")
multiclass_classification_report = _form(
    _classes.MulticlassClassificationReport, name="multiclass_classification_report"
)
multilabel_classification_report = _form(
    _classes.MultilabelClassificationReport, name="multilabel_classification_report"
)

__all__ = [
    "accuracy",
    "adaptive_calibration_error",
    "aurc",
    "auroc",
    "average_precision",
    "balanced_accuracy",
    "binary_accuracy",
    "binary_adaptive_calibration_error",
    "binary_aurc",
    "binary_auroc",
    "binary_average_precision",
    "binary_balanced_accuracy",
    "binary_brier_decomposition",
    "binary_brier_score",
    "binary_calibration_error",
    "binary_calibration_ratio",
    "binary_class_likelihood_ratios",
    "binary_classification_report",
    "binary_cohen_kappa",
    "binary_confusion_matrix",
    "binary_detection_error_tradeoff",
    "binary_eer",
    "binary_excess_aurc",
    "binary_f1_score",
    "binary_fairness",
    "binary_false_discovery_rate",
    "binary_false_negative_rate",
    "binary_false_omission_rate",
    "binary_false_positive_rate",
    "binary_false_positive_rate_at_recall",
    "binary_fbeta_score",
    "binary_geometric_mean",
    "binary_gini",
    "binary_groups_stat_rates",
    "binary_hamming_distance",
    "binary_hinge_loss",
    "binary_informedness",
    "binary_jaccard_index",
    "binary_kolmogorov_smirnov",
    "binary_log_loss",
    "binary_logauc",
    "binary_markedness",
    "binary_matthews_corrcoef",
    "binary_max_fbeta",
    "binary_negative_predictive_value",
    "binary_normalized_entropy",
    "binary_precision",
    "binary_precision_at_fixed_recall",
    "binary_precision_recall_curve",
    "binary_recall",
    "binary_recall_at_fixed_precision",
    "binary_risk_coverage_curve",
    "binary_roc",
    "binary_sensitivity_at_specificity",
    "binary_specificity",
    "binary_specificity_at_sensitivity",
    "binary_stat_scores",
    "brier_decomposition",
    "brier_score",
    "calibration_error",
    "calibration_ratio",
    "class_likelihood_ratios",
    "classification_report",
    "classwise_calibration_error",
    "cohen_kappa",
    "confusion_matrix",
    "demographic_parity",
    "detection_error_tradeoff",
    "eer",
    "equal_opportunity",
    "exact_match",
    "excess_aurc",
    "f1_score",
    "false_discovery_rate",
    "false_negative_rate",
    "false_omission_rate",
    "false_positive_rate",
    "false_positive_rate_at_recall",
    "fbeta_score",
    "geometric_mean",
    "gini",
    "hamming_distance",
    "hinge_loss",
    "informedness",
    "jaccard_index",
    "kolmogorov_smirnov",
    "log_loss",
    "logauc",
    "markedness",
    "matthews_corrcoef",
    "max_fbeta",
    "multiclass_accuracy",
    "multiclass_adaptive_calibration_error",
    "multiclass_aurc",
    "multiclass_auroc",
    "multiclass_average_precision",
    "multiclass_balanced_accuracy",
    "multiclass_brier_decomposition",
    "multiclass_brier_score",
    "multiclass_calibration_error",
    "multiclass_class_likelihood_ratios",
    "multiclass_classification_report",
    "multiclass_classwise_calibration_error",
    "multiclass_cohen_kappa",
    "multiclass_confusion_matrix",
    "multiclass_detection_error_tradeoff",
    "multiclass_eer",
    "multiclass_exact_match",
    "multiclass_excess_aurc",
    "multiclass_f1_score",
    "multiclass_false_discovery_rate",
    "multiclass_false_negative_rate",
    "multiclass_false_omission_rate",
    "multiclass_false_positive_rate",
    "multiclass_false_positive_rate_at_recall",
    "multiclass_fbeta_score",
    "multiclass_geometric_mean",
    "multiclass_gini",
    "multiclass_hamming_distance",
    "multiclass_hinge_loss",
    "multiclass_informedness",
    "multiclass_jaccard_index",
    "multiclass_kolmogorov_smirnov",
    "multiclass_log_loss",
    "multiclass_logauc",
    "multiclass_markedness",
    "multiclass_matthews_corrcoef",
    "multiclass_max_fbeta",
    "multiclass_negative_predictive_value",
    "multiclass_normalized_entropy",
    "multiclass_precision",
    "multiclass_precision_at_fixed_recall",
    "multiclass_precision_recall_curve",
    "multiclass_recall",
    "multiclass_recall_at_fixed_precision",
    "multiclass_risk_coverage_curve",
    "multiclass_roc",
    "multiclass_sensitivity_at_specificity",
    "multiclass_specificity",
    "multiclass_specificity_at_sensitivity",
    "multiclass_stat_scores",
    "multilabel_accuracy",
    "multilabel_auroc",
    "multilabel_average_precision",
    "multilabel_balanced_accuracy",
    "multilabel_brier_decomposition",
    "multilabel_brier_score",
    "multilabel_calibration_ratio",
    "multilabel_class_likelihood_ratios",
    "multilabel_classification_report",
    "multilabel_classwise_calibration_error",
    "multilabel_confusion_matrix",
    "multilabel_coverage_error",
    "multilabel_detection_error_tradeoff",
    "multilabel_eer",
    "multilabel_exact_match",
    "multilabel_f1_score",
    "multilabel_false_discovery_rate",
    "multilabel_false_negative_rate",
    "multilabel_false_omission_rate",
    "multilabel_false_positive_rate",
    "multilabel_false_positive_rate_at_recall",
    "multilabel_fbeta_score",
    "multilabel_geometric_mean",
    "multilabel_gini",
    "multilabel_hamming_distance",
    "multilabel_informedness",
    "multilabel_jaccard_index",
    "multilabel_kolmogorov_smirnov",
    "multilabel_log_loss",
    "multilabel_logauc",
    "multilabel_markedness",
    "multilabel_matthews_corrcoef",
    "multilabel_max_fbeta",
    "multilabel_negative_predictive_value",
    "multilabel_normalized_entropy",
    "multilabel_precision",
    "multilabel_precision_at_fixed_recall",
    "multilabel_precision_recall_curve",
    "multilabel_ranking_average_precision",
    "multilabel_ranking_loss",
    "multilabel_recall",
    "multilabel_recall_at_fixed_precision",
    "multilabel_roc",
    "multilabel_sensitivity_at_specificity",
    "multilabel_specificity",
    "multilabel_specificity_at_sensitivity",
    "multilabel_stat_scores",
    "negative_predictive_value",
    "normalized_entropy",
    "precision",
    "precision_at_fixed_recall",
    "precision_recall_curve",
    "recall",
    "recall_at_fixed_precision",
    "risk_coverage_curve",
    "roc",
    "sensitivity_at_specificity",
    "specificity",
    "specificity_at_sensitivity",
    "stat_scores",
    "top_k_accuracy",
]
