"""Means of errors against scikit-learn."""

import numpy as np
import pytest
import torch
from sklearn.metrics import mean_absolute_error, mean_squared_error, root_mean_squared_error

from metricore.regression import MeanAbsoluteError, MeanSquaredError

METRICS = [
    (MeanSquaredError, {}, mean_squared_error),
    (MeanSquaredError, {"squared": False}, root_mean_squared_error),
    (MeanAbsoluteError, {}, mean_absolute_error),
]
every_metric = pytest.mark.parametrize(("cls", "settings", "reference"), METRICS)


def pairs(*shape, seed=0):
    g = torch.Generator().manual_seed(seed)
    target = torch.randn(shape, generator=g)
    return target + torch.randn(shape, generator=g) / 2, target


def value(metric, *data):
    for batch in zip(*(t.split([1, 0, len(t) - 1]) for t in data), strict=True):
        metric.update(*batch)
    return metric.compute()


@every_metric
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_one_output(cls, settings, reference, weighted, dtype):
    data = [t.to(dtype) for t in pairs(20)] + ([torch.arange(20) / 4] if weighted else [])
    expected = reference(data[1], data[0], sample_weight=data[2] if weighted else None)
    np.testing.assert_allclose(value(cls(**settings), *data), expected, rtol=1e-6)


@every_metric
@pytest.mark.parametrize("weighted", [False, True])
def test_several_outputs(cls, settings, reference, weighted):
    preds, target = pairs(20, 3)
    weight = torch.arange(20) / 4 if weighted else None
    expected = reference(target, preds, sample_weight=weight, multioutput="raw_values")
    got = value(cls(num_outputs=3, **settings), preds, target, *([] if weight is None else [weight]))
    assert got.shape == (3,)
    np.testing.assert_allclose(got, expected, rtol=1e-6)


@every_metric
def test_any_shape_is_one_output(cls, settings, reference):
    preds, target = pairs(4, 3, 2)
    np.testing.assert_allclose(
        value(cls(**settings), preds, target), reference(target.flatten(), preds.flatten()), rtol=1e-6
    )
    weight = torch.rand(4)
    expected = reference(target.flatten(), preds.flatten(), sample_weight=weight.repeat_interleave(6))
    np.testing.assert_allclose(value(cls(**settings), preds, target, weight), expected, rtol=1e-6)


@every_metric
@pytest.mark.parametrize(
    ("preds", "target"),
    [
        (torch.tensor([-128, 127], dtype=torch.int8), torch.tensor([127, -128], dtype=torch.int8)),
        (torch.tensor([0, 255], dtype=torch.uint8), torch.tensor([255, 0], dtype=torch.uint8)),
        (torch.tensor([6e4, -6e4]).half(), torch.tensor([-6e4, 6e4]).half()),
        (torch.tensor([True, False]), torch.tensor([False, False])),
        (torch.tensor([2**62, 1]), torch.tensor([0, 2])),
        (torch.tensor([300.0, 2.0]).half(), torch.tensor([7, 2])),
    ],
)
def test_differences_neither_wrap_nor_overflow(cls, settings, reference, preds, target):
    expected = reference(target.double(), preds.double())
    np.testing.assert_allclose(value(cls(**settings), preds, target), expected, rtol=1e-6)


@every_metric
def test_far_from_zero(cls, settings, reference):
    preds, target = pairs(500)
    preds, target = preds.double() + 1e4, target.double() + 1e4
    np.testing.assert_allclose(value(cls(**settings), preds, target), reference(target, preds), rtol=1e-6)
    low = preds.float(), target.float()
    expected = reference(low[1].double(), low[0].double())
    np.testing.assert_allclose(value(cls(**settings), *low), expected, rtol=1e-6)


@every_metric
def test_weights(cls, settings, reference):
    preds, target = pairs(12)
    plain = value(cls(**settings), preds, target)
    assert torch.equal(value(cls(**settings), preds, target, torch.ones(12)), plain)
    copies = torch.arange(12) % 3
    expected = value(cls(**settings), preds.repeat_interleave(copies), target.repeat_interleave(copies))
    torch.testing.assert_close(value(cls(**settings), preds, target, copies), expected)


@every_metric
@pytest.mark.parametrize("strange", [float("nan"), float("inf")])
@pytest.mark.parametrize("outputs", [1, 2])
def test_what_weighs_nothing_may_hold_anything(cls, settings, reference, strange, outputs):
    preds, target = pairs(5, 2)
    weight = torch.tensor([1.0, 0.0, 1.0, 2.0, 0.0])
    metric = cls(num_outputs=outputs, **settings)
    expected = value(metric.clone(), preds[weight > 0], target[weight > 0], weight[weight > 0])
    preds[1], target[4] = strange, strange
    torch.testing.assert_close(value(metric, preds, target, weight), expected)


@every_metric
def test_of_nothing(cls, settings, reference):
    metric = cls(**settings)
    metric.update(torch.empty(0), torch.empty(0))
    assert metric.compute().isnan()
    metric = cls(num_outputs=2, **settings)
    metric.update(torch.empty(0, 2), torch.empty(0, 2))
    assert metric.compute().isnan().tolist() == [True, True]
