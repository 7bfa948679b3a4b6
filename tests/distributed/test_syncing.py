"""When and how ranks synchronise, and what happens when they cannot."""

import pytest
import torch

from metricore import MaxMetric, MeanMetric, MetricCollection, MinMetric, SumMetric
from metricore._exchange import exchange_device
from tests.distributed import on_ranks
from tests.distributed.metrics import Flagged, Largest, Rows, Smallest, Sum, Variance

LIMIT = 60.0


def one_to(size: int) -> float:
    return size * (size + 1) / 2


# -- errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (Sum(), Largest(), ["rank 0: Sum (state 'total'", "rank 1: Largest (state 'best'"]),
        (
            MetricCollection({"a": Sum(), "b": Largest()}),
            MetricCollection({"a": Sum(), "c": Smallest()}),
            ["MetricCollection", "b", "c"],
        ),
        (
            MetricCollection({"a": Sum(), "b": Largest()}),
            MetricCollection({"a": Sum()}),
            ["rank 1: nothing more"],
        ),
    ],
    ids=["metrics", "names", "numbers"],
)
def test_different_metrics_get_one_error_on_every_rank(ranks, one, other, said):
    metrics = [other if rank == 1 else one for rank in range(ranks.size)]
    results = ranks.call(on_ranks.error_of, metrics, limit=LIMIT)
    texts = {text for text, _ in results}
    assert len(texts) == 1
    text = texts.pop()
    assert text.startswith("The ranks synchronise different metrics; they differ in rank 0: ")
    for part in said:
        assert part in text
    assert ranks.call(on_ranks.value_of, [Sum()] * ranks.size, [[torch.ones(1)]] * ranks.size)[0][0] == ranks.size


def test_states_of_different_shapes_are_different_metrics(two):
    wide = Sum()
    wide.add_state("extra", torch.zeros(3), "sum")
    narrow = Sum()
    narrow.add_state("extra", torch.zeros(2), "sum")
    (text, _), (same, _) = two.call(on_ranks.error_of, [wide, narrow], limit=LIMIT)
    assert text == same
    assert "rank 0: Sum (state 'extra', shape (3,)); rank 1: Sum (state 'extra', shape (2,))" in text


def test_local_states_come_back_after_an_error(ranks):
    results = ranks.call(on_ranks.context_that_fails, limit=LIMIT)
    total = one_to(ranks.size)
    assert results == [(total, (rank + 1.0, rank + 1.0, None)) for rank in range(ranks.size)]


def test_flags_of_any_rank_are_raised_on_every_rank(two):
    batches = [[torch.tensor([1.0])], [torch.tensor([-1.0, -2.0])]]
    first, second = two.call(on_ranks.flags_of, [Flagged()] * 2, batches, limit=LIMIT)
    assert first == second
    assert first.startswith("Expected values that are not negative; 2 elements do not fit")


# -- by hand -------------------------------------------------------------------------------------------------------


def test_sync_and_unsync(ranks):
    total = one_to(ranks.size)
    for rank, seen in enumerate(ranks.call(on_ranks.sync_by_hand, limit=LIMIT)):
        assert seen["synced"] == (total, total, ranks.size)
        assert seen["local"] == (rank + 1.0, 1)
        for step in ("update", "sync", "forward"):
            assert seen[step].startswith("Sum holds the states of all ranks: call `unsync()`")
        assert seen["unsync"] == "Sum holds its local states: there is nothing to unsync."
        assert (seen["not asked"], seen["not available"], seen["kept"]) == (rank + 1.0, rank + 1.0, total)


def test_synchronisation_can_be_switched_off(two):
    assert two.call(on_ranks.switched_off, limit=LIMIT) == [
        [1.0, 1.0, 3.0, 1.0, 2.0, 1.0, 1.0, 1.0],
        [2.0, 2.0, 3.0, 2.0, 2.0, 2.0, 2.0, 2.0],
    ]


@pytest.mark.parametrize("recipient", [None, 0, 1])
def test_sync_and_compute_for_one_or_all(ranks, recipient):
    results = ranks.call(on_ranks.given_to, [recipient] * ranks.size, limit=LIMIT)
    total = one_to(ranks.size)
    for rank, (value, values) in enumerate(results):
        if recipient in (None, rank):
            assert value == total
            assert values == {"sum": total, "top": float(ranks.size)}
        else:
            assert value is None
            assert values is None


def test_dist_sync_fn_replaces_the_gathering(two):
    for rank, (total, top, rows, (joined, shapes)) in enumerate(two.call(on_ranks.own_gather, limit=LIMIT)):
        assert total == 3 * (rank + 6.0)
        assert top == 5.0
        assert rows.tolist() == [[rank + 1, (rank + 1) * 10], [5, 50]] * 3
        assert joined.tolist() == [rank + 1.0, 5.0] * 3
        assert shapes == [(1, 2)] * 3


