import json


def test_what_is_known_of_a_metric(metricore):
    done = metricore("info", "F1")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "metricore/f1_score: Harmonic mean of precision and recall",
        "",
        "class     metricore.classification.F1Score",
        "function  metricore.functional.classification.f1_score",
        "settings  task, threshold=0.5, num_classes=None, num_labels=None, average='micro', multidim_average='global', "
        "top_k=1, ignore_index=None, validate_args=True, zero_division=0.0, from_logits=None",
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
    shown = """python -c "from metricore import registry; help(registry.get('acme/zed'))" shows them"""
    assert f"settings  {shown}" in lines
    assert lines[-1] == 'not installed: python -m pip install "no-such-lib>=2"'


def test_json(metricore):
    record = json.loads(metricore("info", "zed", "--json").stdout)
    assert (record["id"], record["missing"], record["plugin"]) == ("acme/zed", ["no-such-lib>=2"], "acme:acme")
    assert record["settings"] is None
    record = json.loads(metricore("info", "covariance", "--json").stdout)
    assert list(record["settings"].items())[:2] == [("num_variables", None), ("correction", "1")]


def test_torch_is_not_imported(site):
    script = "import sys; from metricore._cli import main; main(['info', 'mse']); print('torch' in sys.modules)"
    assert site.run("-c", script).stdout.splitlines()[-1] == "False"
