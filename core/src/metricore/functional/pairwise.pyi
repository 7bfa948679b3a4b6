# Written by tools/stubs.py; do not edit.

from torch import Tensor

from metricore.functional._pairs import Reduction

__all__ = [
    "pairwise_cosine_similarity",
    "pairwise_euclidean_distance",
    "pairwise_linear_similarity",
    "pairwise_manhattan_distance",
    "pairwise_minkowski_distance",
]

def pairwise_cosine_similarity(
    x: Tensor,
    y: Tensor | None = None,
    reduction: Reduction = None,
    zero_diagonal: bool | None = None,
) -> Tensor: ...
def pairwise_euclidean_distance(
    x: Tensor,
    y: Tensor | None = None,
    reduction: Reduction = None,
    zero_diagonal: bool | None = None,
) -> Tensor: ...
def pairwise_linear_similarity(
    x: Tensor,
    y: Tensor | None = None,
    reduction: Reduction = None,
    zero_diagonal: bool | None = None,
) -> Tensor: ...
def pairwise_manhattan_distance(
    x: Tensor,
    y: Tensor | None = None,
    reduction: Reduction = None,
    zero_diagonal: bool | None = None,
) -> Tensor: ...
def pairwise_minkowski_distance(
    x: Tensor,
    y: Tensor | None = None,
    exponent: float = 2,
    reduction: Reduction = None,
    zero_diagonal: bool | None = None,
) -> Tensor: ...
