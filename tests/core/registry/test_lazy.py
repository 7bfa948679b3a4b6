"""What is imported when."""

import pytest


def imported(site, script):
    site.module("zed_metric", "raise AssertionError('listing must not import a metric')")
    done = site.run("-c", f"{script}\nimport sys; print('TORCH' if 'torch' in sys.modules else 'light')")
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[-1]


@pytest.mark.parametrize(
    "script",
    [
        "import metricore",
        "from metricore import MetricSpec, hookimpl",
        "from metricore import registry; registry.list(); registry.info('accuracy'); 'zed' in registry",
        "from metricore import registry; registry.plugins(); registry.refresh()",
        "import metricore.image, metricore.text",
    ],
)
def test_torch_is_not_imported(site, script):
    from tests.core.fake_plugins import offering

    site.add("acme", {"acme": offering("zed")})
    assert imported(site, script) == "light"


def test_built_in_names_resolve_without_discovery(site):
    site.add("acme", {"acme": "raise SystemExit('discovered')"})
    done = site.run("-W", "error", "-c", "from metricore import registry; print(registry.info('accuracy').id)")
    assert done.stdout.strip() == "metricore/accuracy", done.stderr
    assert done.stderr == ""


def test_names_in_the_stub_are_those_of_the_module():
    import ast
    from pathlib import Path

    import metricore

    stub = ast.parse(Path(metricore.__file__).with_suffix(".pyi").read_text())
    imported = {
        (alias.asname, node.module)
        for node in ast.walk(stub)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    exported = {(name, f"metricore.{module}") for name, module in metricore._HOME.items()}
    submodules = {(name, "metricore") for name in metricore._SUBMODULES}
    assert imported == exported | submodules
    (listed,) = [ast.literal_eval(node.value) for node in stub.body if isinstance(node, ast.Assign)]
    assert sorted(listed) == metricore.__all__  # the linter sorts acronyms first


def test_unknown_attribute():
    import metricore

    with pytest.raises(AttributeError, match="module 'metricore' has no attribute 'nothing'"):
        metricore.nothing  # noqa: B018
