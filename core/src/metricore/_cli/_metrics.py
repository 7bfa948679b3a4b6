"""The metrics of one command: each value by a name of its own, and what a metric refuses said with its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import torch

from metricore._cli._problems import blamed_on
from metricore._collection import MetricCollection
from metricore._errors import InvalidDataError
from metricore._metric import Metric
from metricore._narrow import widest

__all__ = ["Metrics", "made", "wide_results"]


class Metrics(MetricCollection):
    """Metrics by name; the entries of a dict value are called `name_key`, whatever other metrics there are."""

    def compute(self) -> dict[str, Any]:
        """Values of all metrics by name."""
        with self._synced(self._to_be_synced()):
            try:
                return super().compute()
            except Exception:
                for name, metric in self._named():
                    with blamed_on(name):
                        metric.compute()
                raise

    def _named_values(self, values: dict[str, Any]) -> dict[str, Any]:
        named: dict[str, Any] = {}
        for name, value in values.items():
            entries = {f"{name}_{key}": its for key, its in value.items()} if isinstance(value, dict) else {name: value}
            twice = named.keys() & entries.keys()
            if twice:
                raise InvalidDataError(f"expected a name for each value, got {min(twice)!r} twice; name metrics anew")
            named |= entries
        return named


def made(config: Mapping[str, Mapping[str, Any]]) -> Metrics:
    """The metrics; what one of them refuses is said with its name."""
    metrics: dict[str, Metric] = {}
    for name, entry in config.items():
        with blamed_on(name):
            metrics |= MetricCollection.from_config({name: entry}).items(keep_base=True)
    return Metrics(metrics)


@contextmanager
def wide_results(device: torch.device) -> Iterator[None]:
    """Let what is computed within the block have the widest dtype of a device, as the sums that it is made of have."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(widest(device))
    try:
        yield
    finally:
        torch.set_default_dtype(before)
