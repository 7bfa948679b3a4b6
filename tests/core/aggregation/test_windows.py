"""Windows of values and of time, against pandas and against a look at all data."""

import math

import numpy as np
import pandas
import pytest
import torch

from metricore import InvalidDataError, MetricCollection
from metricore.aggregation import (
    TimeWindowedMax,
    TimeWindowedMean,
    TimeWindowedMin,
    TimeWindowedSum,
    WindowedMax,
    WindowedMean,
    WindowedMedian,
    WindowedMin,
    WindowedStd,
    WindowedSum,
)

OF_VALUES = {
    "mean": WindowedMean, "sum": WindowedSum, "max": WindowedMax,
    "min": WindowedMin, "std": WindowedStd, "median": WindowedMedian,
}  # fmt: skip
OF_TIME = {"mean": TimeWindowedMean, "sum": TimeWindowedSum, "max": TimeWindowedMax, "min": TimeWindowedMin}
BEFORE_ANY = {"sum": 0.0, "max": -math.inf, "min": math.inf}
values = pytest.mark.parametrize("name", OF_VALUES)
times = pytest.mark.parametrize("name", OF_TIME)


def stream(size=60, offset=0.0):
    g = torch.Generator().manual_seed(0)
    return torch.randn(size, generator=g, dtype=torch.float64) + offset, torch.rand(size, generator=g).double() * 100


def cut(*data):
    return zip(*(part.split([1, 0, 1, 30, len(part) - 32]) for part in data), strict=True)


@values
@pytest.mark.parametrize("window", [1, 2, 7, 40, 100])
@pytest.mark.parametrize("offset", [0.0, 1e4, 1e8])
def test_of_values(name, window, offset):
    data, _ = stream(offset=offset)
    metric = OF_VALUES[name](window)
    for batch, seen in zip(cut(data), np.cumsum([1, 0, 1, 30, 28]), strict=True):
        metric.update(*batch)
        rolling = pandas.Series(data[:seen].numpy()).rolling(window, min_periods=1)
        expected = getattr(rolling, name)().iloc[-1]
        if name == "std":  # without rolling sums, which lose digits
            expected = np.std(data[:seen].numpy()[-window:], ddof=1) if min(window, seen) > 1 else np.nan
        np.testing.assert_allclose(metric.compute(), expected, rtol=1e-6)
    assert metric.values.shape == (window,)


@values
@pytest.mark.parametrize("kind", [torch.float16, torch.uint8])
def test_kinds_of_numbers(name, kind):
    data = stream()[0].mul(40).add(120).to(kind)
    metric = OF_VALUES[name](10)
    metric.update(data)
    expected = getattr(pandas.Series(data[-10:].double().numpy()), name)()
    np.testing.assert_allclose(metric.compute(), expected, rtol=1e-6)


@values
def test_nan_takes_no_place(name):
    gaps = OF_VALUES[name](3, nan_strategy="ignore")
    gaps.update(torch.tensor([7.0, 1.0, math.nan, 4.0, math.nan]))
    gaps.update(math.nan)
    gaps.update(0.0)
    plain = OF_VALUES[name](3)
    plain.update(torch.tensor([1.0, 4.0, 0.0]))
    assert gaps.compute() == plain.compute()
    with pytest.raises(InvalidDataError, match="without NaN; 1 of 2"):
        OF_VALUES[name](3, "error").update(torch.tensor([1.0, math.nan]))


@values
def test_nan_that_is_let_through_shows(name):
    metric = OF_VALUES[name](3, nan_strategy="disable")
    for value, shows in ((1.0, False), (math.nan, True), (2.0, True), (3.0, True), (4.0, False)):
        metric.update(value)
        assert metric.compute().isnan() == shows or (name, value) == ("std", 1.0)


@values
def test_merged_states_follow(name):
    data, _ = stream()
    whole, first, second = (OF_VALUES[name](10) for _ in range(3))
    whole.update(data)
    first.update(data[:55])
    second.update(data[55:])
    first.merge_state(second)
    torch.testing.assert_close(first.compute(), whole.compute())


@values
def test_over_ranks_all_windows_count(name):
    data, _ = stream()
    parts = [OF_VALUES[name](10) for _ in range(2)]
    for metric, part in zip(parts, data.split(30), strict=True):
        metric.update(part)

    def gather(tensor, group):
        states = [next(v for v in m.metric_state.values() if v.dtype == tensor.dtype) for m in parts]
        return states

    metric = OF_VALUES[name](10, dist_sync_fn=gather, distributed_available_fn=lambda: True)
    metric.update(data[:30])
    both = OF_VALUES[name](20)
    both.update(torch.cat([data[20:30], data[50:60]]))
    torch.testing.assert_close(metric.compute(), both.compute())
    assert metric.values.shape == (10,)


