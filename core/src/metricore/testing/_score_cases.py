"""Cases of the metrics that read scores; curves are counted here, areas and errors by hand or by scikit-learn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from metricore.testing._case import Case
from metricore.testing._decision_cases import task_forms


def _sixteenths(*rows: Any) -> Tensor:
    """Scores that are exact in half precision."""
    return torch.tensor(rows) / 16


_DATA: dict[str, tuple[list[Any], dict[str, int]]] = {
    "binary": (
        [
            (_sixteenths(15, 12, 11, 3, 2), torch.tensor([1, 1, 0, 0, 1])),
            (_sixteenths(10, 7, 8), torch.tensor([1, 1, 0])),
        ],
        {},
    ),
    "multiclass": (
        [
            (_sixteenths([10, 4, 2], [4, 8, 4], [2, 2, 12], [4, 9, 3], [1, 1, 14]), torch.tensor([0, 0, 2, 1, 1])),
            (_sixteenths([7, 5, 4], [3, 2, 11], [13, 1, 2]), torch.tensor([0, 2, 2])),
        ],
        {"num_classes": 3},
    ),
    "multilabel": (
        [
            (_sixteenths([14, 13], [11, 2], [10, 3]), torch.tensor([[1, 1], [1, 0], [0, 0]])),
            (_sixteenths([5, 6], [1, 4]), torch.tensor([[0, 1], [1, 0]])),
        ],
        {"num_labels": 2},
    ),
}

# For the tasks in order: settings, the value, and values and thresholds of points.

_VALUES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "auroc": ({}, {"binary": 3 / 5, "multiclass": 5 / 8, "multilabel": 5 / 6}),
    "average_precision": ({}, {"binary": 97 / 120, "multiclass": 311 / 540, "multilabel": 14 / 15}),
    "eer": ({}, {"binary": 11 / 30, "multiclass": [4 / 15, 1 / 2, 4 / 15], "multilabel": [5 / 12, 0.0]}),
    "logauc": (
        {"fpr_range": (0.1, 0.6)},
        {"binary": 0.46561, "multiclass": [0.54867172, 1 / 2, 0.4087648], "multilabel": [2 / 3, 1.0]},
    ),
    "gini": ({}, {"binary": 1 / 5, "multiclass": 1 / 4, "multilabel": 2 / 3}),
    "kolmogorov_smirnov": ({}, {"binary": 2 / 5, "multiclass": 47 / 90, "multilabel": 5 / 6}),
    "false_positive_rate_at_recall": (
        {"recall": 0.6},
        {"binary": 1 / 3, "multiclass": 7 / 15, "multilabel": 0.0},
    ),
    "precision_at_fixed_recall": (
        {"min_recall": 0.6},
        {
            "binary": (3 / 4, 5 / 8),
            "multiclass": ([2 / 3, 1 / 4, 2 / 3], [7 / 16, 1 / 16, 11 / 16]),
            "multilabel": ([1.0, 1.0], [11 / 16, 3 / 8]),
        },
    ),
    "recall_at_fixed_precision": (
        {"min_precision": 0.6},
        {
            "binary": (1.0, 1 / 8),
            "multiclass": ([1.0, 1 / 2, 2 / 3], [1 / 4, 9 / 16, 11 / 16]),
            "multilabel": ([1.0, 1.0], [1 / 16, 3 / 8]),
        },
    ),
    "sensitivity_at_specificity": (
        {"min_specificity": 0.6},
        {
            "binary": (3 / 5, 5 / 8),
            "multiclass": ([1.0, 1 / 2, 2 / 3], [1 / 4, 9 / 16, 11 / 16]),
            "multilabel": ([2 / 3, 1.0], [11 / 16, 3 / 8]),
        },
    ),
    "specificity_at_sensitivity": (
        {"min_sensitivity": 0.6},
        {
            "binary": (2 / 3, 5 / 8),
            "multiclass": ([4 / 5, 0.0, 4 / 5], [7 / 16, 1 / 16, 11 / 16]),
            "multilabel": ([1.0, 1.0], [11 / 16, 3 / 8]),
        },
    ),
    "max_fbeta": (
        {"beta": 2.0},
        {
            "binary": (25 / 28, 1 / 8),
            "multiclass": ([15 / 17, 5 / 8, 3 / 4], [1 / 4, 1 / 16, 1 / 8]),
            "multilabel": ([15 / 17, 1.0], [1 / 16, 3 / 8]),
        },
    ),
    "calibration_error": ({"n_bins": 3}, {"binary": 3 / 16, "multiclass": 1 / 4}),
    "adaptive_calibration_error": ({"n_bins": 2}, {"binary": 3 / 32, "multiclass": 1 / 4}),
    "classwise_calibration_error": ({"n_bins": 4}, {"multiclass": 5 / 24, "multilabel": 49 / 160}),
    "brier_score": ({}, {"binary": 131 / 512, "multiclass": 0.64746094, "multilabel": 0.20195313}),
    "brier_decomposition": (
        {"n_bins": 2},
        {
            "binary": (131 / 512, 9 / 512, 1 / 64, 15 / 64, 5 / 256),
            "multiclass": (0.64746094, 0.053320313, 0.13660714, 21 / 32, 0.074497768),
            "multilabel": (0.20195313, 0.024316406, 29 / 600, 6 / 25, -0.014029948),
        },
    ),
    "log_loss": ({}, {"binary": 0.72403521, "multiclass": 1.0965933, "multilabel": 0.64536577}),
    "normalized_entropy": ({}, {"binary": 1.0944309, "multiclass": 1.0133042, "multilabel": 0.95892211}),
    "calibration_ratio": ({}, {"binary": 17 / 20, "multilabel": 83 / 96}),
    "hinge_loss": ({}, {"binary": 13 / 16, "multiclass": 125 / 128}),
    "aurc": ({}, {"binary": 0.32752976, "multiclass": 0.58794643}),
    "excess_aurc": ({}, {"binary": 0.22410714, "multiclass": 0.48452381}),
    "risk_coverage_curve": (
        {},
        {
            "binary": (
                [1 / 8, 1 / 4, 3 / 8, 1 / 2, 5 / 8, 3 / 4, 7 / 8, 1.0],
                [0.0, 1 / 2, 1 / 3, 1 / 4, 2 / 5, 1 / 3, 3 / 7, 3 / 8],
                [15 / 16, 7 / 8, 13 / 16, 3 / 4, 11 / 16, 5 / 8, 9 / 16, 1 / 2],
            ),
            "multiclass": (
                [1 / 8, 1 / 4, 3 / 8, 1 / 2, 5 / 8, 3 / 4, 7 / 8, 1.0],
                [1.0, 1.0, 2 / 3, 1 / 2, 2 / 5, 1 / 3, 3 / 7, 3 / 8],
                [7 / 8, 13 / 16, 3 / 4, 11 / 16, 5 / 8, 9 / 16, 1 / 2, 7 / 16],
            ),
        },
    ),
    "coverage_error": ({}, {"multilabel": 6 / 5}),
    "ranking_average_precision": ({}, {"multilabel": 9 / 10}),
    "ranking_loss": ({}, {"multilabel": 1 / 5}),
}
_PARTS = ("brier", "reliability", "resolution", "uncertainty", "within_bins")
_POINTS = "an exact curve has a point for each score"
_ALL_POINTS = {
    name: {"forward_no_host_sync": _POINTS}
    for name in ("roc", "precision_recall_curve", "detection_error_tradeoff", "risk_coverage_curve")
}


def _curves(task: str) -> dict[str, Any]:
    """The points of each column, by counting what is at or above each score."""
    batches, _ = _DATA[task]
    preds, target = (torch.cat(parts) for parts in zip(*batches, strict=True))
    columns = [(preds, target)] if task == "binary" else [
        (preds[:, c], target == c if task == "multiclass" else target[:, c]) for c in range(preds.shape[1])
    ]  # fmt: skip
    found: dict[str, list[tuple[Tensor, ...]]] = {name: [] for name in list(_ALL_POINTS)[:3]}
    for scores, labels in columns:
        thresholds: Tensor = torch.unique(scores)
        chosen = scores >= thresholds.unsqueeze(1)
        tp, fp = (chosen & (labels == 1)).sum(1), (chosen & (labels == 0)).sum(1)
        nothing = torch.zeros(1)
        tpr, fpr = (torch.cat([part / part.max(), nothing]).flip(0) for part in (tp, fp))
        downward = torch.cat([torch.tensor([math.inf]), thresholds.flip(0)])
        found["roc"].append((fpr, tpr, downward))
        found["detection_error_tradeoff"].append((fpr, 1 - tpr, downward))
        found["precision_recall_curve"].append((torch.cat([tp / (tp + fp), nothing + 1]), tpr.flip(0), thresholds))
    if task == "binary":
        return {name: points[0] for name, points in found.items()}
    return {name: tuple(map(list, zip(*points, strict=True))) for name, points in found.items()}


def _members() -> dict[str, list[Case]]:
    cases: dict[str, list[Case]] = {}
    values = [(name, task, settings, each[task]) for name, (settings, each) in _VALUES.items() for task in each]
    values += [(name, task, {}, points) for task in _DATA for name, points in _curves(task).items()]
    for name, task, settings, expected in values:
        batches, sizes = _DATA[task]
        if name == "brier_decomposition":
            expected = dict(zip(_PARTS, expected, strict=True))
        about: Any = {"expected_failures": _ALL_POINTS.get(name, {})}
        cases[f"{task}_{name}"] = [Case(sizes | settings, batches, expected, **about)]
    for name in ("binary_auroc", "multiclass_calibration_error", "multilabel_brier_score"):  # one of each state
        (case,) = cases[name]
        halves = [(*batch, torch.full((len(batch[1]),), 0.5)) for batch in _DATA[name.split("_")[0]][0]]
        cases[name].append(Case(case.settings, halves, case.expected, name="weighted"))
    cases["binary_auroc"].append(Case({"thresholds": 5}, _DATA["binary"][0], 19 / 30))
    data, sizes = _DATA["multiclass"]
    each = {"multiclass_mode": "one-vs-all"}
    cases["multiclass_hinge_loss"].append(Case(sizes | each, data, [65 / 64, 35 / 32, 65 / 64]))
    return cases


_MEMBERS = _members()
CASES: Mapping[str, Sequence[Case]] = {**_MEMBERS, **task_forms(_MEMBERS)}
