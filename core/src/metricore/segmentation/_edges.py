"""Edges of masks, and how far those of one mask are from those of another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore.segmentation._transform import all_pairs, distances_at, distances_everywhere

_FEW = 2**21  # pairs of places that are compared one by one


@dataclass(frozen=True)  # of a named tuple, PyTorch 2.9 does not trace the properties
class Distances:
    """How far the places on the edges of some masks are from the nearest edge of their counterparts.

    `values` has a row for each mask; `here` tells which entries of it are on the edge.
    """

    values: Tensor
    here: Tensor

    @property
    def number(self) -> Tensor:
        """Of places on the edge."""
        return self.here.sum(-1)

    @property
    def total(self) -> Tensor:
        """Sum of the distances."""
        return torch.where(self.here, self.values, 0.0).sum(-1)

    @property
    def largest(self) -> Tensor:
        """Largest distance, `nan` where there is no edge."""
        found = torch.where(self.here, self.values, -math.inf).amax(-1)
        return torch.where(found >= 0, found, torch.nan)

    def percentile(self, percent: float) -> Tensor:
        """A percentile of the distances, between two of them linear; `nan` where there is no edge."""
        ordered = torch.where(self.here, self.values, math.inf).sort(-1).values
        place = (self.number - 1).clamp(min=0).to(ordered.dtype) * (percent / 100)
        below = place.floor()
        low, high = (ordered.gather(-1, at.to(torch.int64).unsqueeze(-1)).squeeze(-1) for at in (below, place.ceil()))
        between = torch.where(low.isinf(), low, low + (high - low) * (place - below))
        return torch.where(self.number > 0, between, torch.nan)

    def within(self, tolerance: Tensor) -> Tensor:
        """Number of places that are no farther than the tolerance of their mask."""
        # A multiple of the spacing may be a rounding error above the tolerance that is meant to include it.
        return (self.here & (self.values <= tolerance.unsqueeze(-1) * (1 + 1e-9))).sum(-1)


def edges(masks: Tensor) -> Tensor:
    """Places of masks `(B, ...)` that have a neighbour along an axis outside of the mask or of the image."""
    inner = masks
    for axis in range(1, masks.ndim):
        size = masks.shape[axis]
        outside = masks.new_zeros([1 if i == axis else n for i, n in enumerate(masks.shape)])
        before = torch.cat([outside, masks.narrow(axis, 0, size - 1)], axis)
        after = torch.cat([masks.narrow(axis, 1, size - 1), outside], axis)
        inner = inner & before & after
    return masks & ~inner


def surface_distances(
    preds: Tensor, target: Tensor, spacing: Sequence[float], metric: str
) -> tuple[list[Distances], list[Distances]]:
    """Distances of the edges of predicted masks `(B, ...)` from those of actual ones, and the other way round.

    The parts of each list belong to consecutive masks.
    """
    preds, target = edges(preds), edges(target)
    if not reads_at_once(preds):
        dtype = torch.float64
        there = distances_everywhere(target, spacing, metric, dtype), preds
        back = distances_everywhere(preds, spacing, metric, dtype), target
        return [Distances(*(part.flatten(1) for part in there))], [Distances(*(part.flatten(1) for part in back))]
    pairs = [_of_pair(p, t, spacing, metric) for p, t in zip(preds, target, strict=True)]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def _of_pair(preds: Tensor, target: Tensor, spacing: Sequence[float], metric: str) -> tuple[Distances, Distances]:
    """The same for one mask, where it may be seen where the edges are: the rest of the image is left out."""
    here, there = preds.nonzero(), target.nonzero()
    if not len(here) or not len(there):
        return _endless(here), _endless(there)
    if len(here) * len(there) <= _FEW:
        pairs = all_pairs(here, there, spacing, metric)
        return _of_places(pairs.amin(1)), _of_places(pairs.amin(0))
    both = torch.cat([here, there])
    low, high = both.amin(0), both.amax(0)
    box = tuple(slice(a, b + 1) for a, b in zip(low.tolist(), high.tolist(), strict=True))
    here, there, preds, target = here - low, there - low, preds[box], target[box]
    return (
        _of_places(distances_at(here, target, spacing, metric)),
        _of_places(distances_at(there, preds, spacing, metric)),
    )


def _of_places(values: Tensor) -> Distances:
    return Distances(values.unsqueeze(0), torch.ones_like(values, dtype=torch.bool).unsqueeze(0))


def _endless(places: Tensor) -> Distances:
    """Distances from an edge that is missing; where there are no places either, one that is not on the edge."""
    values = torch.full((max(1, len(places)),), math.inf, dtype=torch.float64)
    return Distances(values.unsqueeze(0), torch.full((1, len(values)), bool(len(places))))