def test_a_group_of_some_ranks(four):
    results = four.call(on_ranks.within_group, [[1, 3]] * 4, limit=LIMIT)
    assert [value for value, _, _ in results] == [1.0, 6.0, 3.0, 6.0]  # ranks 1 and 3 have 2 and 4
    assert [again for _, again, _ in results] == [1.0, 6.0, 3.0, 6.0]
    assert [several for _, _, several in results] == [{"a": own, "b": 4.0} for own in (1.0, 6.0, 3.0, 6.0)]


def test_dist_sync_on_step(ranks):
    total = one_to(ranks.size)
    for rank, (shown, local, value, alone, both) in enumerate(ranks.call(on_ranks.value_on_step, limit=LIMIT)):
        own = rank + 1.0
        assert shown == 10 * total  # of this step, over all ranks
        assert local == 11 * own
        assert value == 11 * total
        assert alone == own
        assert both == {"a": total, "b": own, "in a composition": total, "in a wrapper": total}


# -- how many collectives ------------------------------------------------------------------------------------------


def test_a_value_that_is_remembered_does_not_keep_others_waiting(ranks):
    total = one_to(ranks.size)
    for values in ranks.call(on_ranks.repeated_compute, limit=LIMIT):
        assert values == [total, total, total + 10, total, total + 10]


@pytest.mark.parametrize(
    ("metrics", "most"),
    [
        (Sum(), 2),
        (MetricCollection([MeanMetric(), SumMetric()]), 2),
        (MetricCollection([MeanMetric(), SumMetric(), MaxMetric(), MinMetric()]), 4),
        (MetricCollection({str(i): Largest() if i % 2 else Sum() for i in range(20)}, compute_groups=False), 3),
        (MetricCollection({"a": Sum(), "b": Rows(), "c": Variance(), "d": Largest(), "e": Rows()}), 4),
    ],
    ids=["metric", "sums", "aggregates", "twenty", "all kinds"],
)
def test_a_collection_costs_few_collectives(two, metrics, most):
    batches = [[torch.tensor([1.0])], [torch.tensor([2.0]), torch.tensor([3.0])]]
    results = two.call(on_ranks.collectives_of, [metrics] * 2, batches, limit=LIMIT)
    assert {count for count, _ in results} <= set(range(1, most + 1))


# -- where tensors go ----------------------------------------------------------------------------------------------


CPU, CUDA = torch.device("cpu"), torch.device("cuda", 1)


@pytest.mark.parametrize(
    ("config", "device", "expected"),
    [
        ("cuda:nccl", CPU, "cuda:3"),  # a group that knows accelerators only: through the rank's own
        ("cuda:nccl", CUDA, "cuda:1"),
        ("cpu:gloo,cuda:nccl", CPU, "cpu"),
        ("cpu:gloo,cuda:nccl", CUDA, "cuda:1"),
        ("cpu:gloo,cuda:gloo", CUDA, "cpu"),  # gloo moves everything through the host
        ("cpu:gloo,cuda:gloo", CPU, "cpu"),
        ("cpu:gloo", CUDA, "cpu"),
        ("cpu:mpi,cuda:mpi", CUDA, "cuda:1"),
    ],
)
def test_states_go_where_the_group_can_take_them(monkeypatch, config, device, expected):
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 3)
    assert str(exchange_device(config, device)) == expected


def test_a_metric_inside_keeps_its_process_group(ranks):
    everybody = one_to(ranks.size)
    for rank, seen in enumerate(ranks.call(on_ranks.groups_of_their_own, limit=LIMIT)):
        own = rank + 1.0
        assert seen == {
            "collection": {"alone": own, "all": everybody},
            "wrapped": own,
            "difference": everybody - own,
        }


def test_no_rank_waits_for_one_that_cannot_send(two):
    assert two.call(on_ranks.error_before_the_payload, limit=LIMIT) == ["SyncError", "NotImplementedError"]


def test_other_settings_are_other_metrics(two):
    (text, _), (same, _) = two.call(on_ranks.error_of, [MeanMetric("ignore"), MeanMetric("disable")], limit=LIMIT)
    assert text == same
    assert "'ignore'" in text
    assert "'disable'" in text


def test_members_may_share_their_states_on_some_ranks_alone(two):
    metrics = MetricCollection({"a": Sum(), "b": Sum()})
    assert two.call(on_ranks.apart_on_one_rank, [metrics, metrics.clone()], limit=LIMIT) == [{"a": 2.0, "b": 102.0}] * 2


def test_members_of_a_collection_may_come_in_any_order(two):
    parts = [MetricCollection({"a": Sum(), "b": Largest()}), MetricCollection({"b": Largest(), "a": Sum()})]
    results = two.call(on_ranks.collectives_of, parts, [[torch.ones(1)], [torch.full((1,), 2.0)]], limit=LIMIT)
    assert [value for _, value in results] == [{"a": 3.0, "b": 2.0}, {"b": 2.0, "a": 3.0}]
