"""Sum and mean of the last updates."""

from __future__ import annotations

from typing import Any

from metricore.aggregation._sums import MeanMetric, SumMetric
from metricore.wrappers._running import Running


class RunningMean(Running):
    """Mean over the values of the last `window` updates.

    Args:
        window: number of updates.
        nan_strategy: as in :class:`MeanMetric`.

    Shapes:
        - `value`, `weight`: as in :class:`MeanMetric`.
        - returns: scalar.

    Examples:
        >>> import torch
        >>> from metricore import RunningMean
        >>> metric = RunningMean(window=2)
        >>> for value in (1.0, 2.0, 4.0):
        ...     metric.update(torch.tensor(value))
        >>> metric.compute()
        tensor(3.)
    """

    def __init__(self, window: int = 5, nan_strategy: str | float = "warn", **kwargs: Any) -> None:
        super().__init__(MeanMetric(nan_strategy), window, **kwargs)


class RunningSum(Running):
    """Sum over the values of the last `window` updates.

    Args:
        window: number of updates.
        nan_strategy: as in :class:`SumMetric`.

    Shapes:
        - `value`: as in :class:`SumMetric`.
        - returns: scalar.

    Examples:
        >>> import torch
        >>> from metricore import RunningSum
        >>> metric = RunningSum(window=2)
        >>> for value in (1.0, 2.0, 4.0):
        ...     metric.update(torch.tensor(value))
        >>> metric.compute()
        tensor(6.)
    """

    def __init__(self, window: int = 5, nan_strategy: str | float = "warn", **kwargs: Any) -> None:
        super().__init__(SumMetric(nan_strategy), window, **kwargs)
