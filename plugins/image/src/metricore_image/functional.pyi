# Written by tools/stubs.py; do not edit.

from collections.abc import Sequence

from torch import Tensor

from metricore_image._image_pairs import DataRange
from metricore_image._reduction import Reduction

__all__ = [
    "peak_signal_noise_ratio",
    "structural_similarity_index_measure",
]

def peak_signal_noise_ratio(
    preds: Tensor,
    target: Tensor,
    data_range: DataRange,
    base: float = 10.0,
    reduction: Reduction = "elementwise_mean",
    dim: int | Sequence[int] | None = None,
) -> Tensor: ...
def structural_similarity_index_measure(
    preds: Tensor,
    target: Tensor,
    gaussian_kernel: bool = True,
    sigma: float | Sequence[float] = 1.5,
    kernel_size: int | Sequence[int] = 11,
    reduction: Reduction = "elementwise_mean",
    data_range: DataRange | None = None,
    k1: float = 0.01,
    k2: float = 0.03,
    return_full_image: bool = False,
    return_contrast_sensitivity: bool = False,
) -> Tensor | tuple[Tensor, Tensor]: ...
