"""Metrics as people write them for TorchMetrics' documented API; only the import is ours."""

from typing import Any

import torch
from torch import Tensor

from metricore import Metric
from metricore.utilities import dim_zero_cat


class SumStates(Metric):
    """Accuracy: two sums, changed in place."""

    is_differentiable = False
    higher_is_better = True
    full_state_update = False

    correct: Tensor
    total: Tensor

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.add_state("correct", default=torch.tensor(0), dist_reduce_fx="sum")
        self.add_state("total", default=torch.tensor(0), dist_reduce_fx="sum")

    def update(self, preds: Tensor, target: Tensor) -> None:
        preds = preds.argmax(dim=-1)
        if preds.shape != target.shape:
            raise ValueError("preds and target must have the same shape")
        self.correct += torch.sum(preds == target)
        self.total += target.numel()

    def compute(self) -> Tensor:
        return self.correct.float() / self.total


class ListStates(Metric):
    """Correlation of all data, kept in lists."""

    preds: list[Tensor]
    target: list[Tensor]

    def __init__(self) -> None:
        super().__init__()
        self.add_state("preds", default=[], dist_reduce_fx="cat")
        self.add_state("target", default=[], dist_reduce_fx="cat")

    def update(self, preds: Tensor, target: Tensor) -> None:
        self.preds.append(preds)
        self.target.append(target)

    def compute(self) -> Tensor:
        preds, target = dim_zero_cat(self.preds), dim_zero_cat(self.target)
        return torch.corrcoef(torch.stack([preds, target]))[0, 1]


class OwnReductions(Metric):
    """Largest value, and the sum of squares by a reduction of one's own."""

    def __init__(self, power: float = 2.0, dist_sync_on_step: bool = False) -> None:
        super().__init__(dist_sync_on_step=dist_sync_on_step)
        self.power = power
        self.add_state("largest", default=torch.tensor(-float("inf")), dist_reduce_fx="max")
        self.add_state("powers", default=torch.tensor(0.0), dist_reduce_fx=lambda stacked: stacked.sum(dim=0))

    def update(self, values: Tensor) -> None:
        if values.numel():
            self.largest = torch.maximum(self.largest, values.max())
        self.powers += (values**self.power).sum()

    def compute(self) -> dict[str, Tensor]:
        return {"largest": self.largest, "powers": self.powers}
