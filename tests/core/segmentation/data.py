"""Maps for the tests of segmentation."""

import torch
from torch.nn import functional

GENERATOR = torch.Generator().manual_seed(0)


def labels(*shape, classes=4):
    return torch.randint(0, classes, shape, generator=GENERATOR)


def masks(*shape):
    """Masks of blobs that may overlap, `(N, C, ...)`."""
    noise = torch.randn(shape, generator=GENERATOR)
    pool = functional.avg_pool2d if len(shape) == 4 else functional.avg_pool3d
    return pool(noise, 5, 1, 2) > 0.05


def one_hot(maps, classes=4):
    return functional.one_hot(maps, classes).movedim(-1, 1)
