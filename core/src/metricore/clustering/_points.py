"""What scores of parted data share: the points, their labels, and the middle of each cluster."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import ClassVar, NamedTuple

import torch
from torch import Tensor

from metricore._arguments import check_size
from metricore._checked import reads_at_once
from metricore._crosstab import check_labels, known_labels
from metricore._metric import Metric
from metricore._state import CatState, cat_state
from metricore._stretches import blocks
from metricore.clustering._contingency import distinct, places


class Clusters(NamedTuple):
    """Points and the cluster of each; clusters may be without points."""

    points: Tensor  # (N, d), as given
    cluster: Tensor  # (N,), from 0 on
    sizes: Tensor  # (K,), float64

    @staticmethod
    def of(points: Tensor, labels: Tensor, size: int | None, static: bool) -> Clusters:
        """Number the labels; with `static`, shapes do not depend on them."""
        points = points if points.ndim == 2 else points.unsqueeze(1)  # no data have no dimension
        if size is not None:
            cluster = labels.to(torch.int64).clamp(0, size - 1)
        elif static and not reads_at_once(labels):
            cluster, size = places(labels), len(labels)
        else:
            names, cluster = distinct(labels)
            size = len(names)
        sizes = torch.zeros(size, dtype=torch.float64, device=points.device)
        return Clusters(points, cluster, sizes.index_add(0, cluster, sizes.new_ones(()).expand(len(cluster))))

    def around(self, origin: Tensor, rows: int | None = None) -> Iterator[tuple[Tensor, Tensor]]:
        """Where points are from an origin, in float64, and the cluster of each, for some points after the other."""
        for points, cluster in blocks(self.points, self.cluster, rows=rows):
            yield points.to(torch.float64) - origin, cluster

    def near(self) -> Iterator[tuple[Tensor, Tensor]]:
        """The same from a point among them, which keeps the digits of data far from 0."""
        return self.around(self.points[:1].detach().to(torch.float64))

    def total(self, values: Callable[[Tensor, Tensor], Tensor], *shape: int) -> Tensor:
        """Sum over the points of each cluster of what a function makes of them and their clusters.

        Args:
            values: gets what :meth:`near` gives.
            shape: that of the value of a point.
        """
        total = self.sizes.new_zeros(len(self.sizes), *shape)
        for near, cluster in self.near():
            total = total.index_add(0, cluster, values(near, cluster))
        return total

    def means(self) -> Tensor:
        """The mean of each cluster, seen as :meth:`near` sees points; 0 without points."""
        return self.total(lambda near, _: near, self.points.shape[1]) / self.sizes.clamp(min=1.0).unsqueeze(1)

    def parted(self) -> Tensor:
        """Whether there are at least two clusters, and fewer than points."""
        clusters = (self.sizes > 0).sum()
        return (clusters > 1) & (clusters < len(self.points))


class ClusteredPoints(Metric):
    """Base of scores of how well points are parted, from the points and the label of each.

    They need distances to what is only known at the end, so the state is the data; all of them share it in a
    collection. Values are computed in float64.

    Args:
        num_clusters: labels are from 0 to `num_clusters - 1`; `None` for any integers.

    Shapes:
        - `data`: `(N, d)`, floating or integer.
        - `labels`: `(N,)`, integer or boolean.
        - returns: scalar; `nan` for a single cluster and where each point has its own.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for data that are not finite, and labels outside of the given number of clusters.
    """

    num_clusters: int | None = None

    _last = ("num_clusters",)
    is_differentiable = True
    higher_is_better: ClassVar[bool | None] = True
    updates_in_place = False

    data: CatState = cat_state(when=lambda self: self._keeps_data)
    labels: CatState = cat_state(dtype=torch.int64, when=lambda self: self._keeps_data)

    @property
    def _keeps_data(self) -> bool:
        return True

    def check(self) -> None:
        if self.num_clusters is not None:
            check_size("num_clusters", self.num_clusters)

    def accumulates(self) -> Hashable | None:
        return (ClusteredPoints.update, self._keeps_data, self.num_clusters, self.compute_on_cpu)

    def update(self, data: Tensor, labels: Tensor) -> None:
        """Add a batch of points and the label of each."""
        self._refuse(data, labels)
        self.data.append(data)
        self.labels.append(labels.to(torch.int64))

    def _refuse(self, data: Tensor, labels: Tensor) -> None:
        check_labels("labels", labels)
        if data.ndim != 2 or len(data) != len(labels) or (len(data) and not data.shape[1]):
            raise ValueError(
                f"Expected data of shape (N, d) with d above 0 and labels of shape (N,), got {tuple(data.shape)} "
                f"and {tuple(labels.shape)}."
            )
        if data.is_complex():
            raise ValueError(f"Expected data of real numbers, got dtype {data.dtype}.")
        if data.is_floating_point():
            self.flag(~data.isfinite(), "Expected finite data")
        if self.num_clusters is not None:
            known_labels(self, "labels", labels.to(torch.int64), self.num_clusters)

    def clusters(self, static: bool = False) -> Clusters:
        """The points by cluster; with `static` in shapes that do not depend on the labels, wherever these are."""
        return Clusters.of(self.data.values, self.labels.values, self.num_clusters, static)
