"""Pairs of predictions and targets, kept for metrics that need all of them at once."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._metric import Metric
from metricore._state import CatState, cat_state
from metricore._values import in_default_dtype
from metricore._weights import weights_for
from metricore.regression._inputs import check_outputs, of_outputs, report_nan, same_shape, shape_of, wide
from metricore.regression._masks import unpadded


class KeptPairs(Metric):
    """Base of metrics of ranks and of medians: these depend on the order of all data, so the data are kept.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.
    """

    num_outputs: int = 1

    _last: ClassVar[tuple[str, ...]] = ("num_outputs",)
    updates_in_place = False

    preds: CatState = cat_state()
    target: CatState = cat_state()
    weight: CatState = cat_state(dtype=torch.int8)  # integers as long as no weights are given

    def check(self) -> None:
        check_outputs(self.num_outputs)

    def accumulates(self) -> Hashable | None:
        return (type(self).update, self.num_outputs, self.compute_on_cpu)

    def update(
        self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of predictions and targets."""
        same_shape(preds, target)
        of_outputs(preds, self.num_outputs)
        preds, target, sample_weight = unpadded(mask, sample_weight, preds, target)
        if not len(preds):
            return
        present = None
        if sample_weight is not None:
            weight = weights_for(self, sample_weight, target)
            present = weight > 0
            preds, target = torch.where(present, preds, 0), torch.where(present, target, 0)
        elif torch.compiler.is_compiling():
            weight = torch.ones_like(preds, dtype=torch.float64)
        else:
            weight = torch.ones((), dtype=torch.int8, device=preds.device).expand(preds.shape)
        total = preds.sum() + target.sum()
        if not reads_at_once(total) or not wide(total).isfinite().item():
            report_nan(self, preds, target, present)
        shape = (-1, *shape_of(self.num_outputs))
        self.preds.append(preds.reshape(shape))
        self.target.append(target.reshape(shape))
        self.weight.append(weight.reshape(shape))

    def _columns(self) -> list[tuple[Tensor, Tensor, Tensor | None]]:
        """Predictions, targets and weights of each output."""
        preds, target, weight = (held.values.reshape(-1, self.num_outputs).T for held in self._held())
        plain = not weight.is_floating_point() or (reads_at_once(weight) and bool((weight == 1).all()))
        weights: list[Tensor | None] = [None] * self.num_outputs if plain else list(weight)
        return [_counted(*column) for column in zip(preds, target, weights, strict=True)]

    def _held(self) -> tuple[CatState, CatState, CatState]:
        return self.preds, self.target, self.weight

    def _of_outputs(self, values: list[Tensor]) -> Tensor:
        return in_default_dtype(values[0] if self.num_outputs == 1 else torch.stack(values))


def _counted(preds: Tensor, target: Tensor, weight: Tensor | None) -> tuple[Tensor, Tensor, Tensor | None]:
    """A column without what weighs nothing, and without weights where what is left counts once, if that may be seen."""
    if weight is None or not reads_at_once(weight) or not bool(((weight == 0) | (weight == 1)).all()):
        return preds, target, weight
    counts = weight > 0
    return preds[counts], target[counts], None
