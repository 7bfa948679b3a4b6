"""Cases of core's own metrics, small enough to be counted by hand; the tests have more, against other libraries."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import torch

from metricore.testing import (
    _clustering_cases,
    _decision_cases,
    _nominal_cases,
    _regression_cases,
    _retrieval_cases,
    _score_cases,
    _segmentation_cases,
    _shape_cases,
    _survival_cases,
    _wrapper_cases,
)
from metricore.testing._case import Case

_STREAM = [(torch.tensor([1.0, 2.0, 5.0]),), (torch.tensor([4.0]),), (torch.tensor([0.5, 2.5, 3.0, 8.0]),)]
_WEIGHTED = [(torch.tensor([1.0, 3.0]), torch.tensor([3.0, 1.0])), (torch.tensor([6.0]), torch.tensor([2.0]))]
_GAPS = [(torch.tensor([1.0, math.nan, 5.0]),), (torch.tensor([math.nan, 3.0]),)]
_TIMES = torch.tensor([0.0, 1.0, 6.0]), torch.tensor([3.4]), torch.tensor([3.3, 4.0, 3.5, 5.7])
_TIMED = [(*values, times) for values, times in zip(_STREAM, _TIMES, strict=True)]  # 5, 2.5, 3 and 8 are not too old
_READS_NAN = {"forward_no_host_sync": "how many values are left without NaN is known only by reading them"}
_BY_RANK = {"two_ranks": "each rank has a window of its own"}

# The differences are -0.5, 0.5, 0 and 1.
_PAIRS = [
    (torch.tensor([2.5, 0.0, 2.0]), torch.tensor([3.0, -0.5, 2.0])),
    (torch.tensor([8.0]), torch.tensor([7.0])),
]
_COLUMNS = [(preds.unsqueeze(1) * torch.tensor([1.0, 2.0]), target.unsqueeze(1) * torch.tensor([1.0, 2.0]))
            for preds, target in _PAIRS]  # fmt: skip
_HALVES = [(*batch, torch.full((len(batch[0]),), 0.5)) for batch in _PAIRS]


def _windows() -> dict[str, list[Case]]:
    last = {"mean": 8 / 3, "sum": 8.0, "max": 5.0, "min": 1.0, "std": math.sqrt(13 / 3), "median": 2.0}
    lately = {"mean": 4.625, "sum": 18.5, "max": 8.0, "min": 2.5}
    return {
        **{
            f"windowed_{name}": [Case({"window": 3}, _STREAM[::-1], value, expected_failures=_BY_RANK)]
            for name, value in last.items()
        },
        **{
            f"time_windowed_{name}": [Case({"window": 3.0, "buckets": 6}, _TIMED, value)]
            for name, value in lately.items()
        },
    }


def _others() -> dict[str, list[Case]]:
    return {
        "mean": [
            Case({}, _STREAM, 3.25),
            Case({}, _WEIGHTED, 3.0, name="weighted"),
            Case({"nan_strategy": "ignore"}, _GAPS, 3.0),
            Case({"nan_strategy": 0.0}, _GAPS, 1.8),
        ],
        "sum": [Case({}, _STREAM, 26.0), Case({"nan_strategy": "ignore"}, _GAPS, 9.0)],
        "max": [Case({}, _STREAM, 8.0), Case({"nan_strategy": "ignore"}, _GAPS, 5.0)],
        "min": [Case({}, _STREAM, 0.5), Case({"nan_strategy": "ignore"}, _GAPS, 1.0)],
        "cat": [
            Case({}, _STREAM, [1.0, 2.0, 5.0, 4.0, 0.5, 2.5, 3.0, 8.0], expected_failures=_READS_NAN),
            Case({"nan_strategy": 7.0}, _GAPS, [1.0, 7.0, 5.0, 7.0, 3.0]),
        ],
        "running_mean": [Case({"window": 2}, _STREAM, 3.6, splits=False, expected_failures=_BY_RANK)],
        "running_sum": [Case({"window": 2}, _STREAM, 18.0, splits=False, expected_failures=_BY_RANK)],
        "variance": [Case({}, _STREAM, 41.0 / 7), Case({"correction": 0}, _WEIGHTED, 5.0, name="weighted")],
        "std": [Case({}, _STREAM, math.sqrt(41.0 / 7))],
        "skewness": [Case({}, [(torch.tensor([0.0, 0.0]),), (torch.tensor([3.0]),)], math.sqrt(0.5))],
        "kurtosis": [Case({}, [(torch.tensor([0.0, 0.0]),), (torch.tensor([3.0]),)], -1.5)],
        "covariance": [
            Case(
                {"num_variables": 2},
                [(torch.tensor([[1.0, 2.0], [3.0, 2.0]]),), (torch.tensor([[2.0, 5.0]]),)],
                [[1.0, 0.0], [0.0, 3.0]],
            )
        ],
        "geometric_mean_metric": [Case({}, [(torch.tensor([1.0, 2.0]),), (torch.tensor([4.0]),)], 2.0)],
        "harmonic_mean": [Case({}, [(torch.tensor([1.0]),), (torch.tensor([3.0]),)], 1.5)],
        "histogram": [Case({"bins": 3, "high": 6.0}, _STREAM, [2.0, 3.0, 2.0])],
        "exponential_moving_average": [
            Case({"decay": 0.5}, [(torch.tensor([1.0, 2.0]),), (torch.tensor([6.0]),)], 7.25 / 1.75)
        ],
        "quantile": [Case({"q": [0.0, 0.5, 1.0]}, _STREAM, [0.5, 2.5, 8.0], rtol=0.0101)],
        "median": [Case({}, _STREAM, 2.5, rtol=0.0101)],
        **_windows(),
        "mean_squared_error": [
            Case({}, _PAIRS, 0.375),
            Case({"squared": False}, _PAIRS, math.sqrt(0.375)),
            Case({"num_outputs": 2}, _COLUMNS, [0.375, 1.5]),
            Case({}, _HALVES, 0.375, name="weighted"),
        ],
        "mean_absolute_error": [
            Case({}, _PAIRS, 0.5),
            Case({"num_outputs": 2}, _COLUMNS, [0.5, 1.0]),
            Case({}, _HALVES, 0.5, name="weighted"),
        ],
    }


CASES: Mapping[str, Sequence[Case]] = {
    **_decision_cases.CASES,
    **_score_cases.CASES,
    **_others(),
    **_wrapper_cases.CASES,
    **_clustering_cases.CASES,
    **_nominal_cases.CASES,
    **_regression_cases.CASES,
    **_retrieval_cases.CASES,
    **_segmentation_cases.CASES,
    **_shape_cases.CASES,
    **_survival_cases.CASES,
}
