"""Scores of ensembles of forecasts."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._arguments import only_tensors
from metricore._metric import Metric
from metricore._state import state
from metricore._values import in_default_dtype
from metricore._weights import weights_for
from metricore.regression._inputs import report_nan
from metricore.regression._masks import unpadded


class ContinuousRankedProbabilityScore(Metric):
    r"""Continuous ranked probability score of ensembles of `M` members, in the unit of the data.

    .. math:: \frac{1}{M}\sum_i |x_i - t| - \frac{1}{2M^2}\sum_i \sum_j |x_i - x_j|

    averaged over samples. With one member it is the absolute error. In O(M log M) for each sample.

    Shapes:
        - `preds`: `(N, M)`, the members in any order; floating or integer.
        - `target`: `(N,)`.
        - `sample_weight`: `(N,)`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar; `nan` before any sample.

    Raises:
        ValueError: for inputs of other shapes, and for ensembles without members.
        InvalidDataError: for NaN in the inputs.

    Reference:
        Gneiting and Raftery, Strictly proper scoring rules, prediction, and estimation, JASA 102 (2007).

    Examples:
        >>> import torch
        >>> from metricore.regression import ContinuousRankedProbabilityScore
        >>> metric = ContinuousRankedProbabilityScore()
        >>> metric(torch.tensor([[2.0, 3.0, 4.0], [0.0, 1.0, 5.0]]), torch.tensor([3.5, 1.0]))
        tensor(0.4722)
    """

    higher_is_better = False
    is_differentiable = True
    plot_lower_bound = 0.0
    updates_in_place = False

    score: Tensor = state(0.0)
    weight: Tensor = state(0.0)

    def update(
        self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of ensembles and what came true."""
        only_tensors(preds=preds, target=target)
        if preds.ndim != 2 or target.ndim != 1 or len(preds) != len(target) or not preds.shape[1]:
            raise ValueError(
                "Expected preds of shape (N, M) and target of shape (N,), "
                f"got {tuple(preds.shape)} and {tuple(target.shape)}."
            )
        preds, target, sample_weight = unpadded(mask, sample_weight, preds, target)
        present = within = None
        score = _scores(preds.to(torch.float64) - target.to(torch.float64).unsqueeze(1))
        if sample_weight is not None:
            weight = weights_for(self, sample_weight, target)
            present = weight > 0
            within = present.unsqueeze(1).expand(preds.shape)
            score = torch.where(present, score * weight, 0.0)
        report_nan(self, preds, target.unsqueeze(1).expand(preds.shape), within)
        self.score = self.score + score.sum()
        self.weight = self.weight + (len(target) if sample_weight is None else weight.sum())

    def compute(self) -> Tensor:
        return in_default_dtype(self.score / self.weight)


def _scores(errors: Tensor) -> Tensor:
    """The score of each row of errors; sorted, each member is further right than those before it."""
    members = errors.shape[1]
    places = torch.arange(members, device=errors.device)
    spread = (errors.sort(1).values * (2 * places - members + 1)).sum(1)
    return errors.abs().mean(1) - spread / members**2
