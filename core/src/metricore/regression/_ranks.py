"""Rank correlation after Spearman."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._ordering import ranks_by_stretch
from metricore._stretches import taken
from metricore.regression._pairs import KeptPairs


class RankCorrelation(KeptPairs):
    """Base of metrics of the order of predictions and targets."""

    higher_is_better = True
    is_differentiable = False
    plot_lower_bound = -1.0
    plot_upper_bound = 1.0


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

    Examples:
        >>> import torch
        >>> from metricore import SpearmanCorrCoef
        >>> metric = SpearmanCorrCoef()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(1.)
    """

    def compute(self) -> Tensor:
        return self._of_outputs([_correlation(*column) for column in self._columns()])


def _correlation(preds: Tensor, target: Tensor, weight: Tensor | None) -> Tensor:
    """From sums of products of doubled ranks; these are whole without weights, and in 32 bits where they fit."""
    if not len(preds):
        return preds.new_full((), torch.nan, dtype=torch.float64)
    size = len(preds)
    middle: Tensor | int = size - 1 if weight is None else weight.sum()
    whole = torch.int32 if size < 1 << 30 else torch.int64
    doubled = torch.empty_like(preds, dtype=whole if weight is None else torch.float64)
    for where, ranks in ranks_by_stretch(preds, weight):
        ranks = (2 * ranks).to(doubled.dtype)
        doubled = ranks if where is None else doubled.index_copy_(0, where, ranks)
        del where, ranks
    sums = torch.zeros(3, dtype=torch.float64, device=preds.device)
    for where, ranks in ranks_by_stretch(target, weight):
        ours, theirs = taken(doubled, where).to(torch.float64) - middle, 2 * ranks - middle
        own = None if weight is None else taken(weight, where)
        first, second = (ours, theirs) if own is None else (ours * own, theirs * own)
        sums = sums + torch.stack([torch.dot(first, ours), torch.dot(second, theirs), torch.dot(first, theirs)])
        del where, ranks, ours, theirs, own, first, second
    return (sums[2] / (sums[0] * sums[1]).sqrt()).clamp(-1.0, 1.0)
