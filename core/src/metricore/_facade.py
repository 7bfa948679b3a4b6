"""Modules of core that stand for a plugin: ``metricore.image`` is what an installed ``metricore_image`` exports."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from types import ModuleType

from metricore._errors import MissingDependencyError
from metricore._official import OFFERED_EXTRAS, PROVIDERS, install_command

__all__ = ["forward"]


def forward(facade: str, package: str, extra: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a facade.

    Args:
        facade: Name of the facade module.
        package: Module whose ``__all__`` it forwards; imported when the first name is asked for.
        extra: Extra of core that brings the plugin.
    """

    def get(name: str) -> object:
        if name.startswith("__") and name != "__all__":
            raise AttributeError(f"module {facade!r} has no attribute {name!r}")
        module = _import(facade, package, extra)
        if name != "__all__" and name not in module.__all__:
            raise AttributeError(f"module {facade!r} has no attribute {name!r}; {package} does not export it")
        value: object = getattr(module, name)
        setattr(sys.modules[facade], name, value)
        return value

    def names() -> list[str]:
        return sorted(_import(facade, package, extra).__all__)

    return get, names


def _import(facade: str, package: str, extra: str) -> ModuleType:
    try:
        return importlib.import_module(package)
    except MissingDependencyError:
        raise
    except ModuleNotFoundError as error:
        distribution, command = PROVIDERS[extra], install_command(f"metricore[{extra}]")
        root = package.partition(".")[0]
        lacking = bool(error.name) and f"{package}.".startswith(f"{error.name}.")
        if lacking and extra not in OFFERED_EXTRAS:
            text = f"{facade} has no metrics yet: they are still to come, with {distribution}"
            raise MissingDependencyError(text, name=error.name) from error
        if error.name == root:
            problem = f"{facade} comes with {distribution}, which is not installed"
        elif error.name and error.name.startswith(root):
            problem, command = f"the installed {distribution} has no {error.name}", f"{command} --upgrade"
        else:
            problem = f"{facade} needs {error.name!r}, which is not installed"
        raise MissingDependencyError(f"{problem}: {command}", name=error.name) from error
