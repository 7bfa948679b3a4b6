"""Weighted means against numpy."""

import math

import numpy as np
import pytest
import torch

from metricore import InvalidDataError, MeanMetric

VALUES = torch.tensor([[1.0, 5.0, -2.0], [0.5, 4.0, 3.0]])


def mean(*batches, strategy="error"):
    metric = MeanMetric(strategy)
    for batch in batches:
        metric.update(*batch)
    return metric.compute()


@pytest.mark.parametrize(
    "weight",
    [
        torch.tensor([[1.0, 2.0, 0.0], [0.5, 3.0, 1.0]]),
        torch.tensor([1.0, 2.0, 3.0]),
        torch.tensor([[2.0], [1.0]]),
        torch.tensor(2),
        torch.tensor([1, 0, 2], dtype=torch.int8),
        3.0,
    ],
)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_broadcast(weight, dtype):
    weights = np.broadcast_to(np.asarray(weight, dtype=float), VALUES.shape)
    np.testing.assert_allclose(mean((VALUES.to(dtype), weight)), np.average(VALUES, weights=weights), rtol=1e-6)


def test_numbers():
    np.testing.assert_allclose(mean((1.0, 3.0), (5, 1)), 2.0)


def test_batches_weigh_as_much_as_their_weights():
    expected = np.average(VALUES.numpy().ravel(), weights=[1, 1, 1, 2, 2, 2])
    np.testing.assert_allclose(mean((VALUES[0],), (VALUES[1], 2.0)), expected)


def test_weights_of_one_change_no_bit():
    assert torch.equal(mean((VALUES, torch.ones(3))), mean((VALUES,)))


@pytest.mark.parametrize("strange", [math.nan, math.inf])
def test_what_weighs_nothing_is_absent(strange):
    value, weight = torch.tensor([2.0, strange, 4.0]), torch.tensor([1.0, 0.0, 1.0])
    assert mean((value, weight)) == 3.0
    assert mean((value, weight), strategy="disable") == 3.0


def test_no_weight_at_all():
    assert mean((VALUES, 0.0)).isnan()


@pytest.mark.parametrize(("strategy", "expected"), [("ignore", 2.0), (0.0, 1.0), ("disable", math.nan)])
def test_nan_in_values(strategy, expected):
    got = mean((torch.tensor([math.nan, 2.0]), torch.tensor([3.0, 3.0])), strategy=strategy)
    np.testing.assert_equal(got.item(), expected)


def test_a_number_takes_the_place_of_each_nan():
    data = torch.tensor([4.0, math.nan, 2.0]), torch.tensor([math.nan, 1.0, 3.0])
    np.testing.assert_allclose(mean(data, strategy=2.0), (4 * 2 + 2 * 1 + 2 * 3) / 6)


def test_nan_in_weights():
    data = torch.tensor([4.0, 2.0]), torch.tensor([math.nan, 3.0])
    assert mean(data, strategy="ignore") == 2.0
    with pytest.raises(InvalidDataError, match="without NaN; 1 of 2"):
        mean(data)


def test_shape_that_does_not_broadcast():
    with pytest.raises(ValueError, match=r"broadcast to the shape \(2, 3\) of value, got \(2,\)"):
        mean((VALUES, torch.ones(2)))
