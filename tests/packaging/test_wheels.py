"""Wheels hold everything, and what is installed from them works."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from email.parser import Parser
from pathlib import Path

import pytest

from tests.packaging.conftest import Environment
from tests.packaging.projects import CORE, EVERY, RELEASED, Project, named

NAMES = "import json; from metricore import registry; print(json.dumps(registry.list()))"
PLACES = "import metricore, metricore_image; print(metricore.__file__); print(metricore_image.__file__)"


def wheel_of(project: Project, wheels: Path) -> zipfile.ZipFile:
    (path,) = wheels.glob(f"{project.name.replace('-', '_')}-{project.version}-*.whl")
    return zipfile.ZipFile(path)


@pytest.mark.parametrize("project", EVERY, ids=named)
def test_wheel_holds_every_file_of_the_package(project: Project, wheels: Path) -> None:
    files = [path for path in project.package.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    expected = {path.relative_to(project.package.parent).as_posix() for path in files}
    with wheel_of(project, wheels) as wheel:
        assert {name for name in wheel.namelist() if ".dist-info/" not in name} == expected


@pytest.mark.parametrize("project", RELEASED, ids=named)
def test_wheel_has_its_licence_and_readme(project: Project, wheels: Path) -> None:
    with wheel_of(project, wheels) as wheel:
        info = f"{project.name.replace('-', '_')}-{project.version}.dist-info"
        metadata = Parser().parsestr(wheel.read(f"{info}/METADATA").decode())
        assert metadata["License-Expression"] == "Apache-2.0"
        assert f"# {project.name}" in metadata.get_payload()
        assert f"{info}/licenses/LICENSE" in wheel.namelist()


def shows_image_and_not_audio(environment: Environment) -> None:
    names = json.loads(environment.evaluate(NAMES))
    assert "peak_signal_noise_ratio" in names
    assert "signal_noise_ratio" not in names
    assert all(place.startswith(str(environment.folder)) for place in environment.evaluate(PLACES).splitlines())
    assert "peak_signal_noise_ratio" in environment.command("list")


def test_core_with_an_extra_from_wheels(new_environment: Callable[[], Environment]) -> None:
    environment = new_environment()
    environment.install(f"{CORE.name}[image]=={CORE.version}")
    shows_image_and_not_audio(environment)


def test_core_with_an_extra_from_folders(new_environment: Callable[[], Environment]) -> None:
    environment = new_environment()
    environment.install("./core[image]", "./plugins/image")
    shows_image_and_not_audio(environment)


def test_core_alone_says_which_extra_is_missing(new_environment: Callable[[], Environment]) -> None:
    environment = new_environment()
    environment.install(CORE.name)
    code = "import metricore\ntry:\n metricore.registry.get('psnr')\nexcept LookupError as error:\n print(error)"
    assert 'pip install "metricore[image]"' in environment.evaluate(code)


def test_third_party_plugin_from_its_wheel(new_environment: Callable[[], Environment]) -> None:
    environment = new_environment()
    environment.install("metricore-example")
    code = "from metricore import registry; print([info.domain for _, info in registry.described('example/*')])"
    assert environment.evaluate(code) not in ("", "[]")
