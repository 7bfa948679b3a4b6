"""What counts as valid predictions, labels and weights."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._metric import Metric

SCORES_NAN = "Expected scores in preds without NaN"


def same_shape(preds: Tensor, target: Tensor) -> None:
    """Refuse predictions and labels of different shape."""
    if preds.shape != target.shape:
        raise ValueError(
            f"Expected preds and target of the same shape, got {tuple(preds.shape)} and {tuple(target.shape)}."
        )


def valid_labels(
    metric: Metric,
    name: str,
    labels: Tensor,
    classes: int | None,
    ignore_index: int | None,
    present: Tensor | None = None,
) -> Tensor | None:
    """Which labels take part, `None` for all of them; reports those outside of the classes.

    Args:
        metric: the metric that reports.
        name: argument that the labels came in.
        labels: integer labels of any shape.
        classes: number of classes, or `None` where any label is one.
        ignore_index: label to leave out.
        present: elements that count, by default all; the others may hold anything.
    """
    if reads_at_once(labels) and metric.validate_args:  # a look at the extremes is cheaper than a mask
        if not labels.numel():
            return None
        least, most = labels.aminmax()
        low, high = least.item(), most.item()
        if (low >= 0 and high < classes if classes else True) and (
            ignore_index is None or not low <= ignore_index <= high
        ):
            return None
    known = torch.ones_like(labels, dtype=torch.bool) if classes is None else (labels >= 0) & (labels < classes)
    if ignore_index is None:
        allowed, valid = known, known
    else:
        ignored = labels == ignore_index
        allowed, valid = known | ignored, known & ~ignored
    beside = "" if ignore_index is None else f" or the ignored {ignore_index}"
    wrong = ~allowed if present is None else ~allowed & present
    metric.flag(wrong, f"Expected {name} to hold labels from 0 to {classes and classes - 1}{beside}")
    return valid


def both(a: Tensor | None, b: Tensor | None) -> Tensor | None:
    """Conjunction of two masks, either of which may be `None` for all."""
    if a is None or b is None:
        return b if a is None else a
    return a & b


def report_nan(metric: Metric, scores: Tensor, valid: Tensor | None) -> None:
    """Report NaN among the scores that take part."""
    if reads_at_once(scores) and (not metric.validate_args or not math.isnan(scores.sum().item())):
        return
    nan = scores.isnan()
    metric.flag(nan if valid is None else nan & valid, SCORES_NAN)
