"""Skewness and kurtosis of a stream of values."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._arguments import check_flag
from metricore._state import joint, state
from metricore.aggregation._aggregator import Number
from metricore.aggregation._moments import Moments, merged

_WIDER = joint(merged)


class _Shape(Moments):
    """Skewness and kurtosis: what they share."""

    bias: bool = True
    nan_strategy: str | float = "warn"

    updates_in_place = False
    _orders = 4

    weight: Tensor = state(0.0, reduce=_WIDER)
    mean: Tensor = state(0.0, reduce=_WIDER)
    second: Tensor = state(0.0, reduce=_WIDER)
    third: Tensor = state(0.0, reduce=_WIDER)
    fourth: Tensor = state(0.0, reduce=_WIDER)

    def check(self) -> None:
        super().check()
        check_flag("bias", self.bias)

    def accumulates(self) -> Hashable | None:
        return (_Shape.update, self.nan_strategy, self.validate_args)

    def update(self, value: Number, weight: Number | None = None) -> None:
        self._add(value, weight)


class SkewnessMetric(_Shape):
    r"""Skewness of a stream of values, :math:`g_1 = m_3 / m_2^{3/2}` of its central moments.

    Args:
        bias: `False` gives the adjusted :math:`g_1 \sqrt{W (W - 1)} / (W - 2)`.
        nan_strategy: as in :class:`VarianceMetric`.

    Shapes:
        - `value`, `weight`: as in :class:`VarianceMetric`.
        - returns: scalar; `nan` for a constant.

    Reference:
        Joanes and Gill, Comparing measures of sample skewness and kurtosis. The Statistician, 1998.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import SkewnessMetric
        >>> metric = SkewnessMetric()
        >>> metric.update(torch.tensor([0.0, 0.0, 3.0]))
        >>> metric.compute()
        tensor(0.7071)
    """

    updates_in_place = False

    def compute(self) -> Tensor:
        n = self.weight
        skewness = self.third / n / (self.second / n) ** 1.5
        if not self.bias:
            skewness = torch.where(n > 2, skewness * (n * (n - 1)).sqrt() / (n - 2), torch.nan)
        return skewness.to(torch.get_default_dtype())


class KurtosisMetric(_Shape):
    r"""Excess kurtosis of a stream of values, :math:`g_2 = m_4 / m_2^2 - 3` of its central moments; 0 for a Gaussian.

    Args:
        bias: `False` gives the adjusted :math:`\frac{W - 1}{(W - 2)(W - 3)} ((W + 1) g_2 + 6)`.
        nan_strategy: as in :class:`VarianceMetric`.

    Shapes:
        - `value`, `weight`: as in :class:`VarianceMetric`.
        - returns: scalar; `nan` for a constant.

    Reference:
        Joanes and Gill, Comparing measures of sample skewness and kurtosis. The Statistician, 1998.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import KurtosisMetric
        >>> metric = KurtosisMetric()
        >>> metric.update(torch.tensor([-1.0, 1.0]))
        >>> metric.compute()
        tensor(-2.)
    """

    updates_in_place = False

    def compute(self) -> Tensor:
        n = self.weight
        excess = self.fourth / n / (self.second / n) ** 2 - 3
        if not self.bias:
            excess = torch.where(n > 3, (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * excess + 6), torch.nan)
        return excess.to(torch.get_default_dtype())
