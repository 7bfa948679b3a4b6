"""Running means, squares and products of deviations of two variables, exact wherever the data lie."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._metric import Metric
from metricore._state import joint, state
from metricore._weights import weights_for
from metricore.regression._inputs import check_outputs, report_nan, same_shape, shape_of
from metricore.regression._masks import unpadded

Parts = dict[str, Tensor]


def merged(before: Parts, after: Parts) -> Parts:
    """Moments of two parts of the data together (Chan, Golub and LeVeque 1979)."""
    if before["weight"].shape != after["weight"].shape:
        if not before["weight"].numel():  # no data yet, so no outputs are known
            return after
        if not after["weight"].numel():
            return before
        shapes = " and ".join(str(tuple(part["weight"].shape)) for part in (before, after))
        raise ValueError(f"Expected parts of the data with the same outputs, got shapes {shapes}.")
    total = before["weight"] + after["weight"]
    share = after["weight"] / torch.where(total > 0, total, 1.0)
    gap = after["mean"] - before["mean"]
    return {
        "weight": total,
        "mean": before["mean"] + gap * share,
        "scatter": before["scatter"] + after["scatter"] + _products(gap) * (before["weight"] * share),
    }


def moments(pair: Tensor, weight: Tensor | None) -> Parts:
    """Moments of two variables of shape `(2, N, *outputs)` in float64, N above 0, and weights of shape `(N, *outputs)`.

    Deviations are taken from the first value that counts, so that those of a constant are exactly 0.
    """
    rows = pair.shape[1]
    if weight is None:
        total = torch.full_like(pair[0, 0], rows)
        origin = pair[:, :1].detach()
        pair = pair - origin
    else:
        total, present = weight.sum(0), weight > 0
        first = present.to(torch.uint8).argmax(0, keepdim=True)
        origin = torch.where(total > 0, pair.gather(1, first.expand(2, *first.shape)), 0.0).detach()
        pair = torch.where(present, pair - origin, 0.0)
    count = torch.where(total > 0, total, 1.0)
    mean = (pair if weight is None else pair * weight).sum(1) / count
    deviations = _products(pair - mean.unsqueeze(1))
    scatter = (deviations if weight is None else deviations * weight).sum(1)
    return {"weight": total, "mean": origin.squeeze(1) + mean, "scatter": scatter}


def _products(deviations: Tensor) -> Tensor:
    """Squares of both variables, then their products."""
    first, second = deviations[0], deviations[1]
    return torch.stack([first * first, second * second, first * second])


_TOGETHER = joint(merged)


class Moments(Metric):
    """Base of metrics that need no more of the data than its first two moments.

    Args:
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.
    """

    num_outputs: int = 1

    is_differentiable = True
    updates_in_place = False

    weight: Tensor = state(lambda self: self._zeros(), reduce=_TOGETHER)
    mean: Tensor = state(lambda self: self._zeros(2), reduce=_TOGETHER)
    scatter: Tensor = state(lambda self: self._zeros(3), reduce=_TOGETHER)

    def check(self) -> None:
        check_outputs(self.num_outputs)

    def accumulates(self) -> Hashable | None:
        return (type(self).update, type(self).variables, self.num_outputs)

    def _zeros(self, *leading: int) -> Tensor:
        return torch.zeros((*leading, *shape_of(self.num_outputs)), dtype=torch.float64)

    def variables(self, preds: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
        """The two variables, from inputs in float64."""
        return preds, target

    def _fitted(self, values: Tensor) -> Tensor:
        """Inputs of shape `(N, *outputs)`, or a ValueError."""
        raise NotImplementedError

    def update(
        self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None, mask: Tensor | None = None
    ) -> None:
        """Add a batch of predictions and targets."""
        self._add(preds, target, sample_weight, mask)

    def _add(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None, mask: Tensor | None) -> Tensor | None:
        """Add a batch, and give its weights in the shape of what `_fitted` gives."""
        same_shape(preds, target)
        preds, target, sample_weight = unpadded(mask, sample_weight, preds, target)
        weight = None if sample_weight is None else self._fitted(weights_for(self, sample_weight, target))
        variables = self.variables(*(self._fitted(part).to(torch.float64) for part in (preds, target)))
        if not len(variables[0]):
            return weight
        batch = moments(torch.stack(variables), weight)
        total = batch["mean"].sum()
        if not reads_at_once(total) or not torch.isfinite(total).item():
            present = None if weight is None else weight > 0
            report_nan(self, self._fitted(preds), self._fitted(target), present)
        held = {name: getattr(self, name) for name in batch}
        for name, value in merged(held, batch).items():
            setattr(self, name, value)
        return weight
