"""All metrics as functions of one batch, imported on first use.

The functions of the domains that come as plugins are in the modules `audio`, `image`, `text`, `detection`,
`multimodal` and `video`.
"""

import importlib

_HOME = {
    "auroc": "classification",
    "average_precision": "classification",
    "binary_eer": "classification",
    "detection_error_tradeoff": "classification",
    "eer": "classification",
    "false_positive_rate_at_recall": "classification",
    "gini": "classification",
    "kolmogorov_smirnov": "classification",
    "logauc": "classification",
    "max_fbeta": "classification",
    "multiclass_eer": "classification",
    "multilabel_eer": "classification",
    "precision_at_fixed_recall": "classification",
    "precision_recall_curve": "classification",
    "recall_at_fixed_precision": "classification",
    "roc": "classification",
    "sensitivity_at_specificity": "classification",
    "specificity_at_sensitivity": "classification",
    "accuracy": "classification",
    "confusion_matrix": "classification",
    "f1_score": "classification",
    "fbeta_score": "classification",
    "hamming_distance": "classification",
    "negative_predictive_value": "classification",
    "precision": "classification",
    "recall": "classification",
    "specificity": "classification",
    "stat_scores": "classification",
    "jaccard_index": "classification",
    "matthews_corrcoef": "classification",
    "cohen_kappa": "classification",
    "exact_match": "classification",
    "calibration_error": "classification",
    "hinge_loss": "classification",
    "brier_score": "classification",
    "log_loss": "classification",
    "normalized_entropy": "classification",
    "calibration_ratio": "classification",
    "brier_decomposition": "classification",
    "classwise_calibration_error": "classification",
    "adaptive_calibration_error": "classification",
    "false_positive_rate": "classification",
    "false_negative_rate": "classification",
    "false_discovery_rate": "classification",
    "false_omission_rate": "classification",
    "informedness": "classification",
    "markedness": "classification",
    "class_likelihood_ratios": "classification",
    "balanced_accuracy": "classification",
    "geometric_mean": "classification",
    "top_k_accuracy": "classification",
    "risk_coverage_curve": "classification",
    "aurc": "classification",
    "excess_aurc": "classification",
    "classification_report": "classification",
    "mean_absolute_error": "regression",
    "mean_squared_error": "regression",
    "concordance_corrcoef": "regression",
    "cosine_similarity": "regression",
    "critical_success_index": "regression",
    "explained_variance": "regression",
    "kendall_rank_corrcoef": "regression",
    "kl_divergence": "regression",
    "log_cosh_error": "regression",
    "mean_absolute_percentage_error": "regression",
    "mean_squared_log_error": "regression",
    "minkowski_distance": "regression",
    "normalized_root_mean_squared_error": "regression",
    "pearson_corrcoef": "regression",
    "r2_score": "regression",
    "relative_squared_error": "regression",
    "spearman_corrcoef": "regression",
    "symmetric_mean_absolute_percentage_error": "regression",
    "tweedie_deviance_score": "regression",
    "weighted_mean_absolute_percentage_error": "regression",
    "retrieval_average_precision": "retrieval",
    "retrieval_fall_out": "retrieval",
    "retrieval_hit_rate": "retrieval",
    "retrieval_normalized_dcg": "retrieval",
    "retrieval_precision": "retrieval",
    "retrieval_precision_recall_curve": "retrieval",
    "retrieval_r_precision": "retrieval",
    "retrieval_recall": "retrieval",
    "retrieval_reciprocal_rank": "retrieval",
    "pairwise_cosine_similarity": "pairwise",
    "pairwise_euclidean_distance": "pairwise",
    "pairwise_linear_similarity": "pairwise",
    "pairwise_manhattan_distance": "pairwise",
    "pairwise_minkowski_distance": "pairwise",
    "cramers_v": "nominal",
    "cramers_v_matrix": "nominal",
    "fleiss_kappa": "nominal",
    "pearsons_contingency_coefficient": "nominal",
    "pearsons_contingency_coefficient_matrix": "nominal",
    "theils_u": "nominal",
    "theils_u_matrix": "nominal",
    "tschuprows_t": "nominal",
    "tschuprows_t_matrix": "nominal",
    "peak_signal_noise_ratio": "image",
    "structural_similarity_index_measure": "image",
    "scale_invariant_signal_distortion_ratio": "audio",
    "scale_invariant_signal_noise_ratio": "audio",
    "signal_noise_ratio": "audio",
    "bleu_score": "text",
    "char_error_rate": "text",
    "word_error_rate": "text",
}
_MODULES = (
    *("audio", "classification", "clustering", "detection", "image", "multimodal", "nominal", "pairwise", "regression"),
    *("retrieval", "segmentation", "shape", "survival", "text", "video"),
)

__all__ = sorted(_HOME)


def __getattr__(name: str) -> object:
    """Import a function or a module on first use."""
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_MODULES})
