"""What the pyproject files say agrees with each other."""

from __future__ import annotations

import re

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from tests.packaging.projects import CORE, EVERY, EXAMPLE, PLUGINS, RELEASED, ROOT, Project, named

ADVICE = re.compile(r"metricore\[([a-z,]+)\]")
OWN = {project.name for project in RELEASED}


def compatible_range(version: str) -> SpecifierSet:
    """From the first development release of a minor version up to the next minor version."""
    major, minor = Version(version).release[:2]
    return SpecifierSet(f">={major}.{minor}.0.dev0,<{major}.{minor + 1}")


def lowest_version(requirement: Requirement) -> str:
    """The lower bound of a requirement."""
    (bound,) = [clause.version for clause in requirement.specifier if clause.operator == ">="]
    return bound


def test_one_minor_version_for_all() -> None:
    assert len({Version(project.version).release[:2] for project in RELEASED}) == 1


@pytest.mark.parametrize("project", [*PLUGINS, EXAMPLE], ids=named)
def test_plugin_depends_on_a_compatible_range_of_core_without_extras(project: Project) -> None:
    (core,) = [requirement for requirement in project.requirements if requirement.name == CORE.name]
    assert core.specifier == compatible_range(CORE.version)
    assert not core.extras


@pytest.mark.parametrize("project", PLUGINS, ids=named)
def test_plugins_depend_on_no_other_plugin(project: Project) -> None:
    wanted = [*project.requirements, *(requirement for extra in project.extras.values() for requirement in extra)]
    assert {requirement.name for requirement in wanted} & OWN == {CORE.name}


def test_core_runs_on_four_libraries() -> None:
    names = {requirement.name for requirement in CORE.requirements}
    assert names == {"torch", "pluggy", "importlib-metadata", "packaging"}


def test_core_has_the_extras_that_users_know() -> None:
    assert {"audio", "image", "text", "detection", "multimodal", "video", "visual", "all"} <= CORE.extras.keys()


def test_extras_that_are_advised_are_declared() -> None:
    patterns = ("core/src/**/*.py", "plugins/*/src/**/*.py", "README.md", "core/*.md", "plugins/*/*.md", "docs/*.md")
    texts = [path for pattern in patterns for path in ROOT.glob(pattern)]
    advised = {extra for path in texts for names in ADVICE.findall(path.read_text()) for extra in names.split(",")}
    assert "cli" in advised
    assert advised <= CORE.extras.keys()


@pytest.mark.parametrize("extra", ["audio", "image", "text", "detection", "multimodal", "video"])
def test_domain_extra_pulls_our_plugin_and_nothing_else(extra: str) -> None:
    plugins = {plugin.name: plugin for plugin in PLUGINS}
    (requirement,) = CORE.extras[extra]
    plugin = plugins[requirement.name]
    assert requirement.specifier == compatible_range(plugin.version)
    assert requirement.extras <= plugin.extras.keys()


def test_extra_all_is_every_other_extra() -> None:
    (everything,) = CORE.extras["all"]
    assert everything.name == CORE.name
    assert everything.extras == CORE.extras.keys() - {"all"}


def test_lowest_versions_are_the_lower_bounds() -> None:
    bounds: dict[str, set[str]] = {}
    for project in RELEASED:
        for requirement in [*project.requirements, *(one for extra in project.extras.values() for one in extra)]:
            if requirement.name not in OWN:
                bounds.setdefault(requirement.name, set()).add(lowest_version(requirement))
    lines = (ROOT / "tests" / "packaging" / "lowest.txt").read_text().splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert bounds == {name: {version} for name, version in pins.items()}


@pytest.mark.parametrize("project", PLUGINS, ids=named)
def test_plugin_is_found_by_its_namespace(project: Project) -> None:
    namespace = project.folder.name
    assert project.table["entry-points"] == {"metricore.plugins": {namespace: f"metricore_{namespace}.plugin"}}


def test_core_is_not_found_through_an_entry_point() -> None:
    assert "entry-points" not in CORE.table
    assert CORE.table["scripts"] == {"metricore": "metricore._cli:main"}


@pytest.mark.parametrize("project", RELEASED, ids=named)
def test_licence_readme_and_types_come_with_each(project: Project) -> None:
    assert project.table["license"] == "Apache-2.0"
    assert (project.folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert (project.folder / project.table["readme"]).is_file()
    assert (project.package / "py.typed").is_file()


def test_one_python_floor_for_all() -> None:
    assert {project.table["requires-python"] for project in EVERY} == {">=3.10"}
