"""Rank correlation after Spearman."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._ordering import midranks, ranks_by_stretch
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
    if not len(preds):
        return preds.new_full((), torch.nan, dtype=torch.float64)
    if weight is None:
        return _unweighted(preds, target)
    middle = weight.sum() / 2
    ours, theirs = (midranks(part, weight) - middle for part in (preds, target))
    return _of_sums((ours * weight * ours).sum(), (theirs * theirs * weight).sum(), (ours * weight * theirs).sum())


def _unweighted(preds: Tensor, target: Tensor) -> Tensor:
    """From sums of products of ranks, which are whole numbers when doubled, in 32 bits where they fit."""
    size = len(preds)
    doubled = torch.empty(size, dtype=torch.int32 if size < 1 << 30 else torch.int64, device=preds.device)
    for where, ranks in ranks_by_stretch(preds):
        ranks = (2 * ranks).to(doubled.dtype)
        doubled = ranks if where is None else doubled.index_copy_(0, where, ranks)
        del where, ranks
    sums = torch.zeros(3, dtype=torch.float64, device=preds.device)
    for where, ranks in ranks_by_stretch(target):
        ours, theirs = taken(doubled, where).to(torch.float64) - (size - 1), 2 * ranks - (size - 1)
        sums = sums + torch.stack([torch.dot(ours, ours), torch.dot(theirs, theirs), torch.dot(ours, theirs)])
        del where, ranks, ours, theirs
    return _of_sums(*sums)


def _of_sums(ours: Tensor, theirs: Tensor, both: Tensor) -> Tensor:
    return (both / (ours * theirs).sqrt()).clamp(-1.0, 1.0)
