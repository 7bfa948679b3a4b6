"""Association of each two of several nominal variables."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import permutations

import torch
from torch import Tensor

from metricore._arguments import check_flag
from metricore.nominal._association import (
    cramers_v_of,
    pearsons_contingency_coefficient_of,
    theils_u_of,
    tschuprows_t_of,
)
from metricore.nominal._variables import NanStrategy, check_nan


def cramers_v_matrix(
    matrix: Tensor,
    bias_correction: bool = True,
    nan_strategy: NanStrategy = "replace",
    nan_replace_value: float | None = 0.0,
) -> Tensor:
    """Cramer's V of each two columns.

    Args:
        matrix: `(N, V)`, a column for each variable; any values, or NaN.
        bias_correction: take off what chance gives in samples of this size.
        nan_strategy: `"replace"` puts `nan_replace_value` in the place of NaN, `"drop"` leaves samples out where one of
            the two columns has NaN.
        nan_replace_value: the value that stands for NaN.

    Returns:
        `(V, V)`, symmetric, with 1 on the diagonal; `nan` for constant columns.

    Examples:
        >>> import torch
        >>> from metricore.functional.nominal import cramers_v_matrix
        >>> cramers_v_matrix(torch.tensor([[0, 0], [0, 0], [0, 1], [1, 1], [1, 1], [1, 0]]), bias_correction=False)
        tensor([[1.0000, 0.3333],
                [0.3333, 1.0000]])
    """
    check_flag("bias_correction", bias_correction)
    return _symmetric(matrix, lambda table: cramers_v_of(table, bias_correction), nan_strategy, nan_replace_value)


def tschuprows_t_matrix(
    matrix: Tensor,
    bias_correction: bool = True,
    nan_strategy: NanStrategy = "replace",
    nan_replace_value: float | None = 0.0,
) -> Tensor:
    """Tschuprow's T of each two columns.

    Args:
        matrix: `(N, V)`, a column for each variable; any values, or NaN.
        bias_correction: take off what chance gives in samples of this size.
        nan_strategy: `"replace"` puts `nan_replace_value` in the place of NaN, `"drop"` leaves samples out where one of
            the two columns has NaN.
        nan_replace_value: the value that stands for NaN.

    Returns:
        `(V, V)`, symmetric, with 1 on the diagonal; `nan` for constant columns.

    Examples:
        >>> import torch
        >>> from metricore.functional.nominal import tschuprows_t_matrix
        >>> tschuprows_t_matrix(torch.tensor([[0, 0], [0, 0], [0, 1], [1, 1], [1, 1], [1, 0]]), bias_correction=False)
        tensor([[1.0000, 0.3333],
                [0.3333, 1.0000]])
    """
    check_flag("bias_correction", bias_correction)
    return _symmetric(matrix, lambda table: tschuprows_t_of(table, bias_correction), nan_strategy, nan_replace_value)


def pearsons_contingency_coefficient_matrix(
    matrix: Tensor, nan_strategy: NanStrategy = "replace", nan_replace_value: float | None = 0.0
) -> Tensor:
    """Pearson's contingency coefficient of each two columns.

    Args:
        matrix: `(N, V)`, a column for each variable; any values, or NaN.
        nan_strategy: `"replace"` puts `nan_replace_value` in the place of NaN, `"drop"` leaves samples out where one of
            the two columns has NaN.
        nan_replace_value: the value that stands for NaN.

    Returns:
        `(V, V)`, symmetric, with 1 on the diagonal, as is usual; `nan` for constant columns.

    Examples:
        >>> import torch
        >>> from metricore.functional.nominal import pearsons_contingency_coefficient_matrix
        >>> pearsons_contingency_coefficient_matrix(torch.tensor([[0, 0], [0, 0], [0, 1], [1, 1], [1, 1], [1, 0]]))
        tensor([[1.0000, 0.3162],
                [0.3162, 1.0000]])
    """
    return _symmetric(matrix, pearsons_contingency_coefficient_of, nan_strategy, nan_replace_value)


def theils_u_matrix(
    matrix: Tensor, nan_strategy: NanStrategy = "replace", nan_replace_value: float | None = 0.0
) -> Tensor:
    """Theil's U of each column (rows of the result) given each other (its columns).

    Args:
        matrix: `(N, V)`, a column for each variable; any values, or NaN.
        nan_strategy: `"replace"` puts `nan_replace_value` in the place of NaN, `"drop"` leaves samples out where one of
            the two columns has NaN.
        nan_replace_value: the value that stands for NaN.

    Returns:
        `(V, V)`, not symmetric, with 1 on the diagonal; `nan` in the row of a constant column.

    Examples:
        >>> import torch
        >>> from metricore.functional.nominal import theils_u_matrix
        >>> theils_u_matrix(torch.tensor([[0, 0], [1, 0], [2, 1], [2, 1]]))
        tensor([[1.0000, 0.6667],
                [1.0000, 1.0000]])
    """
    columns = _columns(matrix, nan_strategy, nan_replace_value)
    values = _diagonal(columns)
    for i, j in permutations(range(len(columns)), 2):
        values[i, j] = theils_u_of(_table(columns[j], columns[i]))
    return values


Measure = Callable[[Tensor], Tensor]


def _symmetric(matrix: Tensor, measure: Measure, nan_strategy: NanStrategy, nan_replace_value: float | None) -> Tensor:
    columns = _columns(matrix, nan_strategy, nan_replace_value)
    values = _diagonal(columns)
    for i, j in _pairs(len(columns)):
        values[i, j] = values[j, i] = measure(_table(columns[i], columns[j]))
    return values


def _pairs(size: int) -> Iterator[tuple[int, int]]:
    return ((i, j) for i in range(size) for j in range(i))


def _columns(matrix: Tensor, nan_strategy: NanStrategy, nan_replace_value: float | None) -> list[Tensor]:
    """The place of each value among those of its column; -1 for what is left out."""
    check_nan(nan_strategy, nan_replace_value)
    if matrix.ndim != 2 or matrix.is_complex():
        raise ValueError(f"Expected a matrix of real numbers of shape (N, V), got {tuple(matrix.shape)}.")
    if matrix.is_floating_point() and nan_strategy == "replace":
        matrix = torch.where(matrix.isnan(), float(nan_replace_value or 0), matrix)
    columns = []
    for column in matrix.unbind(1):
        missing = column.isnan()
        _, place = torch.unique(column.masked_fill(missing, 0), return_inverse=True)
        columns.append(torch.where(missing, -1, place))
    return columns


def _diagonal(columns: list[Tensor]) -> Tensor:
    device = columns[0].device if columns else None
    values = torch.full((len(columns), len(columns)), math.nan, device=device)
    for i, column in enumerate(columns):
        known = column[column >= 0]
        values[i, i] = 1.0 if len(known) and bool((known != known[0]).any()) else math.nan
    return values


def _table(rows: Tensor, columns: Tensor) -> Tensor:
    """Counts of pairs of values, without samples that lack one."""
    present = (rows >= 0) & (columns >= 0)
    rows, columns = rows[present], columns[present]
    shape = [int(values.max()) + 1 if len(values) else 1 for values in (rows, columns)]
    return torch.bincount(rows * shape[1] + columns, minlength=shape[0] * shape[1]).view(shape)
