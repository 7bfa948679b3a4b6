"""Cases for the testing kit, worked out by hand."""

import torch

from metricore.testing import Case

# The differences are -20 (across zero), 90 and 0 degrees.
_BATCHES = [
    (torch.tensor([350.0, 100.0]), torch.tensor([10.0, 10.0])),
    (torch.tensor([45.0]), torch.tensor([45.0])),
]
_MEAN = (400.0 + 8100.0) / 3

CASES = [
    Case(settings={}, batches=_BATCHES, expected=torch.tensor(_MEAN)),
    Case(settings={"squared": False}, batches=_BATCHES, expected=torch.tensor(_MEAN**0.5)),
    # A circle of 100 units: 90 apart is 10 apart the other way, and 340 apart is 40 apart.
    Case(settings={"circle": 100.0}, batches=_BATCHES, expected=torch.tensor((1600.0 + 100.0) / 3)),
]
