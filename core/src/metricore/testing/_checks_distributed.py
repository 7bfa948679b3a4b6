"""The law about ranks, checked with two real processes."""

from __future__ import annotations

import copy
from typing import Any

from metricore.testing._batches import Batch
from metricore.testing._laws import law
from metricore.testing._ranks import Ranks
from metricore.testing._subject import Subject, expect_states, snapshot

_TWO = Ranks(2)


@law()
def check_two_ranks(subject: Subject) -> None:
    """Two processes, with unequal parts of the data or none, get the value of one, and keep their own states."""
    first, *others = subject.parts()
    rest = [batch for part in others for batch in part]
    layouts = [(first, rest), ([], first + rest), (first + rest, [])]
    by_rank = [[layout[rank] for layout in layouts] for rank in range(2)]
    same = (subject.metric_class, dict(subject.case.settings))
    results = _TWO.call(_values, [same] * 2, by_rank)
    for rank, values in enumerate(results):
        for layout, (value, local) in zip(layouts, values, strict=True):
            sizes = f"{len(layout[0])} and {len(layout[1])} batches"
            subject.expect_value(value, f"rank {rank} of two with {sizes}")
            expect_states(subject.updated(layout[rank]), local, f"rank {rank} of two with {sizes}, after compute")


def _values(rank: int, metric: tuple[Any, dict[str, Any]], layouts: list[list[Batch]]) -> list[Any]:
    """The synchronised value and the local states afterwards, for each way to spread the data."""
    results = []
    for batches in layouts:
        metric_class, settings = metric
        local = Subject.continued(metric_class(**copy.deepcopy(settings)), batches)
        results.append((local.compute(), snapshot(local)))
    return results
