# Written by tools/stubs.py; do not edit.

from torch import Tensor

__all__ = [
    "scale_invariant_signal_distortion_ratio",
    "scale_invariant_signal_noise_ratio",
    "signal_noise_ratio",
]

def scale_invariant_signal_distortion_ratio(
    preds: Tensor,
    target: Tensor,
    zero_mean: bool = False,
) -> Tensor: ...
def scale_invariant_signal_noise_ratio(
    preds: Tensor,
    target: Tensor,
) -> Tensor: ...
def signal_noise_ratio(
    preds: Tensor,
    target: Tensor,
    zero_mean: bool = False,
) -> Tensor: ...
