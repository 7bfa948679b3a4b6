# Written by tools/stubs.py; do not edit.

from metricore.functional import audio as audio
from metricore.functional import classification as classification
from metricore.functional import clustering as clustering
from metricore.functional import detection as detection
from metricore.functional import image as image
from metricore.functional import multimodal as multimodal
from metricore.functional import nominal as nominal
from metricore.functional import pairwise as pairwise
from metricore.functional import regression as regression
from metricore.functional import retrieval as retrieval
from metricore.functional import segmentation as segmentation
from metricore.functional import shape as shape
from metricore.functional import survival as survival
from metricore.functional import text as text
from metricore.functional import video as video
from metricore.functional.audio import (
    scale_invariant_signal_distortion_ratio as scale_invariant_signal_distortion_ratio,
)
from metricore.functional.audio import scale_invariant_signal_noise_ratio as scale_invariant_signal_noise_ratio
from metricore.functional.audio import signal_noise_ratio as signal_noise_ratio
from metricore.functional.classification import accuracy as accuracy
from metricore.functional.classification import adaptive_calibration_error as adaptive_calibration_error
from metricore.functional.classification import aurc as aurc
from metricore.functional.classification import auroc as auroc
from metricore.functional.classification import average_precision as average_precision
from metricore.functional.classification import balanced_accuracy as balanced_accuracy
from metricore.functional.classification import binary_eer as binary_eer
from metricore.functional.classification import brier_decomposition as brier_decomposition
from metricore.functional.classification import brier_score as brier_score
from metricore.functional.classification import calibration_error as calibration_error
from metricore.functional.classification import calibration_ratio as calibration_ratio
from metricore.functional.classification import class_likelihood_ratios as class_likelihood_ratios
from metricore.functional.classification import classification_report as classification_report
from metricore.functional.classification import classwise_calibration_error as classwise_calibration_error
from metricore.functional.classification import cohen_kappa as cohen_kappa
from metricore.functional.classification import confusion_matrix as confusion_matrix
from metricore.functional.classification import detection_error_tradeoff as detection_error_tradeoff
from metricore.functional.classification import eer as eer
from metricore.functional.classification import exact_match as exact_match
from metricore.functional.classification import excess_aurc as excess_aurc
from metricore.functional.classification import f1_score as f1_score
from metricore.functional.classification import false_discovery_rate as false_discovery_rate
from metricore.functional.classification import false_negative_rate as false_negative_rate
from metricore.functional.classification import false_omission_rate as false_omission_rate
from metricore.functional.classification import false_positive_rate as false_positive_rate
from metricore.functional.classification import false_positive_rate_at_recall as false_positive_rate_at_recall
from metricore.functional.classification import fbeta_score as fbeta_score
from metricore.functional.classification import geometric_mean as geometric_mean
from metricore.functional.classification import gini as gini
from metricore.functional.classification import hamming_distance as hamming_distance
from metricore.functional.classification import hinge_loss as hinge_loss
from metricore.functional.classification import informedness as informedness
from metricore.functional.classification import jaccard_index as jaccard_index
from metricore.functional.classification import kolmogorov_smirnov as kolmogorov_smirnov
from metricore.functional.classification import log_loss as log_loss
from metricore.functional.classification import logauc as logauc
from metricore.functional.classification import markedness as markedness
from metricore.functional.classification import matthews_corrcoef as matthews_corrcoef
from metricore.functional.classification import max_fbeta as max_fbeta
from metricore.functional.classification import multiclass_eer as multiclass_eer
from metricore.functional.classification import multilabel_eer as multilabel_eer
from metricore.functional.classification import negative_predictive_value as negative_predictive_value
from metricore.functional.classification import normalized_entropy as normalized_entropy
from metricore.functional.classification import precision as precision
from metricore.functional.classification import precision_at_fixed_recall as precision_at_fixed_recall
from metricore.functional.classification import precision_recall_curve as precision_recall_curve
from metricore.functional.classification import recall as recall
from metricore.functional.classification import recall_at_fixed_precision as recall_at_fixed_precision
from metricore.functional.classification import risk_coverage_curve as risk_coverage_curve
from metricore.functional.classification import roc as roc
from metricore.functional.classification import sensitivity_at_specificity as sensitivity_at_specificity
from metricore.functional.classification import specificity as specificity
from metricore.functional.classification import specificity_at_sensitivity as specificity_at_sensitivity
from metricore.functional.classification import stat_scores as stat_scores
from metricore.functional.classification import top_k_accuracy as top_k_accuracy
from metricore.functional.image import peak_signal_noise_ratio as peak_signal_noise_ratio
from metricore.functional.image import structural_similarity_index_measure as structural_similarity_index_measure
from metricore.functional.nominal import cramers_v as cramers_v
from metricore.functional.nominal import cramers_v_matrix as cramers_v_matrix
from metricore.functional.nominal import fleiss_kappa as fleiss_kappa
from metricore.functional.nominal import pearsons_contingency_coefficient as pearsons_contingency_coefficient
from metricore.functional.nominal import (
    pearsons_contingency_coefficient_matrix as pearsons_contingency_coefficient_matrix,
)
from metricore.functional.nominal import theils_u as theils_u
from metricore.functional.nominal import theils_u_matrix as theils_u_matrix
from metricore.functional.nominal import tschuprows_t as tschuprows_t
from metricore.functional.nominal import tschuprows_t_matrix as tschuprows_t_matrix
from metricore.functional.pairwise import pairwise_cosine_similarity as pairwise_cosine_similarity
from metricore.functional.pairwise import pairwise_euclidean_distance as pairwise_euclidean_distance
from metricore.functional.pairwise import pairwise_linear_similarity as pairwise_linear_similarity
from metricore.functional.pairwise import pairwise_manhattan_distance as pairwise_manhattan_distance
from metricore.functional.pairwise import pairwise_minkowski_distance as pairwise_minkowski_distance
from metricore.functional.regression import concordance_corrcoef as concordance_corrcoef
from metricore.functional.regression import cosine_similarity as cosine_similarity
from metricore.functional.regression import critical_success_index as critical_success_index
from metricore.functional.regression import explained_variance as explained_variance
from metricore.functional.regression import kendall_rank_corrcoef as kendall_rank_corrcoef
from metricore.functional.regression import kl_divergence as kl_divergence
from metricore.functional.regression import log_cosh_error as log_cosh_error
from metricore.functional.regression import mean_absolute_error as mean_absolute_error
from metricore.functional.regression import mean_absolute_percentage_error as mean_absolute_percentage_error
from metricore.functional.regression import mean_squared_error as mean_squared_error
from metricore.functional.regression import mean_squared_log_error as mean_squared_log_error
from metricore.functional.regression import minkowski_distance as minkowski_distance
from metricore.functional.regression import normalized_root_mean_squared_error as normalized_root_mean_squared_error
from metricore.functional.regression import pearson_corrcoef as pearson_corrcoef
from metricore.functional.regression import r2_score as r2_score
from metricore.functional.regression import relative_squared_error as relative_squared_error
from metricore.functional.regression import spearman_corrcoef as spearman_corrcoef
from metricore.functional.regression import (
    symmetric_mean_absolute_percentage_error as symmetric_mean_absolute_percentage_error,
)
from metricore.functional.regression import tweedie_deviance_score as tweedie_deviance_score
from metricore.functional.regression import (
    weighted_mean_absolute_percentage_error as weighted_mean_absolute_percentage_error,
)
from metricore.functional.retrieval import retrieval_average_precision as retrieval_average_precision
from metricore.functional.retrieval import retrieval_fall_out as retrieval_fall_out
from metricore.functional.retrieval import retrieval_hit_rate as retrieval_hit_rate
from metricore.functional.retrieval import retrieval_normalized_dcg as retrieval_normalized_dcg
from metricore.functional.retrieval import retrieval_precision as retrieval_precision
from metricore.functional.retrieval import retrieval_precision_recall_curve as retrieval_precision_recall_curve
from metricore.functional.retrieval import retrieval_r_precision as retrieval_r_precision
from metricore.functional.retrieval import retrieval_recall as retrieval_recall
from metricore.functional.retrieval import retrieval_reciprocal_rank as retrieval_reciprocal_rank
from metricore.functional.text import bleu_score as bleu_score
from metricore.functional.text import char_error_rate as char_error_rate
from metricore.functional.text import word_error_rate as word_error_rate

