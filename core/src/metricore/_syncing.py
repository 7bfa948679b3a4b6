"""When a metric synchronises over ranks: in `compute`, explicitly, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from metricore._errors import SyncError
from metricore._stateful import Stateful

if TYPE_CHECKING:
    from metricore._collection import MetricCollection
    from metricore._merging import Merging
    from metricore._metric import Metric


class Synchronised(Stateful):
    """Replaces the states by those over all ranks, and puts the local ones back."""

    if TYPE_CHECKING:
        process_group: Any
        dist_sync_fn: Any
        distributed_available_fn: Any

    def sync(
        self,
        dist_sync_fn: Callable[..., Any] | None = None,
        process_group: Any = None,
        should_sync: bool = True,
        distributed_available: Callable[[], bool] | None = None,
    ) -> None:
        """Replace the states by those over all ranks; `unsync` brings the local ones back."""
        self._refuse_when_synced()
        if should_sync and self._can_sync(distributed_available):
            buckets: dict[Any, list[tuple[str, Merging]]] = {}
            for prefix, leaf in self._leaves():  # a metric inside may have a group of its own
                group = process_group or leaf.__dict__.get("process_group") or self.process_group
                gather = dist_sync_fn or leaf.__dict__.get("dist_sync_fn") or self.dist_sync_fn
                buckets.setdefault((group, gather), []).append((prefix, leaf))
            try:
                for (group, gather), leaves in buckets.items():
                    synchronise(leaves, group, gather, type(self).__name__)
            except BaseException:
                restore(leaf for _, leaf in self._leaves())
                raise

    def unsync(self, should_unsync: bool = True) -> None:
        """Bring the local states back."""
        if not should_unsync:
            return
        if self._local is None:
            raise SyncError(f"{type(self).__name__} holds its local states: there is nothing to unsync.")
        restore(leaf for _, leaf in self._leaves())

    @contextmanager
    def sync_context(
        self,
        dist_sync_fn: Callable[..., Any] | None = None,
        process_group: Any = None,
        should_sync: bool = True,
        should_unsync: bool = True,
        distributed_available: Callable[[], bool] | None = None,
    ) -> Iterator[None]:
        """Hold the states over all ranks within the block."""
        if self._local is not None:  # an outer block holds them already
            yield
            return
        self.sync(dist_sync_fn, process_group, should_sync, distributed_available)
        try:
            yield
        finally:
            if self._local is not None and should_unsync:
                self.unsync()

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """Let `compute` give the value of this rank alone within the block."""
        with without_sync(leaf for _, leaf in self._leaves()):
            yield

    def _refuse_when_synced(self) -> None:
        if self._local is not None:
            raise SyncError(
                f"{type(self).__name__} holds the states of all ranks: call `unsync()` before it is updated or synced."
            )

    def _can_sync(self, distributed_available: Callable[[], bool] | None = None) -> bool:
        return bool((distributed_available or self.distributed_available_fn or initialised)())

    def _has_data(self) -> bool:
        return any(leaf.update_count for _, leaf in self._leaves())


def initialised() -> bool:
    """Whether this process is part of a process group."""
    from torch import distributed

    return bool(distributed.is_available() and distributed.is_initialized())


def synchronise(leaves: list[tuple[str, Merging]], group: Any, gather: Any, owner: str) -> None:
    """Give all leaves the states over all ranks and remember the local ones; all or none."""
    from metricore._sync import gather_one_by_one, reduce_over_ranks

    unique = [(f"{owner}.{prefix}".rstrip("."), leaf) for prefix, leaf in leaves]
    merged = reduce_over_ranks(unique, group) if gather is None else gather_one_by_one(unique, group, gather)
    for (_, leaf), states in zip(leaves, merged, strict=True):
        held = leaf._hold()
        leaf.__dict__.update(states, _computed=None)
        leaf.__dict__["_local"] = held


def restore(leaves: Iterable[Stateful]) -> None:
    """Give leaves their local states back."""
    for leaf in leaves:
        if leaf._local is not None:
            leaf.__dict__.update(leaf._local, _computed=None)
            leaf.__dict__["_local"] = None


@contextmanager
def without_sync(leaves: Iterable[Stateful]) -> Iterator[None]:
    """Keep `compute` of these metrics local within the block."""
    listed = list(leaves)
    before = [leaf.__dict__["_to_sync"] for leaf in listed]
    for leaf in listed:
        leaf.__dict__.update(_to_sync=False, _computed=None)
    try:
        yield
    finally:
        for leaf, flag in zip(listed, before, strict=True):
            leaf.__dict__.update(_to_sync=flag, _computed=None)


def sync_and_compute(metric: Metric | MetricCollection, recipient_rank: int | None = None) -> Any:
    """The value over all ranks, on one rank (`None` elsewhere) or on every rank.

    Args:
        metric: a metric or a collection; every rank passes its own.
        recipient_rank: the rank that gets the value; all of them by default.
    """
    from torch import distributed

    with metric.sync_context():
        if recipient_rank is None or not initialised() or distributed.get_rank() == recipient_rank:
            return metric.compute()
    return None
