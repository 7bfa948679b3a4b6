"""Distances of the surfaces of predicted and actual masks."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any, ClassVar, Literal

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_flag
from metricore._together import shared
from metricore.segmentation._edges import Distances, surface_distances
from metricore.segmentation._images import ImageValues

DistanceMetric = Literal["euclidean", "chessboard", "taxicab"]
_METRICS = ("euclidean", "chessboard", "taxicab")


class Surfaces(ImageValues):
    """Base of metrics of the distances between the edges of masks.

    The edge of a mask are its elements with a neighbour along an axis outside of the mask or of the image. In a
    collection, metrics with the same settings of distance find the distances once.

    Args:
        num_classes: number of classes; class 0 is the background.
        include_background: whether class 0 is part of the value.
        distance_metric: `"euclidean"`, `"chessboard"` (the longest way along an axis) or `"taxicab"` (their sum).
        spacing: size of an element along each axis of the image; 1 by default.
        input_format: `"one-hot"` for masks by class, which may overlap, `"index"` for labels, `"mixed"` where one of
            the inputs is of this and the other of that form. Floating masks are scores: the highest decides.
        per_class: give a value for each class.
        reduction: `"mean"` over images; `"none"` or `None` gives the value of each.
    """

    include_background: bool = False
    distance_metric: DistanceMetric = "euclidean"
    spacing: Sequence[float] | Tensor | None = None
    per_class: bool = False

    _last: ClassVar[tuple[str, ...]] = ("input_format", "per_class", "reduction")
    higher_is_better: ClassVar[bool | None] = False
    is_differentiable = False
    plot_lower_bound = 0.0
    updates_in_place = False

    def check(self) -> None:
        super().check()
        check_choice("distance_metric", self.distance_metric, _METRICS)
        check_flag("per_class", self.per_class)
        if self.spacing is None:
            return
        sizes = self.spacing.tolist() if isinstance(self.spacing, Tensor) else self.spacing
        if not isinstance(sizes, (list, tuple)) or not sizes or not all(map(_is_size, sizes)):
            raise ValueError(f"Expected spacing to be a positive number for each axis, got {self.spacing!r}.")
        self.__dict__["spacing"] = tuple(map(float, sizes))

    @property
    def _by_class(self) -> bool:
        return self.per_class

    def score(self, there: Distances, back: Distances, classes: Tensor) -> Tensor:
        """The value of masks of some classes from distances of their predicted edge to the actual one, and back."""
        raise NotImplementedError

    def accumulates(self) -> Hashable | None:
        """Lists of numbers are as good as tuples of them."""
        settings = (getattr(self, name) for name in self._settings)
        return (type(self).update, type(self), tuple(tuple(s) if isinstance(s, list) else s for s in settings))

    def update(self, preds: Tensor, target: Tensor) -> None:
        """Add a batch of predicted and actual maps."""
        maps = self._read(preds, target)
        first = 0 if self.include_background else 1
        masks = [part[:, first:].flatten(0, 1) for part in maps.masks()]
        spacing = self._sizes(masks[0].ndim - 1)
        about = (self.num_classes, self.include_background, self.input_format, self.distance_metric, spacing)
        found = shared(surface_distances, *masks, spacing, self.distance_metric, known_by=(preds, target, *about))
        classes = torch.arange(len(masks[0]), device=preds.device) % (maps.classes - first)
        values = [
            self.score(*part)
            for part in zip(*found, torch.split(classes, [len(part.here) for part in found[0]]), strict=True)
        ]
        by_class = torch.cat(values) if values else classes
        by_class = by_class.to(torch.float64).reshape(len(preds), maps.classes - first)
        self._add_images(by_class if self.per_class else by_class.nanmean(1))

    def _sizes(self, axes: int) -> tuple[float, ...]:
        if self.spacing is None:
            return (1.0,) * axes
        if len(self.spacing) != axes:
            raise ValueError(f"Expected spacing for each of {axes} axes of the image, got {self.spacing!r}.")
        return tuple(self.spacing)

    def compute(self) -> Tensor:
        return self._of_images()


class HausdorffDistance(Surfaces):
    r"""How far an edge of prediction or target is from the other at most, :math:`\max(d(P, T), d(T, P))`.

    .. math:: d(X, Y) = \max_{x \in X} \min_{y \in Y} \|x - y\|

    With `percentile=95`, the 95th percentile of the distances stands for the maximum, in each direction (HD95).

    Args:
        num_classes: number of classes; class 0 is the background.
        include_background: whether class 0 is part of the value.
        distance_metric: `"euclidean"`, `"chessboard"` (the longest way along an axis) or `"taxicab"` (their sum).
        spacing: size of an element along each axis of the image; 1 by default.
        directed: take :math:`d(P, T)` alone.
        input_format: `"one-hot"` for masks by class, which may overlap, `"index"` for labels, `"mixed"` where one of
            the inputs is of this and the other of that form. Floating masks are scores: the highest decides.
        percentile: percentile of the distances, in (0, 100], instead of the largest.
        per_class: give a value for each class.
        reduction: `"mean"` over images; `"none"` or `None` gives the value of each.

    Shapes:
        - `preds`, `target`: `(N, C, ...)` boolean, integer (0 or 1) or floating scores; as labels `(N, ...)` integer;
          images of any number of axes.
        - returns: scalar, or one value for each class, in the unit of the spacing; before these `N` without reduction.
          A class that is in neither map is `nan` and leaves the mean; one that is in one of them alone is `inf`.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for labels outside of the classes, masks with other values than 0 and 1, scores that are NaN.

    Reference:
        Huttenlocher, Klanderman, Rucklidge, Comparing images using the Hausdorff distance (1993).

    Examples:
        >>> import torch
        >>> from metricore.segmentation import HausdorffDistance
        >>> metric = HausdorffDistance(num_classes=2, input_format="index")
        >>> metric(torch.tensor([[[1, 1, 0, 0]]]), torch.tensor([[[0, 0, 0, 1]]]))
        tensor(3.)
    """

    directed: bool = False
    percentile: float | None = None

    _last: ClassVar[tuple[str, ...]] = ("input_format", "percentile", "per_class", "reduction")

    def check(self) -> None:
        super().check()
        check_flag("directed", self.directed)
        if self.percentile is not None and (not _is_size(self.percentile) or self.percentile > 100):
            raise ValueError(f"Expected percentile to be a number in (0, 100], got {self.percentile!r}.")

    def score(self, there: Distances, back: Distances, classes: Tensor) -> Tensor:
        """The larger of both directions; an edge that is missing has none."""
        return self._farthest(there) if self.directed else torch.fmax(self._farthest(there), self._farthest(back))

    def _farthest(self, distances: Distances) -> Tensor:
        return distances.largest if self.percentile is None else distances.percentile(self.percentile)


class AverageSurfaceDistance(Surfaces):
    r"""How far places on the edges of prediction and target are from the other edge on average.

    .. math:: \frac{\sum_{p \in P} d(p, T) + \sum_{t \in T} d(t, P)}{|P| + |T|}

    Args:
        num_classes: number of classes; class 0 is the background.
        include_background: whether class 0 is part of the value.
        distance_metric: `"euclidean"`, `"chessboard"` (the longest way along an axis) or `"taxicab"` (their sum).
        spacing: size of an element along each axis of the image; 1 by default.
        directed: take the places of the prediction alone.
        input_format: `"one-hot"` for masks by class, which may overlap, `"index"` for labels, `"mixed"` where one of
            the inputs is of this and the other of that form. Floating masks are scores: the highest decides.
        per_class: give a value for each class.
        reduction: `"mean"` over images; `"none"` or `None` gives the value of each.

    Shapes:
        - `preds`, `target`: `(N, C, ...)` boolean, integer (0 or 1) or floating scores; as labels `(N, ...)` integer;
          images of any number of axes.
        - returns: scalar, or one value for each class, in the unit of the spacing; before these `N` without reduction.
          A class that is in neither map is `nan` and leaves the mean; one that is in one of them alone is `inf`.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for labels outside of the classes, masks with other values than 0 and 1, scores that are NaN.

    Reference:
        Heimann et al., Comparison and evaluation of methods for liver segmentation from CT datasets (2009).

    Examples:
        >>> import torch
        >>> from metricore.segmentation import AverageSurfaceDistance
        >>> metric = AverageSurfaceDistance(num_classes=2, input_format="index")
        >>> metric(torch.tensor([[[1, 1, 0, 0]]]), torch.tensor([[[0, 0, 0, 1]]]))
        tensor(2.3333)
    """

    directed: bool = False

    def check(self) -> None:
        super().check()
        check_flag("directed", self.directed)

    def score(self, there: Distances, back: Distances, classes: Tensor) -> Tensor:
        """The mean over one edge or both."""
        if self.directed:
            return there.total / there.number
        return (there.total + back.total) / (there.number + back.number)


class NormalizedSurfaceDice(Surfaces):
    r"""Share of the edges of prediction and target that is no farther from the other edge than a tolerance.

    .. math:: \frac{|\{p \in P: d(p, T) \le \tau\}| + |\{t \in T: d(t, P) \le \tau\}|}{|P| + |T|}

    Args:
        num_classes: number of classes; class 0 is the background.
        include_background: whether class 0 is part of the value.
        tolerance: acceptable distance in the unit of the spacing, or one for each class that is part of the value.
        distance_metric: `"euclidean"`, `"chessboard"` (the longest way along an axis) or `"taxicab"` (their sum).
        spacing: size of an element along each axis of the image; 1 by default.
        input_format: `"one-hot"` for masks by class, which may overlap, `"index"` for labels, `"mixed"` where one of
            the inputs is of this and the other of that form. Floating masks are scores: the highest decides.
        per_class: give a value for each class.
        reduction: `"mean"` over images; `"none"` or `None` gives the value of each.

    Shapes:
        - `preds`, `target`: `(N, C, ...)` boolean, integer (0 or 1) or floating scores; as labels `(N, ...)` integer;
          images of any number of axes.
        - returns: scalar, or one value for each class; before these `N` without reduction. A class that is in neither
          map is `nan` and leaves the mean; one that is in one of them alone is 0.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for labels outside of the classes, masks with other values than 0 and 1, scores that are NaN.

    Reference:
        Nikolov et al., Deep learning to achieve clinically applicable segmentation of head and neck anatomy (2018);
        edges are counted by element, as MONAI does.

    Examples:
        >>> import torch
        >>> from metricore.segmentation import NormalizedSurfaceDice
        >>> metric = NormalizedSurfaceDice(num_classes=2, tolerance=2.0, input_format="index")
        >>> metric(torch.tensor([[[1, 1, 0, 0]]]), torch.tensor([[[0, 0, 0, 1]]]))
        tensor(0.6667)
    """

    tolerance: float | Sequence[float] = 1.0

    higher_is_better = True
    plot_upper_bound = 1.0

    @property
    def _tolerances(self) -> list[float]:
        given = self.tolerance
        return list(given) if isinstance(given, (list, tuple)) else [given]  # type: ignore[list-item]

    def check(self) -> None:
        super().check()
        values = self._tolerances
        classes = self.num_classes - (not self.include_background)
        if not all(_is_size(value) or value == 0 for value in values) or len(values) not in (1, classes):
            raise ValueError(
                f"Expected tolerance to be a number of at least 0, or one for each of {classes} classes, "
                f"got {self.tolerance!r}."
            )

    def score(self, there: Distances, back: Distances, classes: Tensor) -> Tensor:
        """The share of both edges."""
        values = self._tolerances
        tolerances = torch.stack([there.values.new_full((), value) for value in values])
        tolerance = tolerances[classes] if len(values) > 1 else tolerances
        return (there.within(tolerance) + back.within(tolerance)) / (there.number + back.number)


def _is_size(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < math.inf
