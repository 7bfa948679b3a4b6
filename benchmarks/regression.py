"""Rank correlations of many samples, where an algorithm shows."""

from __future__ import annotations

from collections.abc import Callable

import torch

from benchmarks.row import Row

SAMPLES = 20_000


def rank_row(name: str, scipy_name: str, goal: float) -> Row:
    import scipy.stats
    import torchmetrics.functional

    from metricore.functional import regression

    preds = torch.randn(SAMPLES)
    target = preds + torch.randn(SAMPLES)
    arrays = preds.numpy(), target.numpy()
    ours, theirs = getattr(regression, name), getattr(torchmetrics.functional, name)
    specialist = getattr(scipy.stats, scipy_name)
    return Row(
        ours=lambda: ours(preds, target),
        others={
            "torchmetrics": lambda: theirs(preds, target),
            "specialist": lambda: specialist(*arrays),
            "bare": lambda: (preds.sort(), target.sort()),
        },
        goal=goal,
        against="specialist",
    )


ROWS: dict[str, Callable[[], Row]] = {
    "kendall 20k": lambda: rank_row("kendall_rank_corrcoef", "kendalltau", 2.0),
    "spearman 20k": lambda: rank_row("spearman_corrcoef", "spearmanr", 1.0),
}
