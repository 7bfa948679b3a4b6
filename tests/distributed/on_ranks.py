"""What each rank does; functions are called with the rank first."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import torch
from torch import Tensor, distributed

from metricore import Metric, MetricCollection, MinMaxMetric, SyncError, sync_and_compute
from tests.distributed.metrics import Failing, Largest, Lists, Rows, Sum

COLLECTIVES = (
    "all_gather",
    "all_reduce",
    "all_gather_into_tensor",
    "all_gather_object",
    "broadcast",
    "gather",
    "barrier",
)


def updated(metric: Any, batches: list[Tensor]) -> Any:
    for batch in batches:
        metric.update(batch)
    return metric


def value_of(rank: int, metric: Metric, batches: list[Tensor]) -> tuple[Any, Any, Any]:
    """The value over all ranks, that of this rank, and the number of updates of this rank afterwards."""
    updated(metric, batches)
    value = metric.compute()
    with metric.no_sync():
        local = metric.compute()
    return value, local, metric.update_count


def error_of(rank: int, metric: Metric | MetricCollection) -> tuple[str, Any]:
    """The error of compute, and that the metric is as before."""
    updated(metric, [torch.ones(2)])
    try:
        metric.compute()
    except SyncError as error:
        with metric.no_sync():
            return str(error), metric.compute()
    raise AssertionError("no error")


@contextmanager
def counted() -> Iterator[dict[str, int]]:
    """How often each collective is called."""
    calls: dict[str, int] = {}
    before = {name: getattr(distributed, name) for name in COLLECTIVES}

    def counting(name: str) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            calls[name] = calls.get(name, 0) + 1
            return before[name](*args, **kwargs)

        return call

    for name in COLLECTIVES:
        setattr(distributed, name, counting(name))
    try:
        yield calls
    finally:
        for name in COLLECTIVES:
            setattr(distributed, name, before[name])


def collectives_of(rank: int, metrics: Metric | MetricCollection, batches: list[Tensor]) -> tuple[int, Any]:
    updated(metrics, batches)
    with counted() as calls:
        value = metrics.compute()
    return sum(calls.values()), value


def context_that_fails(rank: int) -> tuple[Any, Any]:
    """The local state after an error inside a synchronised block and inside compute."""
    metric = updated(Sum(), [torch.tensor([rank + 1.0])])
    held = None
    try:
        with metric.sync_context():
            held = metric.total.item()
            raise KeyError
    except KeyError:
        pass
    failing = updated(Failing(), [torch.tensor([rank + 1.0])])
    with suppress(ArithmeticError):
        failing.compute()
    return held, (metric.total.item(), failing.total.item(), failing._local)


def sync_by_hand(rank: int) -> dict[str, Any]:
    metric = updated(Sum(), [torch.tensor([rank + 1.0])])
    seen: dict[str, Any] = {}
    metric.sync()
    seen["synced"] = (metric.total.item(), metric.compute().item(), metric.update_count)
    for name, step in (
        ("update", lambda: metric.update(torch.ones(1))),
        ("sync", metric.sync),
        ("forward", lambda: metric(torch.ones(1))),
    ):
        try:
            step()
        except SyncError as error:
            seen[name] = str(error)
    metric.unsync()
    seen["local"] = (metric.total.item(), metric.update_count)
    try:
        metric.unsync()
    except SyncError as error:
        seen["unsync"] = str(error)
    metric.sync(should_sync=False)
    seen["not asked"] = metric.total.item()
    metric.sync(distributed_available=lambda: False)
    seen["not available"] = metric.total.item()
    with metric.sync_context(should_unsync=False):
        pass
    seen["kept"] = metric.total.item()
    metric.unsync()
    return seen


def switched_off(rank: int) -> list[float]:
    value = torch.tensor([rank + 1.0])
    metrics = [Sum(sync_on_compute=False), Sum(distributed_available_fn=lambda: False)]
    values = [updated(metric, [value]).compute().item() for metric in metrics]
    together = updated(MetricCollection({"a": Sum(), "b": Sum(sync_on_compute=False), "c": Largest()}), [value])
    values += [entry.item() for entry in together.compute().values()]
    with together.no_sync():
        values += [entry.item() for entry in together.compute().values()]
    return values


def given_to(rank: int, recipient: int | None) -> tuple[Any, Any]:
    metric = updated(Sum(), [torch.tensor([rank + 1.0])])
    collection = updated(MetricCollection({"sum": Sum(), "top": Largest()}), [torch.tensor([rank + 1.0])])
    return sync_and_compute(metric, recipient), sync_and_compute(collection, recipient)


def own_gather(rank: int) -> tuple[Any, ...]:
    """Values by a gathering function that claims three ranks, with this one's data."""

    def thrice(value: Tensor, group: Any = None) -> list[Tensor]:
        return [value, value, value]

    values = [torch.tensor([rank + 1.0, 5.0])]
    top = updated(Largest(dist_sync_fn=thrice), values).compute()
    total = updated(Sum(dist_sync_fn=thrice), values).compute()
    rows = updated(Rows(dist_sync_fn=thrice), values).compute()
    lists = updated(Lists(dist_sync_fn=thrice), values).compute()
    return total, top, rows, lists


