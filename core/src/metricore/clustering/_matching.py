"""Scores of two labellings from which classes the clusters stand for."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._errors import MissingDependencyError
from metricore._settings import REQUIRED
from metricore._values import in_default_dtype
from metricore.clustering._labellings import Labellings


class ClusterAccuracy(Labellings):
    """Share of samples that are right under the best one-to-one matching of clusters to classes.

    Needs scipy: `python -m pip install "metricore[clustering]"`. `compute` matches on the CPU.

    Args:
        num_classes: labels of both sides are from 0 to `num_classes - 1`.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; `nan` without samples.

    Raises:
        MissingDependencyError: without scipy.

    Examples:
        >>> import torch
        >>> from metricore.clustering import ClusterAccuracy
        >>> ClusterAccuracy(num_classes=2)(torch.tensor([0, 0, 1, 1]), torch.tensor([1, 1, 0, 0]))
        tensor(1.)
    """

    num_classes: int = REQUIRED

    plot_lower_bound = 0.0

    def check(self) -> None:
        if self.num_classes is None:
            raise ValueError("Expected num_classes to be an integer of at least 1, got None.")
        super().check()

    def compute(self) -> Tensor:
        return in_default_dtype(self.table[_best_matching(self.table)].sum() / self.table.sum())


def _best_matching(table: Tensor) -> tuple[Tensor, Tensor]:
    """Rows and columns, each used once, with the largest sum."""
    try:
        from scipy.optimize import linear_sum_assignment
    except ModuleNotFoundError as error:
        raise MissingDependencyError(
            'ClusterAccuracy needs scipy: python -m pip install "metricore[clustering]"', name=error.name
        ) from error
    rows, columns = linear_sum_assignment(table.tolist(), maximize=True)
    return torch.as_tensor(rows.tolist(), device=table.device), torch.as_tensor(columns.tolist(), device=table.device)
