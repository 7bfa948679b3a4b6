import json


def test_states_and_reasons(metricore):
    done = metricore("plugins", METRICORE_DISABLE_PLUGINS="acme")
    assert done.returncode == 0
    rows = {row.split()[0]: row.split() for row in done.stdout.splitlines()}
    assert rows["metricore:metricore"][3] == "ok"
    assert rows["acme:acme"][1:5] == ["acme", "1.0", "blocked", "0"]
    assert " ".join(rows["bad:bad"][1:]) == "bad 1.0 broken 0 OSError: no library (bad_bad.py, line 1)"


def test_json(metricore):
    records = {record["id"]: record for record in json.loads(metricore("plugins", "--json").stdout)}
    assert records["acme:acme"] == {
        "id": "acme:acme",
        "namespace": "acme",
        "distribution": "acme",
        "version": "1.0",
        "state": "ok",
        "reason": "",
        "metrics": 1,
    }
