"""Metrics as operands. Each has seen 7.0 (`a`) or 2.0 (`b`); expected values are by hand, with Python's meaning."""

import operator
import pickle

import pytest
import torch
from torch import Tensor

from metricore import CompositionalMetric, MaxMetric, MeanMetric, Metric, MetricCollection, SumMetric, state
from tests.core.framework.metrics import Error, Pair


class Last(Metric):
    """The value of the last update; keeps the dtype."""

    kind: torch.dtype = torch.float32
    seen: Tensor = state(lambda self: torch.zeros(2, dtype=self.kind))

    def update(self, value: Tensor) -> None:
        self.seen = torch.zeros(2, dtype=self.kind) + value

    def compute(self) -> Tensor:
        return self.seen


def last(value, kind=torch.float32):
    metric = Last(kind)
    metric.update(torch.as_tensor(value, dtype=kind))
    return metric


ARITHMETIC = [  # operator, 7 op 2, 2 op 7
    (operator.add, 9.0, 9.0),
    (operator.sub, 5.0, -5.0),
    (operator.mul, 14.0, 14.0),
    (operator.truediv, 3.5, 2 / 7),
    (operator.floordiv, 3.0, 0.0),
    (operator.mod, 1.0, 2.0),
    (operator.pow, 49.0, 128.0),
]
BITS = [
    (operator.and_, 2, 2),  # 0b111 & 0b010
    (operator.or_, 7, 7),
    (operator.xor, 5, 5),
    (operator.lshift, 28, 256),  # 7 << 2, 2 << 7
    (operator.rshift, 1, 0),
]
COMPARISONS = [
    (operator.lt, False, True),
    (operator.le, False, True),
    (operator.gt, True, False),
    (operator.ge, True, False),
]


def check_all_forms(fn, kind, expected, reflected):
    a, b = last(7, kind), last(2, kind)
    two = 2 if kind == torch.int64 else 2.0
    for right in (b, two, torch.tensor(two)):
        assert fn(a, right).compute().tolist() == pytest.approx([expected] * 2)
    for left in (two, torch.tensor(two)):
        assert fn(left, a).compute().tolist() == pytest.approx([reflected] * 2)


@pytest.mark.parametrize(("fn", "expected", "reflected"), ARITHMETIC, ids=lambda v: getattr(v, "__name__", ""))
def test_arithmetic(fn, expected, reflected):
    check_all_forms(fn, torch.float32, expected, reflected)


@pytest.mark.parametrize(("fn", "expected", "reflected"), BITS, ids=lambda v: getattr(v, "__name__", ""))
def test_bits(fn, expected, reflected):
    check_all_forms(fn, torch.int64, expected, reflected)


@pytest.mark.parametrize(("fn", "expected", "reflected"), COMPARISONS, ids=lambda v: getattr(v, "__name__", ""))
def test_comparisons(fn, expected, reflected):
    check_all_forms(fn, torch.float32, expected, reflected)


def test_matmul():
    rows = torch.tensor([1.0, 10.0])
    for metric in (last(7) @ last(2), last(7) @ torch.full((2,), 2.0)):
        assert metric.compute() == 28.0  # 7 * 2 + 7 * 2
    assert (rows @ last(7)).compute() == 77.0


def test_one_operand():
    assert (-last(7)).compute().tolist() == [-7.0, -7.0]
    assert (+last(-7)).compute().tolist() == [-7.0, -7.0]
    assert abs(last(-7)).compute().tolist() == [7.0, 7.0]
    assert (~last(7, torch.int64)).compute().tolist() == [-8, -8]
    assert last([3.0, 4.0])[1].compute() == 4.0
    pair = Pair()
    pair.update(torch.ones(2))
    assert pair["high"].compute() == 3.0


def test_modulo_has_the_sign_of_the_divisor():
    assert (last(-7) % 2.0).compute().tolist() == [1.0, 1.0]


def test_equality_of_values_is_a_method():
    assert last(7).eq(7.0).compute().tolist() == [True, True]
    assert last(7).ne(last(7)).compute().tolist() == [False, False]


def test_equality_hash_and_containment_are_pythons():
    a, b = last(7), last(7)
    assert a == a
    assert a != b
    assert a in [b, a]
    assert b not in [a]
    assert len({a, b, a}) == 2
    assert {a: 1}[a] == 1


def test_a_metric_is_not_iterable():
    with pytest.raises(TypeError):
        iter(last(7))


