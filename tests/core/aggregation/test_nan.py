"""What becomes of NaN."""

import math

import numpy as np
import pytest
import torch

from metricore import CatMetric, InvalidDataError, MaxMetric, MeanMetric, MinMetric, SumMetric

VALUES = torch.tensor([1.0, math.nan, 5.0, -2.0])
REFERENCES = {
    SumMetric: (np.nansum, np.sum),
    MeanMetric: (np.nanmean, np.mean),
    MaxMetric: (np.nanmax, np.max),
    MinMetric: (np.nanmin, np.min),
    CatMetric: (lambda values: values[~np.isnan(values)], lambda values: values),
}


def fed(metric, values=VALUES):
    for part in values.split(3):
        metric.update(part)
    return metric.compute()


@pytest.mark.parametrize("cls", REFERENCES)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16])
def test_left_out(cls, dtype):
    expected = REFERENCES[cls][0](VALUES.numpy())
    np.testing.assert_allclose(fed(cls("ignore"), VALUES.to(dtype)).float(), expected)
    with pytest.warns(UserWarning, match="Expected values without NaN; 1 of 3 elements do not fit"):
        got = fed(cls("warn"), VALUES.to(dtype))
    np.testing.assert_allclose(got.float(), expected)


@pytest.mark.parametrize("cls", REFERENCES)
def test_refused(cls):
    metric = cls("error")
    metric.update(torch.tensor([3.0]))
    with pytest.raises(InvalidDataError, match="Expected values without NaN; 1 of 3"):
        metric.update(VALUES[:3])
    with pytest.raises(InvalidDataError, match="1 of 1"):
        metric.update(math.nan)
    assert metric.compute() == 3.0


@pytest.mark.parametrize("cls", REFERENCES)
def test_let_through(cls):
    np.testing.assert_equal(fed(cls("disable")).numpy(), REFERENCES[cls][1](VALUES.numpy()))


@pytest.mark.parametrize("cls", REFERENCES)
@pytest.mark.parametrize("number", [0.0, 7, -1e6])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_replaced(cls, number, dtype):
    replaced = np.where(np.isnan(VALUES.numpy()), number, VALUES.numpy())
    np.testing.assert_allclose(fed(cls(number), VALUES.to(dtype)), REFERENCES[cls][1](replaced), rtol=1e-6)


@pytest.mark.parametrize("strategy", ["warn", "ignore"])
@pytest.mark.filterwarnings("ignore:Expected values without NaN")
def test_nothing_but_nan_is_nothing(strategy):
    nothing = torch.full((3,), math.nan)
    for cls, expected in ((SumMetric, 0.0), (MaxMetric, -math.inf), (MinMetric, math.inf), (MeanMetric, math.nan)):
        np.testing.assert_equal(fed(cls(strategy), nothing).item(), expected)
    assert fed(CatMetric(strategy), nothing).numel() == 0


@pytest.mark.parametrize("cls", REFERENCES)
@pytest.mark.parametrize("wrong", ["skip", None, True])
def test_senseless_strategy(cls, wrong):
    with pytest.raises(ValueError, match=f"Expected nan_strategy to be a number or one of .*, got {wrong!r}"):
        cls(wrong)


@pytest.mark.parametrize("cls", [SumMetric, MeanMetric, MaxMetric, MinMetric])
@pytest.mark.parametrize("strategy", ["error", "warn"])
def test_reported_by_compute_where_values_cannot_be_looked_at(cls, strategy):
    metric = cls(strategy)
    torch._dynamo.reset()
    update = torch.compile(lambda value: metric.update(value), backend="eager", fullgraph=True)
    for part in (VALUES[2:], VALUES[:2], VALUES[:2]):
        update(part)
    message = "Expected values without NaN; 2 elements do not fit, the first of them in update 2"
    if strategy == "error":
        with pytest.raises(InvalidDataError, match=message):
            metric.compute()
    else:
        with pytest.warns(UserWarning, match=message):
            got = metric.compute()
        np.testing.assert_allclose(got, REFERENCES[cls][0]([5.0, -2.0, 1.0, 1.0]))
