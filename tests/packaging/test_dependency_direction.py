"""Plugins depend on core, metrics on the framework, and never the other way round."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.packaging.imports import imports_of, modules_of, reached_from
from tests.packaging.projects import CORE, EVERY, PLUGINS, Project, named

CORE_MODULES = modules_of(CORE.package)
PLUGIN_PACKAGES = {plugin.package.name for plugin in PLUGINS}
# Private modules of the package root that name metrics on purpose.
NAMES_METRICS = {"metricore._builtin", "metricore._cli"}


def is_inside(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def test_the_reader_of_imports_sees_what_it_should(tmp_path: Path) -> None:
    package = tmp_path / "box"
    package.mkdir()
    (package / "__init__.py").write_text("from . import lid")
    (package / "lid.py").write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    import hidden\nelse:\n    import shown\n"
        "try:\n    from a.b import c\nexcept ImportError:\n    pass\n"
        "class Hinge:\n    import d\n    def turn(self):\n        import later\n"
        "from .base import thing\n"
    )
    modules = modules_of(package)
    expected = {"typing", "typing.TYPE_CHECKING", "shown", "a.b", "a.b.c", "d", "box.base", "box.base.thing"}
    assert imports_of("box.lid", modules["box.lid"], inside_functions=False) == expected
    assert imports_of("box.lid", modules["box.lid"], inside_functions=True) == {*expected, "later"}
    assert {"box.lid", "d"} <= reached_from("box", modules).keys()


@pytest.mark.parametrize("module", CORE_MODULES)
def test_core_imports_no_plugin(module: str) -> None:
    imported = imports_of(module, CORE_MODULES[module], inside_functions=True)
    assert not {name for name in imported if name.split(".")[0] in PLUGIN_PACKAGES}


@pytest.mark.parametrize("plugin", PLUGINS, ids=named)
def test_plugins_import_no_other_plugin_and_nothing_private_of_the_registry(plugin: Project) -> None:
    others = PLUGIN_PACKAGES - {plugin.package.name}
    for module, path in modules_of(plugin.package).items():
        imported = imports_of(module, path, inside_functions=True)
        assert not {name for name in imported if name.split(".")[0] in others}, module


def framework() -> list[str]:
    """Private modules of the package root: all but the ones that list metrics."""
    private = [name for name in CORE_MODULES if name.startswith("metricore._") and not name.endswith("__main__")]
    return [name for name in private if not any(is_inside(name, listing) for listing in NAMES_METRICS)]


def metric_modules() -> set[str]:
    """Public modules of core in which a class derives from something called Metric, and the packages around them."""
    found = set()
    for name, path in CORE_MODULES.items():
        bases = [
            ast.unparse(base)
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.ClassDef)
            for base in node.bases
        ]
        is_public_part = name.count(".") > 0 and not name.split(".")[1].startswith("_")
        if is_public_part and any(base.split(".")[-1] == "Metric" for base in bases):
            found.add(".".join(name.split(".")[:2]))
    return found


@pytest.mark.parametrize("module", framework())
def test_framework_imports_no_metric(module: str) -> None:
    imported = imports_of(module, CORE_MODULES[module], inside_functions=True)
    homes = metric_modules() | {"metricore.functional"}
    assert not {name for name in imported if any(is_inside(name, home) for home in homes)}


@pytest.mark.parametrize("start", ["metricore", "metricore._registry", "metricore._builtin", "metricore._cli"])
def test_registry_and_command_line_start_without_torch(start: str) -> None:
    reached = reached_from(start, CORE_MODULES)
    assert not {name: by for name, by in reached.items() if is_inside(name, "torch")}


@pytest.mark.parametrize("project", EVERY[1:], ids=named)
def test_plugin_module_is_light(project: Project) -> None:
    (entry_point,) = project.table["entry-points"]["metricore.plugins"].values()
    reached = reached_from(entry_point, modules_of(project.package))
    assert not {name: by for name, by in reached.items() if is_inside(name, "torch")}
