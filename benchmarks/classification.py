"""Small updates, where what a metric adds to bare torch shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from benchmarks.row import Row, Work

CLASSES = 10


def batch() -> tuple[Tensor, Tensor]:
    return torch.randn(128, CLASSES), torch.randint(CLASSES, (128,))


def bare_accuracy(logits: Tensor, labels: Tensor) -> Work:
    """What counting right answers takes without any library."""
    right = torch.zeros((), dtype=torch.int64)

    def count() -> None:
        right.add_((logits.argmax(1) == labels).sum())

    return count


def accuracy(module: Any, average: str) -> Any:
    return module.MulticlassAccuracy(num_classes=CLASSES, average=average)


def collection(library: Any, classification: Any) -> Any:
    names = ("MulticlassAccuracy", "MulticlassPrecision", "MulticlassRecall", "MulticlassF1Score")
    return library.MetricCollection([getattr(classification, name)(num_classes=CLASSES) for name in names])


def accuracy_update(average: str, goal: float) -> Row:
    import torchmetrics.classification

    import metricore.classification

    inputs = batch()
    ours, theirs = accuracy(metricore.classification, average), accuracy(torchmetrics.classification, average)
    return Row(
        ours=lambda: ours.update(*inputs),
        others={"torchmetrics": lambda: theirs.update(*inputs), "bare": bare_accuracy(*inputs)},
        goal=goal,
        against="bare",
    )


def accuracy_forward() -> Row:
    import torchmetrics.classification

    import metricore.classification

    inputs = batch()
    ours, theirs = accuracy(metricore.classification, "macro"), accuracy(torchmetrics.classification, "macro")
    return Row(
        ours=lambda: ours(*inputs),
        others={"torchmetrics": lambda: theirs(*inputs), "bare": bare_accuracy(*inputs)},
        goal=6.0,
        against="bare",
    )


def collection_row(method: str, goal: float) -> Row:
    import torchmetrics.classification

    import metricore.classification

    inputs = batch()
    ours = getattr(collection(metricore, metricore.classification), method)
    theirs = getattr(collection(torchmetrics, torchmetrics.classification), method)
    theirs(*inputs)  # TorchMetrics finds its groups in the first update
    return Row(
        ours=lambda: ours(*inputs),
        others={"torchmetrics": lambda: theirs(*inputs), "bare": bare_accuracy(*inputs)},
        goal=goal,
        against="bare",
    )


def calibration_update() -> Row:
    """Beside one look at the best score of each sample; TorchMetrics keeps the data and works in `compute`."""
    import metricore.classification

    scores, labels = torch.randn(10_000, 100).softmax(1), torch.randint(100, (10_000,))
    ours = metricore.classification.MulticlassCalibrationError(num_classes=100)
    return Row(
        ours=lambda: ours.update(scores, labels),
        others={"bare": lambda: scores.max(1)},
        goal=3.0,
        against="bare",
    )


def mean_update() -> Row:
    import torchmetrics

    import metricore

    value, total = torch.tensor(0.5), torch.zeros(())
    ours, theirs = metricore.MeanMetric(), torchmetrics.MeanMetric()
    return Row(
        ours=lambda: ours.update(value),
        others={"torchmetrics": lambda: theirs.update(value), "bare": lambda: total.add_(value)},
        goal=10.0,
        against="bare",
    )


ROWS: dict[str, Callable[[], Row]] = {
    "accuracy micro update": lambda: accuracy_update("micro", 2.0),
    "accuracy macro update": lambda: accuracy_update("macro", 3.0),
    "mean update": mean_update,
    "calibration update": calibration_update,
    "accuracy macro forward": accuracy_forward,
    "collection update": lambda: collection_row("update", 3.5),
    "collection forward": lambda: collection_row("forward", 12.0),
}
