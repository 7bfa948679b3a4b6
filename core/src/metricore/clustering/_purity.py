"""Scores of two labellings from how pure the clusters are."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._values import in_default_dtype
from metricore.clustering._labellings import Labellings, check_beta


class Purity(Labellings):
    """Share of samples that belong to the most frequent class of their cluster.

    Args:
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; `nan` without samples.

    Examples:
        >>> import torch
        >>> from metricore.clustering import Purity
        >>> Purity()(torch.tensor([0, 0, 0, 1]), torch.tensor([0, 0, 1, 1]))
        tensor(0.7500)
    """

    plot_lower_bound = 0.0

    def compute(self) -> Tensor:
        table = self.contingency()
        most = torch.zeros_like(table.pred_sizes).scatter_reduce(0, table.preds, table.cells, "amax")
        return in_default_dtype(most.sum() / table.samples)


class BCubedPrecision(Labellings):
    """Mean over samples of the share of their cluster that is of their class.

    Args:
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; `nan` without samples.

    Reference:
        Bagga and Baldwin, Entity-based cross-document coreferencing using the vector space model. COLING, 1998.

    Examples:
        >>> import torch
        >>> from metricore.clustering import BCubedPrecision
        >>> BCubedPrecision()(torch.tensor([0, 0, 0, 1]), torch.tensor([0, 0, 1, 1]))
        tensor(0.6667)
    """

    plot_lower_bound = 0.0

    def compute(self) -> Tensor:
        return in_default_dtype(self._precision_and_recall()[0])

    def _precision_and_recall(self) -> tuple[Tensor, Tensor]:
        table = self.contingency()
        squares, counted = table.cells.to(torch.float64).square(), table.cells > 0
        precision, recall = (
            torch.where(counted, squares / sizes[place], 0.0).sum() / table.samples
            for place, sizes in ((table.preds, table.pred_sizes), (table.target, table.target_sizes))
        )
        return precision, recall


class BCubedRecall(BCubedPrecision):
    """Mean over samples of the share of their class that is in their cluster.

    Args:
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; `nan` without samples.

    Reference:
        Bagga and Baldwin, Entity-based cross-document coreferencing using the vector space model. COLING, 1998.

    Examples:
        >>> import torch
        >>> from metricore.clustering import BCubedRecall
        >>> BCubedRecall()(torch.tensor([0, 0, 0, 1]), torch.tensor([0, 0, 1, 1]))
        tensor(0.7500)
    """

    def compute(self) -> Tensor:
        return in_default_dtype(self._precision_and_recall()[1])


class BCubedFScore(BCubedPrecision):
    r"""Harmonic mean of B-cubed precision and recall, :math:`\frac{(1 + \beta^2) p r}{\beta^2 p + r}`.

    Args:
        beta: how many times as much recall weighs as precision.
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; `nan` without samples.

    Reference:
        Amigo, Gonzalo, Artiles and Verdejo, A comparison of extrinsic clustering evaluation metrics based on formal
        constraints. Information Retrieval, 2009.

    Examples:
        >>> import torch
        >>> from metricore.clustering import BCubedFScore
        >>> BCubedFScore()(torch.tensor([0, 0, 0, 1]), torch.tensor([0, 0, 1, 1]))
        tensor(0.7059)
    """

    beta: float = 1.0

    def check(self) -> None:
        super().check()
        check_beta(self.beta)

    def compute(self) -> Tensor:
        precision, recall = self._precision_and_recall()
        share = 1 / (1 + self.beta * self.beta)  # of precision; squares of large weights have no float
        return in_default_dtype(precision * recall / ((1 - share) * precision + share * recall))
