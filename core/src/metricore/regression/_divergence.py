"""Divergences between distributions, row by row."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._arguments import check_flag
from metricore.regression._rows import RowValues


class _Divergence(RowValues):
    log_prob: bool = False

    _last = ("reduction",)
    higher_is_better = False
    plot_lower_bound = 0.0
    updates_in_place = False

    def check(self) -> None:
        super().check()
        check_flag("log_prob", self.log_prob)

    def update(self, p: Tensor, q: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None) -> None:
        """Add a batch of pairs of distributions."""
        self._add(p, q, sample_weight, ("p", "q"), mask)

    def _refuse_values(self, first: Tensor, second: Tensor, within: Tensor | None) -> None:
        if not self.log_prob:
            wrong = (first < 0) | (second < 0)
            self.flag(wrong if within is None else wrong & within, "Expected p and q of probabilities, not below 0")

    def _probabilities(self, rows: Tensor) -> Tensor:
        return rows.exp() if self.log_prob else rows / rows.sum(1, keepdim=True)


class KLDivergence(_Divergence):
    r"""Kullback-Leibler divergence of `q` from `p`, :math:`\sum_i p_i \log(p_i / q_i)`, in nats, over rows.

    With :math:`0 \log 0 = 0`; `inf` where `p` has mass and `q` has none.

    Args:
        log_prob: whether `p` and `q` are logarithms of probabilities; otherwise rows are scaled to the sum 1.
        reduction: `"mean"` or `"sum"` over rows; `"none"` or `None` gives a value for each.

    Shapes:
        - `p`, `q`: `(N, d)`; the data distribution, and the one that approximates it.
        - `sample_weight`: `(N,)`, with a sum or mean.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or `(N,)`; `nan` for rows without mass, which leave sums and means.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for NaN, and for probabilities below 0.

    Examples:
        >>> import torch
        >>> from metricore import KLDivergence
        >>> metric = KLDivergence()
        >>> metric(torch.tensor([[0.36, 0.48, 0.16]]), torch.tensor([[1 / 3, 1 / 3, 1 / 3]]))
        tensor(0.0853)
    """

    def rows(self, first: Tensor, second: Tensor) -> Tensor:
        """Divergences of rows."""
        p = self._probabilities(first)
        if self.log_prob:
            return torch.where(p > 0, p * (first - second), 0.0).sum(1)
        return _divergence(p, self._probabilities(second))


class JensenShannonDivergence(_Divergence):
    r"""Jensen-Shannon divergence, the mean divergence of `p` and `q` from their mean `m`, in nats, over rows.

    .. math:: \tfrac12 \mathrm{KL}(p \,\|\, m) + \tfrac12 \mathrm{KL}(q \,\|\, m), \qquad m = \tfrac12 (p + q)

    Args:
        log_prob: whether `p` and `q` are logarithms of probabilities; otherwise rows are scaled to the sum 1.
        reduction: `"mean"` or `"sum"` over rows; `"none"` or `None` gives a value for each.

    Shapes:
        - `p`, `q`: `(N, d)`.
        - `sample_weight`: `(N,)`, with a sum or mean.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or `(N,)`, each value from 0 to :math:`\log 2`; `nan` for rows without mass, which leave
          sums and means.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for NaN, and for probabilities below 0.

    Examples:
        >>> import torch
        >>> from metricore.regression import JensenShannonDivergence
        >>> metric = JensenShannonDivergence()
        >>> metric(torch.tensor([[0.36, 0.48, 0.16]]), torch.tensor([[1 / 3, 1 / 3, 1 / 3]]))
        tensor(0.0225)
    """

    def rows(self, first: Tensor, second: Tensor) -> Tensor:
        """Divergences of rows."""
        p, q = self._probabilities(first), self._probabilities(second)
        middle = (p + q) / 2
        return (_divergence(p, middle) + _divergence(q, middle)) / 2


def _divergence(p: Tensor, q: Tensor) -> Tensor:
    """Sums of `p log(p / q)`; what has no mass in `p` adds nothing, and has no gradient."""
    mass = (p > 0) | p.isnan()
    ratio = torch.where(mass, p, 1.0).log() - torch.where(mass, q, 1.0).log()
    return torch.where(mass, p * ratio, 0.0).sum(1)
