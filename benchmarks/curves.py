"""Curves of a million scores, where sorting and binning are all there should be to pay for."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from benchmarks.row import Row

SAMPLES = 1_000_000


def scored() -> tuple[Tensor, Tensor]:
    return torch.rand(SAMPLES), torch.randint(2, (SAMPLES,))


def exact_auroc() -> Row:
    import torchmetrics.classification
    from sklearn.metrics import roc_auc_score

    import metricore.classification

    scores, labels = scored()
    ours = metricore.classification.BinaryAUROC(compute_with_cache=False)
    theirs = torchmetrics.classification.BinaryAUROC(compute_with_cache=False)
    for metric in (ours, theirs):
        metric.update(scores, labels)
    as_arrays = labels.numpy(), scores.numpy()
    return Row(
        ours=ours.compute,
        others={
            "torchmetrics": theirs.compute,
            "specialist": lambda: roc_auc_score(*as_arrays),
            "bare": lambda: torch.sort(scores),
        },
        goal=1.4,
        against="bare",
    )


def binned_auroc_update(thresholds: int | str, goal: float) -> Row:
    import torchmetrics.classification

    import metricore.classification

    inputs = scored()
    ours = metricore.classification.BinaryAUROC(thresholds=thresholds)
    theirs = torchmetrics.classification.BinaryAUROC(thresholds=200)
    return Row(
        ours=lambda: ours.update(*inputs),
        others={"torchmetrics": lambda: theirs.update(*inputs)},
        goal=goal,
        against="torchmetrics",
    )


ROWS: dict[str, Callable[[], Row]] = {
    "binary auroc exact": exact_auroc,
    "binary auroc binned update": lambda: binned_auroc_update(200, 0.15),
    "binary auroc sketch update": lambda: binned_auroc_update("auto", 0.15),
}
