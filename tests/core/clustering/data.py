"""Labellings and points, and ways to give them."""

import numpy as np
import torch


def labellings(seed=0):
    """Pairs of labellings: degenerate ones, random ones, and labels at both ends of int64."""
    rng = np.random.default_rng(seed)
    for n in (1, 2, 3, 10):
        one, distinct = np.zeros(n, int), np.arange(n)
        yield from [
            (one, one + 3),
            (distinct, distinct),
            (one, distinct),
            (distinct, one),
            (distinct, distinct[::-1].copy()),
        ]
        yield from [(distinct // 2, distinct), (distinct, distinct // 2)]
    for n, clusters, classes in [(5, 2, 2), (40, 3, 4), (300, 7, 2), (300, 30, 40), (2000, 200, 3)]:
        for _ in range(3):
            yield rng.integers(0, clusters, n), rng.integers(0, classes, n)
    matching = rng.integers(0, 6, 200)
    yield (matching * 7 + 1) % 11 - 5, matching
    yield np.where(rng.random(200) < 0.2, 0, matching), matching
    ends = np.array([-(2**63), 2**63 - 1, 0, 2**40])
    yield ends[rng.integers(0, 4, 50)], ends[rng.integers(0, 4, 50)]


def of_float64(metric, *data, pieces=3):
    """The value in float64, after updates of some pieces and of an empty one."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        whole = [torch.as_tensor(np.ascontiguousarray(part)) for part in data]
        for piece in np.array_split(np.arange(len(whole[0])), pieces):
            metric.update(*(part[piece] for part in whole))
        metric.update(*(part[:0] for part in whole))
        return metric.compute()
    finally:
        torch.set_default_dtype(before)


def points(n, d, clusters, seed=0, spread=1.0):
    """Points around as many centres, each cluster with at least one."""
    rng = np.random.default_rng(seed)
    labels = np.concatenate([np.arange(clusters), rng.integers(0, clusters, n - clusters)])
    return rng.normal(size=(n, d)) + spread * labels[:, None], labels
