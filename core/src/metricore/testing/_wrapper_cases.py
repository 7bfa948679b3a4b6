"""Cases of the wrappers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import nan

from metricore._collection import MetricCollection
from metricore.aggregation import SumMetric
from metricore.classification import BinaryAccuracy, MulticlassRecall
from metricore.regression import MeanAbsoluteError, MeanSquaredError
from metricore.testing._case import Case

_LABELS = [(torch.tensor([0, 1, 2, 1]), torch.tensor([0, 1, 1, 1])), (torch.tensor([2, 0]), torch.tensor([2, 2]))]
_PAIRS = [
    (torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[0.0, 2.0], [3.0, 2.0]])),
    (torch.tensor([[5.0, 6.0]]), torch.tensor([[5.0, 7.0]])),
]
_GAPS = [
    (torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[0.0, nan], [3.0, 2.0]])),
    (torch.tensor([[nan, 6.0]]), torch.tensor([[5.0, 7.0]])),
]
_TASKS: list[Any] = [
    ({"a": torch.tensor([0.9, 0.2]), "b": torch.tensor([1.0, 2.0])}, {"a": torch.tensor([1, 1]), "b": torch.zeros(2)}),
    ({"a": torch.tensor([0.9]), "b": torch.tensor([3.0])}, {"a": torch.tensor([1]), "b": torch.tensor([1.0])}),
]
_SCORES = [(torch.tensor([0.9, 0.8]), torch.tensor([5, 1])), (torch.tensor([0.1]), torch.tensor([0]))]
_READS_NAN = {
    "no_host_sync": "which rows are NaN is known only by reading them",
    "forward_no_host_sync": "which rows are NaN is known only by reading them",
}
_REMOVES_ROWS = dict.fromkeys(
    ("compiles", "compiled_step") if torch.__version__ < "2.10" else (),
    "PyTorch 2.9 traces the removal of rows only where torch._dynamo.config.capture_dynamic_output_shape_ops is set",
)
_SQUARES = (1 + 4 + 36 + 196 + 400 + 841) / 6  # of the squared predictions less the targets
_LASTS = dict.fromkeys(
    ("reset", "compute_idempotent", "grad_modes", "dtype_moves", "two_ranks"), "`compute` remembers extremes for ever"
)
_STREAM = [(torch.tensor([1.0, 2.0]),), (torch.tensor([4.0]),), (torch.tensor([0.5, 2.5]),)]
_ONE_OFF = [(torch.arange(12.0), torch.arange(12.0) + 1.0), (torch.zeros(8), torch.ones(8))]
_AS_INSIDE = {"spec": "which way is better is up to the metric inside"}
_DRAWS = {**_AS_INSIDE, "two_ranks": "each rank draws on its own"}
_GROUPS = [{"preds": batch[0], "target": batch[1], "groups": torch.arange(len(batch[0])) % 2} for batch in _ONE_OFF]


CASES: Mapping[str, Sequence[Case]] = {
    "boot_strapper": [
        Case(
            {"base_metric": MeanAbsoluteError(), "num_bootstraps": 20, "seed": 1},
            _ONE_OFF,
            {"mean": 1.0, "std": 0.0},
            expected_failures=_DRAWS,
        )
    ],
    "running": [
        Case(
            {"base_metric": SumMetric(), "window": 2},
            _STREAM,
            7.0,
            splits=False,
            expected_failures={"two_ranks": "each rank has a window of its own"},
        )
    ],
    "classwise_wrapper": [
        Case(
            {"metric": MulticlassRecall(num_classes=3, average="none"), "labels": ["x", "y", "z"], "prefix": "r_"},
            _LABELS,
            {"r_x": 1.0, "r_y": 2 / 3, "r_z": 0.5},
            expected_failures=_AS_INSIDE,
        )
    ],
    "grouped_metric": [
        Case(
            {"metric": MeanAbsoluteError(), "num_groups": 2},
            _GROUPS,
            {"0": 1.0, "1": 1.0},
            expected_failures=_AS_INSIDE,
        )
    ],
    "min_max_metric": [
        Case(
            {"base_metric": MeanSquaredError()},
            _PAIRS,
            {"raw": 1.0, "max": 1.0, "min": 1.0},
            expected_failures=_AS_INSIDE | _LASTS,
        )
    ],
    "multioutput_wrapper": [
        Case(
            {"base_metric": MeanAbsoluteError(), "num_outputs": 2, "remove_nans": False},
            _PAIRS,
            [1 / 3, 1.0],
            expected_failures=_AS_INSIDE,
        ),
        Case(
            {"base_metric": MeanAbsoluteError(), "num_outputs": 2},
            _GAPS,
            [0.5, 1.5],
            name="gaps",
            expected_failures=_AS_INSIDE | _READS_NAN | _REMOVES_ROWS,
        ),
    ],
    "multitask_wrapper": [
        Case(
            {"task_metrics": {"a": BinaryAccuracy(), "b": MetricCollection({"mse": MeanSquaredError()})}},
            _TASKS,
            {"a": 2 / 3, "b": {"mse": 3.0}},
        )
    ],
    "binary_target_transformer": [
        Case({"wrapped_metric": BinaryAccuracy(), "threshold": 2}, _SCORES, 2 / 3, expected_failures=_AS_INSIDE)
    ],
    "lambda_input_transformer": [
        Case(
            {"wrapped_metric": MeanSquaredError(), "transform_pred": torch.square},
            _PAIRS,
            _SQUARES,
            expected_failures=_AS_INSIDE,
        )
    ],
}
