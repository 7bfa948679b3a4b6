"""Problems with what was given, as errors that the command line shows in one line."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from metricore._errors import InvalidDataError, MetricoreError, MissingDependencyError
from metricore._official import install_command

__all__ = ["blamed_on", "needed"]


@contextmanager
def blamed_on(place: str) -> Iterator[None]:
    """Turn what a metric refuses into an error that says where it comes from."""
    try:
        yield
    except MetricoreError as error:
        if not isinstance(error, InvalidDataError):
            raise
        raise InvalidDataError(f"{place}: {error}") from error
    except (ValueError, TypeError, KeyError, RuntimeError) as error:
        raise InvalidDataError(f"{place}: {error}") from error


def needed(module: str, purpose: str, extra: str = "metricore[cli]") -> Any:
    """Import a library, or say what it is for and how to install it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        text = f"{purpose} needs {module.partition('.')[0]}: {install_command(extra)}"
        raise MissingDependencyError(text, name=error.name) from error
