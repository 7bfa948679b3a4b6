"""Which metric refused which data: what an error of an update lacks, found once there is one."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable

from metricore._cli.reading.batch import Batch, Source
from metricore._collection import MetricCollection
from metricore._errors import InvalidDataError
from metricore._metric import Metric

__all__ = ["REFUSALS", "refusal", "refused_batch"]

REFUSALS = (ValueError, TypeError, RuntimeError)
"""What metrics raise for data that they do not take."""


def refusal(metrics: MetricCollection, attempt: Callable[[str, Metric], None]) -> tuple[str, Exception] | None:
    """The first metric that refuses an attempt, made on a copy of it, and its error."""
    for name, metric in metrics.items(keep_base=True):
        try:
            attempt(name, metric.clone())
        except REFUSALS as error:
            return name, error
    return None


def refused_batch(metrics: MetricCollection, batch: Batch, source: Source, first: int) -> InvalidDataError | None:
    """The error for a batch that begins with sample `first`: file, sample, metric, and the columns it speaks of."""
    found = refusal(metrics, lambda _, metric: _update(metric, batch))
    if found is None:
        return None
    name, error = found
    place, metric = source.name, metrics[name].clone()
    if isinstance(error, InvalidDataError):
        row, alone = _first_bad(metric, batch)
        if alone is not None:
            place, error = source.place(first + row), alone
    hints = [_columns(metric, batch, source, str(error)), *_left_out(metric, batch, source, str(error))]
    said = f"{str(error).removesuffix('.')} ({'; '.join(filter(None, hints))})" if any(hints) else error
    return InvalidDataError(f"{place}: {name}: {said}")


def _update(metric: Metric, batch: Batch) -> None:
    metric.update(*batch.inputs, **metric._filter_kwargs(**batch.named))


def _first_bad(metric: Metric, batch: Batch) -> tuple[int, InvalidDataError | None]:
    """The first sample whose values a metric refuses, by halving, and what it says of that alone."""

    def refused(rows: range) -> InvalidDataError | None:
        metric.reset()
        try:
            _update(metric, batch.take(rows))
        except InvalidDataError as error:
            return error
        return None

    good, bad = 0, len(batch)
    found = refused(range(bad))
    while found is not None and bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (good, middle) if refused(range(middle)) else (middle, bad)
    return bad - 1, found and (refused(range(bad - 1, bad)) or found)


def _columns(metric: Metric, batch: Batch, source: Source, text: str) -> str:
    """Where the arguments that a text speaks of come from; those of all if it names none."""
    parameters = list(inspect.signature(type(metric).update).parameters)[1:]
    places: dict[str, int | str] = {name: place for place, name in enumerate(parameters[: len(batch.inputs)])}
    places |= {name: name for name in metric._filter_kwargs(**batch.named)}
    origins = {name: source.origins.get(place, ()) for name, place in places.items()}
    named = {name: columns for name, columns in origins.items() if columns and re.search(rf"\b{name}\b", text)}
    return "; ".join(f"{name}: {', '.join(columns)}" for name, columns in (named or origins).items() if columns)


def _left_out(metric: Metric, batch: Batch, source: Source, text: str) -> list[str]:
    """How a table gives those arguments that a text speaks of and that were left out."""
    parameters = list(inspect.signature(type(metric).update).parameters)[1 + len(batch.inputs) :]
    missing = [name for name in parameters if name not in batch.named and re.search(rf"\b{name}\b", text)]
    return [f"--input {name}=COLUMN gives {name}" for name in missing if source.origins]