def within_group(rank: int, members: list[int]) -> Any:
    """The value over some of the ranks; the others keep their own."""
    group = distributed.new_group(members)
    metric = updated(Sum(process_group=group), [torch.tensor([rank + 1.0])])
    collection = updated(
        MetricCollection({"a": Sum(process_group=group), "b": Largest()}), [torch.tensor([rank + 1.0])]
    )
    value, several = metric.compute(), collection.compute()
    twin = metric.clone()
    again = twin.compute()
    distributed.destroy_process_group(group) if rank in members else None
    return value.item(), again.item(), {name: entry.item() for name, entry in several.items()}


def value_on_step(rank: int) -> tuple[Any, ...]:
    value = torch.tensor([rank + 1.0])
    step = Sum(dist_sync_on_step=True)
    step.update(value)
    shown = step(value * 10)
    total = step.compute()
    local = Sum()(value).item()
    both = MetricCollection({"a": Sum(dist_sync_on_step=True), "b": Sum()})
    inside = Sum(dist_sync_on_step=True)
    values = {
        **both(value),
        "in a composition": (inside + 0)(value),
        "in a wrapper": MinMaxMetric(inside)(value)["raw"],
    }
    return shown.item(), step.total.item(), total.item(), local, {name: v.item() for name, v in values.items()}


def apart_on_one_rank(rank: int, metrics: MetricCollection) -> dict[str, float]:
    """The members share their states, but for those of the last rank, where one was updated on its own."""
    metrics.update(torch.tensor([1.0]))
    if rank:
        metrics["b"].update(torch.tensor([100.0]))
    return {name: value.item() for name, value in metrics.compute().items()}


def repeated_compute(rank: int) -> list[float]:
    """One rank has computed before and remembers its value, the others have not; all must take part."""
    metric = updated(Sum(), [torch.tensor([rank + 1.0])])
    if rank == 0:
        with metric.no_sync():
            metric.compute()
        local = Sum(sync_on_compute=False)
        local.update(torch.ones(1))
        local.compute()
    values = [metric.compute().item(), metric.compute().item()]
    if rank == 1:
        metric.update(torch.tensor([10.0]))
    values.append(metric.compute().item())
    collection = updated(MetricCollection({"a": Sum(), "b": Largest()}), [torch.tensor([rank + 1.0])])
    first = collection.compute()["a"].item()
    if rank == 1:
        collection.update(torch.tensor([10.0]))
    return [*values, first, collection.compute()["a"].item()]


def flags_of(rank: int, metric: Metric, batches: list[Tensor]) -> str:
    updated(metric, batches)
    try:
        metric.compute()
    except ValueError as error:
        return str(error)
    return "no error"


def composed(rank: int, metric: Metric, batches: list[Tensor]) -> Any:
    return updated(metric, batches).compute()


def merged_afterwards(rank: int) -> tuple[float, float]:
    """A metric goes on after it was synchronised."""
    metric = updated(Sum(), [torch.tensor([rank + 1.0])])
    metric.compute()
    metric.update(torch.tensor([1.0]))
    return metric.compute().item(), metric.total.item()


def groups_of_their_own(rank: int) -> dict[str, Any]:
    """Values where a metric inside something else has a process group, here of this rank alone."""
    from metricore import SumMetric
    from metricore.wrappers import MinMaxMetric

    alone = [distributed.new_group([other]) for other in range(distributed.get_world_size())][rank]
    own = float(rank + 1)
    collection = MetricCollection({"alone": SumMetric(process_group=alone), "all": SumMetric()})
    wrapped, difference = MinMaxMetric(SumMetric(process_group=alone)), SumMetric() - SumMetric(process_group=alone)
    for metric in (collection, wrapped, difference):
        metric.update(torch.tensor(own))
    return {
        "collection": {name: value.item() for name, value in collection.compute().items()},
        "wrapped": wrapped.compute()["raw"].item(),
        "difference": difference.compute().item(),
    }


def error_before_the_payload(rank: int) -> str:
    """What a rank says when the last one holds what cannot be sent."""
    last = rank == distributed.get_world_size() - 1
    metric = updated(Rows(), [torch.ones(1, 2, device="meta" if last else "cpu")])
    try:
        metric.compute()
    except (SyncError, NotImplementedError) as error:
        return type(error).__name__
    return "none"
