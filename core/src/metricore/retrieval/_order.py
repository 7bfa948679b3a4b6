"""The one sort that all retrieval metrics rest on."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._ordering import order_of

_SMALL = {torch.float16: torch.float32, torch.bfloat16: torch.float32, torch.float32: torch.float32,
          torch.int8: torch.int32, torch.uint8: torch.int32, torch.int16: torch.int32,
          torch.int32: torch.int32}  # fmt: skip
_LARGEST = (1 << 31) - 1


def best_first(scores: Tensor, query: Tensor) -> Tensor:
    """Places of documents query by query, from the highest score of each down; equal scores as they came."""
    if reads_at_once(scores) and len(scores) and scores.dtype in _SMALL:
        low, high = (bound.item() for bound in query.aminmax())
        if high - low <= _LARGEST:
            return order_of(_keys(scores, query, int(low)))
    down = order_of(-scores if scores.is_floating_point() else ~scores)
    return down.gather(0, order_of(query.gather(0, down)))


def _keys(scores: Tensor, query: Tensor, lowest: int) -> Tensor:
    """Integers in the order that is wanted: the query in the upper half, the score upside down in the lower."""
    values = scores.to(_SMALL[scores.dtype])
    if values.is_floating_point():
        bits = (values + 0.0).view(torch.int32)  # two zeros become one
        values = bits ^ ((bits >> 31) & _LARGEST)  # floats below 0 have bits in the opposite order
    upper = query.to(torch.int64) - lowest
    return (upper << 32).add_(_LARGEST).sub_(values)