def expected_in_time(name, data, when, window, buckets, weight=None):
    """What pandas makes of the values in the buckets that are not too old."""
    places = np.floor(when.numpy() / (window / buckets))
    keep = places > places.max() - buckets
    kept = data.numpy()[keep]
    if weight is not None and name in ("mean", "sum"):
        total = (kept * weight.numpy()[keep]).sum()
        return total / weight.numpy()[keep].sum() if name == "mean" else total
    return getattr(pandas.Series(kept), name)()


@times
@pytest.mark.parametrize(("window", "buckets"), [(10, 10), (10.0, 1), (33.3, 7), (1e4, 60)])
@pytest.mark.parametrize("since", [0.0, 1.7e9, -1e5])
@pytest.mark.parametrize("in_order", [False, True])
def test_of_time(name, window, buckets, since, in_order):
    data, when = stream()
    when = (when.sort().values if in_order else when) + since
    metric = OF_TIME[name](window, buckets)
    for batch in cut(data, when):
        metric.update(*batch)
    np.testing.assert_allclose(metric.compute(), expected_in_time(name, data, when, window, buckets), rtol=1e-6)


@times
def test_weights(name):
    data, when = stream()
    weight = torch.arange(60) % 4 / 2 + 0.5
    metric = OF_TIME[name](20.0, 20)
    for batch in cut(data, when, weight):
        metric.update(*batch)
    np.testing.assert_allclose(metric.compute(), expected_in_time(name, data, when, 20.0, 20, weight), rtol=1e-6)
    late = OF_TIME[name](20.0, 20)
    late.update(data, when)
    expected = late.compute()
    late.update(5.0, time=1e6, weight=0.0)  # absent, so it moves no window
    assert late.compute() == expected


@times
def test_the_last_steps(name):
    data, _ = stream()
    metric, plain = OF_TIME[name](5, buckets=5), OF_VALUES[name](5)
    for step, value in enumerate(data):
        metric.update(value, time=step)
        plain.update(value)
        torch.testing.assert_close(metric.compute(), plain.compute())


@times
def test_parts_of_one_stream_merge_in_any_order(name):
    data, when = stream()
    whole, *parts = (OF_TIME[name](30.0, 10) for _ in range(4))
    whole.update(data, when)
    for metric, a, b in zip(parts, data.split(20), when.split(20), strict=True):
        metric.update(a, b)
    parts[2].merge_state([parts[0], parts[1], OF_TIME[name](30.0, 10)])
    torch.testing.assert_close(parts[2].compute(), whole.compute())


@pytest.mark.parametrize("kind", [int, float, torch.tensor, lambda when: torch.tensor(when, dtype=torch.float64)])
def test_seconds_since_1970_where_sums_are_in_float32(kind):
    metric = TimeWindowedSum(10.0, 10).set_dtype(torch.float32)
    for when in range(1_700_000_000, 1_700_000_020):
        metric.update(1.0, kind(when))
    assert metric.compute() == 10


@pytest.mark.parametrize(("name", "cls"), [*OF_VALUES.items(), *OF_TIME.items()])
def test_nothing_yet(name, cls):
    metric = cls(3)
    metric.update(torch.empty(0), *([torch.empty(0)] if cls is OF_TIME.get(name) else []))
    np.testing.assert_equal(metric.compute().item(), BEFORE_ANY.get(name, math.nan))


def test_windows_of_a_collection_are_kept_once():
    metrics = {name: cls(7) for name, cls in OF_VALUES.items()}
    assert len(MetricCollection(metrics).compute_groups) == 1
    assert len(MetricCollection({name: cls(7) for name, cls in OF_TIME.items()}).compute_groups) == 1


def test_bad_settings_and_times():
    for wrong in (0, 1.5, True, "5"):
        with pytest.raises(ValueError, match="window to be a positive integer"):
            WindowedMean(wrong)
    for wrong in (0, -1.0, math.inf, math.nan, "5", True):
        with pytest.raises(ValueError, match="window to be a finite number above 0"):
            TimeWindowedMean(wrong)
    with pytest.raises(ValueError, match="buckets to be a positive integer, got 0"):
        TimeWindowedMean(1.0, 0)
    metric = TimeWindowedMean(1.0)
    with pytest.raises(InvalidDataError, match=r"finite times, .*; 1 of 2"):
        metric.update(torch.ones(2), torch.tensor([1.0, math.nan]))
    for never in (1e300, -(2**80), torch.tensor([1e30])):
        with pytest.raises(InvalidDataError, match=r"of fewer than 2\^53 buckets; 1 of 1"):
            metric.update(torch.ones(1), never)
    with pytest.raises(ValueError, match=r"time to broadcast to the shape \(2,\) of value, got \(3,\)"):
        metric.update(torch.ones(2), torch.ones(3))
    assert metric.update_count == 0
