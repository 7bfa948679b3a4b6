"""Write down what metrics take, for those who do not import them: `python tools/stubs.py`.

A derived function gets its signature when it is made, where no type checker looks. Here the same signature is
written down with the annotations of the settings and of `update` and `compute`. The settings of every metric go into a
file of each package, which `metricore info` reads.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

PACKAGE = "metricore.functional"
MODULES = (
    PACKAGE,
    "metricore.functional.classification",
    "metricore.functional.clustering",
    "metricore.functional.nominal",
    "metricore.functional.pairwise",
    "metricore.functional.regression",
    "metricore.functional.retrieval",
    "metricore.functional.segmentation",
    "metricore.functional.shape",
    "metricore.functional.survival",
    "metricore_audio.functional",
    "metricore_image.functional",
    "metricore_text.functional",
)
PACKAGES = ("metricore", "metricore_audio", "metricore_image", "metricore_text")
HEAD = "# Written by tools/stubs.py; do not edit.\n"
LINE = 120
_EMPTY = inspect.Parameter.empty


def stub(name: str) -> tuple[Path, str]:
    """Where the stub of a module belongs, and its text."""
    module = importlib.import_module(name)
    text = _package_stub(module) if name == PACKAGE else _module_stub(module)
    return Path(inspect.getfile(module)).with_suffix(".pyi"), text


def settings(package: str) -> tuple[Path, str]:
    """Where the settings of a package's metrics belong, and the text: defaults as Python writes them."""
    from metricore import registry

    targets = {info.target: info.id for _, info in registry.described()}
    own = sorted(target for target in targets if target.partition(":")[0].partition(".")[0] == package)
    lines = [f"  {json.dumps(target)}: {json.dumps(_constructor(registry.get(targets[target])))}" for target in own]
    place = Path(inspect.getfile(importlib.import_module(package))).with_name("settings.json")
    return place, "{\n" + ",\n".join(lines) + "\n}\n"


def _constructor(metric: Any) -> dict[str, str | None]:
    from metricore import Metric

    common = inspect.signature(Metric).parameters
    parameters = [p for p in inspect.signature(metric).parameters.values() if p.name not in common]
    taken = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    return {p.name: None if p.default is _EMPTY else repr(p.default) for p in taken}


def _package_stub(package: Any) -> str:
    """Every function from the module that it is in, and the modules."""
    modules = [f"from {PACKAGE} import {name} as {name}" for name in package._MODULES]
    homes = sorted((home, name) for name, home in package._HOME.items())
    functions = [_forwarded(f"{PACKAGE}.{home}", name) for home, name in homes]
    return "\n".join([HEAD, *modules, *functions, "", _names(package.__all__)])


def _forwarded(module: str, name: str) -> str:
    line = f"from {module} import {name} as {name}"
    return line if len(line) <= LINE else f"from {module} import (\n    {name} as {name},\n)"


def _module_stub(module: Any) -> str:
    imports: dict[str, set[str]] = {}
    functions = [_function(name, getattr(module, name), imports) for name in module.__all__]
    groups: dict[int, list[str]] = {}
    for source, names in sorted(imports.items()):
        root = source.split(".")[0]
        rank = 0 if root in sys.stdlib_module_names else 2 if root.startswith("metricore") else 1
        groups.setdefault(rank, []).append(f"from {source} import {', '.join(sorted(names))}\n")
    heading = "\n".join("".join(lines) for _, lines in sorted(groups.items()))
    return "\n".join([HEAD, heading, _names(module.__all__), *functions, ""])


def _names(names: list[str]) -> str:
    return "__all__ = [\n" + "".join(f'    "{name}",\n' for name in names) + "]\n"


def _function(name: str, function: Callable[..., Any], imports: dict[str, set[str]]) -> str:
    owner = getattr(function, "metric_class", None)
    lines: list[str] = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in lines:
            lines.append("*")
        if owner is None:
            text = _known(parameter.annotation, function.__module__, imports)
        else:
            text = _of_parameter(owner, parameter, imports)
        default = "" if parameter.default is _EMPTY else f" = {_default(parameter.default)}"
        lines.append(f"{parameter.name}: {text}{default}")
    if owner is None:
        returned = _known(inspect.signature(function).return_annotation, function.__module__, imports)
    else:
        returned = _union(_known(_return(cls), cls.__module__, imports) for cls in _members(owner))
    return f"def {name}(\n" + "".join(f"    {line},\n" for line in lines) + f") -> {returned}: ..."


def _default(value: Any) -> str:
    """A default as type checkers and readers like it."""
    if isinstance(value, str):
        return json.dumps(value)
    simple = value is None or isinstance(value, (bool, int, float))
    return repr(value) if simple and value == value else "..."


def _members(owner: Any) -> list[Any]:
    """The metrics that a family makes, or the metric itself."""
    return list(vars(owner).get("tasks", {}).values()) or [owner]


def _of_parameter(owner: Any, parameter: inspect.Parameter, imports: dict[str, set[str]]) -> str:
    """The annotation in `update`, or that of the setting in the class that declares it."""
    name = parameter.name
    taken = inspect.signature(_members(owner)[0].update).parameters
    if name in taken:
        return _known(taken[name].annotation, _members(owner)[0].update.__module__, imports)
    if name == "task":
        imports.setdefault("typing", set()).add("Literal")
        return "Literal[" + ", ".join(f'"{task}"' for task in owner.tasks) + "]"
    text = _union(filter(None, (_of_setting(cls, name, imports) for cls in _members(owner))))
    if not text:
        raise SystemExit(f"{owner.__name__}: setting {name!r} has no annotation")
    optional = parameter.default is None and "None" not in text and text != "Any"
    return f"{text} | None" if optional else text


def _of_setting(cls: Any, name: str, imports: dict[str, set[str]]) -> str | None:
    for base in cls.__mro__:
        text = vars(base).get("__annotations__", {}).get(name)
        if text is not None and not str(text).startswith("ClassVar"):
            return _known(text, base.__module__, imports)
    return None


def _return(cls: Any) -> Any:
    return inspect.signature(cls.compute).return_annotation


def _union(texts: Any) -> str:
    """Annotations as one, without repetition; a wider one stands for those in it."""
    parts = list(dict.fromkeys(texts))
    return " | ".join(part for part in parts if not any(part != p and part in p.split(" | ") for p in parts))


def _known(annotation: Any, module: str, imports: dict[str, set[str]]) -> str:
    """An annotation as text, after noting what has to be imported for it."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    text = text.replace("'", '"')
    for name in _identifiers(text):
        if not hasattr(builtins, name):
            imports.setdefault(_source(name, module), set()).add(name)
    return text


def _identifiers(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text, mode="eval")):
        if isinstance(node, ast.Name):
            yield node.id


def _source(name: str, module: str) -> str:
    """The module that defines what an annotation in `module` calls by this name."""
    for node in ast.walk(ast.parse(inspect.getsource(sys.modules[module]))):
        if isinstance(node, ast.ImportFrom) and node.module and any(alias.name == name for alias in node.names):
            own = node.module.startswith("metricore") and node.module in sys.modules
            return _source(name, node.module) if own else node.module
    return module


def main() -> None:
    """Write what is not up to date."""
    for path, text in (*map(stub, MODULES), *map(settings, PACKAGES)):
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            print(f"written: {path}")


if __name__ == "__main__":
    main()
