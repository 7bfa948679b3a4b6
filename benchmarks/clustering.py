"""Scores of clusterings whose cost grows faster than the data."""

from __future__ import annotations

from collections.abc import Callable

import torch

from benchmarks.row import Row

SAMPLES, CLUSTERS = 100_000, 50
POINTS, DIMENSIONS = 4_000, 8


def adjusted_information() -> Row:
    from sklearn.metrics import adjusted_mutual_info_score

    from metricore.functional import clustering

    target = torch.randint(CLUSTERS, (SAMPLES,))
    preds = torch.where(torch.rand(SAMPLES) < 0.5, target, torch.randint(CLUSTERS, (SAMPLES,)))
    arrays = target.numpy(), preds.numpy()
    return Row(
        ours=lambda: clustering.adjusted_mutual_info_score(preds, target),
        others={"specialist": lambda: adjusted_mutual_info_score(*arrays)},  # TorchMetrics takes minutes
        goal=1.0,
        against="specialist",
    )


def silhouette() -> Row:
    from sklearn.metrics import silhouette_score

    from metricore.functional import clustering

    labels = torch.randint(8, (POINTS,))
    data = torch.randn(POINTS, DIMENSIONS, dtype=torch.float64) + labels.unsqueeze(1)
    arrays = data.numpy(), labels.numpy()
    return Row(
        ours=lambda: clustering.silhouette_score(data, labels),
        others={
            "specialist": lambda: silhouette_score(*arrays),
            "bare": lambda: torch.cdist(data, data),
        },
        goal=1.0,
        against="specialist",
    )


ROWS: dict[str, Callable[[], Row]] = {"adjusted mutual info 100k": adjusted_information, "silhouette 4k": silhouette}
