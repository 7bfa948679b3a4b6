# Written by tools/stubs.py; do not edit.

from typing import Literal

from torch import Tensor

from metricore.clustering._information import AverageMethod

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

def adjusted_mutual_info_score(
    preds: Tensor,
    target: Tensor,
    average_method: AverageMethod = "arithmetic",
    num_classes: int | None = None,
) -> Tensor: ...
def adjusted_rand_score(
    preds: Tensor,
    target: Tensor,
    num_classes: int | None = None,
) -> Tensor: ...
def bcubed_f_score(
    preds: Tensor,
    target: Tensor,
    beta: float = 1.0,
    num_classes: int | None = None,
) -> Tensor: ...
def bcubed_precision(
    preds: Tensor,
    target: Tensor,
    num_classes: int | None = None,
) -> Tensor: ...
def bcubed_recall(
    preds: Tensor,
    target: Tensor,
    num_classes: int | None = None,
) -> Tensor: ...
def calinski_harabasz_score(
    data: Tensor,
    labels: Tensor,
    num_clusters: int | None = None,
) -> Tensor: ...
def cluster_accuracy(
    preds: Tensor,
    target: Tensor,
    num_classes: int,
) -> Tensor: ...
def completeness_score(
    preds: Tensor,
    target: Tensor,
    num_classes: int | None = None,
) -> Tensor: ...
def davies_bouldin_score(
    data: Tensor,
    labels: Tensor,
    num_clusters: int | None = None,
) -> Tensor: ...
def dunn_index(
    data: Tensor,
    labels: Tensor,
    p: float = 2,
    num_clusters: int | None = None,
) -> Tensor: ...
def fowlkes_mallows_index(
    preds: Tensor,
    target: Tensor,
    num_classes: int | None = None,
) -> Tensor: ...
def homogeneity_score(
    preds: Tensor,
    target: Tensor,
    num_classes: int | None = None,
) -> Tensor: ...
def mutual_info_score(
    preds: Tensor,
    target: Tensor,
    num_classes: int | None = None,
) -> Tensor: ...
def normalized_mutual_info_score(
    preds: Tensor,
    target: Tensor,
    average_method: AverageMethod = "arithmetic",
    num_classes: int | None = None,
) -> Tensor: ...
def pair_confusion_matrix(
    preds: Tensor,
    target: Tensor,
    num_classes: int | None = None,
) -> Tensor: ...
def purity(
    preds: Tensor,
    target: Tensor,
    num_classes: int | None = None,
) -> Tensor: ...
def rand_score(
    preds: Tensor,
    target: Tensor,
    num_classes: int | None = None,
) -> Tensor: ...
def silhouette_score(
    data: Tensor,
    labels: Tensor,
    reduction: Literal["mean", "none"] = "mean",
    num_clusters: int | None = None,
) -> Tensor: ...
def v_measure_score(
    preds: Tensor,
    target: Tensor,
    beta: float = 1.0,
    num_classes: int | None = None,
) -> Tensor: ...
def variation_of_information(
    preds: Tensor,
    target: Tensor,
    num_classes: int | None = None,
) -> Tensor: ...
