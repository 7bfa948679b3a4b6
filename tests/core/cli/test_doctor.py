import json

import pytest

CHECKS = """
    from metricore import hookimpl

    def fail():
        raise OSError("licence ran out")

    @hookimpl
    def metricore_checks():
        return [("licence", fail), ("server", lambda: "answers")]
"""


def findings(done):
    return {record["subject"]: (record["state"], record["detail"]) for record in json.loads(done.stdout)}


def test_problems_are_found(metricore):
    done = metricore("doctor", "--json")
    assert done.returncode == 1
    found = findings(done)
    assert found["bad:bad"] == (
        "problem",
        "broken: OSError: no library (bad_bad.py, line 1); update it (python -m pip install --upgrade bad), "
        "or leave it out with METRICORE_DISABLE_PLUGINS=bad",
    )
    assert found["acme:acme"] == ("ok", "1 metric")
    assert found["zed"] == ("note", 'cannot be used yet: python -m pip install "no-such-lib>=2"')
    assert found["METRICORE_PLUGINS"] == ("note", "is set to 'acme, bad'")
    assert found["torch"][0] == "ok"


def test_checks_of_plugins_run(site, metricore):
    site.add("checked", {"checked": CHECKS})
    found = findings(metricore("doctor", "--json", METRICORE_PLUGINS="checked"))
    assert found["checked:checked licence"] == ("problem", "OSError: licence ran out")
    assert found["checked:checked server"] == ("ok", "answers")


def test_name_that_two_plugins_share_is_noted(site, metricore):
    from tests.core.fake_plugins import offering

    site.add("other", {"other": offering("zed")})
    found = findings(metricore("doctor", "--json", METRICORE_PLUGINS="acme, other"))
    assert found["zed"] == ("note", "2 metrics have this name; ask for acme/zed or other/zed")


def test_name_or_alias_that_core_has_is_noted(site, metricore):
    from tests.core.fake_plugins import offering

    site.add("taker", {"taker": offering("accuracy"), "other": offering("mean_error", aliases=("mse",))})
    found = findings(metricore("doctor", "--json", METRICORE_PLUGINS="taker"))
    assert found["accuracy"] == ("note", "means metricore/accuracy; ask for taker/accuracy by id")
    assert found["mse"] == ("note", "means metricore/mean_squared_error; ask for other/mean_error by id")


@pytest.mark.parametrize(
    ("files", "target", "problem"),
    [
        ({}, "lost:Zed", "there is no module 'lost'"),
        ({"box/__init__.py": "1 / 0"}, "box.lost.part:Zed", "there is no module 'box.lost'"),
        (
            {"box/__init__.py": "1 / 0", "box/part.py": "Why = 1 / 0"},
            "box.part:Zed",
            "the module 'box.part' has no 'Zed'",
        ),
        ({"box.py": "class Zed: 1 / 0"}, "box:Zed", None),
        ({"box.py": "class Zed:\n  def"}, "box:Zed", "the module 'box' is no Python: line 2: invalid syntax"),
        ({"box.py": "from why import *"}, "box:Zed", None),
    ],
)
def test_targets_are_looked_for_without_importing_them(site, metricore, files, target, problem):
    from tests.core.fake_plugins import offering

    for place, source in files.items():
        (site.folder / place).parent.mkdir(exist_ok=True)
        (site.folder / place).write_text(source)
    site.add("other", {"other": offering("why", target=target)})
    done = metricore("doctor", "--json", METRICORE_PLUGINS="other")
    assert done.returncode == int(problem is not None)
    assert findings(done).get("why") == (
        None
        if problem is None
        else (
            "problem",
            f"metric 'other/why' cannot be used: {problem} (target '{target}' of plugin other:other); "
            "update other or tell its authors: python -m pip install --upgrade other",
        )
    )


def test_plugin_that_imports_torch_to_be_listed_is_noted(site, metricore):
    site.add("heavy", {"heavy": "import torch"})
    notes = json.loads(metricore("doctor", "--json", METRICORE_PLUGINS="heavy").stdout)
    assert [note["subject"] for note in notes if "imports torch; tell" in note["detail"]] == ["heavy:heavy"]


def test_text_has_one_finding_a_line(metricore):
    lines = metricore("doctor").stdout.splitlines()
    assert {line.split()[0] for line in lines} == {"ok", "note", "problem"}


def test_torch_is_not_imported(site):
    script = "import sys; from metricore._cli import main; main(['doctor']); print('torch' in sys.modules)"
    assert site.run("-c", script).stdout.splitlines()[-1] == "False"
