"""Constructors generated from annotated class attributes."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any, Literal

from metricore._state import Declaration

REQUIRED: Any = inspect.Parameter.empty  # the default of a setting that has none
_NOT_SETTINGS = ("ClassVar", "Tensor", "CatState", "list[Tensor]", "typing.ClassVar", "torch.Tensor")


@dataclass(frozen=True)
class Keyword:
    """The default of a setting that is given by name only."""

    default: Any


def keyword(*, default: Any, kw_only: Literal[True]) -> Any:
    """Declare a setting that is given by name only.

    Args:
        default: its default.
        kw_only: tells type checkers, which read the call, that the setting has no position.
    """
    return Keyword(default)


def declared(namespace: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Declaration]]:
    """The settings and the states written in a class body, in order.

    A class with a constructor of its own declares no settings: its annotations are for type checkers.
    """
    states = {name: value for name, value in namespace.items() if isinstance(value, Declaration)}
    settings: dict[str, Any] = {}
    if "__init__" not in namespace:
        for name, annotation in namespace.get("__annotations__", {}).items():
            text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
            if name not in states and not name.startswith("_") and not text.startswith(_NOT_SETTINGS):
                settings[name] = namespace.get(name, REQUIRED)
                if isinstance(settings[name], (list, dict, set)):
                    raise TypeError(
                        f"Setting {name!r}: all metrics of the class would share its default {settings[name]!r}; "
                        "give a tuple or None."
                    )
    return settings, states


def signature_of(settings: dict[str, Any], keywords: dict[str, Any]) -> inspect.Signature:
    """The constructor's signature: settings by position or name, then those by name only."""
    ordered = sorted(settings, key=lambda name: settings[name] is not REQUIRED)
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(name, kind, default=settings[name]) for name in ordered]
    parameters += [inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY, default=v) for n, v in keywords.items()]
    return inspect.Signature(parameters)


def bind(owner: str, signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """Values for all parameters, or a TypeError that names the class and what it takes."""
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        names = [n for n, p in signature.parameters.items() if p.kind is p.POSITIONAL_OR_KEYWORD]
        raise TypeError(f"{owner}: {error}; its settings are ({', '.join(names)}).") from None
    return {name: bound.arguments.get(name, p.default) for name, p in signature.parameters.items()}
