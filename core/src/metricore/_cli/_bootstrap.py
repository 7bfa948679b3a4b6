"""Percentile bootstrap: how much the values would vary with other samples of the same kind.

Each replicate draws as many samples as there are, with replacement, from a generator of its own, so that replicates can
be computed on any rank. Metrics of rankings have whole queries drawn. Rows of a table are kept in memory and drawn
anew. Where a sample is expensive (an image, a recording, a text), its state is computed once, and a replicate merges
the states that it draws; sums are merged for many replicates at once by a product of matrices.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from metricore._cli.reading.batch import Batch, joined
from metricore._collection import MetricCollection
from metricore._metric import Metric
from metricore._state import CatState
from metricore._values import map_tensors

__all__ = ["Rows", "SampleStates", "interval"]

_States = dict[str, dict[str, Any]]  # of one sample: metric, state


def draw(samples: int, seed: int, replicate: int) -> Tensor:
    """The samples of a replicate."""
    digest = hashlib.sha256(f"{seed}/{replicate}".encode()).digest()
    generator = torch.Generator().manual_seed(int.from_bytes(digest[:7], "little"))
    return torch.randint(samples, (samples,), generator=generator)


def interval(replicates: Sequence[Any], level: float) -> tuple[Any, Any] | None:
    """Lower and upper bound elementwise, over the replicates with a value; `None` if their shapes differ."""
    if not all(isinstance(value, Tensor) for value in replicates):
        return None
    if len({value.shape for value in replicates}) != 1:
        return None
    stacked = torch.stack([value.detach().cpu().to(torch.float64) for value in replicates])
    dtype = replicates[0].dtype if replicates[0].is_floating_point() else torch.float64
    return _quantile(stacked, (1 - level) / 2).to(dtype), _quantile(stacked, (1 + level) / 2).to(dtype)


def _quantile(values: Tensor, share: float) -> Tensor:
    """Linear between order statistics, over what is not NaN; infinite values stay themselves."""
    ordered = values.sort(0).values  # NaN last
    valid = (~values.isnan()).sum(0, keepdim=True)
    position = (valid - 1).clamp(min=0) * share
    below, above = (edge.to(torch.int64) for edge in (position.floor(), position.ceil()))
    a, b = ordered.gather(0, below)[0], ordered.gather(0, above)[0]
    return torch.where(a == b, a, a + (b - a) * (position - below)[0])


class Rows:
    """Resampling of rows in memory."""

    def __init__(self, collection: MetricCollection) -> None:
        self.collection = collection.clone()
        self.kept: list[Batch] = []

    def see(self, batch: Batch) -> None:
        """Keep a batch."""
        self.kept.append(batch)

    def replicates(self, own: list[Batch], group: str | None, seed: int, which: range) -> Iterator[dict[str, Any]]:
        """Values of the replicates in `which`, of all samples or a group."""
        rows = joined(own)
        rows = rows if group is None else rows.by_group()[group]
        device = next(iter(self.collection.values())).device
        rows = Batch(rows.inputs, rows.named).to(device)
        together = self._together(rows)
        for replicate in which:
            part = (
                together.drawn(seed, replicate) if together else rows.take(draw(len(rows), seed, replicate).to(device))
            )
            self.collection.reset()
            with warnings.catch_warnings(), self.collection.no_sync():
                warnings.simplefilter("ignore")
                self.collection.update(*part.inputs, **part.named)
                yield self.collection.compute()

    def _together(self, rows: Batch) -> _Together | None:
        """Rows by what has to be drawn together, such as queries, if the metrics say that something has to."""
        names = {getattr(type(metric), "_drawn_by", None) for metric in self.collection.values()}
        given = [name for name in names if name in rows.named]
        return _Together(rows, given[0]) if given else None


class _Together:
    """Rows that are drawn with all those whose value of an argument is the same; what is drawn twice gets two names."""

    def __init__(self, rows: Batch, name: str) -> None:
        self.rows, self.name = rows, name
        _, member = torch.unique(rows.named[name], return_inverse=True)
        self.sizes = member.bincount()
        self.order = member.argsort(stable=True)
        self.starts = self.sizes.cumsum(0) - self.sizes

    def drawn(self, seed: int, replicate: int) -> Batch:
        """The rows of a replicate."""
        which = draw(len(self.sizes), seed, replicate).to(self.sizes.device)
        sizes = self.sizes[which]
        number = torch.arange(len(which), device=which.device).repeat_interleave(sizes)
        within = torch.arange(len(number), device=which.device) - (sizes.cumsum(0) - sizes)[number]
        part = self.rows.take(self.order[self.starts[which][number] + within])
        return Batch(part.inputs, {**part.named, self.name: number})


class SampleStates:
    """Merging of states of single samples."""

    def __init__(self, collection: MetricCollection) -> None:
        self.collection = collection.clone()
        self.kept: list[_States] = []

    def see(self, batch: Batch) -> None:
        """Keep the states of each sample."""
        named = list(self.collection.items(keep_base=True))
        device = next(iter(self.collection.values())).device
        for row in range(len(batch)):
            alone = batch.take([row]).to(device)
            states = {
                name: metric.update_state(metric.init_state(), *alone.inputs, **metric._filter_kwargs(**alone.named))
                for name, metric in named
            }
            self.kept.append({name: _on(torch.device("cpu"), state) for name, state in states.items()})

    def replicates(self, own: list[_States], group: str | None, seed: int, which: range) -> Iterator[dict[str, Any]]:
        """Values of the replicates in `which`."""
        merging = {name: _merger(metric, [s[name] for s in own]) for name, metric in self.collection.items(True)}
        for replicate in which:
            drawn = draw(len(own), seed, replicate)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                merged = {name: _on(self.collection[name].device, merge(drawn)) for name, merge in merging.items()}
                values = {name: self.collection[name].compute_state(state) for name, state in merged.items()}
            yield self.collection._named_values(values)


def _merger(metric: Metric, states: list[dict[str, Any]]) -> Any:
    """A function from the drawn samples to their merged state."""
    specs = [spec for _, leaf in metric._leaves() for spec in leaf._specs.values()]
    if all(spec.reduction == "sum" and spec.neutral and isinstance(spec.default, Tensor) for spec in specs):
        stacked = {key: torch.stack([state[key] for state in states]) for key in states[0]}
        return lambda drawn: {key: _weighted_sum(values, drawn) for key, values in stacked.items()}

    def fold(drawn: Tensor) -> dict[str, Any]:
        merged: dict[str, Any]
        merged, *others = (states[sample] for sample in drawn.tolist())
        for other in others:
            merged = metric.merge_states(merged, other)
        return merged

    return fold


def _on(device: torch.device, state: dict[str, Any]) -> dict[str, Any]:
    """A state on a device."""

    def moved(tensor: Tensor) -> Tensor:
        return tensor.to(device)

    return {k: v.map(moved) if isinstance(v, CatState) else map_tensors(v, moved) for k, v in state.items()}


def _weighted_sum(values: Tensor, drawn: Tensor) -> Tensor:
    times = torch.bincount(drawn, minlength=len(values)).to(torch.float64)
    total: Tensor = torch.tensordot(times, values.to(torch.float64), dims=1)
    return total.to(values.dtype) if values.is_floating_point() else total.round().to(values.dtype)
