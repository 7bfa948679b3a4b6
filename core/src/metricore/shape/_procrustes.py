"""How far point clouds are from each other when they are laid on each other."""

from __future__ import annotations

import itertools
from typing import Literal, NamedTuple

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_flag, only_tensors
from metricore._checked import reads_at_once
from metricore._metric import Metric
from metricore._narrow import widest
from metricore._state import state
from metricore._values import in_default_dtype

_FEW_AXES = 4
_SWEEPS = 8  # after which columns are orthogonal to the last digit


class Alignment(NamedTuple):
    """How the second of two clouds is laid on the first, by pair; `nan` where one of them has no shape."""

    disparity: Tensor  # (N,)
    scale: Tensor  # (N,)
    rotation: Tensor  # (N, D, D)


class ProcrustesDisparity(Metric):
    r"""Sum of squared distances of two point clouds after the second was moved, scaled and rotated onto the first.

    .. math:: \min_{s, R} \| A - s B R \|^2

    with :math:`A` and :math:`B` centred and scaled to the norm 1, and an orthogonal :math:`R`, which may mirror.

    Args:
        reduction: `"mean"` or `"sum"` over pairs of clouds.

    Shapes:
        - `point_cloud1`, `point_cloud2`: `(N, M, D)`: pairs of clouds with `M` points that belong to each other.
        - returns: scalar in [0, 1] for the mean; a pair with a cloud of equal points is `nan` and left out.

    Raises:
        ValueError: for clouds of other shapes.
        InvalidDataError: for coordinates that are NaN or infinite.

    Reference:
        Gower, Generalized Procrustes analysis (1975).

    Examples:
        >>> import torch
        >>> from metricore.shape import ProcrustesDisparity
        >>> square = torch.tensor([[[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]])
        >>> metric = ProcrustesDisparity()
        >>> metric(square, torch.tensor([[[0.0, 0.0], [0.0, 2.0], [1.0, 2.0], [1.0, 0.0]]]))
        tensor(0.1000)
    """

    reduction: Literal["mean", "sum"] = "mean"

    higher_is_better = False
    is_differentiable = True
    plot_lower_bound = 0.0
    updates_in_place = False

    disparity: Tensor = state(0.0)
    pairs: Tensor = state(0)

    def check(self) -> None:
        check_choice("reduction", self.reduction, ("mean", "sum"))

    def accumulates(self) -> tuple[object, ...]:
        """Means and sums read the same states."""
        return (type(self).update,)

    def update(self, point_cloud1: Tensor, point_cloud2: Tensor) -> None:
        """Add a batch of pairs of clouds."""
        disparity = disparities(self, point_cloud1, point_cloud2)
        defined = ~disparity.isnan()
        self.disparity = self.disparity + torch.where(defined, disparity, 0.0).sum()
        self.pairs = self.pairs + defined.sum()

    def compute(self) -> Tensor:
        if self.reduction == "mean":
            return in_default_dtype(self.disparity / self.pairs)
        return in_default_dtype(torch.where(self.pairs > 0, self.disparity, torch.nan))


def procrustes_disparity(
    point_cloud1: Tensor, point_cloud2: Tensor, return_all: bool = False
) -> Tensor | tuple[Tensor, Tensor, Tensor]:
    r"""Sum of squared distances of point clouds after the second was moved, scaled and rotated onto the first.

    Args:
        point_cloud1: clouds of `M` points, `(N, M, D)`.
        point_cloud2: clouds whose points belong to those of the first, `(N, M, D)`.
        return_all: return scales and rotations, too.

    Returns:
        The disparity of each pair, `(N,)`, `nan` where the points of a cloud are all equal; with `return_all` a tuple
        with the scales `(N, 1)` and the rotations `(N, D, D)`, which take a point as a column from the second cloud to
        the first.

    Raises:
        ValueError: for clouds of other shapes.
        InvalidDataError: for coordinates that are NaN or infinite.

    Examples:
        >>> import torch
        >>> from metricore.functional.shape import procrustes_disparity
        >>> cloud = torch.tensor([[[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]]])
        >>> procrustes_disparity(cloud, 3 * cloud + 1).abs() < 1e-12
        tensor([True])
    """
    check_flag("return_all", return_all)
    only_tensors(point_cloud1=point_cloud1, point_cloud2=point_cloud2)
    found = alignment(ProcrustesDisparity(), point_cloud1, point_cloud2)
    disparity = in_default_dtype(found.disparity)
    if not return_all:
        return disparity
    return disparity, in_default_dtype(found.scale.unsqueeze(1)), in_default_dtype(found.rotation)


