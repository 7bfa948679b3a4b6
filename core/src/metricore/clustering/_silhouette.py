"""Silhouettes of points, exact, in blocks of distances."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal

import torch
from torch import Tensor

from metricore._arguments import check_choice
from metricore._checked import reads_at_once
from metricore._values import in_default_dtype
from metricore.clustering._points import ClusteredPoints

_PAIRS = 1 << 22  # distances that are in memory at a time
_CACHED = 1 << 17  # those that a CPU does best with
_ROWS = 1 << 8  # points whose distances to others these are
_CLOSE = 1e-7  # squares below this share of the squared lengths are taken from differences
_FEW = 64  # one of so many distances


class SilhouetteScore(ClusteredPoints):
    r"""Silhouette: how much nearer points are to their own cluster than to the next, :math:`\frac{b - a}{\max(a, b)}`.

    With `a` the mean Euclidean distance to the other points of the cluster and `b` the least mean distance to those of
    another one. It needs the distances of all pairs, so the state is the data; time is quadratic, memory linear.

    Args:
        reduction: `"mean"` over points, or `"none"` for the silhouette of each.
        num_clusters: labels are from 0 to `num_clusters - 1`; `None` for any integers.

    Shapes:
        - `data`: `(N, d)`, floating or integer.
        - `labels`: `(N,)`, integer or boolean.
        - returns: scalar, or `(N,)`; 0 for a point that is alone in its cluster, `nan` for a single cluster and where
          each point has its own.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for data that are not finite, and labels outside of the given number of clusters.

    Reference:
        Rousseeuw, Silhouettes: a graphical aid to the interpretation and validation of cluster analysis. Journal of
        Computational and Applied Mathematics, 1987.

    Examples:
        >>> import torch
        >>> from metricore.clustering import SilhouetteScore
        >>> data, labels = torch.tensor([[0.0], [1.0], [5.0], [6.0]]), torch.tensor([0, 0, 1, 1])
        >>> SilhouetteScore()(data, labels)
        tensor(0.7980)
        >>> SilhouetteScore(reduction="none")(data, labels)
        tensor([0.8182, 0.7778, 0.7778, 0.8182])
    """

    reduction: Literal["mean", "none"] = "mean"

    plot_lower_bound = -1.0
    plot_upper_bound = 1.0

    def check(self) -> None:
        super().check()
        check_choice("reduction", self.reduction, ("mean", "none"))

    def compute(self) -> Tensor:
        clusters = self.clusters(static=True)
        if not len(clusters.points):
            return in_default_dtype(clusters.sizes.new_full(() if self.reduction == "mean" else (0,), torch.nan))
        middle = clusters.points.detach().mean(0, dtype=torch.float64)
        pairs = _CACHED if middle.is_cpu else _PAIRS
        rows = max(1, min(_ROWS, pairs // len(clusters.sizes)))
        parts = [
            _silhouettes(*some, clusters.around(middle, pairs // _ROWS), clusters.sizes)
            for some in clusters.around(middle, rows)
        ]
        values = torch.where(clusters.parted(), torch.cat(parts), torch.nan)
        return in_default_dtype(values if self.reduction == "none" else values.mean())


def _silhouettes(some: Tensor, own: Tensor, others: Iterable[tuple[Tensor, Tensor]], sizes: Tensor) -> Tensor:
    """Silhouettes of some points, from their clusters, all points with theirs, and the sizes of these."""
    total, mine = sizes.new_zeros(len(some), len(sizes)), own.unsqueeze(1)
    for points, cluster in others:
        total = total.index_add(1, cluster, _distances(some, points))
    rest = sizes[own] - 1
    within = total.gather(1, mine).squeeze(1) / torch.where(rest > 0, rest, 1.0)
    away = torch.where(sizes > 0, total / torch.where(sizes > 0, sizes, 1.0), math.inf)
    nearest = away.scatter(1, mine, math.inf).amin(1)
    larger = torch.maximum(within, nearest)
    defined = (rest > 0) & (larger > 0)
    return torch.where(defined, (nearest - within) / torch.where(defined, larger, 1.0), 0.0)


def _distances(some: Tensor, points: Tensor) -> Tensor:
    """Euclidean distances of all rows.

    Products of matrices are fast and lose the digits of small distances: these are taken from differences, one by one
    where they are few.
    """
    if not reads_at_once(points) or points.requires_grad:
        return torch.cdist(some, points, compute_mode="donot_use_mm_for_euclid_dist")
    lengths = some.square().sum(1, keepdim=True) + points.square().sum(1)
    squares = torch.addmm(lengths, some, points.T, alpha=-2)
    close = (squares <= lengths * _CLOSE).nonzero(as_tuple=True)
    if len(close[0]) * _FEW > squares.numel() + _FEW * len(some):
        return torch.cdist(some, points, compute_mode="donot_use_mm_for_euclid_dist")
    squares[close] = (some[close[0]] - points[close[1]]).square().sum(1)
    return squares.sqrt_()
