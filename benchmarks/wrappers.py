"""Metrics around metrics."""

from __future__ import annotations

from collections.abc import Callable

import torch

from benchmarks.row import Row


def bootstrap() -> Row:
    import torchmetrics.classification
    import torchmetrics.wrappers

    from metricore import BootStrapper
    from metricore.classification import MulticlassAccuracy

    preds, target = torch.randn(128, 10), torch.randint(10, (128,))
    ours = BootStrapper(MulticlassAccuracy(10, average="micro"), num_bootstraps=100)
    theirs = torchmetrics.wrappers.BootStrapper(
        torchmetrics.classification.MulticlassAccuracy(10, average="micro"), num_bootstraps=100
    )
    return Row(
        ours=lambda: ours.update(preds, target),
        others={"torchmetrics": lambda: theirs.update(preds, target)},
        goal=0.03,
        against="torchmetrics",
    )


ROWS: dict[str, Callable[[], Row]] = {"bootstrap of 100": bootstrap}
