"""Weights over the surroundings of a pixel, and means of images under them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

__all__ = ["Window", "gaussian", "uniform"]

_LANES = 16  # oneDNN convolves float32 channels in blocks of 16, and is several times slower with an incomplete one


@dataclass(frozen=True)
class Window:
    """A product of weights along each dimension of an image.

    Args:
        sizes: Number of pixels along each dimension, odd.
        sigmas: Standard deviations of Gaussian weights; `None` for equal weights.
    """

    sizes: tuple[int, ...]
    sigmas: tuple[float, ...] | None = None

    @property
    def radii(self) -> list[int]:
        """Pixels on either side of the one in the middle."""
        return [size // 2 for size in self.sizes]

    def averaged(self, maps: Tensor) -> Tensor:
        """Return the means of maps `(M, N, ...)` at the places where the window lies inside them."""
        for dim, size in enumerate(self.sizes, start=2):
            weights = self._weights(dim - 2, maps)
            before, length, after = maps.shape[:dim], maps.shape[dim], maps.shape[dim + 1 :]
            if len(after):
                planes, kernel = maps.reshape(1, before.numel(), length, -1), weights.view(1, 1, -1, 1)
            else:
                planes, kernel = maps.reshape(1, before[:-1].numel(), before[-1], -1), weights.view(1, 1, 1, -1)
            maps = _convolved(planes, kernel).reshape(*before, length - size + 1, *after)
        return maps

    def _weights(self, dim: int, like: Tensor) -> Tensor:
        """Weights made on the device itself: a copy from the host would stall it."""
        size = self.sizes[dim]
        if self.sigmas is None:
            return torch.full((size,), 1 / size, dtype=like.dtype, device=like.device)
        places = torch.arange(size, dtype=like.dtype, device=like.device) - size // 2
        weights = torch.exp(-0.5 * (places / self.sigmas[dim]).square())
        return weights / weights.sum()

    def mirrored(self, images: Tensor) -> Tensor:
        """Return images `(N, ...)` continued by their mirror images, as far as the window reaches."""
        for dim, radius in enumerate(self.radii, start=1):
            first, last = images.narrow(dim, 0, radius), images.narrow(dim, images.shape[dim] - radius, radius)
            images = torch.cat([first.flip(dim), images, last.flip(dim)], dim)
        return images

    def inside(self, maps: Tensor) -> Tensor:
        """Return of maps `(N, ...)` of mirrored images what the mirror images do not reach."""
        for dim, radius in enumerate(self.radii, start=1):
            maps = maps.narrow(dim, radius, maps.shape[dim] - 2 * radius)
        return maps


def _convolved(planes: Tensor, kernel: Tensor) -> Tensor:
    """Return planes `(1, N, H, W)`, each convolved with the kernel."""
    count = planes.shape[1]
    if planes.is_cpu and planes.dtype == torch.float32 and count % _LANES:
        planes = functional.pad(planes, (0, 0, 0, 0, 0, -count % _LANES))
    channels = planes.shape[1]
    return functional.conv2d(planes, kernel.expand(channels, -1, -1, -1), groups=channels)[:, :count]


def gaussian(sigmas: Sequence[float]) -> Window:
    """Return a Gaussian window cut off at 3.5 standard deviations."""
    return Window(tuple(2 * int(3.5 * sigma + 0.5) + 1 for sigma in sigmas), tuple(sigmas))


def uniform(sizes: Sequence[int]) -> Window:
    """Return a window of equal weights."""
    return Window(tuple(sizes))
