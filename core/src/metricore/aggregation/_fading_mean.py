"""A mean in which older values fade."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._state import joint, state
from metricore.aggregation._aggregator import Aggregator, Number, is_finite

Parts = dict[str, Tensor]


def faded(a: Parts, b: Parts) -> Parts:
    """Sums of two stretches of a stream, the second after the first."""
    return {
        "total": a["total"] * b["share"] + b["total"],
        "weight": a["weight"] * b["share"] + b["weight"],
        "share": a["share"] * b["share"],
    }


_IN_ORDER = joint(faded)


class ExponentialMovingAverage(Aggregator):
    r"""Mean of a stream that fades, :math:`\sum_i d^{n - i} v_i / \sum_i d^{n - i}` over its values in order.

    Every value is one step, however the stream is cut into batches. Other ranks and merged states follow on the own
    values.

    Args:
        decay: :math:`d`, what a value weighs relative to the one after it.
        nan_strategy: `"error"`, `"warn"`, `"ignore"`, `"disable"`, or a number to put in the place of NaN. A value
            that is left out is no step.

    Shapes:
        - `value`: a number or a tensor of any shape, in order.
        - returns: scalar; `nan` before any value.

    Raises:
        InvalidDataError: for NaN, with `nan_strategy="error"`.

    Examples:
        >>> import torch
        >>> from metricore.aggregation import ExponentialMovingAverage
        >>> metric = ExponentialMovingAverage(decay=0.5)
        >>> metric.update(torch.tensor([1.0, 2.0]))
        >>> metric.update(6.0)
        >>> metric.compute()
        tensor(4.1429)
    """

    decay: float = 0.99
    nan_strategy: str | float = "warn"

    updates_in_place = False
    _last = ("nan_strategy",)

    total: Tensor = state(0.0, reduce=_IN_ORDER)
    weight: Tensor = state(0.0, reduce=_IN_ORDER)
    share: Tensor = state(1.0, reduce=_IN_ORDER)  # what is left of all that came before

    def check(self) -> None:
        super().check()
        if not is_finite(self.decay) or not 0 < self.decay < 1:
            raise ValueError(f"Expected decay to be a number between 0 and 1, got {self.decay!r}.")

    def update(self, value: Number) -> None:
        """Add values in order."""
        wide, steps = (part.flatten() for part in self._weighed(self._as_tensor(value), None))
        after = steps.flip(0).cumsum(0).flip(0) - steps  # how many values follow
        weights = steps * self.decay**after
        batch = {"total": (wide * weights).sum(), "weight": weights.sum(), "share": self.decay ** steps.sum()}
        for name, part in faded({name: getattr(self, name) for name in batch}, batch).items():
            setattr(self, name, part)

    def compute(self) -> Tensor:
        return (self.total / self.weight).to(torch.get_default_dtype())


_SMALLEST, _LARGEST = 1e-12, 1e18
