"""Metrics fed with the samples of a source: over all of them, and by group."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import torch

from metricore._cli._problems import blamed_on
from metricore._cli._refusals import REFUSALS, refused_batch
from metricore._cli.reading.batch import Batch, Source
from metricore._collection import MetricCollection
from metricore._errors import InvalidDataError
from metricore._metric import Metric

__all__ = ["Accumulated", "refuse_arguments"]


class Accumulated:
    """A collection over all samples and, by name, one over each group, with the number of samples of each."""

    def __init__(self, collection: MetricCollection, device: torch.device) -> None:
        self.fresh = collection
        self.device = device
        self.overall = collection.clone()
        self.samples = 0
        self.groups: dict[str, MetricCollection] = {}
        self.group_samples: dict[str, int] = {}

    def read(self, source: Source, start: int, stop: int | None, seen: Callable[[Batch], None]) -> None:
        """Add the samples from `start` up to `stop`, showing each batch to `seen`."""
        for batch in source.batches(start, stop):
            moved = batch.to(self.device)
            _update(self.overall, moved, source, start + self.samples)
            for group, part in moved.by_group().items():
                with blamed_on(f"{source.name}, group {group!r}"):
                    self.group(group).update(*part.inputs, **part.named)
                self.group_samples[group] += len(part)
            self.samples += len(batch)
            seen(batch)

    def group(self, name: str) -> MetricCollection:
        """The collection of a group."""
        if name not in self.groups:
            self.groups[name] = self.fresh.clone()
            self.group_samples[name] = 0
        return self.groups[name]


def refuse_arguments(collection: MetricCollection, inputs: int, named: dict[str, Any], kind: str) -> None:
    """Refuse data that a metric does not take, or that it lacks, before any is read."""
    for name, metric in collection.items(keep_base=True):
        parameters = _taken_by(metric)
        if any(p.kind is p.VAR_POSITIONAL for p in parameters):
            continue
        taken = {p.name for p in parameters}
        any_name = any(p.kind is p.VAR_KEYWORD for p in parameters)
        needs = [
            p.name
            for p in parameters
            if p.default is p.empty and p.kind in (p.POSITIONAL_OR_KEYWORD, p.POSITIONAL_ONLY)
        ]
        missing = [need for need in needs[inputs:] if need not in named]
        if missing:
            give = "--target COLUMN" if len(needs) > 1 and missing[0] == needs[1] else f"--input {missing[0]}=COLUMN"
            give = give if kind == "table" else "a second file or folder"
            raise InvalidDataError(f"{name}: expected {', '.join(needs)}, got no {missing[0]}; give {give}")
        if inputs > len(needs):
            raise InvalidDataError(f"{name}: expected {', '.join(needs)} alone, got a target as well")
        if "sample_weight" in named and not any_name and not taken & {"sample_weight", "weight"}:
            raise InvalidDataError(f"--weight: expected metrics that weigh samples, {name} does not")
        first = [p.name for p in parameters[:inputs]]
        for argument in named.keys() - {"sample_weight", "weight"}:
            if argument in first:
                raise InvalidDataError(f"--input {argument}: expected an argument of {name} beside {', '.join(first)}")
            if argument not in taken and not any_name:
                raise InvalidDataError(f"--input {argument}: expected one of {', '.join(sorted(taken))} of {name}")


def _taken_by(metric: Metric) -> list[inspect.Parameter]:
    """The parameters of `update`; those of the metric inside where it takes what that one does."""
    parameters = list(inspect.signature(type(metric).update).parameters.values())[1:]
    inner = [child for child in metric.children() if isinstance(child, Metric)]
    passes_on = len(inner) == 1 and any(p.kind is p.VAR_POSITIONAL for p in parameters)
    return _taken_by(inner[0]) if passes_on else parameters


def _update(collection: MetricCollection, batch: Batch, source: Source, first: int) -> None:
    try:
        collection.update(*batch.inputs, **batch.named)
    except REFUSALS as error:
        refused = refused_batch(collection, batch, source, first)
        raise (refused or InvalidDataError(f"{source.name}: {error}")) from error
