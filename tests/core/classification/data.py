"""Seeded data of all tasks, and the values of metrics over batches."""

import numpy as np
import torch

from metricore import classification

CLASSES = 5


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


def choices(classes=CLASSES, n=60, shape=(), seed=0):
    """Logits and labels; the last class occurs nowhere, the one before only in predictions."""
    g = generator(seed)
    scores = torch.randn(n, classes, *shape, generator=g)
    target = torch.randint(0, classes - 2, (n, *shape), generator=g)
    scores.scatter_add_(1, target.unsqueeze(1), torch.ones(n, 1, *shape))
    scores[:, -1] = -9.0
    return scores, target


def decisions(shape=(40,), seed=1):
    """Probabilities and labels of yes or no."""
    g = generator(seed)
    target = torch.randint(0, 2, shape, generator=g)
    return (torch.rand(shape, generator=g) + 0.4 * target) / 1.4, target


def weights_of(target, seed=2):
    return torch.randint(0, 4, (len(target),), generator=generator(seed)) / 2


def make(name, *args, **settings):
    return getattr(classification, name)(*args, **settings)


def value(metric, *batches):
    """The value after an update for each batch."""
    for batch in batches:
        metric.update(*batch)
    return metric.compute()


def halves(*tensors):
    """The same data in two batches of different size."""
    middle = len(tensors[0]) // 3
    return [tuple(t[:middle] for t in tensors), tuple(t[middle:] for t in tensors)]


def close(got, expected, atol=1e-6):
    np.testing.assert_allclose(got.numpy(), expected, rtol=1e-5, atol=atol)
