"""Functions of one batch, derived from the classes of :mod:`metricore.clustering`."""

from __future__ import annotations

from metricore import clustering as _classes
from metricore._functional import functional_form as _form

adjusted_mutual_info_score = _form(_classes.AdjustedMutualInfoScore, name="adjusted_mutual_info_score")
adjusted_rand_score = _form(_classes.AdjustedRandScore, name="adjusted_rand_score")
bcubed_f_score = _form(_classes.BCubedFScore, name="bcubed_f_score")
bcubed_precision = _form(_classes.BCubedPrecision, name="bcubed_precision")
bcubed_recall = _form(_classes.BCubedRecall, name="bcubed_recall")
calinski_harabasz_score = _form(_classes.CalinskiHarabaszScore, name="calinski_harabasz_score")
cluster_accuracy = _form(_classes.ClusterAccuracy, name="cluster_accuracy")
completeness_score = _form(_classes.CompletenessScore, name="completeness_score")
davies_bouldin_score = _form(_classes.DaviesBouldinScore, name="davies_bouldin_score")
dunn_index = _form(_classes.DunnIndex, name="dunn_index")
fowlkes_mallows_index = _form(_classes.FowlkesMallowsIndex, name="fowlkes_mallows_index")
homogeneity_score = _form(_classes.HomogeneityScore, name="homogeneity_score")
mutual_info_score = _form(_classes.MutualInfoScore, name="mutual_info_score")
normalized_mutual_info_score = _form(_classes.NormalizedMutualInfoScore, name="normalized_mutual_info_score")
pair_confusion_matrix = _form(_classes.PairConfusionMatrix, name="pair_confusion_matrix")
purity = _form(_classes.Purity, name="purity")
rand_score = _form(_classes.RandScore, name="rand_score")
silhouette_score = _form(_classes.SilhouetteScore, name="silhouette_score")
v_measure_score = _form(_classes.VMeasureScore, name="v_measure_score")
variation_of_information = _form(_classes.VariationOfInformation, name="variation_of_information")

__all__ = [
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "bcubed_f_score",
    "bcubed_precision",
    "bcubed_recall",
    "calinski_harabasz_score",
    "cluster_accuracy",
    "completeness_score",
    "davies_bouldin_score",
    "dunn_index",
    "fowlkes_mallows_index",
    "homogeneity_score",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "pair_confusion_matrix",
    "purity",
    "rand_score",
    "silhouette_score",
    "v_measure_score",
    "variation_of_information",
]
