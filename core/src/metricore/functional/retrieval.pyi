# Written by tools/stubs.py; do not edit.

from collections.abc import Sequence

from torch import Tensor

from metricore.retrieval._aggregation import Aggregation
from metricore.retrieval._base import EmptyTargetAction
from metricore.retrieval._gains import Gain

__all__ = [
    "retrieval_auroc",
    "retrieval_average_precision",
    "retrieval_bpref",
    "retrieval_dcg",
    "retrieval_err",
    "retrieval_f1",
    "retrieval_fall_out",
    "retrieval_fbeta",
    "retrieval_hit_rate",
    "retrieval_interpolated_precision",
    "retrieval_normalized_dcg",
    "retrieval_precision",
    "retrieval_precision_recall_curve",
    "retrieval_r_precision",
    "retrieval_rbp",
    "retrieval_recall",
    "retrieval_recall_at_fixed_precision",
    "retrieval_reciprocal_rank",
]

def retrieval_auroc(
    preds: Tensor,
    target: Tensor,
    top_k: int | tuple[int, ...] | None = None,
    max_fpr: float | None = None,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_average_precision(
    preds: Tensor,
    target: Tensor,
    top_k: int | tuple[int, ...] | None = None,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_bpref(
    preds: Tensor,
    target: Tensor,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_dcg(
    preds: Tensor,
    target: Tensor,
    top_k: int | tuple[int, ...] | None = None,
    gain: Gain = "linear",
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_err(
    preds: Tensor,
    target: Tensor,
    max_grade: float = 1,
    top_k: int | tuple[int, ...] | None = None,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_f1(
    preds: Tensor,
    target: Tensor,
    top_k: int | tuple[int, ...] | None = None,
    adaptive_k: bool = False,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_fall_out(
    preds: Tensor,
    target: Tensor,
    top_k: int | tuple[int, ...] | None = None,
    empty_target_action: EmptyTargetAction = "pos",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_fbeta(
    preds: Tensor,
    target: Tensor,
    beta: float = 1.0,
    top_k: int | tuple[int, ...] | None = None,
    adaptive_k: bool = False,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_hit_rate(
    preds: Tensor,
    target: Tensor,
    top_k: int | tuple[int, ...] | None = None,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_interpolated_precision(
    preds: Tensor,
    target: Tensor,
    recall_levels: int | Sequence[float] = 11,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_normalized_dcg(
    preds: Tensor,
    target: Tensor,
    top_k: int | tuple[int, ...] | None = None,
    gain: Gain = "linear",
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_precision(
    preds: Tensor,
    target: Tensor,
    top_k: int | tuple[int, ...] | None = None,
    adaptive_k: bool = False,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_precision_recall_curve(
    preds: Tensor,
    target: Tensor,
    max_k: int | None = None,
    adaptive_k: bool = False,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def retrieval_r_precision(
    preds: Tensor,
    target: Tensor,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_rbp(
    preds: Tensor,
    target: Tensor,
    p: float = 0.8,
    top_k: int | tuple[int, ...] | None = None,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_recall(
    preds: Tensor,
    target: Tensor,
    top_k: int | tuple[int, ...] | None = None,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
def retrieval_recall_at_fixed_precision(
    preds: Tensor,
    target: Tensor,
    min_precision: float = 0.0,
    max_k: int | None = None,
    adaptive_k: bool = False,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> tuple[Tensor, Tensor]: ...
def retrieval_reciprocal_rank(
    preds: Tensor,
    target: Tensor,
    top_k: int | tuple[int, ...] | None = None,
    empty_target_action: EmptyTargetAction = "neg",
    ignore_index: int | None = None,
    aggregation: Aggregation = "mean",
    *,
    indexes: Tensor | None = None,
) -> Tensor: ...
