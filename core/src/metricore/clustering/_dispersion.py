"""The Calinski-Harabasz score: how far clusters are spread, compared with the points within them."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._state import joint, state
from metricore._values import in_default_dtype
from metricore.clustering._points import ClusteredPoints, Clusters

Parts = dict[str, Tensor]


def merged(before: Parts, after: Parts) -> Parts:
    """Sizes, means and scatter by cluster of two parts of the data together (Chan, Golub and LeVeque 1979)."""
    if before["mean"].shape != after["mean"].shape:
        if not before["mean"].numel():  # no data yet, so no dimension is known
            return after
        if not after["mean"].numel():
            return before
        sizes = f"{before['mean'].shape[1]} and {after['mean'].shape[1]}"
        raise ValueError(f"Expected data of one dimension throughout, got points of {sizes} numbers.")
    total = before["size"] + after["size"]
    share = after["size"] / torch.where(total > 0, total, 1.0)
    gap = after["mean"] - before["mean"]
    return {
        "size": total,
        "mean": before["mean"] + gap * share.unsqueeze(1),
        "scatter": before["scatter"] + after["scatter"] + gap.square().sum(1) * before["size"] * share,
    }


def _parts(clusters: Clusters) -> Parts:
    """Sizes, means and scatter by cluster, the means seen from the first point."""
    means = clusters.means()
    scatter = clusters.total(lambda near, cluster: (near - means[cluster]).square().sum(1))
    return {"size": clusters.sizes, "mean": means, "scatter": scatter}


_TOGETHER = joint(merged)


class CalinskiHarabaszScore(ClusteredPoints):
    r"""Calinski-Harabasz score, the dispersion between clusters over that within, by degrees of freedom.

    .. math:: \frac{\sum_k n_k \|\mu_k - \mu\|^2 / (K - 1)}{\sum_k \sum_{i \in k} \|x_i - \mu_k\|^2 / (N - K)}

    With `num_clusters`, the state is the size, mean and scatter of each cluster, whatever the number of points;
    without it, the data.

    Args:
        num_clusters: labels are from 0 to `num_clusters - 1`; `None` for any integers.

    Shapes:
        - `data`: `(N, d)`, floating or integer.
        - `labels`: `(N,)`, integer or boolean.
        - returns: scalar; `nan` for a single cluster and where each point has its own, 1 where all points are equal to
          the mean of their cluster, as in scikit-learn.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for data that are not finite, and labels outside of the given number of clusters.

    Reference:
        Calinski and Harabasz, A dendrite method for cluster analysis. Communications in Statistics, 1974.

    Examples:
        >>> import torch
        >>> from metricore.clustering import CalinskiHarabaszScore
        >>> CalinskiHarabaszScore()(torch.tensor([[0.0], [1.0], [5.0], [6.0]]), torch.tensor([0, 0, 1, 1]))
        tensor(50.)
    """

    plot_lower_bound = 0.0
    updates_in_place = False

    size: Tensor = state(lambda self: self._zeros(), reduce=_TOGETHER, when=lambda self: not self._keeps_data)
    mean: Tensor = state(lambda self: self._zeros(0), reduce=_TOGETHER, when=lambda self: not self._keeps_data)
    scatter: Tensor = state(lambda self: self._zeros(), reduce=_TOGETHER, when=lambda self: not self._keeps_data)

    @property
    def _keeps_data(self) -> bool:
        return self.num_clusters is None

    def _zeros(self, *trailing: int) -> Tensor:
        return torch.zeros((self.num_clusters or 0, *trailing), dtype=torch.float64)

    def accumulates(self) -> Hashable | None:
        return super().accumulates() if self._keeps_data else (type(self).update, self.num_clusters)

    def update(self, data: Tensor, labels: Tensor) -> None:
        """Add a batch of points and the label of each."""
        if self._keeps_data:
            super().update(data, labels)
            return
        self._refuse(data, labels)
        batch = _parts(Clusters.of(data, labels, self.num_clusters, static=True))
        batch["mean"] = batch["mean"] + data[:1].detach().sum(0, dtype=torch.float64)
        for name, value in merged({name: getattr(self, name) for name in batch}, batch).items():
            setattr(self, name, value)

    def _seen_from_a_mean(self) -> Tensor:
        """The means, without what they have in common."""
        return self.mean - self.mean.index_select(0, self.size.argmax(0, keepdim=True)).detach()

    def compute(self) -> Tensor:
        if self._keeps_data:
            size, near, scatter = _parts(self.clusters(static=True)).values()
        else:
            size, scatter, near = self.size, self.scatter, self._seen_from_a_mean()
        points, clusters = size.sum(), (size > 0).sum()
        middle = (near * size.unsqueeze(1)).sum(0) / points
        between = ((near - middle).square().sum(1) * size).sum() / (clusters - 1)
        within = scatter.sum() / (points - clusters)
        spread = within != 0
        score = torch.where(spread, between / torch.where(spread, within, 1.0), 1.0)
        return in_default_dtype(torch.where((clusters > 1) & (clusters < points), score, torch.nan))
