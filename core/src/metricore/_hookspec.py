"""The hooks that a plugin may implement.

A plugin is a light module (nothing heavy is imported at its top) that an entry point of the group
``metricore.plugins`` names; the entry point's name is the plugin's namespace::

    from metricore import MetricSpec, hookimpl


    @hookimpl
    def metricore_metrics():
        return [MetricSpec(name="zed_score", target="zed.metrics:ZedScore")]

A module that needs another version of these hooks says so with ``METRICORE_API``; one without it speaks version 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from metricore._metric import Metric
    from metricore._spec import MetricSpec

__all__ = ["API_VERSION", "hookimpl", "hookspec"]

API_VERSION = 1

hookspec = pluggy.HookspecMarker("metricore")
hookimpl = pluggy.HookimplMarker("metricore")


@hookspec
def metricore_metrics() -> Iterable[MetricSpec]:
    """Return the specs of the plugin's metrics, without importing them."""
    raise NotImplementedError


@hookspec
def metricore_resolve(name: str) -> Callable[..., Metric] | MetricSpec | None:
    """Return the metric that a ``scheme:rest`` name stands for, or ``None`` for a scheme of somebody else."""


@hookspec
def metricore_checks() -> Iterable[tuple[str, Callable[[], str | None]]]:
    """Return titles and functions for ``metricore doctor``; one returns a detail worth printing, or raises."""
    raise NotImplementedError


@hookspec
def metricore_conformance() -> Mapping[str, Sequence[object]]:
    """Return the cases (``metricore.testing.Case``) with which ``metricore check`` tries each metric, by name."""
    raise NotImplementedError
