"""What the source of a module shows of a target, read without importing it."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path

__all__ = ["missing_part"]


def missing_part(target: str) -> str:
    """Return what is not there of ``package.module:Class`` in words, or nothing.

    A class is taken to be there if the source has its name, or takes all names of another module.
    """
    module, _, attributes = target.partition(":")
    missing = _missing_module(module)
    if missing:
        return f"there is no module {missing!r}"
    wrong = _syntax_error(module)
    if wrong:
        return f"the module {module!r} is no Python: {wrong}"
    text, name = _source(module), attributes.partition(".")[0]
    if text is None or re.search(rf"\b{name}\b|import \*|__getattr__", text):
        return ""
    return f"the module {module!r} has no {name!r}"


def _missing_module(module: str) -> str:
    parts = module.split(".")
    names = [".".join(parts[: i + 1]) for i in range(len(parts))]
    return next((name for name in names if _located(name) is None), "")


@cache
def _located(module: str) -> ModuleSpec | None:
    """Where a module is; `importlib.util.find_spec` would import the packages around it."""
    package = module.rpartition(".")[0]
    around = _located(package) if package else None
    path = None if around is None else around.submodule_search_locations or []
    return next(filter(None, (finder.find_spec(module, path) for finder in sys.meta_path)), None)


@cache
def _syntax_error(module: str) -> str:
    try:
        ast.parse(_source(module) or "")
    except SyntaxError as error:
        return f"line {error.lineno}: {error.msg}"
    return ""


@cache
def _source(module: str) -> str | None:
    spec = _located(module)
    file = Path(spec.origin) if spec is not None and spec.has_location and spec.origin else None
    return file.read_text(encoding="utf-8", errors="replace") if file is not None and file.suffix == ".py" else None