__all__ = [
    "accuracy",
    "adaptive_calibration_error",
    "aurc",
    "auroc",
    "average_precision",
    "balanced_accuracy",
    "binary_eer",
    "bleu_score",
    "brier_decomposition",
    "brier_score",
    "calibration_error",
    "calibration_ratio",
    "char_error_rate",
    "class_likelihood_ratios",
    "classification_report",
    "classwise_calibration_error",
    "cohen_kappa",
    "concordance_corrcoef",
    "confusion_matrix",
    "cosine_similarity",
    "cramers_v",
    "cramers_v_matrix",
    "critical_success_index",
    "detection_error_tradeoff",
    "eer",
    "exact_match",
    "excess_aurc",
    "explained_variance",
    "f1_score",
    "false_discovery_rate",
    "false_negative_rate",
    "false_omission_rate",
    "false_positive_rate",
    "false_positive_rate_at_recall",
    "fbeta_score",
    "fleiss_kappa",
    "geometric_mean",
    "gini",
    "hamming_distance",
    "hinge_loss",
    "informedness",
    "jaccard_index",
    "kendall_rank_corrcoef",
    "kl_divergence",
    "kolmogorov_smirnov",
    "log_cosh_error",
    "log_loss",
    "logauc",
    "markedness",
    "matthews_corrcoef",
    "max_fbeta",
    "mean_absolute_error",
    "mean_absolute_percentage_error",
    "mean_squared_error",
    "mean_squared_log_error",
    "minkowski_distance",
    "multiclass_eer",
    "multilabel_eer",
    "negative_predictive_value",
    "normalized_entropy",
    "normalized_root_mean_squared_error",
    "pairwise_cosine_similarity",
    "pairwise_euclidean_distance",
    "pairwise_linear_similarity",
    "pairwise_manhattan_distance",
    "pairwise_minkowski_distance",
    "peak_signal_noise_ratio",
    "pearson_corrcoef",
    "pearsons_contingency_coefficient",
    "pearsons_contingency_coefficient_matrix",
    "precision",
    "precision_at_fixed_recall",
    "precision_recall_curve",
    "r2_score",
    "recall",
    "recall_at_fixed_precision",
    "relative_squared_error",
    "retrieval_average_precision",
    "retrieval_fall_out",
    "retrieval_hit_rate",
    "retrieval_normalized_dcg",
    "retrieval_precision",
    "retrieval_precision_recall_curve",
    "retrieval_r_precision",
    "retrieval_recall",
    "retrieval_reciprocal_rank",
    "risk_coverage_curve",
    "roc",
    "scale_invariant_signal_distortion_ratio",
    "scale_invariant_signal_noise_ratio",
    "sensitivity_at_specificity",
    "signal_noise_ratio",
    "spearman_corrcoef",
    "specificity",
    "specificity_at_sensitivity",
    "stat_scores",
    "structural_similarity_index_measure",
    "symmetric_mean_absolute_percentage_error",
    "theils_u",
    "theils_u_matrix",
    "top_k_accuracy",
    "tschuprows_t",
    "tschuprows_t_matrix",
    "tweedie_deviance_score",
    "weighted_mean_absolute_percentage_error",
    "word_error_rate",
]
