"""One line of the table: the same work done by several libraries, timed side by side."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

ROUNDS = 7
SECONDS_A_ROUND = 0.05

Work = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """The same work, ours and others'.

    Args:
        ours: Done by metricore.
        others: Done by others: ``torchmetrics``, ``specialist`` or ``bare`` (plain torch).
        goal: Ours is to take at most this many times what ``against`` takes.
        against: One of ``others``.
    """

    ours: Work
    goal: float
    against: str
    others: dict[str, Work] = field(default_factory=dict)


@dataclass(frozen=True)
class Timing:
    """Median seconds of each library, and whether the goal is met."""

    name: str
    seconds: dict[str, float]
    goal: float
    against: str

    @property
    def ratio(self) -> float:
        return self.seconds["metricore"] / self.seconds[self.against]

    @property
    def is_met(self) -> bool:
        return self.ratio <= self.goal


def measure(name: str, row: Row) -> Timing:
    """Time the libraries in turns, so that a slow moment of the machine meets all of them."""
    works = {"metricore": row.ours, **row.others}
    repeats = {label: _repeats(work) for label, work in works.items()}
    times: dict[str, list[float]] = {label: [] for label in works}
    for _ in range(ROUNDS):
        for label, work in works.items():
            times[label].append(seconds(work, repeats[label]) / repeats[label])
    return Timing(name, {label: statistics.median(each) for label, each in times.items()}, row.goal, row.against)


def seconds(work: Work, repeats: int) -> float:
    """Seconds that some repeats of the work take."""
    start = time.perf_counter()
    for _ in range(repeats):
        work()
    return time.perf_counter() - start


def _repeats(work: Work) -> int:
    """How often the work fits in a round, after a first call that pays for what is set up once."""
    work()
    return max(1, round(SECONDS_A_ROUND / max(seconds(work, 3) / 3, 1e-7)))
