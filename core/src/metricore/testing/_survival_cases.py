"""Cases of the metrics of survival, small enough to be counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch

from metricore.testing._case import Case

# By time: 1 (2.0), 4 (3.0, censored), 6 (8.0), 7 (5.0). Four pairs count, that of 6 and 7 is in the wrong order.
_PEOPLE = [
    (torch.tensor([8.0, 2.0]), torch.tensor([6.0, 1.0]), torch.tensor([1, 1])),
    (torch.tensor([3.0, 5.0]), torch.tensor([4.0, 7.0]), torch.tensor([0, 1])),
]
# Both times of 1 are compared with neither each other nor, where it is censored, with what follows.
_TIED = [
    (torch.tensor([1, 4, 4]), torch.tensor([1, 1, 1]), torch.tensor([True, True, False])),
    (torch.tensor([4]), torch.tensor([2]), torch.tensor([True])),
]

CASES: Mapping[str, Sequence[Case]] = {
    "concordance_index": [
        Case({}, _PEOPLE, 3 / 4),
        Case({"risk": True}, _PEOPLE, 1 / 4),
        Case({}, [batch[:2] for batch in _PEOPLE], 5 / 6, name="all observed"),
        Case({}, _TIED, 3 / 4, name="ties"),
    ]
}
