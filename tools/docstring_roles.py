"""Turns what Markdown does not know in docstrings, roles and formulas of reStructuredText, into code."""

from __future__ import annotations

import re
from typing import Any

import griffe

ROLE = re.compile(r":(?:class|func|meth|mod|attr|math):`([^`]+)`")
FORMULA = re.compile(r"^\.\. math::[ \t]*(.*(?:\n[ \t]+\S.*|\n(?=\n[ \t]+\S))*)", re.MULTILINE)


def as_markdown(text: str) -> str:
    """A docstring with names and formulas as code; of a name that begins with `~` only the last part."""
    text = FORMULA.sub(lambda found: f"```text\n{_lines(found[1])}\n```", text)
    return ROLE.sub(lambda found: f"`{_short(found[1])}`", text)


def _short(name: str) -> str:
    return name.rpartition(".")[2] if name.startswith("~") else name


def _lines(formula: str) -> str:
    return "\n".join(line.strip() for line in formula.splitlines() if line.strip())


class DocstringRoles(griffe.Extension):
    """Called by mkdocstrings with each object that it reads."""

    def on_instance(self, *, obj: Any, **_: Any) -> None:
        """Rewrite the docstring of a class, a function or a module."""
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
