"""Scores of each task: which shapes they have, and when classes are compared between samples."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from metricore._arguments import check_size
from metricore._checked import reads_at_once
from metricore._settings import REQUIRED
from metricore._weights import weights_like
from metricore.classification._scores import Scores, refuse_types

_ROWS = 1 << 14  # whose probabilities are made at a time


class BinaryScores(Scores):
    """Scores of yes or no.

    `preds` and `target` have the same shape `(N, ...)`; `preds` are floating. `sample_weight` of shape `(N,)` or that
    of the target weighs each element.
    """

    thresholds: Any = None
    ignore_index: int | None = None
    validate_args: bool = True
    normalization: str | None = "sigmoid"
    from_logits: bool | None = None
    score_range: tuple[float, float] | None = None


class MultilabelScores(Scores):
    """Scores of yes or no for several labels at once.

    `preds` and `target` have the same shape `(N, L, ...)`; `preds` are floating. `sample_weight` of shape `(N,)` or
    that of the target weighs each element.

    Args:
        num_labels: number of labels.
    """

    num_labels: int = REQUIRED
    thresholds: Any = None
    ignore_index: int | None = None
    validate_args: bool = True
    from_logits: bool | None = None
    score_range: tuple[float, float] | None = None

    normalization = "sigmoid"

    def check(self) -> None:
        check_size("num_labels", self.num_labels, 2)
        super().check()


class MulticlassScores(Scores):
    """Scores of a choice among classes, each class against the rest.

    `preds` of shape `(N, C, ...)` are floating, `target` of shape `(N, ...)` holds labels from 0 to `num_classes - 1`.
    Logits are compared between samples by their softmax. `sample_weight` of shape `(N,)` or that of the target weighs
    each sample.

    Args:
        num_classes: number of classes.
    """

    num_classes: int = REQUIRED
    thresholds: Any = None
    ignore_index: int | None = None
    validate_args: bool = True
    from_logits: bool | None = None
    score_range: tuple[float, float] | None = None

    normalization = "sigmoid"
    _binary = False
    _label_dtype = torch.int32

    def check(self) -> None:
        check_size("num_classes", self.num_classes, 2)
        super().check()

    @property
    def _width(self) -> int:
        return self.num_classes

    @property
    def _void(self) -> int | None:
        return self.ignore_index

    def _rows(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None) -> tuple[Tensor, Tensor, Any]:
        refuse_types(preds, target)
        if (
            preds.ndim != target.ndim + 1
            or preds.shape[:1] + preds.shape[2:] != target.shape
            or (preds.shape[1] != self.num_classes)
        ):
            raise ValueError(
                f"Expected preds of shape (N, {self.num_classes}, ...) and target of shape (N, ...), "
                f"got {tuple(preds.shape)} and {tuple(target.shape)}."
            )
        weight = None if sample_weight is None else weights_like(sample_weight, target).reshape(-1, 1)
        return preds.movedim(1, -1).reshape(-1, self.num_classes), target.reshape(-1, 1), weight

    def _count_into(self, counts: Tensor, scores: Tensor, labels: Tensor, weight: Tensor) -> None:
        scores = self._as_probabilities(scores) if self._reading == "logits" else scores
        super()._count_into(counts, scores, labels, weight)

    def _positive(self, labels: Tensor) -> Tensor:
        return labels == torch.arange(self.num_classes, device=labels.device)

    def _as_probabilities(self, scores: Tensor) -> Tensor:
        return _finite(scores).softmax(1)

    def _ranked(self) -> Tensor:
        scores = super()._ranked()
        if self._reading in ("raw", "probabilities"):
            return scores
        return self._chosen(scores, _log_softmax)

    def _one_by_one(self, labels: Tensor) -> Tensor:
        single = self._positive(labels).to(torch.int8).masked_fill_(labels < 0, -1)
        if self._void is not None and 0 <= self._void < self.num_classes:
            single[:, self._void] = -1
        return single

    def _probability(self, threshold: Tensor) -> Tensor:
        return threshold.exp() if self.thresholds is None else threshold


def _log_softmax(scores: Tensor) -> Tensor:
    """Logarithms of probabilities, of some rows after the other where that needs less memory."""
    if not reads_at_once(scores):
        return _finite(scores).log_softmax(1)
    result = torch.empty_like(scores, dtype=torch.promote_types(scores.dtype, torch.float32))  # of `_finite`
    for part, its in zip(torch.split(scores, _ROWS), torch.split(result, _ROWS), strict=True):
        its.copy_(_finite(part).log_softmax(1))
    return result


def _finite(scores: Tensor) -> Tensor:
    """Scores that softmax has a value for, at least in float32."""
    scores = scores.to(torch.float32) if scores.dtype in (torch.float16, torch.bfloat16) else scores
    limit = torch.finfo(scores.dtype).max
    return scores.clamp(-limit, limit)
