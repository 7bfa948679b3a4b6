"""The contingency table of two labellings, whatever integers the labels are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._state import CatState

_DENSE_CELLS = 1 << 16  # tables up to this size are counted without sorting
_LARGEST = (1 << 63) - 1


@dataclass(frozen=True)  # of a named tuple, PyTorch 2.9 does not trace the property
class Contingency:
    """How many samples share each pair of labels, in shapes that do not depend on the data.

    Cells and labels without samples may be part of it; they count 0.
    """

    cells: Tensor  # samples of each pair of labels, int64
    preds: Tensor  # place of the predicted label of each cell in `pred_sizes`
    target: Tensor  # place of its true label in `target_sizes`
    pred_sizes: Tensor  # samples of each predicted label
    target_sizes: Tensor  # samples of each true label

    @staticmethod
    def of_table(table: Tensor) -> Contingency:
        """From counts by true label (rows) and predicted label (columns)."""
        label = torch.arange(len(table), device=table.device)
        return Contingency(
            table.flatten(), label.repeat(len(table)), label.repeat_interleave(len(table)), table.sum(0), table.sum(1)
        )

    @staticmethod
    def of_rows(held: CatState) -> Contingency:
        """From rows `(predicted label, true label, samples)`, in which pairs may occur several times."""
        chunks = held.chunks()
        rows = torch.cat(chunks) if chunks else held.values
        if reads_at_once(rows):
            rows = compact(rows)
        preds, target, samples = places(rows[:, 0]), places(rows[:, 1]), rows[:, 2]
        nothing = torch.zeros_like(samples)
        cell = places(preds * len(rows) + target)
        return Contingency(
            nothing.index_add(0, cell, samples),
            nothing.scatter(0, cell, preds),
            nothing.scatter(0, cell, target),
            nothing.index_add(0, preds, samples),
            nothing.index_add(0, target, samples),
        )

    @property
    def samples(self) -> Tensor:
        """Number of samples."""
        return self.cells.sum()

    def clusters(self) -> Tensor:
        """Number of labels that occur, predicted and true."""
        return torch.stack([(self.pred_sizes > 0).sum(), (self.target_sizes > 0).sum()])


def distinct(values: Tensor) -> tuple[Tensor, Tensor]:
    """The distinct values in ascending order, and the place of each element among them; looks at the data."""
    names, place = torch.unique(values, return_inverse=True)
    return names, place


def places(values: Tensor) -> Tensor:
    """For each element, the place of its value among the distinct values in ascending order."""
    ordered, order = values.sort()
    place = torch.zeros_like(order)
    place[1:] = (ordered[1:] != ordered[:-1]).cumsum(0)
    return torch.empty_like(place).scatter_(0, order, place)


def compact(rows: Tensor) -> Tensor:
    """The rows with each pair of labels once; looks at the data."""
    if not len(rows):
        return rows
    preds, target, samples = rows.unbind(1)
    (pred_low, pred_span), (target_low, target_span) = _span(preds), _span(target)
    if pred_span * target_span > _LARGEST:  # neighbouring numbers for the labels
        pred_names, preds = distinct(preds)
        target_names, target = distinct(target)
        rows = compact(torch.stack([preds, target, samples], 1))
        return torch.stack([pred_names[rows[:, 0]], target_names[rows[:, 1]], rows[:, 2]], 1)
    key = (preds - pred_low) * target_span + (target - target_low)
    if pred_span * target_span <= max(_DENSE_CELLS, 2 * len(rows)):
        counts = samples.new_zeros(pred_span * target_span).index_add_(0, key, samples)
        key = counts.nonzero().squeeze(1)
        counts = counts[key]
    else:
        key, cell = distinct(key)
        counts = torch.zeros_like(key).index_add_(0, cell, samples)
    pred = torch.div(key, target_span, rounding_mode="floor")
    return torch.stack([pred + pred_low, key - pred * target_span + target_low, counts], 1)


def _span(labels: Tensor) -> tuple[int, int]:
    least, most = labels.aminmax()
    low = int(least)
    return low, int(most) - low + 1


def no_rows() -> CatState:
    """The state before any rows."""
    return CatState(torch.empty((0, 3), dtype=torch.int64))


def added(held: CatState, rows: Tensor) -> CatState:
    """The state with more rows; where they may be looked at, it stays as small as the table.

    A chunk joins the one before it unless that has more than twice as many rows, so each chunk has at least twice the
    rows of the next: all of them together hold at most twice the distinct pairs, and each row is joined only a
    logarithmic number of times.
    """
    if held.storage is not None:
        rows = rows.to(held.storage)
    if not reads_at_once(rows):
        held.append(rows)
        return held
    chunks = held.chunks()
    rows = compact(rows)
    while chunks and len(chunks[-1]) <= 2 * len(rows):
        rows = compact(torch.cat([chunks.pop(), rows]))
    grown = CatState(held._empty, [*chunks, rows])
    grown.storage = held.storage
    return grown


def merged(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The rows of two parts of the data together: as states, or as tensors where they come from other ranks."""
    grown, more = (part if isinstance(part, CatState) else CatState(part[:0], [part]) for part in _rows(before, after))
    if not all(reads_at_once(chunk) for chunk in (*grown.chunks(), *more.chunks())):
        return {"rows": grown.joined(more)}
    for chunk in more.chunks():
        grown = added(grown, chunk)
    return {"rows": grown}


def _rows(before: dict[str, Any], after: dict[str, Any]) -> tuple[Any, Any]:
    return before["rows"], after["rows"]
