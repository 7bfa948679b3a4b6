"""Metrics of angles."""

import torch
from torch import Tensor

from metricore import InvalidDataError, Metric, state


class MeanSquaredAngularError(Metric):
    r"""Mean of the squared differences of angles, the short way round, or its root with ``squared=False``.

    .. math:: \frac{1}{n} \sum_i d_i^2, \quad d_i = (p_i - t_i + \tfrac{c}{2}) \bmod c - \tfrac{c}{2}

    with :math:`c` the full circle, so that 350 and 10 degrees are 20 degrees apart.

    Args:
        squared: return the mean of the squares, in squared units of the angle; otherwise its root.
        circle: the full circle in the units of the data: 360.0 for degrees.

    Shapes:
        - `preds`, `target`: any shape, the same for both.

    Raises:
        ValueError: `circle` is not positive.
        InvalidDataError: the shapes differ.

    >>> import torch
    >>> metric = MeanSquaredAngularError(squared=False)
    >>> metric.update(torch.tensor([350.0]), torch.tensor([10.0]))
    >>> metric.compute()
    tensor(20.)
    """

    higher_is_better = False
    is_differentiable = True

    squared: bool = True
    circle: float = 360.0

    squared_error: Tensor = state(0.0)
    count: Tensor = state(0.0)

    def check(self) -> None:
        """Refuse senseless settings."""
        if not self.circle > 0:
            raise ValueError(f"circle must be positive, got {self.circle}")

    def update(self, preds: Tensor, target: Tensor) -> None:
        """Add a batch of angles."""
        if preds.shape != target.shape:
            shapes = f"{tuple(preds.shape)} and {tuple(target.shape)}"
            raise InvalidDataError(f"preds and target must have the same shape, got {shapes}")
        wide = self.squared_error.dtype
        half = self.circle / 2
        difference = torch.remainder(preds.to(wide) - target.to(wide) + half, self.circle) - half
        self.squared_error = self.squared_error + difference.square().sum()
        self.count = self.count + difference.numel()

    def compute(self) -> Tensor:
        """Return the mean over all batches."""
        mean = self.squared_error / self.count
        return (mean if self.squared else mean.sqrt()).to(torch.get_default_dtype())
