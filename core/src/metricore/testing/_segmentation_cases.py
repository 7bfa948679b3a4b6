"""Cases of the metrics of segmentation, small enough to be counted by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from metricore.testing._case import Case

# By image, the areas [both, predicted, actual] of the classes 0, 1 and 2:
#   [1, 1, 3] [1, 3, 1] [2, 2, 2]    and without the elements labelled 255:  [1, 1, 2] [1, 2, 1] [2, 2, 2]
#   [3, 4, 3] [2, 2, 3] [0, 0, 0]                                            [3, 3, 3] [1, 1, 1] [0, 0, 0]
#   [0, 2, 0] [0, 0, 2] [4, 4, 4]                                            [0, 1, 0] [0, 0, 1] [4, 4, 4]
_PREDS = torch.tensor([[[0, 1, 1], [1, 2, 2]], [[0, 0, 0], [0, 1, 1]], [[0, 0, 2], [2, 2, 2]]])
_TARGET = torch.tensor([[[0, 0, 0], [1, 2, 2]], [[0, 0, 0], [1, 1, 1]], [[1, 1, 2], [2, 2, 2]]])
_VOID = torch.tensor([[[0, 0, 255], [1, 2, 2]], [[0, 0, 0], [255, 1, 255]], [[255, 1, 2], [2, 2, 2]]])

_INDEX: dict[str, Any] = {"num_classes": 3, "input_format": "index"}
_LABELS: list[Any] = [(_PREDS[:2], _TARGET[:2]), (_PREDS[2:], _TARGET[2:])]
_VOIDS: list[Any] = [(_PREDS[:2], _VOID[:2]), (_PREDS[2:], _VOID[2:])]


def _masks(labels: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.one_hot(labels, 3).movedim(-1, 1)


_ONES: list[Any] = [(_masks(preds), _masks(target).bool()) for preds, target in _LABELS]
_SCORES: list[Any] = [(_masks(preds) * 0.5 + 0.125, target) for preds, target in _LABELS]

_DICE: list[list[float | None]] = [[2 / 4, 2 / 4, 1.0], [6 / 7, 4 / 5, None], [0.0, 0.0, 1.0]]
_IOU: list[list[float | None]] = [[1 / 3, 1 / 3, 1.0], [3 / 4, 2 / 3, None], [0.0, 0.0, 1.0]]
_VOID_IOU: list[list[float | None]] = [[1 / 2, 1 / 2, 1.0], [1.0, 1.0, None], [0.0, 0.0, 1.0]]


def _mean(values: Sequence[float | None]) -> float:
    known = [value for value in values if value is not None]
    return sum(known) / len(known)


def _by_class(rows: Sequence[Sequence[float | None]]) -> list[float]:
    return [_mean(column) for column in zip(*rows, strict=True)]


def _by_image(rows: Sequence[Sequence[float | None]]) -> list[float]:
    return [_mean(row) for row in rows]


def _areas() -> dict[str, list[Case]]:
    generalized = [  # weights 1/9, 1, 1/4 and 1/9, 1/9 and 1/4, 1/4, 1/16
        2 * (1 / 9 + 1 + 2 / 4) / (4 / 9 + 4 + 4 / 4),
        2 * (3 / 9 + 2 / 9) / (7 / 9 + 5 / 9),
        2 * 4 / 16 / (2 / 4 + 2 / 4 + 8 / 16),
    ]
    return {
        "dice_score": [
            Case(_INDEX, _LABELS, _mean(_by_image(_DICE))),
            Case({"num_classes": 3}, _ONES, _mean(_by_image(_DICE)), name="masks"),
            Case({"num_classes": 3, "input_format": "mixed"}, _SCORES, _mean(_by_image(_DICE)), name="scores"),
            Case({**_INDEX, "average": "none"}, _LABELS, _by_class(_DICE)),
            Case({**_INDEX, "average": "micro", "aggregation_level": "global"}, _LABELS, 2 * 13 / 36),
            Case(
                {**_INDEX, "average": "weighted", "reduction": "none", "include_background": False},
                _LABELS,
                [(0.5 + 2) / 3, 4 / 5, 4 / 6],
            ),
        ],
        "generalized_dice_score": [
            Case(_INDEX, _LABELS, _mean(generalized)),
            Case({**_INDEX, "reduction": "none", "weight_type": "linear"}, _LABELS, [4 / 6, 5 / 6, 4 / 6]),
            Case({**_INDEX, "per_class": True}, _LABELS, _by_class(_DICE)),
        ],
        "mean_iou": [
            Case({}, _ONES, _mean(_by_image(_IOU))),
            Case({"per_class": True}, _ONES, _by_class(_IOU)),
            Case({**_INDEX, "per_class": True}, _LABELS, _by_class(_IOU)),
            Case({**_INDEX, "ignore_index": 255, "reduction": "none"}, _VOIDS, _by_image(_VOID_IOU)),
            Case({**_INDEX, "aggregation_level": "global"}, _LABELS, (4 / 9 + 3 / 8 + 1) / 3),
            Case(
                {**_INDEX, "aggregation_level": "global", "ignore_index": 255, "per_class": True},
                _VOIDS,
                [4 / 6, 2 / 4, 1.0],
            ),
        ],
        "pixel_accuracy": [
            Case(_INDEX, _LABELS, 13 / 18),
            Case({**_INDEX, "average": "macro", "ignore_index": 255}, _VOIDS, (4 / 5 + 2 / 3 + 1) / 3),
            Case({**_INDEX, "ignore_index": 0, "aggregation_level": "samplewise"}, _LABELS, (1 + 2 / 3 + 2 / 3) / 3),
        ],
    }


def _surfaces() -> dict[str, list[Case]]:
    # In images of two rows all places are on an edge. In the first, class 1 is predicted at 0, sqrt(2) and sqrt(5) from
    # its one place in the target; in the second, one of three places in the target is at 1 from those predicted.
    two, five, nan, inf = math.sqrt(2), math.sqrt(5), math.nan, math.inf
    found = _LABELS[:1]
    by_class: dict[str, Any] = {**_INDEX, "per_class": True}
    each: dict[str, Any] = {**by_class, "reduction": "none"}
    return {
        "hausdorff_distance": [
            Case(_INDEX, found, (five / 2 + 1) / 2),
            Case(by_class, found, [(five + 1) / 2, 0.0]),
            Case(each, _LABELS, [[five, 0.0], [1.0, nan], [inf, 0.0]]),
            Case({**each, "percentile": 50}, found, [[two, 0.0], [0.0, nan]]),
            Case({**each, "directed": True}, _LABELS, [[five, 0.0], [0.0, nan], [nan, 0.0]]),
            Case({**by_class, "distance_metric": "chessboard"}, found, [1.5, 0.0]),
            Case({**by_class, "distance_metric": "taxicab", "spacing": [2.0, 1.0]}, found, [2.5, 0.0]),
            Case({"num_classes": 3, "include_background": True}, _ONES, inf),
        ],
        "average_surface_distance": [
            Case(_INDEX, found, ((two + five) / 8 + 1 / 5) / 2),
            Case({**each, "directed": True}, found, [[(two + five) / 3, 0.0], [0.0, nan]]),
        ],
        "normalized_surface_dice": [
            Case(_INDEX, found, (0.75 + 1) / 2),
            Case({**each, "tolerance": [1.5, 0.0]}, _LABELS, [[3 / 4, 1.0], [1.0, nan], [0.0, 1.0]]),
        ],
        "boundary_iou": [  # which is everywhere, too
            Case(_INDEX, _LABELS, _mean(_by_image(_IOU))),
            Case({**_INDEX, "aggregation_level": "global", "ignore_index": 255}, _VOIDS, (4 / 6 + 2 / 4 + 1) / 3),
            Case({"per_class": True}, _ONES, _by_class(_IOU)),
        ],
    }


CASES: Mapping[str, Sequence[Case]] = {**_areas(), **_surfaces()}
