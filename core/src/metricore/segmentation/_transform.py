"""Exact distances from the nearest of many places.

An image is searched axis by axis: the distance from the nearest edge along the last axis is known from two sweeps, then
each further axis takes the least over its places of what was found so far and the way along this axis. Squares add up
for Euclidean distances, ways add up for taxicab ones, and the longest way counts for chessboard ones. The work is a
place times the length of an axis; where values may be looked at, those found so far keep the ways short.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

_AT_ONCE = 2**18  # numbers that are held while places are searched: what fits in a cache
_NEAR = 8  # places along an axis that are searched at first
_NORMS = {"euclidean": 2.0, "taxicab": 1.0, "chessboard": math.inf}


def all_pairs(places: Tensor, others: Tensor, spacing: Sequence[float], metric: str) -> Tensor:
    """Distances of places `(K, axes)` from others `(L, axes)`."""
    first, second = (
        torch.stack([axis * step for axis, step in zip(part.to(torch.float64).T, spacing, strict=True)], 1)
        for part in (places, others)
    )
    return torch.cdist(first, second, p=_NORMS[metric], compute_mode="donot_use_mm_for_euclid_dist")


def distances_everywhere(edges: Tensor, spacing: Sequence[float], metric: str, dtype: torch.dtype) -> Tensor:
    """Distance of each place of images `(B, ...)` from the nearest edge of its image; `inf` where there is none."""
    field = _last_axis(edges, spacing[-1], metric, dtype)
    for axis in range(edges.ndim - 2, 0, -1):
        field = _along(field, axis, spacing[axis - 1], metric, None)
    return field.sqrt() if metric == "euclidean" else field


def distances_at(places: Tensor, edges: Tensor, spacing: Sequence[float], metric: str) -> Tensor:
    """Distance of places `(K, axes)` from the nearest edge of an image, in float64; `inf` where it has none."""
    field = _last_axis(edges, spacing[-1], metric, torch.float64)
    most = [size - 1 for size in edges.shape]
    reach = [min(size, _NEAR) for size in most]
    while True:
        found = _search(field, places, spacing, metric, reach)
        farthest = found.max().item()  # a way that is longer than what was found leads nowhere
        needed = [
            size if size * step <= farthest else int(farthest / step) for size, step in zip(most, spacing, strict=True)
        ]
        if all(n <= r for n, r in zip(needed[:-1], reach, strict=False)):
            return found
        reach = needed


def _search(field: Tensor, places: Tensor, spacing: Sequence[float], metric: str, reach: Sequence[int]) -> Tensor:
    """Distances at places from those along the last axis, with ways of limited length along the others."""
    for axis in range(field.ndim - 2, 0, -1):
        field = _along(field, axis, spacing[axis], metric, reach[axis])
    found = field[places[:, 0]] if field.ndim == 1 else _first_axis(field, places, spacing[0], metric, reach[0])
    return found.sqrt() if metric == "euclidean" else found


def _last_axis(edges: Tensor, step: float, metric: str, dtype: torch.dtype) -> Tensor:
    """Ways to the nearest edge along the last axis."""
    place = torch.arange(edges.shape[-1], dtype=dtype, device=edges.device)
    before = torch.where(edges, place, -math.inf).cummax(-1).values
    behind = torch.where(edges, place, math.inf).flip(-1).cummin(-1).values.flip(-1)
    way = torch.minimum(place - before, behind - place) * step
    return way.square() if metric == "euclidean" else way


def _along(field: Tensor, axis: int, step: float, metric: str, reach: int | None) -> Tensor:
    """The least over ways along an axis, no longer than `reach` places."""
    size = field.shape[axis]
    if torch.compiler.is_compiling():  # one expression, of which a compiler makes one loop
        place = torch.arange(size, dtype=field.dtype, device=field.device)
        ways = (place - place.unsqueeze(1)).abs() * step
        return _joined(field.movedim(axis, -1).unsqueeze(-2), ways, metric).amin(-1).movedim(-1, axis)
    least = field.clone()
    for places in range(1, size if reach is None else reach + 1):
        for source, goal in ((0, places), (places, 0)):
            found = _joined(field.narrow(axis, source, size - places), places * step, metric)
            here = least.narrow(axis, goal, size - places)
            torch.minimum(here, found, out=here)
    return least


def _first_axis(field: Tensor, places: Tensor, step: float, metric: str, reach: int) -> Tensor:
    """The least over ways along the first axis, at some places only."""
    offsets = torch.arange(-reach, reach + 1, device=field.device)
    column = torch.zeros_like(places[:, 0])
    for axis in range(1, field.ndim):
        column = column * field.shape[axis] + places[:, axis]
    flat, inner = field.flatten(), field[0].numel()
    parts = []
    for begin in range(0, len(places), max(1, _AT_ONCE // len(offsets))):
        some = slice(begin, begin + max(1, _AT_ONCE // len(offsets)))
        here = places[some, :1]
        there = (here + offsets).clamp(0, len(field) - 1)
        ways = ((there - here).abs() * step).to(field.dtype)
        parts.append(_joined(flat[there * inner + column[some].unsqueeze(1)], ways, metric).amin(1))
    return torch.cat(parts)


def _joined(field: Tensor, way: Tensor | float, metric: str) -> Tensor:
    """What was found on the axes before, and a way along the next one."""
    if metric == "chessboard":
        return torch.maximum(field, way) if isinstance(way, Tensor) else field.clamp(min=way)
    return field + (way * way if metric == "euclidean" else way)
