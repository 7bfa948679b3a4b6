# Written by tools/stubs.py; do not edit.

from torch import Tensor

__all__ = [
    "mean_absolute_error",
    "mean_squared_error",
]

def mean_absolute_error(
    preds: Tensor,
    target: Tensor,
    num_outputs: int = 1,
    *,
    sample_weight: Tensor | None = None,
) -> Tensor: ...
def mean_squared_error(
    preds: Tensor,
    target: Tensor,
    squared: bool = True,
    num_outputs: int = 1,
    *,
    sample_weight: Tensor | None = None,
) -> Tensor: ...
