"""Seeded scores with ties, of all tasks, and metrics over batches of them."""

import numpy as np
import torch

from metricore import classification

CLASSES = 4


def generator(seed):
    return torch.Generator().manual_seed(seed)


def binary(n=80, seed=0):
    """Probabilities in steps of 1/32, exact in binary, and labels."""
    g = generator(seed)
    target = torch.randint(0, 2, (n,), generator=g)
    return ((torch.rand(n, generator=g) + 0.4 * target) / 1.4 * 32).round() / 32, target


def multilabel(n=60, labels=3, seed=1):
    """The last label has no positives."""
    preds, target = binary(n * labels, seed)
    preds, target = preds.reshape(n, labels), target.reshape(n, labels).clone()
    target[:, -1] = 0
    return preds, target


def multiclass(n=70, seed=2):
    """Probabilities and labels; the last class does not occur."""
    g = generator(seed)
    target = torch.randint(0, CLASSES - 1, (n,), generator=g)
    logits = torch.randint(0, 4, (n, CLASSES), generator=g) / 2
    logits[torch.arange(n), target] += 1
    return logits.double().softmax(1).float(), target


def weights(n, seed=3):
    return torch.randint(0, 4, (n,), generator=generator(seed)) / 2


def make(name, *args, **settings):
    return getattr(classification, name)(*args, **settings)


def value(metric, *batches):
    for batch in batches:
        metric.update(*batch)
    return metric.compute()


def thirds(*tensors):
    """The same data in two batches of different size."""
    cut = len(tensors[0]) // 3
    return [tuple(t[:cut] for t in tensors), tuple(t[cut:] for t in tensors)]


def close(got, expected, rtol=1e-5, atol=1e-6):
    if isinstance(got, (tuple, list)):
        assert len(got) == len(expected)
        for mine, theirs in zip(got, expected, strict=True):
            close(mine, theirs, rtol, atol)
        return
    np.testing.assert_allclose(got.numpy(), expected, rtol=rtol, atol=atol)
