"""Events, values of at least a threshold, that were forecast."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._arguments import check_number
from metricore._metric import Metric
from metricore._settings import REQUIRED
from metricore._state import CatState, cat_state, joint, state
from metricore._values import in_default_dtype
from metricore._weights import weights_for
from metricore.regression._inputs import report_nan, same_shape
from metricore.regression._masks import unpadded


def _added(before: dict[str, Tensor], after: dict[str, Tensor]) -> dict[str, Tensor]:
    """Counts of two parts of the data; a part without data does not know how many steps there are."""
    a, b = before["counts"], after["counts"]
    if not a.numel() or not b.numel():
        return after if not a.numel() else before
    if a.shape != b.shape:
        raise ValueError(f"Expected sequences of the same length, got {a.shape[1:]} and {b.shape[1:]}.")
    return {"counts": a + b}


class CriticalSuccessIndex(Metric):
    r"""Critical success index (threat score) of forecast events.

    .. math:: \frac{\text{hits}}{\text{hits} + \text{misses} + \text{false alarms}}

    Args:
        threshold: least value of an event.
        keep_sequence_dim: dimension of the inputs for whose steps there are values of their own; steps of the first
            dimension are samples, which are added to those of earlier batches.

    Shapes:
        - `preds`, `target`: any equal shape; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or as many values as there are steps; `nan` without events.

    Raises:
        ValueError: for inputs of different shape, or without the dimension to keep.
        InvalidDataError: for NaN in the inputs.

    Examples:
        >>> import torch
        >>> from metricore import CriticalSuccessIndex
        >>> metric = CriticalSuccessIndex(threshold=0.5)
        >>> metric(torch.tensor([0.8, 0.3, 0.6, 0.7]), torch.tensor([0.9, 0.6, 0.2, 0.5]))
        tensor(0.5000)
    """

    threshold: float = REQUIRED
    keep_sequence_dim: int | None = None

    higher_is_better = True
    is_differentiable = False
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0
    updates_in_place = False

    counts: Tensor = state(
        lambda self: torch.zeros((2,) if self.keep_sequence_dim is None else (2, 0), dtype=torch.float64),
        reduce=joint(_added),
        when=lambda self: self.keep_sequence_dim != 0,
    )  # hits, and events that were forecast or came
    by_sample: CatState = cat_state((2,), torch.float64, when=lambda self: self.keep_sequence_dim == 0)

    def check(self) -> None:
        check_number("threshold", self.threshold)
        kept = self.keep_sequence_dim
        if kept is not None and (isinstance(kept, bool) or not isinstance(kept, int) or kept < 0):
            raise ValueError(f"Expected keep_sequence_dim to be a dimension from 0 or None, got {kept!r}.")

    def accumulates(self) -> Hashable | None:
        return (type(self).update, float(self.threshold), self.keep_sequence_dim, self.compute_on_cpu)

    def update(
        self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of forecasts and what came."""
        same_shape(preds, target)
        preds, target, sample_weight = unpadded(mask, sample_weight, preds, target)
        kept = self.keep_sequence_dim
        if kept is not None and kept >= preds.ndim:
            raise ValueError(f"Expected preds with a dimension {kept}, got shape {tuple(preds.shape)}.")
        forecast, came = preds >= self.threshold, target >= self.threshold
        counts = torch.stack([forecast & came, forecast | came]).to(torch.float64)
        present = None
        if sample_weight is not None:
            weight = weights_for(self, sample_weight, target)
            present = weight > 0
            counts = torch.where(present, counts * weight, 0.0)
        report_nan(self, preds, target, present)
        if kept is None:
            self.counts = self.counts + counts.flatten(1).sum(1)
            return
        by_step = counts.movedim(kept + 1, 1).flatten(2).sum(2) if preds.ndim > 1 else counts
        if kept == 0:
            self.by_sample.append(by_step.T)
        elif by_step.numel():
            self.counts = _added({"counts": self.counts}, {"counts": by_step})["counts"]

    def compute(self) -> Tensor:
        hits, events = self.by_sample.values.T if self.keep_sequence_dim == 0 else self.counts
        return in_default_dtype(hits / events)
