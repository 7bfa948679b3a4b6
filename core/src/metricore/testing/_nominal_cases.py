"""Cases of the metrics of nominal variables, small enough to be worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import torch

from metricore.testing._case import Case

# The values 0, 1 and 2 of the predictions meet the value 0 of the target 3, 0 and 2 times, and its value 1 0, 2 and 1.
_VALUES = [
    (torch.tensor([0, 0, 1, 1]), torch.tensor([0, 0, 1, 1])),
    (torch.tensor([2, 2, 2, 0]), torch.tensor([1, 0, 0, 0])),
]
_GAPS = [
    (torch.tensor([0.0, math.nan, 1.0, 1.0]), torch.tensor([0.0, 0.0, 1.0, 1.0])),
    (torch.tensor([2.0, 2.0, 2.0, 0.0]), torch.tensor([1.0, math.nan, math.nan, 0.0])),
]
_MORE_GAPS = [
    (torch.tensor([0.0, 0.0, 1.0, 1.0, math.nan]), torch.tensor([0.0, 0.0, 1.0, 1.0, 0.0])),
    (torch.tensor([2.0, 2.0, 1.0, 2.0, 0.0]), torch.tensor([1.0, 0.0, math.nan, 0.0, 0.0])),
]
_PHI_SQUARED = (81 / 120 + 10 / 8 + 1 / 120 + 9 / 8 + 100 / 48 + 1 / 72) / 8
_CORRECTED = _PHI_SQUARED - 2 / 7


def _entropy(*counts: int) -> float:
    return -sum(count / 8 * math.log(count / 8) for count in counts)


_U = (_entropy(3, 2, 3) + _entropy(5, 3) - _entropy(3, 2, 2, 1)) / _entropy(3, 2, 3)

_COUNTS = [(torch.tensor([[3, 0], [0, 3]]),), (torch.tensor([[2, 1]]),)]
_SCORES = [
    (torch.tensor([[[0.9, 0.8, 0.7], [0.1, 0.2, 0.3]], [[0.1, 0.2, 0.3], [0.9, 0.8, 0.7]]]),),
    (torch.tensor([[[0.9, 0.1, 0.6], [0.1, 0.9, 0.4]]]),),
]
_KAPPA = (7 / 9 - 41 / 81) / (1 - 41 / 81)


def _missing(expected: float) -> list[Case]:
    return [
        Case({"num_classes": 3}, _VALUES, expected),
        Case({"num_classes": 4}, _GAPS, expected, name="replace"),
        Case({"num_classes": 3, "nan_strategy": "drop"}, _MORE_GAPS, expected),
    ]


CASES: Mapping[str, Sequence[Case]] = {
    "cramers_v": [
        *_missing(math.sqrt(_CORRECTED / (6 / 7))),
        Case({"num_classes": 3, "bias_correction": False}, _VALUES, math.sqrt(_PHI_SQUARED)),
    ],
    "tschuprows_t": [
        *_missing(math.sqrt(_CORRECTED / math.sqrt(6 / 7 * 10 / 7))),
        Case({"num_classes": 3, "bias_correction": False}, _VALUES, math.sqrt(_PHI_SQUARED / math.sqrt(2))),
    ],
    "pearsons_contingency_coefficient": _missing(math.sqrt(_PHI_SQUARED / (1 + _PHI_SQUARED))),
    "theils_u": _missing(_U),
    "fleiss_kappa": [Case({}, _COUNTS, _KAPPA), Case({"mode": "probs"}, _SCORES, _KAPPA)],
}
