"""Every error that metricore raises on purpose.

::

    MetricoreError
    ├── MetricNotFoundError     (KeyError)     no metric has this name
    ├── AmbiguousMetricError    (LookupError)  several plugins offer this name, and none has precedence
    ├── PluginError             (RuntimeError) a plugin, or what it points to, cannot be used
    ├── MissingDependencyError  (ImportError)  something has to be installed first
    ├── SyncError               (RuntimeError) ranks cannot be brought together
    ├── InvalidDataError        (ValueError)   labels, scores or files that no value can be computed from
    └── StateFileError          (ValueError)   a saved state that is unreadable or of another metric

    UserWarning
    └── PluginWarning                          a plugin was left out; metricore goes on without it
"""

from __future__ import annotations

__all__ = [
    "AmbiguousMetricError",
    "InvalidDataError",
    "MetricNotFoundError",
    "MetricoreError",
    "MissingDependencyError",
    "PluginError",
    "PluginWarning",
    "StateFileError",
    "SyncError",
]


class MetricoreError(Exception):
    """Base of all errors of metricore; its text is one line that says what was expected and what came."""


class MetricNotFoundError(MetricoreError, KeyError):
    """No metric has the name that was asked for."""

    def __str__(self) -> str:
        """Return the message as it is, where a KeyError would quote it."""
        return Exception.__str__(self)


class AmbiguousMetricError(MetricoreError, LookupError):
    """Several plugins offer a metric of this name; ask for it as ``namespace/name``."""


class PluginError(MetricoreError, RuntimeError):
    """A plugin, or the class that one of its specs points to, cannot be used."""


class MissingDependencyError(MetricoreError, ImportError):
    """A library or a plugin has to be installed first; the message has the command."""


class SyncError(MetricoreError, RuntimeError):
    """The ranks of a process group cannot be brought together."""


class RanksDifferError(SyncError):
    """The ranks want to synchronise different metrics; every rank notices."""


class InvalidDataError(MetricoreError, ValueError):
    """The data do not allow a value to be computed."""


class StateFileError(MetricoreError, ValueError):
    """A saved state cannot be read, or belongs to another metric."""


class PluginWarning(UserWarning):
    """A plugin was left out, with the reason."""
