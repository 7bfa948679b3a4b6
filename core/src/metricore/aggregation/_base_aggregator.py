"""An aggregate of one's own, in one state."""

from __future__ import annotations

from typing import Any

from metricore._state import Reduction, joined_rows
from metricore.aggregation._aggregator import Aggregator, Number


class BaseAggregator(Aggregator):
    """Base of aggregates of one's own: one state under a name of one's choice.

    Args:
        fn: how the state merges: `"sum"`, `"mean"`, `"max"`, `"min"`, `"cat"` or a function.
        default_value: start value of the state.
        nan_strategy: what to do with NaN in `update`.
        state_name: name of the state.
    """

    def __init__(
        self,
        fn: Reduction,
        default_value: Any,
        nan_strategy: str | float = "error",
        state_name: str = "value",
        **kwargs: Any,
    ) -> None:
        super().__init__(nan_strategy=nan_strategy, **kwargs)
        self.state_name = state_name
        self.add_state(state_name, default=default_value, dist_reduce_fx=fn)

    def update(self, value: Number) -> None:
        """Add values; to be written by subclasses."""
        raise NotImplementedError

    def compute(self) -> Any:
        """The state, lists as one tensor."""
        value = getattr(self, self.state_name)
        return joined_rows(value) if isinstance(value, list) and value else value