def alignment(metric: Metric, first: Tensor, second: Tensor) -> Alignment:
    """Lay the second of each pair of clouds on the first, in float64."""
    first, second, known = _prepared(metric, first, second)
    # The best rotation makes the scale largest, so to first order its own change has no influence on it.
    u, _, v = torch.linalg.svd((second.mT @ first).detach(), full_matrices=False)
    rotation = u @ v
    turned = second @ rotation
    scale = (turned * first).sum((1, 2))
    disparity = (first - scale[:, None, None] * turned).square().sum((1, 2))
    return Alignment(
        torch.where(known, disparity, torch.nan),
        torch.where(known, scale, torch.nan),
        torch.where(known[:, None, None], rotation.mT, torch.nan),
    )


def disparities(metric: Metric, first: Tensor, second: Tensor) -> Tensor:
    """The disparity of each pair of clouds, without a rotation where finding one stalls the device."""
    only_tensors(point_cloud1=first, point_cloud2=second)
    if reads_at_once(first) or first.ndim != 3 or first.shape[2] > _FEW_AXES:
        return alignment(metric, first, second).disparity
    first, second, known = _prepared(metric, first, second)
    scale = _sum_of_singular_values(second.mT @ first)
    return torch.where(known, (1 - scale.square()).clamp(min=0.0), torch.nan)


def _sum_of_singular_values(matrices: Tensor) -> Tensor:
    """By turning pairs of columns until all are orthogonal (one-sided Jacobi), a few columns at most."""
    columns = list(matrices.detach().unbind(-1))
    turns = list(torch.diag_embed(torch.ones_like(columns[0])).unbind(-1))
    for _ in range(_SWEEPS):
        for i, j in itertools.combinations(range(len(columns)), 2):
            a, b = columns[i], columns[j]
            product = (a * b).sum(-1, keepdim=True)
            apart = product != 0
            ratio = (b.square() - a.square()).sum(-1, keepdim=True) / torch.where(apart, 2 * product, 1.0)
            tangent = torch.where(ratio >= 0, 1.0, -1.0) / (ratio.abs() + (1 + ratio.square()).sqrt())
            tangent = torch.where(apart, tangent, 0.0)
            cosine = (1 + tangent.square()).rsqrt()
            for part in (columns, turns):
                a, b = part[i], part[j]
                part[i], part[j] = cosine * (a - tangent * b), cosine * (tangent * a + b)
    squares = (matrices @ torch.stack(turns, -1)).square().sum(-2)
    rounding = (16 * torch.finfo(squares.dtype).eps) ** 2
    counts = squares > rounding * squares.detach().amax(-1, keepdim=True)  # the others have no direction
    return torch.where(counts, torch.where(counts, squares, 1.0).sqrt(), 0.0).sum(-1)


def _prepared(metric: Metric, first: Tensor, second: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Clouds around 0 of norm 1, and which pairs of them have a shape."""
    if first.shape != second.shape or first.ndim != 3 or not (first.shape[1] and first.shape[2]):
        raise ValueError(
            "Expected point_cloud1 and point_cloud2 of the same shape (N, M, D) with points, "
            f"got {tuple(first.shape)} and {tuple(second.shape)}."
        )
    if first.is_complex() or second.is_complex():
        raise ValueError(f"Expected clouds of real coordinates, got {first.dtype} and {second.dtype}.")
    first, first_has_shape = _unit(metric, "point_cloud1", first)
    second, second_has_shape = _unit(metric, "point_cloud2", second)
    return first, second, first_has_shape & second_has_shape


def _unit(metric: Metric, name: str, clouds: Tensor) -> tuple[Tensor, Tensor]:
    """Clouds around 0 of norm 1, and which of them have a shape; the others are 0."""
    clouds = clouds.to(widest(clouds.device))
    finite = clouds.isfinite()
    metric.flag(~finite, f"Expected coordinates in {name} that are finite")
    clouds = torch.where(finite.all(2, keepdim=True).all(1, keepdim=True), clouds, 0.0)
    clouds = clouds - clouds[:, :1]  # so that equal points are exactly 0, wherever they are
    clouds = clouds - clouds.mean(1, keepdim=True)
    size = clouds.detach().abs().amax((1, 2), keepdim=True)
    has_shape = size > 0
    clouds = clouds / torch.where(has_shape, size, 1.0)
    norm = torch.where(has_shape, clouds.square().sum((1, 2), keepdim=True), 1.0).sqrt()
    return clouds / norm, has_shape.flatten()
