r"""Similarities and distances of all pairs of rows.

Each function takes `x` of shape `(N, d)` and `y` of shape `(M, d)`, floating or integer, and gives a matrix `(N, M)`,
or `(N,)` with `reduction="mean"` or `"sum"`: over the rows of `y`, without ever holding the whole matrix. Without `y`,
rows of `x` are compared with each other and the diagonal is 0, unless `zero_diagonal=False`. Numbers are compared in
float64; the result is of the default dtype, or of that of the inputs where this is wider. All are differentiable.
"""

from __future__ import annotations

import torch
from torch import Tensor

from metricore.functional._pairs import Compare as _Compare
from metricore.functional._pairs import Reduction
from metricore.functional._pairs import of_pairs as _of_pairs

__all__ = [
    "pairwise_cosine_similarity",
    "pairwise_euclidean_distance",
    "pairwise_linear_similarity",
    "pairwise_manhattan_distance",
    "pairwise_minkowski_distance",
]


def pairwise_cosine_similarity(
    x: Tensor, y: Tensor | None = None, reduction: Reduction = None, zero_diagonal: bool | None = None
) -> Tensor:
    r"""Cosine of the angle between rows, :math:`\frac{x \cdot y}{\|x\| \|y\|}`; 0 for a row of zeros.

    Args:
        x: rows, `(N, d)`.
        y: rows to compare them with, `(M, d)`; by default `x`.
        reduction: `"mean"` or `"sum"` over the rows of `y`; `"none"` or `None` gives the matrix.
        zero_diagonal: put 0 where a row has the same place in both; by default where there is no `y`.

    Returns:
        `(N, M)`, or `(N,)` if reduced.

    Examples:
        >>> import torch
        >>> from metricore.functional import pairwise_cosine_similarity
        >>> pairwise_cosine_similarity(torch.tensor([[3.0, 4.0], [0.0, 2.0]]), torch.tensor([[1.0, 0.0]]))
        tensor([[0.6000],
                [0.0000]])
    """
    return _of_pairs(lambda a, b: a @ b.T, x, y, reduction, zero_diagonal, prepare=_unit)


def pairwise_euclidean_distance(
    x: Tensor, y: Tensor | None = None, reduction: Reduction = None, zero_diagonal: bool | None = None
) -> Tensor:
    r"""Euclidean distance of rows, :math:`\sqrt{\sum_i (x_i - y_i)^2}`, from their differences.

    Args:
        x: rows, `(N, d)`.
        y: rows to compare them with, `(M, d)`; by default `x`.
        reduction: `"mean"` or `"sum"` over the rows of `y`; `"none"` or `None` gives the matrix.
        zero_diagonal: put 0 where a row has the same place in both; by default where there is no `y`.

    Returns:
        `(N, M)`, or `(N,)` if reduced.

    Examples:
        >>> import torch
        >>> from metricore.functional import pairwise_euclidean_distance
        >>> pairwise_euclidean_distance(torch.tensor([[3.0, 4.0], [0.0, 2.0]]), torch.tensor([[0.0, 0.0]]))
        tensor([[5.],
                [2.]])
    """
    return _of_pairs(_distance(2.0), x, y, reduction, zero_diagonal)


def pairwise_linear_similarity(
    x: Tensor, y: Tensor | None = None, reduction: Reduction = None, zero_diagonal: bool | None = None
) -> Tensor:
    r"""Product of rows, :math:`\sum_i x_i y_i`.

    Args:
        x: rows, `(N, d)`.
        y: rows to compare them with, `(M, d)`; by default `x`.
        reduction: `"mean"` or `"sum"` over the rows of `y`; `"none"` or `None` gives the matrix.
        zero_diagonal: put 0 where a row has the same place in both; by default where there is no `y`.

    Returns:
        `(N, M)`, or `(N,)` if reduced.

    Examples:
        >>> import torch
        >>> from metricore.functional import pairwise_linear_similarity
        >>> pairwise_linear_similarity(torch.tensor([[3.0, 4.0], [0.0, 2.0]]), torch.tensor([[1.0, 2.0]]))
        tensor([[11.],
                [ 4.]])
    """
    return _of_pairs(lambda a, b: a @ b.T, x, y, reduction, zero_diagonal)


