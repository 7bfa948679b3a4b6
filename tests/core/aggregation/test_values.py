"""Aggregates against numpy."""

import math

import numpy as np
import pytest
import torch

from metricore import CatMetric, MaxMetric, MeanMetric, MinMetric, SumMetric

REFERENCES = {
    SumMetric: np.sum,
    MeanMetric: np.mean,
    MaxMetric: np.max,
    MinMetric: np.min,
    CatMetric: lambda values: values,
}
STREAM = [2.5, -1.0, 4.0, 0.5, 8.0, -3.0]


def fed(metric, *batches):
    for batch in batches:
        metric.update(*batch) if isinstance(batch, tuple) else metric.update(batch)
    return metric.compute()


@pytest.mark.parametrize("cls", REFERENCES)
@pytest.mark.parametrize(
    "dtype", [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int8, torch.int64]
)
@pytest.mark.parametrize("size", [1, 2, 6])
def test_equals_numpy(cls, dtype, size):
    values = torch.tensor(STREAM).to(dtype)
    expected = REFERENCES[cls](values.double().numpy())
    got = fed(cls(), *values.split(size))
    np.testing.assert_allclose(got.double().numpy(), expected, rtol=1e-6)


@pytest.mark.parametrize("cls", REFERENCES)
def test_python_numbers(cls):
    np.testing.assert_allclose(fed(cls(), 2.5, 3, torch.tensor(7.0), True), REFERENCES[cls](np.array([2.5, 3, 7, 1])))


@pytest.mark.parametrize("cls", REFERENCES)
def test_lists_and_arrays(cls):
    got = fed(cls(), [2.5, 3], np.array([7.0, 1.0]), np.float32(4.0))
    np.testing.assert_allclose(got, REFERENCES[cls](np.array([2.5, 3, 7, 1, 4])))


@pytest.mark.parametrize("cls", REFERENCES)
@pytest.mark.parametrize(
    ("value", "got"),
    [("abc", "str 'abc'"), (None, "NoneType None"), ([[1], [2, 3]], r"list \[\[1\], \[2, 3\]\]"), ({}, "dict {}")],
)
def test_what_is_no_number(cls, value, got):
    metric = cls()
    metric.update(1.0)
    with pytest.raises(TypeError, match=f"Expected a number, a tensor, or an array or list of numbers, got {got}"):
        metric.update(value)
    assert metric.update_count == 1


@pytest.mark.parametrize("cls", REFERENCES)
def test_any_shape(cls):
    values = torch.arange(24.0).reshape(2, 3, 4)
    expected = values.numpy() if cls is CatMetric else REFERENCES[cls](values.numpy())
    np.testing.assert_allclose(fed(cls(), values[:1], values[1:]), expected)


@pytest.mark.parametrize("cls", REFERENCES)
def test_empty_tensors_add_nothing(cls):
    assert torch.equal(fed(cls(), torch.tensor([1.0, 2.0]), torch.empty(0)), fed(cls(), torch.tensor([1.0, 2.0])))
    assert torch.equal(fed(cls(), torch.empty(0, 3), torch.tensor([1.0])), fed(cls(), torch.tensor([1.0])))


@pytest.mark.parametrize(
    ("cls", "expected"), [(SumMetric, 0.0), (MaxMetric, -math.inf), (MinMetric, math.inf), (MeanMetric, math.nan)]
)
def test_of_nothing(cls, expected):
    np.testing.assert_equal(fed(cls(), torch.empty(0)).item(), expected)


def test_cat_of_nothing_is_empty():
    assert fed(CatMetric(), torch.empty(0)).shape == (0,)


@pytest.mark.parametrize(
    ("cls", "expected"), [(SumMetric, math.inf), (MeanMetric, math.inf), (MaxMetric, math.inf), (MinMetric, -1.0)]
)
def test_infinity(cls, expected):
    assert fed(cls("error"), torch.tensor([1.0, math.inf]), torch.tensor(-1.0)) == expected


def test_small_numbers_beside_large_ones():
    """2**24 + 1 is no float32, so sums in float32 would stand still."""
    assert fed(SumMetric(), 2.0**24, *[torch.tensor(1.0)] * 64) == 2.0**24 + 64
    assert fed(SumMetric(), *[torch.full((1000,), 100.0, dtype=torch.float16)] * 2) == 200_000.0


@pytest.mark.parametrize("cls", [SumMetric, MeanMetric, MaxMetric, MinMetric])
def test_large_whole_numbers_where_values_cannot_be_looked_at(cls):
    """2**24 + 1 is no float32, so the total would be even if the numbers passed through one."""
    metric = cls("ignore")
    torch._dynamo.reset()
    torch.compile(lambda value: metric.update(value), backend="eager")(torch.tensor([2**24 + 1]))
    metric.update(torch.tensor([2**24 + 1]))
    state = next(iter(metric.metric_state.values()))
    assert state == (2**25 + 2 if cls in (SumMetric, MeanMetric) else 2**24 + 1)


@pytest.mark.parametrize("cls", REFERENCES)
def test_values_are_of_the_default_dtype(cls):
    assert fed(cls(), torch.tensor([1.0, 2.0], dtype=torch.float64)).dtype == torch.float32


def test_cat_keeps_the_order_and_the_dtype_of_whole_numbers():
    got = fed(CatMetric(), torch.tensor([3, 1]), torch.tensor([2]))
    assert got.tolist() == [3, 1, 2]
    assert got.dtype == torch.int64
