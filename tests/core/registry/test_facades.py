"""`metricore.image` is what the installed `metricore_image` exports."""

import pytest

PLUGIN = '__all__ = ["Zed"]\nclass Zed: pass\nhidden = 1\n'


def run(site, script):
    done = site.run("-c", script)
    return (done.stdout + done.stderr).strip().splitlines()[-1]


HIDE = """
    import sys

    class Hide:
        def find_spec(name, path=None, target=None):
            if name == "metricore_image":
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    sys.meta_path.insert(0, Hide)
"""


@pytest.fixture
def without_plugin(site):
    """A function that runs a script in which importing metricore_image finds nothing, whatever is installed."""
    site.module("hide", HIDE)
    return lambda script: run(site, f"import hide\n{script}")


def test_without_the_plugin_the_extra_is_named(without_plugin):
    assert without_plugin("from metricore.image import Zed") == (
        "metricore._errors.MissingDependencyError: metricore.image comes with metricore-image, "
        'which is not installed: python -m pip install "metricore[image]"'
    )


@pytest.mark.parametrize("facade", ["detection", "functional.detection", "multimodal", "video"])
def test_nothing_is_to_be_installed_for_metrics_that_are_still_to_come(site, without_plugin, facade):
    expected = (
        f"metricore._errors.MissingDependencyError: metricore.{facade} has no metrics yet: "
        "they are still to come, with metricore-image"
    )
    assert without_plugin(f"from metricore.{facade} import Zed") == expected
    (site.folder / "metricore_image").mkdir()
    (site.folder / "metricore_image" / "__init__.py").write_text(PLUGIN)
    assert run(site, f"from metricore.{facade} import Zed") == expected


def test_importing_the_facade_alone_is_no_error(without_plugin):
    assert without_plugin("import metricore.image; print(hasattr(metricore.image, '__path__'))") == "False"


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("from metricore.image import Zed; print(Zed.__module__)", "metricore_image"),
        ("from metricore.image import *; print(Zed.__module__)", "metricore_image"),
        ("import metricore; print(dir(metricore.image))", "['Zed']"),
        ("from metricore.image import hidden", "ImportError: cannot import name 'hidden' from 'metricore.image'"),
        ("from metricore.functional.image import Zed", "the installed metricore-image has no metricore_image.func"),
    ],
)
def test_with_the_plugin(site, script, expected):
    (site.folder / "metricore_image").mkdir()
    (site.folder / "metricore_image" / "__init__.py").write_text(PLUGIN)
    assert expected in run(site, script)


def test_library_that_the_plugin_needs_is_named(site):
    (site.folder / "metricore_image").mkdir()
    (site.folder / "metricore_image" / "__init__.py").write_text("import no_such_library")
    line = run(site, "from metricore.image import Zed")
    assert "metricore.image needs 'no_such_library', which is not installed" in line
    assert 'python -m pip install "metricore[image]"' in line
