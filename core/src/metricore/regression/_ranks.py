"""Rank correlation after Spearman, and what all metrics of ranks keep."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._metric import Metric
from metricore._state import CatState, cat_state
from metricore._weights import weights_for
from metricore.regression._inputs import (
    check_outputs,
    in_default_dtype,
    of_outputs,
    report_nan,
    same_shape,
    shape_of,
    wide,
)
from metricore.regression._masks import unpadded
from metricore.regression._ordering import midranks


class RankCorrelation(Metric):
    """Base of metrics of the order of predictions and targets, which is known once all data are there.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.
    """

    num_outputs: int = 1

    _last = ("num_outputs",)
    higher_is_better = True
    is_differentiable = False
    plot_lower_bound = -1.0
    plot_upper_bound = 1.0
    updates_in_place = False

    preds: CatState = cat_state()  # a rank depends on all data
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


class SpearmanCorrCoef(RankCorrelation):
    r"""Spearman's rank correlation, Pearson's coefficient of the ranks; ties share their mean rank.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - `preds`, `target`: `(N,)` or `(N, num_outputs)`; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`; a weight counts like as many equal samples.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or `(num_outputs,)`; `nan` where predictions or targets are constant.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for NaN in the inputs.

    Example:
        >>> import torch
        >>> from metricore import SpearmanCorrCoef
        >>> metric = SpearmanCorrCoef()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(1.)
    """

    def compute(self) -> Tensor:
        return self._of_outputs([_correlation(*column) for column in self._columns()])


def _correlation(preds: Tensor, target: Tensor, weight: Tensor | None) -> Tensor:
    if not len(preds):
        return preds.new_full((), torch.nan, dtype=torch.float64)
    middle = (len(preds) - 1) / 2 if weight is None else weight.sum() / 2
    ours, theirs = (midranks(part, weight) - middle for part in (preds, target))
    weighed = ours if weight is None else ours * weight
    spread = theirs * theirs if weight is None else theirs * theirs * weight
    value = (weighed * theirs).sum() / ((weighed * ours).sum() * spread.sum()).sqrt()
    return value.clamp(-1.0, 1.0)
