"""The laws that every metric obeys, for wrappers."""

import torch
from torch import nan

from metricore import MeanAbsoluteError, MeanSquaredError, MetricCollection
from metricore.classification import BinaryAccuracy, MulticlassRecall
from metricore.testing import Case, parametrize_with_checks
from metricore.wrappers import (
    BinaryTargetTransformer,
    ClasswiseWrapper,
    LambdaInputTransformer,
    MinMaxMetric,
    MultioutputWrapper,
    MultitaskWrapper,
)

LABELS = [(torch.tensor([0, 1, 2, 1]), torch.tensor([0, 1, 1, 1])), (torch.tensor([2, 0]), torch.tensor([2, 2]))]
PAIRS = [
    (torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[0.0, 2.0], [3.0, 2.0]])),
    (torch.tensor([[5.0, 6.0]]), torch.tensor([[5.0, 7.0]])),
]
GAPS = [
    (torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[0.0, nan], [3.0, 2.0]])),
    (torch.tensor([[nan, 6.0]]), torch.tensor([[5.0, 7.0]])),
]
TASKS = [
    ({"a": torch.tensor([0.9, 0.2]), "b": torch.tensor([1.0, 2.0])}, {"a": torch.tensor([1, 1]), "b": torch.zeros(2)}),
    ({"a": torch.tensor([0.9]), "b": torch.tensor([3.0])}, {"a": torch.tensor([1]), "b": torch.tensor([1.0])}),
]
SCORES = [(torch.tensor([0.9, 0.8]), torch.tensor([5, 1])), (torch.tensor([0.1]), torch.tensor([0]))]
READS_NAN = {
    "no_host_sync": "which rows are NaN is known only by reading them",
    "forward_no_host_sync": "which rows are NaN is known only by reading them",
}
SQUARES = (1 + 4 + 36 + 196 + 400 + 841) / 6  # of the squared predictions less the targets
LASTS = dict.fromkeys(
    ("reset", "compute_idempotent", "grad_modes", "dtype_moves", "two_ranks"), "`compute` remembers extremes for ever"
)


@parametrize_with_checks(
    [
        (
            ClasswiseWrapper,
            [
                Case(
                    {"metric": MulticlassRecall(3, average="none"), "labels": ["x", "y", "z"], "prefix": "r_"},
                    LABELS,
                    {"r_x": 1.0, "r_y": 2 / 3, "r_z": 0.5},
                )
            ],
        ),
        (
            MinMaxMetric,
            [
                Case(
                    {"base_metric": MeanSquaredError()},
                    PAIRS,
                    {"raw": 1.0, "max": 1.0, "min": 1.0},
                    expected_failures=LASTS,
                )
            ],
        ),
        (
            MultioutputWrapper,
            [
                Case({"base_metric": MeanAbsoluteError(), "num_outputs": 2, "remove_nans": False}, PAIRS, [1 / 3, 1.0]),
                Case(
                    {"base_metric": MeanAbsoluteError(), "num_outputs": 2},
                    GAPS,
                    [0.5, 1.5],
                    name="gaps",
                    expected_failures=READS_NAN,
                ),
            ],
        ),
        (
            MultitaskWrapper,
            [
                Case(
                    {"task_metrics": {"a": BinaryAccuracy(), "b": MetricCollection({"mse": MeanSquaredError()})}},
                    TASKS,
                    {"a": 2 / 3, "b": {"mse": 3.0}},
                )
            ],
        ),
        (BinaryTargetTransformer, [Case({"wrapped_metric": BinaryAccuracy(), "threshold": 2}, SCORES, 2 / 3)]),
        (
            LambdaInputTransformer,
            [
                Case(
                    {"wrapped_metric": MeanSquaredError(), "transform_pred": torch.square},
                    PAIRS,
                    (1 + 4 + 36 + 196 + 400 + 841) / 6,
                )
            ],
        ),
    ]
)
def test_law(check):
    check()
