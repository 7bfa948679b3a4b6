"""Values of single rows, reduced over rows."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal

import torch
from torch import Tensor

from metricore._arguments import check_choice
from metricore._metric import Metric
from metricore._state import CatState, cat_state, state
from metricore._values import in_default_dtype
from metricore._weights import weights_for
from metricore.regression._inputs import report_nan, same_shape
from metricore.regression._masks import unpadded

Reduction = Literal["mean", "sum", "none"] | None
_REDUCTIONS = ("mean", "sum", "none", None)


class RowValues(Metric):
    """Base of metrics with one value for each row of a matrix; undefined ones are left out of sums and means.

    Args:
        reduction: `"mean"` or `"sum"` over rows; `"none"` or `None` gives the values as they are.
    """

    reduction: Reduction = "mean"

    is_differentiable = True
    updates_in_place = False

    value: Tensor = state(0.0, when=lambda self: self._adds)
    weight: Tensor = state(0.0, when=lambda self: self._adds)
    values: CatState = cat_state(dtype=torch.float64, when=lambda self: not self._adds)  # they are the result

    @property
    def _adds(self) -> bool:
        return self.reduction in ("mean", "sum")

    def check(self) -> None:
        check_choice("reduction", self.reduction, _REDUCTIONS)

    def accumulates(self) -> Hashable | None:
        """Means and sums read the same states."""
        others = tuple(getattr(self, name) for name in self._settings if name != "reduction")
        return (type(self).update, type(self).rows, others, self._adds, self.compute_on_cpu)

    def rows(self, first: Tensor, second: Tensor) -> Tensor:
        """The value of each row, from matrices in float64."""
        raise NotImplementedError

    def _add(
        self,
        first: Tensor,
        second: Tensor,
        sample_weight: Tensor | None,
        names: tuple[str, str],
        mask: Tensor | None,
    ) -> None:
        same_shape(first, second, names)
        if first.ndim != 2:
            raise ValueError(f"Expected {names[0]} of shape (N, d), got {tuple(first.shape)}.")
        row = first[:, 0] if first.shape[1] else first.sum(1)
        for name, part in (("sample_weight", sample_weight), ("mask", mask)):
            if part is not None and not self._adds:
                raise ValueError(f"Expected no {name} where rows are not reduced, reduction={self.reduction!r}.")
        first, second, row, sample_weight = unpadded(mask, sample_weight, first, second, row)
        weight = present = None
        if sample_weight is not None:
            weight = weights_for(self, sample_weight, row)
            present = weight > 0
        within = None if present is None else present.unsqueeze(1).expand(first.shape)
        report_nan(self, first, second, within)
        self._refuse_values(first, second, within)
        values = self.rows(first.to(torch.float64), second.to(torch.float64))
        if not self._adds:
            self.values.append(values)
            return
        counts = ~values.isnan() if present is None else present & ~values.isnan()
        self.value = self.value + torch.where(counts, values if weight is None else values * weight, 0.0).sum()
        self.weight = self.weight + (counts if weight is None else torch.where(counts, weight, 0.0)).sum()

    def _refuse_values(self, first: Tensor, second: Tensor, within: Tensor | None) -> None:
        """Report elements that cannot be."""

    def compute(self) -> Tensor:
        if not self._adds:
            return in_default_dtype(self.values.values)
        mean = self.value / self.weight
        if self.reduction == "sum":
            return in_default_dtype(torch.where(self.weight > 0, self.value, torch.nan))
        return in_default_dtype(mean)


class CosineSimilarity(RowValues):
    r"""Cosine of the angle between predicted and actual vectors, :math:`\frac{p \cdot t}{\|p\| \|t\|}`, over rows.

    Args:
        reduction: `"sum"` or `"mean"` over rows; `"none"` or `None` gives a value for each.

    Shapes:
        - `preds`, `target`: `(N, d)`; floating or integer.
        - `sample_weight`: `(N,)`, with a sum or mean.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or `(N,)`; `nan` for vectors of length 0, which leave sums and means.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for NaN in the inputs.

    Examples:
        >>> import torch
        >>> from metricore import CosineSimilarity
        >>> metric = CosineSimilarity(reduction="mean")
        >>> metric(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[1.0, 2.0], [4.0, 3.0]]))
        tensor(0.9800)
    """

    reduction: Reduction = "sum"

    higher_is_better = True
    updates_in_place = False

    def rows(self, first: Tensor, second: Tensor) -> Tensor:
        """Cosines of rows, without squares of very large or small numbers."""
        first, second = _scaled(first), _scaled(second)
        return (first * second).sum(1) / first.square().sum(1).sqrt() / second.square().sum(1).sqrt()

    def update(
        self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of predicted and actual vectors."""
        self._add(preds, target, sample_weight, ("preds", "target"), mask)


def _scaled(rows: Tensor) -> Tensor:
    if not rows.numel():
        return rows
    return rows / rows.detach().abs().amax(1, keepdim=True)