def pairwise_manhattan_distance(
    x: Tensor, y: Tensor | None = None, reduction: Reduction = None, zero_diagonal: bool | None = None
) -> Tensor:
    r"""City-block distance of rows, :math:`\sum_i |x_i - y_i|`.

    Args:
        x: rows, `(N, d)`.
        y: rows to compare them with, `(M, d)`; by default `x`.
        reduction: `"mean"` or `"sum"` over the rows of `y`; `"none"` or `None` gives the matrix.
        zero_diagonal: put 0 where a row has the same place in both; by default where there is no `y`.

    Returns:
        `(N, M)`, or `(N,)` if reduced.

    Examples:
        >>> import torch
        >>> from metricore.functional import pairwise_manhattan_distance
        >>> pairwise_manhattan_distance(torch.tensor([[3.0, 4.0], [0.0, 2.0]]), torch.tensor([[1.0, 2.0]]))
        tensor([[4.],
                [1.]])
    """
    return _of_pairs(_distance(1.0), x, y, reduction, zero_diagonal)


def pairwise_minkowski_distance(
    x: Tensor,
    y: Tensor | None = None,
    exponent: float = 2,
    reduction: Reduction = None,
    zero_diagonal: bool | None = None,
) -> Tensor:
    r"""Minkowski distance of rows, :math:`(\sum_i |x_i - y_i|^p)^{1/p}`; no power is too large for it.

    Args:
        x: rows, `(N, d)`.
        y: rows to compare them with, `(M, d)`; by default `x`.
        exponent: `p`, at least 1; infinity gives the largest difference.
        reduction: `"mean"` or `"sum"` over the rows of `y`; `"none"` or `None` gives the matrix.
        zero_diagonal: put 0 where a row has the same place in both; by default where there is no `y`.

    Returns:
        `(N, M)`, or `(N,)` if reduced.

    Examples:
        >>> import torch
        >>> from metricore.functional import pairwise_minkowski_distance
        >>> pairwise_minkowski_distance(torch.tensor([[1.0, 3.0]]), torch.tensor([[0.0, 1.0]]), exponent=3)
        tensor([[2.0801]])
    """
    if isinstance(exponent, bool) or not isinstance(exponent, (int, float)) or not exponent >= 1:
        raise ValueError(f"Expected exponent to be a number of at least 1, got {exponent!r}.")
    if exponent in (1, 2, float("inf")):
        return _of_pairs(_distance(float(exponent)), x, y, reduction, zero_diagonal)
    depth = x.shape[1] if x.ndim == 2 else 1
    return _of_pairs(lambda a, b: _by_power(a, b, exponent), x, y, reduction, zero_diagonal, max(depth, 2))


def _distance(exponent: float) -> _Compare:
    # The other mode of torch multiplies matrices and loses the digits in which close points differ.
    return lambda a, b: torch.cdist(a, b, p=exponent, compute_mode="donot_use_mm_for_euclid_dist")


def _by_power(a: Tensor, b: Tensor, exponent: float) -> Tensor:
    """Powers of differences as shares of the largest of their pair, which neither overflow nor vanish."""
    size = (a.unsqueeze(1) - b).abs()
    largest = size.detach().amax(2)
    apart = largest != 0
    unit = torch.where(apart & largest.isfinite(), largest, 1.0)
    total = (size / unit.unsqueeze(2)).pow(exponent).sum(2)
    return torch.where(apart, unit * torch.where(apart, total, 1.0).pow(1 / exponent), 0.0)


def _unit(rows: Tensor) -> Tensor:
    """Rows of length 1, also of very large or small numbers; zeros stay."""
    if not len(rows):
        return rows
    largest = rows.detach().abs().amax(1, keepdim=True)
    known = largest != 0
    rows = rows / torch.where(known, largest, 1.0)
    length = torch.where(known, rows.square().sum(1, keepdim=True), 1.0).sqrt()
    return rows / length
