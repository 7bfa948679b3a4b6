"""Metrics without faults pass all laws; the aggregates of core, and metrics written for TorchMetrics' API."""

import numpy as np
import torch

from metricore import CatMetric, MaxMetric, MeanMetric, MinMetric, RunningMean, RunningSum, SumMetric
from metricore.testing import Case, parametrize_with_checks
from tests.core.framework.custom_metrics import ListStates, OwnReductions, SumStates

STREAM = [(torch.tensor([1.0, 2.0, 5.0]),), (torch.tensor([4.0]),), (torch.tensor([[0.5, 2.5], [3.0, 8.0]]).flatten(),)]
WEIGHTED = [(value, torch.arange(len(value)) + 1.0) for (value,) in STREAM]
GAPS = [(torch.tensor([1.0, float("nan"), 5.0]),), (torch.tensor([float("nan"), 3.0]),)]
NUMBERS = [(2.0,), (torch.tensor(4.0),), (torch.tensor([[6.0], [8.0]]),)]

generator = torch.Generator().manual_seed(0)
SCORES = [(torch.randn(n, 3, generator=generator), torch.randint(0, 3, (n,), generator=generator)) for n in (5, 1, 8)]
PAIRS = [(torch.randn(n, generator=generator), torch.randn(n, generator=generator)) for n in (6, 2, 9)]

READS_NAN = {"forward_no_host_sync": "how many values are left without NaN is known only by reading them"}
GROWS = "a list that grows is compiled anew at every step; cat_state() is not"
LISTS = {
    "compiles": GROWS,
    "compiled_step": GROWS,
    "forward_no_host_sync": "torch.corrcoef compares values on the host",
}
BY_RANK = {"two_ranks": "each rank has a window of its own"}


def accuracy(preds, target):
    return (preds.numpy().argmax(axis=1) == target.numpy()).mean()


def correlation(preds, target):
    return np.corrcoef(preds.double().numpy(), target.double().numpy())[0, 1]


def of_all(function):
    return lambda value, *_: function(value.double().numpy())


@parametrize_with_checks(
    [
        (
            MeanMetric,
            [
                Case({}, STREAM, of_all(np.mean)),
                Case({}, WEIGHTED, lambda v, w: np.average(v.numpy(), weights=w.numpy()), name="weighted"),
                Case({"nan_strategy": "ignore"}, GAPS, 3.0),
                Case({"nan_strategy": 0.0}, GAPS, 1.8),
                Case({}, NUMBERS, 5.0, name="numbers"),
            ],
        ),
        (SumMetric, [Case({}, STREAM, of_all(np.sum)), Case({"nan_strategy": "ignore"}, GAPS, 9.0)]),
        (MaxMetric, [Case({}, STREAM, of_all(np.max)), Case({"nan_strategy": "ignore"}, GAPS, 5.0)]),
        (MinMetric, [Case({}, STREAM, of_all(np.min)), Case({"nan_strategy": "ignore"}, GAPS, 1.0)]),
        (
            CatMetric,
            [
                Case({}, STREAM, lambda value: value, expected_failures=READS_NAN),
                Case({"nan_strategy": "disable"}, STREAM, lambda value: value),
            ],
        ),
        (RunningMean, [Case({"window": 2}, STREAM, 18.0 / 5, splits=False, expected_failures=BY_RANK)]),
        (RunningSum, [Case({"window": 2}, STREAM, 18.0, splits=False, expected_failures=BY_RANK)]),
        (SumStates, [Case({}, SCORES, accuracy)]),
        (ListStates, [Case({}, PAIRS, correlation, expected_failures=LISTS)]),
    ]
)
def test_law(check):
    check()


@parametrize_with_checks(
    [
        (
            OwnReductions,
            [
                Case({}, STREAM, lambda v: {"largest": v.max(), "powers": v.square().sum()}),
                Case({"power": 3.0}, STREAM, lambda v: {"largest": v.max(), "powers": (v**3).sum()}),
            ],
        )
    ],
    expected_failures={
        f"OwnReductions-{case}pickle": "a function written in __init__ cannot be pickled" for case in ("", "power=3.0-")
    },
)
def test_law_with_a_reduction_of_ones_own(check):
    check()
