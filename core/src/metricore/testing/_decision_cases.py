"""Cases of the metrics that count decisions, small enough to be counted by hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from metricore.testing._case import Case

# The data, and true positives, false positives, true negatives and false negatives in it.

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
    "jaccard_index": lambda tp, fp, tn, fn: tp / (tp + fp + fn),
    "negative_predictive_value": lambda tp, fp, tn, fn: tn / (tn + fn),
    "false_positive_rate": lambda tp, fp, tn, fn: fp / (fp + tn),
    "false_negative_rate": lambda tp, fp, tn, fn: fn / (fn + tp),
    "false_discovery_rate": lambda tp, fp, tn, fn: fp / (fp + tp),
    "false_omission_rate": lambda tp, fp, tn, fn: fn / (fn + tn),
    "informedness": lambda tp, fp, tn, fn: tp / (tp + fn) - fp / (fp + tn),
    "markedness": lambda tp, fp, tn, fn: tp / (tp + fp) - fn / (fn + tn),
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
    return cases


def _stat_scores(task: str, counts: Sequence[tuple[int, ...]]) -> torch.Tensor:
    table = torch.tensor([[tp, fp, tn, fn, tp + fn] for tp, fp, tn, fn in counts])
    return table[0] if task == "binary" else table


def _matrix(task: str, counts: Sequence[tuple[int, ...]]) -> torch.Tensor:
    if task == "multiclass":
        return torch.tensor(_MULTICLASS_MATRIX)
    matrices = torch.tensor([[[tn, fp], [fn, tp]] for tp, fp, tn, fn in counts])
    return matrices[0] if task == "binary" else matrices


# Agreement, means over classes, whole samples, groups.

_GROUPED = [(*_BINARY[0], torch.tensor([0, 0, 0, 1, 1])), (*_BINARY[1], torch.tensor([1, 1, 0]))]
_GRIDS = [(preds[:, :, None].expand(-1, -1, 2), target[:, None].expand(-1, 2)) for preds, target in _MULTICLASS]
_NAMES = "the keys name groups"
_ROWS = {"expected_failures": {"forward_no_host_sync": "a row for each class that occurs"}}


def _row(precision: float, recall: float, f1: float, support: int) -> dict[str, float]:
    return {"precision": precision, "recall": recall, "f1-score": f1, "support": support}


_REPORTS = {
    "binary": {
        "0": _row(1 / 2, 2 / 3, 4 / 7, 3),
        "1": _row(3 / 4, 3 / 5, 2 / 3, 5),
        "accuracy": 5 / 8,
        "macro avg": _row(5 / 8, 19 / 30, 13 / 21, 8),
        "weighted avg": _row(21 / 32, 5 / 8, 53 / 84, 8),
    },
    "multiclass": {
        "0": _row(1.0, 2 / 3, 4 / 5, 3),
        "1": _row(1 / 2, 1 / 2, 1 / 2, 2),
        "2": _row(3 / 4, 1.0, 6 / 7, 3),
        "accuracy": 3 / 4,
        "macro avg": _row(3 / 4, 13 / 18, 151 / 210, 8),
        "weighted avg": _row(25 / 32, 3 / 4, 209 / 280, 8),
    },
    "multilabel": {
        "0": _row(2 / 3, 2 / 3, 2 / 3, 3),
        "1": _row(1.0, 1 / 2, 2 / 3, 2),
        "micro avg": _row(3 / 4, 3 / 5, 2 / 3, 5),
        "macro avg": _row(5 / 6, 7 / 12, 2 / 3, 5),
        "weighted avg": _row(4 / 5, 3 / 5, 2 / 3, 5),
        "samples avg": _row(2 / 5, 2 / 5, 2 / 5, 5),
    },
}
_ODDS = {
    "binary": {"positive": 9 / 5, "negative": 3 / 5},
    "multiclass": {"positive": [math.nan, 3.0, 5.0], "negative": [1 / 3, 3 / 5, 0.0]},
    "multilabel": {"positive": [4 / 3, math.nan], "negative": [2 / 3, 1 / 2]},
}
_BY_TASK: dict[str, dict[str, Any]] = {
    "matthews_corrcoef": {
        "binary": (3 * 2 - 1 * 2) / math.sqrt(4 * 5 * 3 * 4),
        "multiclass": (6 * 8 - 22) / math.sqrt((64 - 24) * (64 - 22)),
        "multilabel": (3 * 4 - 1 * 2) / math.sqrt(4 * 5 * 5 * 6),
    },
    "cohen_kappa": {"binary": (5 / 8 - 1 / 2) / (1 - 1 / 2), "multiclass": (6 / 8 - 22 / 64) / (1 - 22 / 64)},
    "balanced_accuracy": {"binary": 19 / 30, "multiclass": 13 / 18, "multilabel": (7 / 12 + 3 / 4) / 2},
    "geometric_mean": {
        "binary": math.sqrt(3 / 5 * 2 / 3),
        "multiclass": (1 / 3) ** (1 / 3),
        "multilabel": (math.sqrt(1 / 3) + math.sqrt(1 / 2)) / 2,
    },
    "class_likelihood_ratios": _ODDS,
    "classification_report": _REPORTS,
    "exact_match": {"multiclass": 6 / 8, "multilabel": 2 / 5},
}


def _more() -> dict[str, list[Case]]:
    cases: dict[str, list[Case]] = {}
    for name, expected in _BY_TASK.items():
        about: dict[str, Any] = _ROWS if name == "classification_report" else {}
        for task, value in expected.items():
            batches, _, sizes = _DATA[task]
            batches = _GRIDS if (name, task) == ("exact_match", "multiclass") else batches
            cases[f"{task}_{name}"] = [Case(sizes, batches, value, **about)]
    positions = [tuple(part.unsqueeze(-1).expand(-1, -1, 2) for part in batch) for batch in _MULTILABEL]
    each = {"num_labels": 2, "multidim_average": "samplewise"}
    cases["multilabel_exact_match"].append(Case(each, positions, [1.0, 1.0, 0.0, 0.0, 0.0]))
    rates = {"group_0": [0.5, 0.25, 0.25, 0.0], "group_1": [0.25, 0.0, 0.25, 0.5]}
    least = {"DP_1_0": 1 / 3, "EO_1_0": 1 / 3}
    return cases | {
        "top_k_accuracy": [Case({"num_classes": 3, "top_k": 2}, _MULTICLASS, 7 / 8)],
        "binary_groups_stat_rates": [Case({"num_groups": 2}, _GROUPED, rates)],
        "binary_fairness": [
            Case({"num_groups": 2}, _GROUPED, least, expected_failures={"forward_no_host_sync": _NAMES})
        ],
    }


def task_forms(cases: Mapping[str, Sequence[Case]], **more: Any) -> dict[str, list[Case]]:
    """A case of each family that has members for several tasks, through the last of them.

    Args:
        cases: cases of the members.
        more: settings that families have to be given, unless the case has them.
    """
    forms: dict[str, list[Case]] = {}
    families = [name.split("_", 1)[1] for name in cases]
    for name, (case, *_) in cases.items():
        task, family = name.split("_", 1)
        if families.count(family) > 1:
            about: dict[str, Any] = {"low_precision": case.low_precision, "expected_failures": case.expected_failures}
            forms[family] = [
                Case({"task": task, **more, **case.settings}, case.batches, case.expected, name=task, **about)
            ]
    return forms


_COUNTED = _decisions()
_MATRICES = {name: its for name, its in _COUNTED.items() if name.endswith("confusion_matrix")}
_OTHERS = _more()
CASES: Mapping[str, Sequence[Case]] = {
    **_COUNTED,
    **_OTHERS,
    **task_forms({name: its for name, its in _COUNTED.items() if name not in _MATRICES}, average="macro"),
    **task_forms(_MATRICES),
    **task_forms(_OTHERS),
}
