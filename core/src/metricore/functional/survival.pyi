# Written by tools/stubs.py; do not edit.

from torch import Tensor

__all__ = [
    "concordance_index",
]

def concordance_index(
    preds: Tensor,
    target: Tensor,
    risk: bool = False,
    *,
    event: Tensor | None = None,
) -> Tensor: ...
