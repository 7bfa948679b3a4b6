"""Correlation of predictions and targets."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._values import in_default_dtype
from metricore.regression._inputs import of_outputs
from metricore.regression._moments import Moments


class _Correlation(Moments):
    plot_lower_bound = -1.0
    plot_upper_bound = 1.0
    higher_is_better = True

    def _fitted(self, values: Tensor) -> Tensor:
        of_outputs(values, self.num_outputs)
        return values.flatten() if self.num_outputs == 1 else values


class PearsonCorrCoef(_Correlation):
    r"""Pearson's correlation coefficient :math:`\operatorname{cov}(p, t) / (\sigma_p \sigma_t)`.

    Accumulated as means and deviations from them, so that it has all digits for data far from 0 as well.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - `preds`, `target`: `(N,)` or `(N, num_outputs)`; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or `(num_outputs,)`; `nan` where predictions or targets are constant.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for NaN in the inputs.

    Examples:
        >>> import torch
        >>> from metricore import PearsonCorrCoef
        >>> metric = PearsonCorrCoef()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.9849)
    """

    def compute(self) -> Tensor:
        ours, theirs, products = self.scatter
        return in_default_dtype((products / ours.sqrt() / theirs.sqrt()).clamp(-1.0, 1.0))


class ConcordanceCorrCoef(_Correlation):
    r"""Lin's concordance correlation coefficient, agreement with the line :math:`p = t`.

    .. math:: \frac{2 \operatorname{cov}(p, t)}{\sigma_p^2 + \sigma_t^2 + (\bar p - \bar t)^2}

    with variances and covariance of :math:`n - 1` degrees of freedom.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - `preds`, `target`: `(N,)` or `(N, num_outputs)`; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or `(num_outputs,)`; `nan` for fewer than 2 samples, and where predictions and targets are
          one and the same constant.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for NaN in the inputs.

    Reference:
        Lin, A concordance correlation coefficient to evaluate reproducibility, Biometrics 45 (1989).

    Examples:
        >>> import torch
        >>> from metricore import ConcordanceCorrCoef
        >>> metric = ConcordanceCorrCoef()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        tensor(0.9777)
    """

    def compute(self) -> Tensor:
        ours, theirs, products = self.scatter
        freedom = self.weight - 1
        gap = self.mean[0] - self.mean[1]
        value = 2 * products / (ours + theirs + freedom * gap * gap)
        return in_default_dtype(torch.where(freedom > 0, value, torch.nan))
