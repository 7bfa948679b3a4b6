"""Every kind of state over 2 and 4 ranks, with uneven and empty parts; expected values are by hand from all data."""

import pytest
import torch

from metricore import MeanMetric, MetricCollection, RunningSum
from metricore.testing import Ranks
from tests.distributed import on_ranks
from tests.distributed.metrics import (
    Apart,
    Average,
    FromOne,
    Largest,
    Lists,
    Product,
    Rows,
    Small,
    Smallest,
    Sum,
    Variance,
)

LIMIT = 60.0
A, B, C = torch.tensor([1.0, 2.0, 5.0]), torch.tensor([4.0]), torch.tensor([0.5, 2.5])
ALL = torch.cat([A, B, C])
EVEN, UNEVEN, FIRST_EMPTY, NONE = [[A], [B, C]], [[A, B, C], []], [[], [A, B, C]], [[], []]
# population variance of 1, 2, 5, 4, 0.5, 2.5: mean 2.5, squares 2.25 .25 6.25 2.25 4 0 -> 15 / 6
VALUES = [
    (Sum, torch.tensor(15.0)),
    (FromOne, torch.tensor(16.0)),
    (Largest, torch.tensor(5.0)),
    (Smallest, torch.tensor(0.5)),
    (Average, torch.tensor((8 / 3 + 4 + 1.5) / 3)),
    (Variance, torch.tensor(2.5)),
    (Product, torch.tensor(50.0)),
    (Rows, torch.stack([ALL, ALL * 10], dim=1).long()),
]


def spread(layout: list[list[torch.Tensor]], ranks: Ranks) -> list[list[torch.Tensor]]:
    """The layout for two ranks, with nothing for further ones."""
    return [*layout, *([[]] * (ranks.size - 2))]


@pytest.mark.parametrize("layout", [EVEN, UNEVEN, FIRST_EMPTY], ids=["even", "uneven", "first empty"])
@pytest.mark.parametrize(("metric", "expected"), VALUES, ids=lambda v: getattr(v, "__name__", ""))
def test_value_of_all_ranks_is_that_of_one(ranks, metric, expected, layout):
    layout = spread(layout, ranks)
    results = ranks.call(on_ranks.value_of, [metric()] * ranks.size, layout, limit=LIMIT)
    for batches, (value, local, count) in zip(layout, results, strict=True):
        assert torch.allclose(value.double(), expected.double())
        alone = on_ranks.updated(metric(), batches)
        assert count == len(batches)
        if batches:
            assert torch.equal(local, alone.compute())


def test_no_data_anywhere(ranks):
    layout = spread(NONE, ranks)
    for metric, expected in ((Sum, 0.0), (Largest, -float("inf")), (FromOne, 1.0)):
        results = ranks.call(on_ranks.value_of, [metric()] * ranks.size, layout, limit=LIMIT)
        assert {value.item() for value, _, _ in results} == {expected}
    assert ranks.call(on_ranks.value_of, [Rows()] * ranks.size, layout)[0][0].shape == (0, 2)


def test_a_state_without_reduction_is_stacked_by_rank(ranks):
    layout = [[torch.tensor([rank, rank + 10.0])] for rank in range(ranks.size)]
    results = ranks.call(on_ranks.value_of, [Apart()] * ranks.size, layout, limit=LIMIT)
    for value, _, _ in results:
        assert value.tolist() == [[rank, rank + 10.0] for rank in range(ranks.size)]


@pytest.mark.parametrize("layout", [EVEN, UNEVEN, FIRST_EMPTY], ids=["even", "uneven", "first empty"])
def test_list_states(ranks, layout):
    results = ranks.call(on_ranks.value_of, [Lists()] * ranks.size, spread(layout, ranks), limit=LIMIT)
    for (joined, shapes), _, _ in results:
        assert joined.tolist() == ALL.tolist()
        assert shapes == [(1, 3), (1, 1), (1, 2)]


def test_small_dtypes(ranks):
    layout = spread([[torch.tensor([0.0, 2.0])], [torch.tensor([5.0])]], ranks)
    results = ranks.call(on_ranks.value_of, [Small()] * ranks.size, layout, limit=LIMIT)
    for (seen, halves), _, _ in results:
        assert seen.tolist() == [1, 0, 1]
        assert halves.tolist() == [7.0, 7.0]
        assert (seen.dtype, halves.dtype) == (torch.uint8, torch.bfloat16)


def test_ranks_may_have_states_of_different_dtypes(two):
    metrics = [Sum(), Sum().set_dtype(torch.float32)]
    results = two.call(on_ranks.value_of, metrics, EVEN, limit=LIMIT)
    assert [value.item() for value, _, _ in results] == [15.0, 15.0]


def test_windows_of_all_ranks(two):
    layout = [[torch.tensor(1.0), torch.tensor(2.0), torch.tensor(3.0)], [torch.tensor(10.0)]]
    results = two.call(on_ranks.value_of, [RunningSum(window=2)] * 2, layout, limit=LIMIT)
    assert [value.item() for value, _, _ in results] == [15.0, 15.0]  # 2 + 3 on one rank, 10 on the other


def test_compositions(ranks):
    layout = spread(EVEN, ranks)
    mean = MeanMetric()
    metric = (mean * mean - Largest()) / 2
    expected = (2.5**2 - 5) / 2
    assert [v.item() for v in ranks.call(on_ranks.composed, [metric] * ranks.size, layout)] == [expected] * ranks.size


def test_collections(ranks):
    layout = spread(UNEVEN, ranks)
    metrics = MetricCollection({"sum": Sum(), "same": Sum(), "top": Largest(), "rows": Rows(), "var": Variance()})
    results = ranks.call(on_ranks.collectives_of, [metrics] * ranks.size, layout, limit=LIMIT)
    for _, value in results:
        assert (value["sum"], value["same"], value["top"]) == (15.0, 15.0, 5.0)
        assert torch.allclose(value["var"], torch.tensor(2.5).double())
        assert value["rows"][:, 1].tolist() == (ALL * 10).long().tolist()


def test_a_metric_goes_on_after_it_was_synchronised(ranks):
    total = sum(rank + 2.0 for rank in range(ranks.size))
    expected = [(total, rank + 2.0) for rank in range(ranks.size)]
    assert ranks.call(on_ranks.merged_afterwards, limit=LIMIT) == expected
