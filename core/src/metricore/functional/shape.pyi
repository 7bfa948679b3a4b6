# Written by tools/stubs.py; do not edit.

from torch import Tensor

__all__ = [
    "procrustes_disparity",
]

def procrustes_disparity(
    point_cloud1: Tensor,
    point_cloud2: Tensor,
    return_all: bool = False,
) -> Tensor | tuple[Tensor, Tensor, Tensor]: ...