@pytest.mark.parametrize("other", ["2", None, [1.0], object()])
def test_foreign_operands_are_refused(other):
    with pytest.raises(TypeError, match="unsupported operand"):
        last(7) + other


# -- the life of a composition -------------------------------------------------------------------------------------


def test_update_forward_and_reset_reach_the_operands():
    mean, top = MeanMetric(), MaxMetric()
    metric = (top - mean) * 2
    assert metric(torch.tensor([1.0, 3.0])) == 2.0
    metric.update(torch.tensor([5.0, 7.0]))
    assert metric.compute() == 6.0  # (7 - 4) * 2
    assert (mean.compute(), top.compute()) == (4.0, 7.0)
    metric.reset()
    assert not mean.update_called


def test_forward_gives_the_value_of_the_batch():
    mean = MeanMetric()
    metric = mean + 1
    metric(torch.tensor(1.0))
    assert metric(torch.tensor(5.0)) == 6.0
    assert metric.compute() == 4.0


@pytest.mark.parametrize("step", ["update", "forward"])
def test_a_leaf_that_is_used_twice_is_updated_once(step, monkeypatch):
    monkeypatch.setattr(Error, "calls", 0)
    error = Error()
    metric = (error + 1) / (error * 2) - error
    getattr(metric, step)(torch.ones(2), torch.zeros(2))
    assert Error.calls == 1
    assert error.update_count == 1
    assert metric.compute() == 0.0  # (1 + 1) / (1 * 2) - 1


def test_operands_get_the_keyword_arguments_they_take():
    metric = Error() + SumMetric()
    metric.update(preds=torch.ones(2), target=torch.zeros(2), value=torch.tensor(3.0))
    assert metric.compute() == 4.0


def test_a_failed_update_leaves_all_operands_as_they_were():
    total, error = SumMetric(), Error()
    metric = total + error
    metric.update(preds=torch.ones(2), target=torch.zeros(2), value=torch.tensor(3.0))
    for step in (metric.update, metric.forward):
        with pytest.raises(ValueError, match="one shape"):
            step(preds=torch.ones(2), target=torch.zeros(3), value=torch.tensor(3.0))
        assert (total.compute(), total.update_count, metric.compute()) == (3.0, 1, 4.0)


def test_updating_an_operand_alone_is_seen():
    mean = MeanMetric()
    metric = mean * 10
    metric.update(torch.tensor(1.0))
    assert metric.compute() == 10.0
    mean.update(torch.tensor(3.0))
    assert metric.compute() == 20.0


def test_compositions_pickle_and_clone():
    mean = MeanMetric()
    metric = abs(mean[...] - torch.tensor(5.0)) ** 2
    metric.update(torch.tensor(2.0))
    for twin in (pickle.loads(pickle.dumps(metric)), metric.clone()):
        assert twin.compute() == 9.0
        twin.update(torch.tensor(8.0))
        assert twin.compute() == 0.0
    assert metric.compute() == 9.0


def test_compositions_merge():
    a, b = MeanMetric() * 2, MeanMetric() * 2
    a.update(torch.tensor(1.0))
    b.update(torch.tensor(3.0))
    a.merge_state(b)
    assert a.compute() == 4.0


def test_compositions_in_a_collection():
    mean = MeanMetric()
    metrics = MetricCollection({"mean": mean, "twice": mean * 2})
    assert metrics(torch.tensor(3.0)) == {"mean": 3.0, "twice": 6.0}


def test_tensors_in_compositions_move_and_show():
    metric = MeanMetric() + torch.tensor(1.0)
    assert repr(metric) == "CompositionalMetric(add, MeanMetric(), tensor(1.))"
    metric.to("meta")
    assert metric.metric_b.device.type == "meta"


def test_a_composition_by_hand():
    metric = CompositionalMetric(torch.maximum, SumMetric(), torch.tensor(2.0))
    metric.update(torch.tensor(1.0))
    assert metric.compute() == 2.0


def test_a_loaded_composition_knows_of_its_updates():
    saved, loaded = (MeanMetric() + SumMetric() for _ in range(2))
    saved.persistent(True)
    loaded.persistent(True)
    saved.update(torch.tensor(2.0))
    loaded.load_state_dict(saved.state_dict())
    assert (loaded.update_count, loaded.update_called, loaded.compute().item()) == (1, True, 4.0)
