import json


def test_what_is_known_of_a_metric(metricore):
    done = metricore("info", "F1")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "metricore/f1_score: Harmonic mean of precision and recall",
        "",
        "class     metricore.classification.F1Score",
        "function  metricore.functional.classification.f1_score",
        "aliases   f1",
        "domain    classification",
        "output    scalar",
        "better    higher",
        "range     0 to 1",
        "plugin    metricore:metricore",
    ]


def test_what_has_to_be_installed_first(metricore):
    lines = metricore("info", "acme/zed").stdout.splitlines()
    assert "range     -1 to inf" in lines
    assert lines[-1] == 'not installed: python -m pip install "no-such-lib>=2"'


def test_json(metricore):
    record = json.loads(metricore("info", "zed", "--json").stdout)
    assert (record["id"], record["missing"], record["plugin"]) == ("acme/zed", ["no-such-lib>=2"], "acme:acme")


def test_torch_is_not_imported(site):
    script = "import sys; from metricore._cli import main; main(['info', 'mse']); print('torch' in sys.modules)"
    assert site.run("-c", script).stdout.splitlines()[-1] == "False"
