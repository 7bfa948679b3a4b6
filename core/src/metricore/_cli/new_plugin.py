"""``metricore new-plugin NAME``."""

from __future__ import annotations

import argparse
import importlib.util
import keyword
import re
import shutil
import sys
import tempfile
from pathlib import Path
from string import Template

import importlib_metadata

from metricore._errors import PluginError
from metricore._official import DISTRIBUTIONS, NAMESPACES
from metricore._spec import name_key

__all__ = ["add_arguments", "run"]

_TEMPLATES = Path(__file__).parent / "templates"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", help="name of the distribution to write, such as metricore-acme")
    parser.add_argument("--into", type=Path, default=Path(), metavar="FOLDER", help="where to write it (default: here)")


def run(args: argparse.Namespace) -> int:
    """Write the project in a folder of its name."""
    words = _words(args.name)
    folder: Path = args.into / args.name
    if folder.is_symlink() or (folder.exists() and not (folder.is_dir() and not any(folder.iterdir()))):
        raise PluginError(f"{folder} exists already; choose another name, or another folder with --into")
    if not args.into.is_dir():
        raise PluginError(f"{args.into} is not a folder")
    _write(folder, words)
    print(f"wrote {folder}; now: cd {folder} && python -m pip install -e '.[test]' && python -m pytest")
    return 0


def _words(name: str) -> dict[str, str]:
    """Return what the templates leave open, or refuse the name."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise PluginError(
            f"a plugin's name must be lower-case words joined by dashes, such as metricore-acme; got {name!r}"
        )
    package = name.replace("-", "_")
    namespace = package.removeprefix("metricore_")
    if name in DISTRIBUTIONS or name_key(namespace) in NAMESPACES:
        raise PluginError(f"{name!r} would have the namespace {namespace!r}, which is taken; choose another name")
    if not namespace.isidentifier() or keyword.iskeyword(package) or _is_taken(package):
        raise PluginError(f"{name!r} cannot be a plugin's name, since {package!r} is no name in Python, or taken")
    return {
        "distribution": name,
        "package": package,
        "namespace": namespace,
        "metric": f"{namespace}_deviation",
        "class_name": "".join(word.capitalize() for word in namespace.split("_")) + "Deviation",
        "requirement": _requirement(),
    }


def _is_taken(package: str) -> bool:
    """Whether a module of this name comes with Python or is installed; a mere folder is not."""
    spec = importlib.util.find_spec(package)
    return package in sys.stdlib_module_names or (spec is not None and spec.origin is not None)


def _requirement() -> str:
    """Return the range of metricore that the plugin can count on: this minor version."""
    try:
        version = importlib_metadata.version("metricore")
    except importlib_metadata.PackageNotFoundError:  # run from a checkout
        return "metricore"
    major, minor = version.split(".")[:2]
    return f"metricore>={major}.{minor}.0.dev0,<{major}.{int(minor) + 1}"


def _write(folder: Path, words: dict[str, str]) -> None:
    """Write all files beside the folder and rename, so that the project is there as a whole or not at all."""
    draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for template in sorted(path for path in _TEMPLATES.rglob("*.tmpl") if path.is_file()):
            place = template.relative_to(_TEMPLATES).with_suffix("").as_posix().replace("package", words["package"])
            file = draft / place
            file.parent.mkdir(parents=True, exist_ok=True)
            text = Template(template.read_text(encoding="utf-8")).substitute(words)
            file.write_text(text, encoding="utf-8")
        draft.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        draft.rename(folder)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
