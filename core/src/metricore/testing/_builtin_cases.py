"""Cases of core's own metrics, small enough to be counted by hand; the tests have more, against other libraries."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from metricore.testing import _regression_cases
from metricore.testing._case import Case

# Decisions: the data, and true positives, false positives, true negatives and false negatives in it.

_BINARY = [
    (torch.tensor([0.9, 0.8, 0.7, 0.2, 0.1]), torch.tensor([1, 1, 0, 0, 1])),
    (torch.tensor([0.6, 0.3, 0.4]), torch.tensor([1, 1, 0])),
]
_BINARY_COUNTS = ((3, 1, 2, 2),)

# Predicted 0 0 1 1 2 for the first five, 2 2 2 for the others.
_MULTICLASS = [
    (
        torch.tensor([[3.0, 1.0, 0.0], [2.0, 0.0, 1.0], [0.0, 4.0, 1.0], [1.0, 2.0, 0.0], [0.0, 1.0, 3.0]]),
        torch.tensor([0, 0, 0, 1, 1]),
    ),
    (torch.tensor([[0.0, 1.0, 2.0], [-1.0, -3.0, 0.0], [0.5, 0.0, 0.75]]), torch.tensor([2, 2, 2])),
]
_MULTICLASS_COUNTS = ((2, 0, 5, 1), (1, 1, 5, 1), (3, 1, 4, 0))
_MULTICLASS_MATRIX = [[2, 1, 0], [0, 1, 1], [0, 0, 3]]

_MULTILABEL = [
    (torch.tensor([[0.9, 0.8], [0.7, 0.1], [0.6, 0.2]]), torch.tensor([[1, 1], [1, 0], [0, 0]])),
    (torch.tensor([[0.3, 0.4], [0.1, 0.3]]), torch.tensor([[0, 1], [1, 0]])),
]
_MULTILABEL_COUNTS = ((2, 1, 1, 1), (1, 0, 3, 1))

_DATA: dict[str, tuple[list[Any], Sequence[tuple[int, ...]], dict[str, Any]]] = {
    "binary": (_BINARY, _BINARY_COUNTS, {}),
    "multiclass": (_MULTICLASS, _MULTICLASS_COUNTS, {"num_classes": 3}),
    "multilabel": (_MULTILABEL, _MULTILABEL_COUNTS, {"num_labels": 2}),
}
_RATIOS: dict[str, Callable[[int, int, int, int], float]] = {
    "accuracy": lambda tp, fp, tn, fn: (tp + tn) / (tp + fp + tn + fn),
    "hamming_distance": lambda tp, fp, tn, fn: (fp + fn) / (tp + fp + tn + fn),
    "precision": lambda tp, fp, tn, fn: tp / (tp + fp),
    "recall": lambda tp, fp, tn, fn: tp / (tp + fn),
    "f1_score": lambda tp, fp, tn, fn: 2 * tp / (2 * tp + fp + fn),
    "fbeta_score": lambda tp, fp, tn, fn: 5 * tp / (5 * tp + fp + 4 * fn),
    "specificity": lambda tp, fp, tn, fn: tn / (tn + fp),
    "negative_predictive_value": lambda tp, fp, tn, fn: tn / (tn + fn),
}
_OF_ONE_CLASS = {"accuracy": _RATIOS["recall"], "hamming_distance": lambda tp, fp, tn, fn: fn / (tp + fn)}


def _decisions() -> dict[str, list[Case]]:
    cases: dict[str, list[Case]] = {}
    for task, (batches, counts, sizes) in _DATA.items():
        weighted = [(*batch, torch.full((len(batch[1]),), 0.5)) for batch in batches]
        for name, formula in _RATIOS.items():
            formula = _OF_ONE_CLASS.get(name, formula) if task == "multiclass" else formula
            settings = sizes | ({"beta": 2.0} if name == "fbeta_score" else {})
            by_class = [formula(*row) for row in counts]
            mean = sum(by_class) / len(by_class)
            cases[f"{task}_{name}"] = [Case(settings, batches, mean)]
            if task != "binary" and name == "precision":  # all of them are averaged by the same code
                cases[f"{task}_{name}"].append(Case(settings | {"average": "none"}, batches, by_class))
        for name, expected in (
            ("stat_scores", _stat_scores(task, counts)),
            ("confusion_matrix", _matrix(task, counts)),
        ):
            settings = sizes | ({"average": "none"} if name == "stat_scores" and sizes else {})
            cases[f"{task}_{name}"] = [
                Case(settings, batches, expected),
                Case(settings, weighted, expected / 2, name="weighted"),
            ]
    for name in (*_RATIOS, "stat_scores", "confusion_matrix"):
        case = cases[f"multilabel_{name}"][0]
        average = {} if name == "confusion_matrix" else {"average": case.settings.get("average", "macro")}
        settings = {"task": "multilabel", **case.settings, **average}
        cases[name] = [Case(settings, case.batches, case.expected, name="multilabel")]
    return cases


def _stat_scores(task: str, counts: Sequence[tuple[int, ...]]) -> torch.Tensor:
    table = torch.tensor([[tp, fp, tn, fn, tp + fn] for tp, fp, tn, fn in counts])
    return table[0] if task == "binary" else table


def _matrix(task: str, counts: Sequence[tuple[int, ...]]) -> torch.Tensor:
    if task == "multiclass":
        return torch.tensor(_MULTICLASS_MATRIX)
    matrices = torch.tensor([[[tn, fp], [fn, tp]] for tp, fp, tn, fn in counts])
    return matrices[0] if task == "binary" else matrices


# Aggregates and errors.

_STREAM = [(torch.tensor([1.0, 2.0, 5.0]),), (torch.tensor([4.0]),), (torch.tensor([0.5, 2.5, 3.0, 8.0]),)]
_WEIGHTED = [(torch.tensor([1.0, 3.0]), torch.tensor([3.0, 1.0])), (torch.tensor([6.0]), torch.tensor([2.0]))]
_GAPS = [(torch.tensor([1.0, math.nan, 5.0]),), (torch.tensor([math.nan, 3.0]),)]
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


CASES: Mapping[str, Sequence[Case]] = {**_decisions(), **_others(), **_regression_cases.CASES}
