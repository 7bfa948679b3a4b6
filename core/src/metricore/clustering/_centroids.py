"""Scores of parted data from the distances of centroids and of points to their centroid."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from metricore._values import in_default_dtype
from metricore.clustering._points import ClusteredPoints

_PAIRS = 1 << 16  # distances that are in memory at a time


class DaviesBouldinScore(ClusteredPoints):
    r"""Davies-Bouldin score, the mean over clusters of the likeness to the cluster that is most alike; lower is better.

    .. math:: \frac1K \sum_k \max_{l \ne k} \frac{s_k + s_l}{\|\mu_k - \mu_l\|}

    with :math:`s_k` the mean distance of the points of a cluster to their mean. That distance is known only at the end,
    so the state is the data. Without `num_clusters`, the number of clusters is read in `compute`.

    Args:
        num_clusters: labels are from 0 to `num_clusters - 1`; `None` for any integers.

    Shapes:
        - `data`: `(N, d)`, floating or integer.
        - `labels`: `(N,)`, integer or boolean.
        - returns: scalar; `nan` for a single cluster and where each point has its own.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for data that are not finite, and labels outside of the given number of clusters.

    Reference:
        Davies and Bouldin, A cluster separation measure. IEEE PAMI, 1979.

    Examples:
        >>> import torch
        >>> from metricore.clustering import DaviesBouldinScore
        >>> DaviesBouldinScore()(torch.tensor([[0.0], [1.0], [5.0], [6.0]]), torch.tensor([0, 0, 1, 1]))
        tensor(0.2000)
    """

    higher_is_better = False
    plot_lower_bound = 0.0

    def compute(self) -> Tensor:
        clusters = self.clusters()
        if not len(clusters.points):
            return in_default_dtype(clusters.sizes.new_full((), torch.nan))
        means, known = clusters.means(), clusters.sizes > 0
        total = clusters.total(lambda near, cluster: torch.linalg.vector_norm(near - means[cluster], dim=1))
        spread = total / clusters.sizes.clamp(min=1.0)
        worst = []
        for rows in torch.split(torch.arange(len(means), device=means.device), max(1, _PAIRS // len(means))):
            apart = _distances(means[rows], means)
            usable = known & (apart > 0)
            alike = (spread[rows].unsqueeze(1) + spread) / torch.where(usable, apart, 1.0)
            worst.append(torch.where(usable, alike, 0.0).amax(1))
        score = torch.where(known, torch.cat(worst), 0.0).sum() / known.sum()
        return in_default_dtype(torch.where(clusters.parted(), score, torch.nan))


class DunnIndex(ClusteredPoints):
    r"""Dunn index, the least distance between centroids over the largest distance of a point to its centroid.

    .. math:: \frac{\min_{k \ne l} \|\mu_k - \mu_l\|_p}{\max_k \max_{i \in k} \|x_i - \mu_k\|_p}

    That distance is known only at the end, so the state is the data. Without `num_clusters`, the number of clusters is
    read in `compute`.

    Args:
        p: the norm, a number above 0.
        num_clusters: labels are from 0 to `num_clusters - 1`; `None` for any integers.

    Shapes:
        - `data`: `(N, d)`, floating or integer.
        - `labels`: `(N,)`, integer or boolean.
        - returns: scalar; `nan` for a single cluster, `inf` where all points are equal to their centroid.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for data that are not finite, and labels outside of the given number of clusters.

    Reference:
        Dunn, Well-separated clusters and optimal fuzzy partitions. Journal of Cybernetics, 1974.

    Examples:
        >>> import torch
        >>> from metricore.clustering import DunnIndex
        >>> DunnIndex(p=2)(torch.tensor([[0.0], [1.0], [5.0], [6.0]]), torch.tensor([0, 0, 1, 1]))
        tensor(10.)
    """

    p: float = 2

    plot_lower_bound = 0.0

    def check(self) -> None:
        super().check()
        if isinstance(self.p, bool) or not isinstance(self.p, (int, float)) or not self.p > 0:
            raise ValueError(f"Expected p to be a number above 0, got {self.p!r}.")

    def compute(self) -> Tensor:
        clusters = self.clusters()
        if not len(clusters.points):
            return in_default_dtype(clusters.sizes.new_full((), torch.nan))
        means, known = clusters.means(), clusters.sizes > 0
        radii = [
            torch.linalg.vector_norm(near - means[cluster], ord=self.p, dim=1).amax()
            for near, cluster in clusters.near()
        ]
        least = []
        label = torch.arange(len(means), device=means.device)
        for rows in torch.split(label, max(1, _PAIRS // len(means))):
            apart = _distances(means[rows], means, float(self.p))
            usable = known & known[rows].unsqueeze(1) & (rows.unsqueeze(1) != label)
            least.append(torch.where(usable, apart, math.inf).amin())
        index = torch.stack(least).amin() / torch.stack(radii).amax()
        return in_default_dtype(torch.where(known.sum() > 1, index, torch.nan))


def _distances(first: Tensor, second: Tensor, p: float = 2.0) -> Tensor:
    """Distances of all rows, from differences: products would lose the digits of what is close."""
    return torch.cdist(first, second, p, compute_mode="donot_use_mm_for_euclid_dist")
