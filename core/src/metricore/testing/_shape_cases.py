"""Cases of the metrics of shapes, small enough to be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch

from metricore.testing._case import Case

_SQUARE = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]])
_STRETCHED = _SQUARE * torch.tensor([1.0, 2.0])
_TURNED = _STRETCHED @ torch.tensor([[0.0, 3.0], [-3.0, 0.0]]) + 7.0
# A square of norm 1 has sides of 1/2, so its coordinates are 1/4 from 0; those of the stretched one 1 / sqrt(20) and
# 2 / sqrt(20). The scale is the sum of products, 4 (1 + 2) / 4 sqrt(20), and the disparity 1 less its square: 1/10.
_PAIRS = [
    (torch.stack([_SQUARE, _SQUARE]), torch.stack([_STRETCHED, _TURNED])),
    (torch.stack([_SQUARE]), torch.stack([_SQUARE + 2.0])),
]

CASES: Mapping[str, Sequence[Case]] = {
    "procrustes_disparity": [
        Case({}, _PAIRS, 0.2 / 3),
        Case({"reduction": "sum"}, _PAIRS, 0.2),
        Case({}, [*_PAIRS, (torch.ones(1, 4, 2), _SQUARE.unsqueeze(0))], 0.2 / 3, name="equal points"),
    ]
}
