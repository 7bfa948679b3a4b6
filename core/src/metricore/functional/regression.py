"""Functions of one batch, derived from the classes of :mod:`metricore.regression`."""

from __future__ import annotations

from metricore import regression as _classes
from metricore._functional import functional_form as _form
from metricore.regression._inputs import columns as _columns

_OUTPUTS = {"num_outputs": _columns}  # as many as there are columns, unless given

concordance_corrcoef = _form(_classes.ConcordanceCorrCoef, name="concordance_corrcoef", inferred=_OUTPUTS)
continuous_ranked_probability_score = _form(
    _classes.ContinuousRankedProbabilityScore, name="continuous_ranked_probability_score"
)
cosine_similarity = _form(_classes.CosineSimilarity, name="cosine_similarity")
critical_success_index = _form(_classes.CriticalSuccessIndex, name="critical_success_index")
explained_variance = _form(_classes.ExplainedVariance, name="explained_variance")
jensen_shannon_divergence = _form(_classes.JensenShannonDivergence, name="jensen_shannon_divergence")
kendall_rank_corrcoef = _form(_classes.KendallRankCorrCoef, name="kendall_rank_corrcoef", inferred=_OUTPUTS)
kl_divergence = _form(_classes.KLDivergence, name="kl_divergence")
log_cosh_error = _form(_classes.LogCoshError, name="log_cosh_error", inferred=_OUTPUTS)
mean_absolute_error = _form(_classes.MeanAbsoluteError, name="mean_absolute_error")
mean_absolute_percentage_error = _form(_classes.MeanAbsolutePercentageError, name="mean_absolute_percentage_error")
mean_squared_error = _form(_classes.MeanSquaredError, name="mean_squared_error")
mean_squared_log_error = _form(_classes.MeanSquaredLogError, name="mean_squared_log_error")
minkowski_distance = _form(_classes.MinkowskiDistance, name="minkowski_distance")
normalized_root_mean_squared_error = _form(
    _classes.NormalizedRootMeanSquaredError, name="normalized_root_mean_squared_error"
)
pearson_corrcoef = _form(_classes.PearsonCorrCoef, name="pearson_corrcoef", inferred=_OUTPUTS)
r2_score = _form(_classes.R2Score, name="r2_score")
relative_squared_error = _form(
    _classes.RelativeSquaredError, "squared", name="relative_squared_error", inferred=_OUTPUTS
)
spearman_corrcoef = _form(_classes.SpearmanCorrCoef, name="spearman_corrcoef", inferred=_OUTPUTS)
symmetric_mean_absolute_percentage_error = _form(
    _classes.SymmetricMeanAbsolutePercentageError, name="symmetric_mean_absolute_percentage_error"
)
tweedie_deviance_score = _form(_classes.TweedieDevianceScore, name="tweedie_deviance_score")
weighted_mean_absolute_percentage_error = _form(
    _classes.WeightedMeanAbsolutePercentageError, name="weighted_mean_absolute_percentage_error"
)
interval_coverage = _form(_classes.IntervalCoverage, name="interval_coverage")
interval_width = _form(_classes.IntervalWidth, name="interval_width")
max_error = _form(_classes.MaxError, name="max_error")
mean_bias = _form(_classes.MeanBias, name="mean_bias")
normal_crps = _form(_classes.NormalCRPS, name="normal_crps")
pinball_loss = _form(_classes.PinballLoss, name="pinball_loss")
root_mean_squared_error = _form(_classes.RootMeanSquaredError, name="root_mean_squared_error")
root_mean_squared_log_error = _form(_classes.RootMeanSquaredLogError, name="root_mean_squared_log_error")
d2_absolute_error_score = _form(_classes.D2AbsoluteErrorScore, name="d2_absolute_error_score", inferred=_OUTPUTS)
d2_pinball_score = _form(_classes.D2PinballScore, name="d2_pinball_score", inferred=_OUTPUTS)
d2_tweedie_score = _form(_classes.D2TweedieScore, name="d2_tweedie_score")
mean_absolute_scaled_error = _form(_classes.MeanAbsoluteScaledError, name="mean_absolute_scaled_error")
median_absolute_error = _form(_classes.MedianAbsoluteError, name="median_absolute_error", inferred=_OUTPUTS)
root_mean_squared_scaled_error = _form(_classes.RootMeanSquaredScaledError, name="root_mean_squared_scaled_error")
weighted_interval_score = _form(_classes.WeightedIntervalScore, name="weighted_interval_score")
winkler_score = _form(_classes.WinklerScore, name="winkler_score")

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
