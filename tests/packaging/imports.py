"""Which modules a module imports, read from its source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path


def modules_of(package: Path) -> dict[str, Path]:
    """Every module of a package by its dotted name."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_of(name: str, path: Path, *, inside_functions: bool) -> set[str]:
    """Dotted names that a module imports when it is imported, and, if asked, when its functions run.

    ``from a import b`` counts as ``a`` and as ``a.b``, which may be a module. What stands under ``if TYPE_CHECKING:``
    does not run and does not count.
    """
    found = set()
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in _statements(ast.parse(path.read_text()), inside_functions):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return found


def _statements(node: ast.AST, inside_functions: bool) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for statement in child.orelse:
                yield statement
                yield from _statements(statement, inside_functions)
        elif inside_functions or not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _statements(child, inside_functions)


def reached_from(start: str, modules: dict[str, Path]) -> dict[str, str]:
    """Every name imported by importing ``start``, with the module that imports it."""
    reached: dict[str, str] = {}
    waiting = [start]
    while waiting:
        name = waiting.pop()
        parents = [".".join(name.split(".")[:depth]) for depth in range(1, name.count(".") + 1)]
        named = imports_of(name, modules[name], inside_functions=False) | set(parents)
        for imported in sorted(named - reached.keys()):
            reached[imported] = name
            if imported in modules:
                waiting.append(imported)
    return reached
