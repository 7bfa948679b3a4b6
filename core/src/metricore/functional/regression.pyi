# Written by tools/stubs.py; do not edit.

from collections.abc import Sequence
from typing import Literal

from torch import Tensor

from metricore.regression._rows import Reduction

__all__ = [
    "concordance_corrcoef",
    "continuous_ranked_probability_score",
    "cosine_similarity",
    "critical_success_index",
    "d2_absolute_error_score",
    "d2_pinball_score",
    "d2_tweedie_score",
    "explained_variance",
    "interval_coverage",
    "interval_width",
    "jensen_shannon_divergence",
    "kendall_rank_corrcoef",
    "kl_divergence",
    "log_cosh_error",
    "max_error",
    "mean_absolute_error",
    "mean_absolute_percentage_error",
    "mean_absolute_scaled_error",
    "mean_bias",
    "mean_squared_error",
    "mean_squared_log_error",
    "median_absolute_error",
    "minkowski_distance",
    "normal_crps",
    "normalized_root_mean_squared_error",
    "pearson_corrcoef",
    "pinball_loss",
    "r2_score",
    "relative_squared_error",
    "root_mean_squared_error",
    "root_mean_squared_log_error",
    "root_mean_squared_scaled_error",
    "spearman_corrcoef",
    "symmetric_mean_absolute_percentage_error",
    "tweedie_deviance_score",
    "weighted_interval_score",
    "weighted_mean_absolute_percentage_error",
    "winkler_score",
]

def concordance_corrcoef(
    preds: Tensor,
    target: Tensor,
    num_outputs: int | None = None,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def continuous_ranked_probability_score(
    preds: Tensor,
    target: Tensor,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def cosine_similarity(
    preds: Tensor,
    target: Tensor,
    reduction: Reduction = "sum",
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def critical_success_index(
    preds: Tensor,
    target: Tensor,
    threshold: float,
    keep_sequence_dim: int | None = None,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def d2_absolute_error_score(
    preds: Tensor,
    target: Tensor,
    num_outputs: int | None = None,
    multioutput: Literal["raw_values", "uniform_average"] = "uniform_average",
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def d2_pinball_score(
    preds: Tensor,
    target: Tensor,
    alpha: float = 0.5,
    num_outputs: int | None = None,
    multioutput: Literal["raw_values", "uniform_average"] = "uniform_average",
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def d2_tweedie_score(
    preds: Tensor,
    target: Tensor,
    power: float = 0.0,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def explained_variance(
    preds: Tensor,
    target: Tensor,
    multioutput: Literal["raw_values", "uniform_average", "variance_weighted"] = "uniform_average",
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def interval_coverage(
    lower: Tensor,
    upper: Tensor,
    target: Tensor,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def interval_width(
    lower: Tensor,
    upper: Tensor,
    target: Tensor,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def jensen_shannon_divergence(
    p: Tensor,
    q: Tensor,
    log_prob: bool = False,
    reduction: Reduction = "mean",
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def kendall_rank_corrcoef(
    preds: Tensor,
    target: Tensor,
    variant: Literal["a", "b", "c"] = "b",
    t_test: bool = False,
    alternative: Literal["two-sided", "less", "greater"] | None = "two-sided",
    num_outputs: int | None = None,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor | tuple[Tensor, Tensor]: ...
def kl_divergence(
    p: Tensor,
    q: Tensor,
    log_prob: bool = False,
    reduction: Reduction = "mean",
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def log_cosh_error(
    preds: Tensor,
    target: Tensor,
    num_outputs: int | None = None,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def max_error(
    preds: Tensor,
    target: Tensor,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def mean_absolute_error(
    preds: Tensor,
    target: Tensor,
    num_outputs: int = 1,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def mean_absolute_percentage_error(
    preds: Tensor,
    target: Tensor,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def mean_absolute_scaled_error(
    preds: Tensor,
    target: Tensor,
    seasonality: int = 1,
    *,
    train: Tensor | None = None,
    scale: Tensor | None = None,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def mean_bias(
    preds: Tensor,
    target: Tensor,
    num_outputs: int = 1,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def mean_squared_error(
    preds: Tensor,
    target: Tensor,
    squared: bool = True,
    num_outputs: int = 1,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def mean_squared_log_error(
    preds: Tensor,
    target: Tensor,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def median_absolute_error(
    preds: Tensor,
    target: Tensor,
    num_outputs: int | None = None,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def minkowski_distance(
    preds: Tensor,
    targets: Tensor,
    p: float,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def normal_crps(
    mean: Tensor,
    scale: Tensor,
    target: Tensor,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def normalized_root_mean_squared_error(
    preds: Tensor,
    target: Tensor,
    normalization: Literal["mean", "range", "std", "l2"] = "mean",
    num_outputs: int = 1,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def pearson_corrcoef(
    preds: Tensor,
    target: Tensor,
    num_outputs: int | None = None,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def pinball_loss(
    preds: Tensor,
    target: Tensor,
    alpha: float = 0.5,
    num_outputs: int = 1,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def r2_score(
    preds: Tensor,
    target: Tensor,
    adjusted: int = 0,
    multioutput: Literal["raw_values", "uniform_average", "variance_weighted"] = "uniform_average",
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def relative_squared_error(
    preds: Tensor,
    target: Tensor,
    squared: bool = True,
    num_outputs: int | None = None,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def root_mean_squared_error(
    preds: Tensor,
    target: Tensor,
    num_outputs: int = 1,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def root_mean_squared_log_error(
    preds: Tensor,
    target: Tensor,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def root_mean_squared_scaled_error(
    preds: Tensor,
    target: Tensor,
    seasonality: int = 1,
    *,
    train: Tensor | None = None,
    scale: Tensor | None = None,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def spearman_corrcoef(
    preds: Tensor,
    target: Tensor,
    num_outputs: int | None = None,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def symmetric_mean_absolute_percentage_error(
    preds: Tensor,
    target: Tensor,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def tweedie_deviance_score(
    preds: Tensor,
    targets: Tensor,
    power: float = 0.0,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def weighted_interval_score(
    preds: Tensor,
    target: Tensor,
    quantiles: Sequence[float],
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def weighted_mean_absolute_percentage_error(
    preds: Tensor,
    target: Tensor,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
def winkler_score(
    lower: Tensor,
    upper: Tensor,
    target: Tensor,
    alpha: float = 0.05,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
) -> Tensor: ...
