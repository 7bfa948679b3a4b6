import os
import sys

import pytest

from metricore._cli import main

FILES = {
    "README.md",
    "pyproject.toml",
    "src/metricore_acme/__init__.py",
    "src/metricore_acme/metrics.py",
    "src/metricore_acme/plugin.py",
    "src/metricore_acme/py.typed",
    "src/metricore_acme/_cases.py",
    "tests/test_metric.py",
}


def written(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def project(tmp_path):
    assert main(["new-plugin", "metricore-acme", "--into", str(tmp_path)]) == 0
    return tmp_path / "metricore-acme"


def test_files_are_complete_and_nothing_is_left_open(project):
    assert written(project.parent) == {f"metricore-acme/{name}" for name in FILES}
    for name in FILES:
        text = (project / name).read_text()
        assert "$" not in text
        if name.endswith(".py"):
            compile(text, name, "exec")


def test_project_says_what_it_is(project):
    if sys.version_info < (3, 11):
        pytest.skip("tomllib came with Python 3.11")
    import tomllib

    table = tomllib.loads((project / "pyproject.toml").read_text())["project"]
    assert table["name"] == "metricore-acme"
    assert table["entry-points"] == {"metricore.plugins": {"acme": "metricore_acme.plugin"}}
    assert table["dependencies"][0].startswith("metricore")


def test_listing_it_does_not_import_torch(site, project):
    (project / "src" / "metricore_acme").rename(site.folder / "metricore_acme")
    site.add("metricore-acme", {"acme": "from metricore_acme.plugin import metricore_metrics"})
    script = "import sys; from metricore import registry; print('acme_deviation' in registry, 'torch' in sys.modules)"
    assert site.run("-c", script).stdout.split() == ["True", "False"]


def test_its_tests_pass(site, project):
    """The project as pip would install it, with its own tests run on it."""
    site.add("metricore-acme", {"acme": (project / "src/metricore_acme/plugin.py").read_text()})
    done = site.run(
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        str(project),
        PYTHONPATH=os.pathsep.join([str(site.folder), str(project / "src"), os.environ.get("PYTHONPATH", "")]),
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Acme", "must be lower-case words joined by dashes, such as metricore-acme; got 'Acme'"),
        ("acme_metrics", "must be lower-case words"),
        ("../acme", "must be lower-case words"),
        ("metricore-image", "namespace 'image', which is taken"),
        ("metricore-local", "namespace 'local', which is taken"),
        ("json", "is no name in Python, or taken"),
        ("torch", "is no name in Python, or taken"),
        ("metricore-2acme", "is no name in Python, or taken"),
    ],
)
def test_names_that_cannot_be(capsys, tmp_path, name, message):
    assert main(["new-plugin", name, "--into", str(tmp_path)]) == 2
    captured = capsys.readouterr().err
    assert message in captured
    assert captured.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_folder_with_something_in_it_is_left_alone(capsys, tmp_path):
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / "mine.txt").write_text("mine")
    assert main(["new-plugin", "acme", "--into", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert written(tmp_path) == {"acme/mine.txt"}


def test_empty_folder_is_filled(tmp_path):
    (tmp_path / "acme").mkdir()
    assert main(["new-plugin", "acme", "--into", str(tmp_path)]) == 0
    assert (tmp_path / "acme" / "src" / "acme" / "plugin.py").exists()


def test_folder_to_write_into_has_to_exist(capsys, tmp_path):
    assert main(["new-plugin", "acme", "--into", str(tmp_path / "nowhere")]) == 2
    assert "nowhere is not a folder" in capsys.readouterr().err


def test_failure_half_way_leaves_nothing(capsys, tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError("no space left on device")

    monkeypatch.setattr("pathlib.Path.rename", full)
    assert main(["new-plugin", "acme", "--into", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "metricore: no space left on device\n"
    assert list(tmp_path.iterdir()) == []
