"""Functions of one batch, derived from the classes of :mod:`metricore.classification`."""

from __future__ import annotations

from metricore import classification as _classes
from metricore._functional import functional_form as _form

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

__all__ = [
    "accuracy",
    "binary_accuracy",
    "binary_cohen_kappa",
    "binary_confusion_matrix",
    "binary_f1_score",
    "binary_fbeta_score",
    "binary_hamming_distance",
    "binary_jaccard_index",
    "binary_matthews_corrcoef",
    "binary_negative_predictive_value",
    "binary_precision",
    "binary_recall",
    "binary_specificity",
    "binary_stat_scores",
    "cohen_kappa",
    "confusion_matrix",
    "exact_match",
    "f1_score",
    "fbeta_score",
    "hamming_distance",
    "jaccard_index",
    "matthews_corrcoef",
    "multiclass_accuracy",
    "multiclass_cohen_kappa",
    "multiclass_confusion_matrix",
    "multiclass_exact_match",
    "multiclass_f1_score",
    "multiclass_fbeta_score",
    "multiclass_hamming_distance",
    "multiclass_jaccard_index",
    "multiclass_matthews_corrcoef",
    "multiclass_negative_predictive_value",
    "multiclass_precision",
    "multiclass_recall",
    "multiclass_specificity",
    "multiclass_stat_scores",
    "multilabel_accuracy",
    "multilabel_confusion_matrix",
    "multilabel_exact_match",
    "multilabel_f1_score",
    "multilabel_fbeta_score",
    "multilabel_hamming_distance",
    "multilabel_jaccard_index",
    "multilabel_matthews_corrcoef",
    "multilabel_negative_predictive_value",
    "multilabel_precision",
    "multilabel_recall",
    "multilabel_specificity",
    "multilabel_stat_scores",
    "negative_predictive_value",
    "precision",
    "recall",
    "specificity",
    "stat_scores",
]
