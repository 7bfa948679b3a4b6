"""Scores of two labellings from pairs of samples that are together in one, the other or both."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._values import in_default_dtype
from metricore.clustering._contingency import Contingency
from metricore.clustering._labellings import Labellings


def _pair_confusion(table: Contingency) -> Tensor:
    together = table.cells.square().sum()
    by_pred, by_target = table.pred_sizes.square().sum(), table.target_sizes.square().sum()
    samples = table.samples
    apart = samples * samples - by_pred - by_target + together
    return torch.stack([apart, by_pred - together, by_target - together, together - samples]).view(2, 2)


class PairConfusionMatrix(Labellings):
    """Ordered pairs of samples: apart or together in the target (rows), apart or together as predicted (columns).

    Args:
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: `(2, 2)`, int64.

    Examples:
        >>> import torch
        >>> from metricore.clustering import PairConfusionMatrix
        >>> PairConfusionMatrix()(torch.tensor([0, 0, 1, 1]), torch.tensor([0, 0, 1, 2]))
        tensor([[8, 2],
                [0, 2]])
    """

    higher_is_better = None
    plot_lower_bound = 0.0
    plot_upper_bound = None

    def compute(self) -> Tensor:
        return _pair_confusion(self.contingency())


class RandScore(Labellings):
    """Rand index: share of pairs of samples that both labellings put together or both keep apart.

    Args:
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; 1 where there are no pairs, as in scikit-learn.

    Examples:
        >>> import torch
        >>> from metricore.clustering import RandScore
        >>> RandScore()(torch.tensor([0, 0, 1, 1]), torch.tensor([0, 0, 1, 2]))
        tensor(0.8333)
    """

    plot_lower_bound = 0.0

    def compute(self) -> Tensor:
        pairs = _pair_confusion(self.contingency())
        agreeing, total = pairs.diagonal().sum(), pairs.sum()
        return in_default_dtype(torch.where(agreeing == total, 1.0, agreeing.to(torch.float64) / total))


class AdjustedRandScore(Labellings):
    """Rand index beyond what chance gives: 1 for equal labellings, around 0 for random ones, -0.5 at the lowest.

    Args:
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; 1 where there are no pairs, as in scikit-learn.

    Reference:
        Hubert and Arabie, Comparing partitions. Journal of Classification, 1985.

    Examples:
        >>> import torch
        >>> from metricore.clustering import AdjustedRandScore
        >>> AdjustedRandScore()(torch.tensor([0, 0, 1, 1]), torch.tensor([0, 0, 1, 2]))
        tensor(0.5714)
    """

    plot_lower_bound = -0.5

    def compute(self) -> Tensor:
        (tn, fp), (fn, tp) = _pair_confusion(self.contingency()).to(torch.float64)
        score = 2 * (tp * tn - fn * fp) / ((tp + fn) * (fn + tn) + (tp + fp) * (fp + tn))
        return in_default_dtype(torch.where((fn == 0) & (fp == 0), 1.0, score))


class FowlkesMallowsIndex(Labellings):
    """Geometric mean of the precision and the recall of pairs of samples.

    Args:
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; 0 where no pair is together in both, as in scikit-learn.

    Reference:
        Fowlkes and Mallows, A method for comparing two hierarchical clusterings. JASA, 1983.

    Examples:
        >>> import torch
        >>> from metricore.clustering import FowlkesMallowsIndex
        >>> FowlkesMallowsIndex()(torch.tensor([0, 0, 1, 1]), torch.tensor([0, 0, 1, 2]))
        tensor(0.7071)
    """

    plot_lower_bound = 0.0

    def compute(self) -> Tensor:
        (_, fp), (fn, tp) = _pair_confusion(self.contingency()).to(torch.float64)
        score = (tp / (tp + fp)).sqrt() * (tp / (tp + fn)).sqrt()
        return in_default_dtype(torch.where(tp == 0, 0.0, score))
