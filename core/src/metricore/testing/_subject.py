"""A metric under test: one class with one case, and what most laws do with it."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from metricore._state import CatState
from metricore.testing._batches import Batch, at_random, has_text, joined, mapped_tensors, one_by_one, tensors_in
from metricore.testing._case import Case
from metricore.testing._comparison import difference, shown, unlike

if TYPE_CHECKING:
    from metricore._metric import Metric
    from metricore._spec import MetricInfo


class Subject:
    """Builds the metric anew for each law, and compares.

    Args:
        metric_class: the class, or a function that returns a metric.
        case: settings, data and expected value.
        info: what the registry knows of it, if it is registered.
    """

    def __init__(self, metric_class: type[Metric], case: Case, info: MetricInfo | None = None) -> None:
        self.metric_class = metric_class
        self.case = case
        self.info = info

    def __str__(self) -> str:
        """The call that builds the metric."""
        settings = ", ".join(f"{name}={shown(value)}" for name, value in self.case.settings.items())
        return f"{self.metric_class.__name__}({settings})"

    # -- metrics -------------------------------------------------------------------------------------------------

    def build(self) -> Metric:
        """A new metric, which shares nothing with others."""
        return self.metric_class(**copy.deepcopy(dict(self.case.settings)))

    def updated(self, batches: Iterable[Batch] | None = None) -> Metric:
        """A new metric after an update for each batch; all of the case's batches by default."""
        return self.continued(self.build(), self.batches if batches is None else batches)

    @staticmethod
    def continued(metric: Metric, batches: Iterable[Batch]) -> Metric:
        """The metric after an update for each batch."""
        for batch in batches:
            metric.update(*batch.args, **batch.kwargs)
        return metric

    # -- data ----------------------------------------------------------------------------------------------------

    @property
    def batches(self) -> list[Batch]:
        """The batches of the case, with memory of their own."""
        return [Batch.of(arguments) for arguments in self.case.batches]

    @property
    def works_on_tensors(self) -> bool:
        """Whether the laws about accelerators and compilation apply."""
        if self.case.tensors is not None:
            return self.case.tensors
        values = [value for batch in self.batches for value in batch.values()]
        return any(True for _ in tensors_in(values)) and not has_text(values)

    @property
    def has_floats(self) -> bool:
        """Whether there are floating tensors among the inputs."""
        return any(t.is_floating_point() for batch in self.batches for t in tensors_in(batch.values()))

    @property
    def can_split(self) -> bool:
        """Whether some batch consists of samples that may be given one by one."""
        return self.case.splits and any(batch.rows() is not None for batch in self.batches)

    def splits(self) -> Iterator[tuple[str, list[Batch]]]:
        """The samples of the case in other batches, and what was done to them."""
        whole = joined(self.batches)
        wholes = self.batches if whole is None else [whole]
        if whole is not None and len(self.batches) > 1:
            yield "in one batch", [whole]
        yield "one by one", [piece for batch in wholes for piece in one_by_one(batch)]
        for seed in (1, 2):
            chance = random.Random(seed)
            pieces = [piece for batch in wholes for piece in at_random(batch, 4, chance, empty=True)]
            yield "in random pieces with empty batches between", pieces

    def parts(self) -> list[list[Batch]]:
        """The batches in three consecutive parts, the last ones empty if there are too few to go round."""
        pieces = self.batches
        if self.can_split:
            chance = random.Random(3)
            pieces = [part for batch in pieces for part in at_random(batch, 3, chance, empty=False)]
        first, second = max(1, len(pieces) // 2), max(1, len(pieces) - len(pieces) // 4)
        return [pieces[:first], pieces[first:second], pieces[second:]]

    # -- values --------------------------------------------------------------------------------------------------

    @cached_property
    def value(self) -> Any:
        """The value over all batches."""
        return self.updated().compute()

    def expect_value(self, got: Any, when: str, expected: Any = None) -> None:
        """Raise if a result differs from the value over all batches, or from another one."""
        text = difference(got, self.value if expected is None else expected, self.case.rtol, self.case.atol)
        if text is not None:
            raise AssertionError(f"{when}: {text}")


def snapshot(metric: Metric) -> dict[str, Any]:
    """Copies of all states, also those of metrics inside, and the update counts."""
    held: dict[str, Any] = {}
    for prefix, leaf in metric._leaves():
        for name, value in leaf.metric_state.items():
            value = value.values if isinstance(value, CatState) else value
            held[prefix + name] = mapped_tensors(value, lambda t: t.detach().clone())
        held[prefix + "update_count"] = leaf.update_count
    return held


def expect_states(metric: Metric, expected: dict[str, Any], when: str) -> None:
    """Raise if states or counts are not those of a snapshot, bit by bit."""
    got = snapshot(metric)
    for name, value in expected.items():
        text = unlike(got.get(name), value)
        if text is not None:
            raise AssertionError(f"{when}, {name}: {text}")
