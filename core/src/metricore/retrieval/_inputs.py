"""Documents of a batch in the form that is kept, and settings that several metrics have."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._metric import Metric

_INT8, _INT32 = torch.iinfo(torch.int8), torch.iinfo(torch.int32)


class Documents(NamedTuple):
    """Documents one after the other.

    Args:
        preds: scores.
        target: relevance, -1 for what takes no part.
        indexes: the query of each, or `None`.
        lengths: without them, how many documents each query has.
        beyond: whether any relevance is neither 0 nor 1, as an integer.
    """

    preds: Tensor
    target: Tensor
    indexes: Tensor | None
    lengths: Tensor | None
    beyond: Tensor | None


def documents(
    metric: Metric, preds: Tensor, target: Tensor, indexes: Tensor | None, ignore_index: int | None, most: float | None
) -> Documents | None:
    """A batch as it is kept, `None` if it is empty; reports what is no score or no relevance, `most` the greatest."""
    _refuse_shapes(preds, target, indexes)
    if not preds.numel():
        return None
    lengths = None
    if indexes is None:
        lengths = torch.full((len(preds),), preds.shape[1], dtype=torch.int32, device=preds.device)
    else:
        indexes = _narrow(_common(indexes).reshape(-1), _INT32, torch.int32)
    preds, target = _common(preds.detach().reshape(-1)), _common(target.detach().reshape(-1))
    ignored = target == ignore_index if ignore_index is not None and _may_hold(target.dtype, ignore_index) else None
    if ignored is not None and reads_at_once(ignored) and not bool(ignored.any()):
        ignored = None
    if ignored is not None:
        preds, target = torch.where(ignored, 0, preds), torch.where(ignored, 0, target)
    _report_nan(metric, preds)
    beyond = _look_at_relevance(metric, target, most)
    target = _narrow(_signed(target), _INT8, torch.int8)
    target = target if ignored is None else torch.where(ignored, -1, target)
    return Documents(preds, target, indexes, lengths, beyond)


def _refuse_shapes(preds: Tensor, target: Tensor, indexes: Tensor | None) -> None:
    if preds.shape != target.shape:
        raise ValueError(
            f"Expected preds and target of the same shape, got {tuple(preds.shape)} and {tuple(target.shape)}."
        )
    if preds.is_complex() or target.is_complex():
        raise ValueError(f"Expected preds and target of real numbers, got dtypes {preds.dtype} and {target.dtype}.")
    if preds.dtype == torch.uint64:
        raise ValueError(f"Expected preds to hold floating numbers or integers up to int64, got dtype {preds.dtype}.")
    if indexes is None:
        if preds.ndim != 2:
            raise ValueError(
                "Expected indexes, which tell the query of each document, or preds of shape (queries, documents), "
                f"got preds of shape {tuple(preds.shape)} without indexes."
            )
        return
    if indexes.shape != preds.shape:
        raise ValueError(
            f"Expected indexes of the shape of preds, got {tuple(indexes.shape)} and {tuple(preds.shape)}."
        )
    if indexes.is_floating_point() or indexes.is_complex() or indexes.dtype == torch.bool:
        raise ValueError(f"Expected indexes to hold integers, got dtype {indexes.dtype}.")


def _report_nan(metric: Metric, preds: Tensor) -> None:
    if not preds.is_floating_point():
        return
    if reads_at_once(preds):  # a sum is cheaper than a mask
        total = preds.sum()
        if bool(total == total):
            return
    metric.flag(preds.isnan(), "Expected scores in preds without NaN")


def _look_at_relevance(metric: Metric, target: Tensor, most: float | None) -> Tensor | None:
    """Report what is no relevance; tell whether there is any beside 0 and 1, `None` for no.

    Without a greatest relevance, it is 0 or 1.
    """
    if target.dtype == torch.bool:
        return None
    if reads_at_once(target) and not target.is_floating_point():
        low, high = target.aminmax()
        if low.item() >= 0 and high.item() <= 1:
            return None
    beyond = (target != 0) & (target != 1)
    if most is not None:
        metric.flag(~((target >= 0) & (target < torch.inf)), "Expected target to hold relevance of at least 0")
        if most < torch.inf and reads_at_once(target):
            metric.flag(target > most, f"Expected target to hold relevance of at most {most:g}")
    else:
        metric.flag(beyond, "Expected target to hold 0 and 1")
    return beyond.any().to(torch.int64)


def _common(values: Tensor) -> Tensor:
    """Values in a type that PyTorch does more with than to hold it; a name beyond int64 becomes another one."""
    return values.to(torch.int64) if values.dtype in (torch.uint16, torch.uint32, torch.uint64) else values


def _may_hold(dtype: torch.dtype, value: int) -> bool:
    """Whether a number is one of a type; comparing it with an integer type that it is too large for would wrap it."""
    if dtype == torch.bool:
        return 0 <= value <= 1
    limits = torch.finfo(dtype) if dtype.is_floating_point else torch.iinfo(dtype)
    return limits.min <= value <= limits.max


def _signed(target: Tensor) -> Tensor:
    """Relevance in a type that has -1."""
    return target.to({torch.bool: torch.int8, torch.uint8: torch.int16}.get(target.dtype, target.dtype))


def _narrow(values: Tensor, limits: Any, dtype: torch.dtype) -> Tensor:
    """Integers in a narrower type, if looking at them is free and they fit."""
    if values.is_floating_point() or values.element_size() <= limits.bits // 8 or not reads_at_once(values):
        return values
    low, high = values.aminmax()
    return values.to(dtype) if limits.min <= low.item() and high.item() <= limits.max else values


def check_top_k(name: str, value: Any, several: bool = True) -> Any:
    """Refuse what is no number of documents; several of them become a tuple."""
    if several and isinstance(value, (list, tuple)) and value:
        return tuple(check_top_k(f"every {name}", item, several=False) for item in value)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
        more = " or several of them" if several else ""
        raise ValueError(f"Expected {name} to be a positive integer{more}, or None, got {value!r}.")
    return value


def check_between(name: str, value: Any, low: float, high: float, open_at: str = "") -> None:
    """Refuse what is no number between two; `open_at` says which ends do not belong, `"low"` or `"low high"`."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    inside = number and low <= value <= high
    at_end = (value == low and "low" in open_at) or (value == high and "high" in open_at)
    if not inside or at_end:
        opening, closing = "(" if "low" in open_at else "[", ")" if "high" in open_at else "]"
        raise ValueError(f"Expected {name} to be a number in {opening}{low}, {high}{closing}, got {value!r}.")


def check_positive(name: str, value: Any) -> None:
    """Refuse what is no finite number above 0."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < float("inf"):
        raise ValueError(f"Expected {name} to be a positive number, got {value!r}.")
