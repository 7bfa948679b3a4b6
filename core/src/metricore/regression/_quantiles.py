"""Scores of forecasts that are several quantiles."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence

import torch
from torch import Tensor

from metricore._arguments import only_tensors
from metricore._metric import Metric
from metricore._settings import REQUIRED
from metricore._state import state
from metricore._values import in_default_dtype
from metricore._weights import weights_for
from metricore.regression._inputs import report_nan
from metricore.regression._masks import unpadded
from metricore.regression._variants import pinball


class WeightedIntervalScore(Metric):
    r"""Mean weighted interval score of forecasts that are `K` central intervals, and the median if there is one.

    .. math:: \frac{1}{n}\sum_i \frac{1}{K + 1/2}\Big(\tfrac12 |t_i - m_i|
        + \sum_k \tfrac{\alpha_k}{2} \mathrm{IS}_{\alpha_k}(l_{ik}, u_{ik}, t_i)\Big)

    with the interval scores of :class:`WinklerScore`; without a median, that term and the 1/2 beside `K` are left out.
    The more quantiles there are, the nearer it is to the continuous ranked probability score.

    Args:
        quantiles: levels of the predicted quantiles, ascending, between 0 and 1, and symmetric about 0.5: the bounds of
            the interval that is meant to miss a share :math:`\alpha` have the levels :math:`\alpha/2` and
            :math:`1 - \alpha/2`.

    Shapes:
        - `preds`: `(N, quantiles)`; floating or integer.
        - `target`: `(N,)`.
        - `sample_weight`: `(N,)`.
        - `mask`: bool, `(N,)`; false is padding, left out whatever it holds.
        - returns: scalar, in the unit of the data; `nan` before any sample.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for NaN, and for quantiles that descend.

    Reference:
        Bracher, Ray, Gneiting and Reich, Evaluating epidemic forecasts in an interval format, PLOS Computational
        Biology 17 (2021).

    Examples:
        >>> import torch
        >>> from metricore.regression import WeightedIntervalScore
        >>> metric = WeightedIntervalScore(quantiles=[0.1, 0.5, 0.9])
        >>> metric(torch.tensor([[1.0, 2.0, 4.0], [0.0, 3.0, 5.0]]), torch.tensor([2.0, 6.0]))
        tensor(1.1000)
    """

    quantiles: Sequence[float] = REQUIRED

    higher_is_better = False
    is_differentiable = True
    plot_lower_bound = 0.0
    updates_in_place = False

    score: Tensor = state(0.0)
    weight: Tensor = state(0.0)

    def check(self) -> None:
        levels = self.quantiles
        if isinstance(levels, str) or not isinstance(levels, Sequence) or not levels:
            raise ValueError(f"Expected quantiles to be a list of levels, got {levels!r}.")
        if not all(isinstance(level, float) and 0 < level < 1 for level in levels):
            raise ValueError(f"Expected quantiles to be numbers between 0 and 1, got {levels!r}.")
        ascend = all(low < high for low, high in itertools.pairwise(levels))
        mirrored = all(abs(low + high - 1) < 1e-9 for low, high in zip(levels, reversed(levels), strict=True))
        if not ascend or not mirrored:
            raise ValueError(f"Expected quantiles that ascend and are symmetric about 0.5, got {levels!r}.")

    def accumulates(self) -> Hashable | None:
        return (type(self).update, tuple(self.quantiles))

    def update(
        self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of predicted quantiles and what came true."""
        only_tensors(preds=preds, target=target)
        size = len(self.quantiles)
        if target.ndim != 1 or preds.shape != (len(target), size):
            raise ValueError(
                f"Expected preds of shape (N, {size}) and target of shape (N,), "
                f"got {tuple(preds.shape)} and {tuple(target.shape)}."
            )
        preds, target, sample_weight = unpadded(mask, sample_weight, preds, target)
        weight = torch.ones_like(target, dtype=torch.float64)
        if sample_weight is not None:
            weight = weights_for(self, sample_weight, target)
        present = (weight > 0).unsqueeze(1)
        came = target.unsqueeze(1).expand(preds.shape)
        report_nan(self, preds, came, present)
        self.flag((preds[:, 1:] < preds[:, :-1]) & present, "Expected quantiles that do not descend")
        score = self._scores(preds.to(torch.float64), came.to(torch.float64))
        self.score = self.score + torch.where(present.squeeze(1), score * weight, 0.0).sum()
        self.weight = self.weight + weight.sum()

    def _scores(self, preds: Tensor, came: Tensor) -> Tensor:
        """Losses of quantiles: those of an interval's bounds are its weighted score, the median's is half an error."""
        losses = [pinball(preds[:, k], came[:, k], level) for k, level in enumerate(self.quantiles)]
        return 2 * torch.stack(losses).mean(0)

    def compute(self) -> Tensor:
        return in_default_dtype(self.score / self.weight)
