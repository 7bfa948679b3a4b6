"""A metric computed from the values of other metrics."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from torch import Tensor

from metricore._metric import Metric


class CompositionalMetric(Metric):
    """The value of an operator applied to metrics, tensors and numbers; `a + b` makes one.

    A metric that occurs several times is updated once.

    Args:
        operator: function of one or two values.
        metric_a: first operand.
        metric_b: second operand, or `None` for a function of one value.

    Examples:
        >>> import torch
        >>> from metricore import MeanMetric
        >>> mean = MeanMetric()
        >>> squared = mean * mean - 1
        >>> squared.update(torch.tensor(3.0))
        >>> squared.compute()
        tensor(8.)
    """

    def __init__(
        self,
        operator: Callable[..., Any],
        metric_a: Metric | Tensor | float,
        metric_b: Metric | Tensor | float | None,
    ) -> None:
        super().__init__(compute_with_cache=False)  # an operand may be updated on its own; it remembers its own value
        self.op = operator
        self.metric_a = metric_a
        self.metric_b = metric_b

    def _operands(self) -> Iterator[Metric]:
        """The metrics that are not themselves compositions, each once."""
        seen: set[int] = set()
        for _, leaf in self._leaves():
            if isinstance(leaf, Metric) and not isinstance(leaf, CompositionalMetric) and id(leaf) not in seen:
                inner = {id(other) for _, other in leaf._leaves()}
                seen |= inner
                yield leaf

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Update every metric in the expression with those keyword arguments that it takes."""
        for metric in self._operands():
            metric.update(*args, **metric._filter_kwargs(**kwargs))

    def compute(self) -> Any:
        """The operator applied to the operands' values."""
        values = [operand.compute() if isinstance(operand, Metric) else operand
                  for operand in (self.metric_a, self.metric_b) if operand is not None]  # fmt: skip
        return self.op(*values)

    def accumulates(self) -> Hashable | None:
        """Nothing of its own."""
        return None

    def _map_states(self, fn: Callable[[Tensor], Tensor], moves: bool = False) -> None:
        super()._map_states(fn, moves)
        for name in ("metric_a", "metric_b"):
            if isinstance(self.__dict__.get(name), Tensor):
                self.__dict__[name] = fn(self.__dict__[name])

    def __repr__(self) -> str:
        """The expression."""
        name = getattr(self.op, "__name__", repr(self.op))
        operands = ", ".join(repr(o) for o in (self.metric_a, self.metric_b) if o is not None)
        return f"{type(self).__name__}({name}, {operands})"
