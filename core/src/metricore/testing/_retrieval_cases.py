"""Cases of the metrics of retrieval, small enough to be worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from metricore.testing._case import Case

# From the highest score down: query 7 has relevance 1, 0, 1, 0; query -3 has 0, 1, 0; the third has 0 alone.
_FAR = 5_000_000_000
_DOCUMENTS: list[Any] = [
    (torch.tensor([0.3, 0.8, 0.9, -0.4]), torch.tensor([0, 0, 1, 0]), torch.tensor([7, -3, 7, -3])),
    (torch.tensor([-2.0, 0.7, 0.5, 0.6]), torch.tensor([0, 0, 1, 1]), torch.tensor([_FAR, 7, 7, -3])),
]
_IGNORING = [  # the same, with documents that are left out
    (
        torch.cat([preds, torch.tensor([9.0, 0.75, 0.65])]),
        torch.cat([target, torch.tensor([-1, -1, -1])]),
        torch.cat([indexes, torch.tensor([7, 12, -3])]),
    )
    for preds, target, indexes in _DOCUMENTS
]
_ROWS = [
    (torch.tensor([[0.1, 0.4, 0.3], [0.2, 0.8, 0.5]]), torch.tensor([[0, 0, 1], [0, 0, 0]])),
    (torch.tensor([[0.3, 0.2, 0.1]]), torch.tensor([[1, 1, 0]])),
]
_GRADES = [  # from the highest score down: 2, 0, 1 and 1, 2, with two equal scores
    (torch.tensor([0.9, 0.2, 0.5]), torch.tensor([2, 1, 0]), torch.tensor([0, 0, 0])),
    (torch.tensor([0.5, 0.5]), torch.tensor([1, 2]), torch.tensor([1, 1])),
]

_D2 = 1 / math.log2(3)  # the discount of the second rank; that of the third is 1 / 2
_ERROR = {"forward_no_host_sync": "an error for queries without relevant documents has to look for them"}
_LONGEST = {"forward_no_host_sync": "how many documents the longest query has is known only by reading"}


def _both(name: str, settings: dict[str, Any], value: Any, skipping: Any, **more: Any) -> dict[str, list[Case]]:
    """A metric of all queries, and of those with relevant documents, some documents being left out."""
    return {
        name: [
            Case(settings, _DOCUMENTS, value, **more),
            Case({**settings, "empty_target_action": "skip", "ignore_index": -1}, _IGNORING, skipping, **more),
        ]
    }


def _cases() -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {
        **_both("retrieval_average_precision", {}, (5 / 6 + 1 / 2) / 3, 2 / 3),
        **_both("retrieval_reciprocal_rank", {}, 1 / 2, 3 / 4),
        **_both("retrieval_precision", {"top_k": 2}, 1 / 3, 1 / 2),
        **_both("retrieval_recall", {"top_k": 2}, 1 / 2, 3 / 4),
        **_both("retrieval_fall_out", {"top_k": 2}, 2 / 3, 2 / 3),
        **_both("retrieval_hit_rate", {"top_k": 1}, 1 / 3, 1 / 2),
        **_both("retrieval_r_precision", {}, 1 / 6, 1 / 4),
        **_both("retrieval_auroc", {}, 1.25 / 3, 1.25 / 2),
        **_both("retrieval_fbeta", {"beta": 2.0, "top_k": 2}, 4 / 9, 2 / 3),
        **_both("retrieval_f1", {"top_k": 2}, 7 / 18, 7 / 12),
        **_both("retrieval_bpref", {}, 1 / 4, 3 / 8),
        **_both("retrieval_dcg", {}, (1.5 + _D2) / 3, (1.5 + _D2) / 2),
        **_both("retrieval_normalized_dcg", {}, (1.5 / (1 + _D2) + _D2) / 3, (1.5 / (1 + _D2) + _D2) / 2),
        **_both("retrieval_rbp", {"p": 0.5}, 0.875 / 3, 0.875 / 2),
        **_both("retrieval_err", {}, (7 / 12 + 1 / 4) / 3, (7 / 12 + 1 / 4) / 2),
        **_both(
            "retrieval_interpolated_precision",
            {"recall_levels": (0.0, 0.5, 1.0)},
            [1 / 2, 1 / 2, 7 / 18],
            [3 / 4, 3 / 4, 7 / 12],
        ),
        **_both(
            "retrieval_precision_recall_curve",
            {"max_k": 2},
            ([1 / 3, 1 / 3], [1 / 6, 1 / 2], [1, 2]),
            ([1 / 2, 1 / 2], [1 / 4, 3 / 4], [1, 2]),
        ),
        **_both("retrieval_recall_at_fixed_precision", {"min_precision": 0.3, "max_k": 4}, (2 / 3, 3), (1.0, 4)),
    }
    found["retrieval_average_precision"] += [
        Case({"aggregation": "median", "empty_target_action": "pos"}, _ROWS, 1.0, name="rows"),
        Case({"empty_target_action": "error"}, _ROWS[1:], 1.0, expected_failures=_ERROR),
    ]
    found["retrieval_normalized_dcg"] += [
        Case({"aggregation": "min"}, _GRADES, 1.5 * (1 + _D2) / (2 + _D2), name="graded", low_precision=False),
    ]
    found["retrieval_precision_recall_curve"] += [
        Case(
            {"adaptive_k": True, "aggregation": "max"},
            _DOCUMENTS,
            ([1.0, 1 / 2, 2 / 3, 1 / 2], [1 / 2, 1.0, 1.0, 1.0], [1, 2, 3, 4]),
            expected_failures=_LONGEST,
        ),
    ]
    return found


CASES: Mapping[str, Sequence[Case]] = _cases()
