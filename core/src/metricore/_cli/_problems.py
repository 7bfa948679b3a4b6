"""Problems with what was given, as errors that the command line shows in one line."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from metricore._errors import InvalidDataError, MetricoreError, MissingDependencyError
from metricore._official import install_command
from metricore._spec import name_key

__all__ = ["blamed_on", "needed"]


@contextmanager
def blamed_on(place: str) -> Iterator[None]:
    """Turn what a metric refuses into an error that says where it comes from."""
    try:
        yield
    except MetricoreError as error:
        if not isinstance(error, InvalidDataError):
            raise
        raise InvalidDataError(_said_of(place, error)) from error
    except (ValueError, TypeError, KeyError, RuntimeError) as error:
        raise InvalidDataError(_said_of(place, error)) from error


def _said_of(place: str, error: Exception) -> str:
    """The error with its place, said once where the error begins with the class of that name."""
    first, colon, rest = str(error).partition(": ")
    return f"{place}: {rest if colon and name_key(first) == name_key(place) else error}"


def needed(module: str, purpose: str, extra: str = "metricore[cli]") -> Any:
    """Import a library, or say what it is for and how to install it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        text = f"{purpose} needs {module.partition('.')[0]}: {install_command(extra)}"
        raise MissingDependencyError(text, name=error.name) from error
