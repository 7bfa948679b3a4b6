"""Counts of pairs of labels in a table of known size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor

from metricore._arguments import check_integer_labels
from metricore._checked import reads_at_once

if TYPE_CHECKING:
    from metricore._metric import Metric


def check_labels(name: str, labels: Tensor) -> None:
    """Refuse labels that are not integers or booleans in one dimension."""
    check_integer_labels(name, labels)
    if labels.ndim != 1:
        raise ValueError(f"Expected {name} of shape (N,), got {tuple(labels.shape)}.")


def known_labels(metric: Metric, name: str, labels: Tensor, size: int, present: Tensor | None = None) -> Tensor | None:
    """Which labels are from 0 to `size - 1`, `None` for all; reports the others among those that are `present`."""
    if reads_at_once(labels) and metric.validate_args:  # a look at the extremes is cheaper than a mask
        if not labels.numel():
            return None
        least, most = labels.aminmax()
        if least.item() >= 0 and most.item() < size:
            return None
    known = (labels >= 0) & (labels < size)
    metric.flag(~known if present is None else ~known & present, f"Expected {name} to hold labels from 0 to {size - 1}")
    return known


def crosstab(metric: Metric, preds: Tensor, target: Tensor, size: int, present: Tensor | None = None) -> Tensor:
    """How often each label of the target (rows) meets each prediction (columns); counts only what is `present`.

    Labels outside of the table are reported and not counted.
    """
    preds, target = preds.to(torch.int64), target.to(torch.int64)
    for mask in [known_labels(metric, name, labels, size, present) for name, labels in _named(preds, target)]:
        present = mask if present is None else present if mask is None else present & mask
    cell = target * size + preds
    if present is None:
        amount = torch.ones_like(cell)
    else:
        cell, amount = torch.where(present, cell, 0), present.to(torch.int64)
    return torch.zeros(size * size, dtype=torch.int64, device=cell.device).index_add(0, cell, amount).view(size, size)


def _named(preds: Tensor, target: Tensor) -> tuple[tuple[str, Tensor], tuple[str, Tensor]]:
    return ("preds", preds), ("target", target)
