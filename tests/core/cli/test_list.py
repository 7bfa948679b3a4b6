import json


def test_columns_are_aligned_and_the_broken_plugin_is_one_line_of_warning(metricore):
    done = metricore("list")
    assert done.returncode == 0
    header, *rows = done.stdout.splitlines()
    assert header.split() == ["NAME", "DOMAIN", "OUTPUT", "BETTER", "SUMMARY"]
    place = header.index("DOMAIN")
    assert all(row[place - 2 : place].isspace() and not row[place].isspace() for row in rows)
    assert any(row.split()[:4] == ["mean_squared_error", "regression", "scalar", "lower"] for row in rows)
    warning = "metricore: warning: plugin bad:bad is left out, it is broken: OSError: no library (bad_bad.py, line 1)\n"
    assert done.stderr == warning


def test_part_of_a_name_pattern_and_filters(metricore):
    def names(*arguments):
        return [row.split()[0] for row in metricore("list", *arguments).stdout.splitlines()[1:]]

    assert names("acme/*") == ["zed"]
    assert "zed" in names("zed")
    assert {"mean_absolute_error", "mean_squared_error", "zed"} <= set(names("--domain", "regression"))
    assert "accuracy" not in names("--domain", "regression")
    assert {"binary_confusion_matrix", "binary_stat_scores"} <= set(names("binary", "--output", "vector"))
    assert "binary_accuracy" not in names("binary", "--output", "vector")


def test_nothing_that_fits(metricore):
    done = metricore("list", "--domain", "regresion", METRICORE_PLUGINS="acme")
    assert done.returncode == 2
    said, _, domains = done.stderr.strip().rpartition(" are ")
    assert said == "metricore: no installed metric fits; domains"
    assert {"aggregation", "classification", "regression", "retrieval"} <= set(domains.split(", "))


def test_output_that_no_metric_can_have(metricore):
    done = metricore("list", "--output", "frob")
    assert (done.returncode, done.stdout) == (2, "")
    assert "argument --output: invalid choice: 'frob'" in done.stderr


def test_json(metricore):
    (record,) = json.loads(metricore("list", "acme/zed", "--json").stdout)
    assert record["id"] == "acme/zed"
    assert record["get"] == "zed"
    assert record["target"] == "zed_metric:Metric"
    assert record["requires"] == ["no-such-lib>=2"]


def test_torch_is_not_imported(site):
    script = "import sys; from metricore._cli import main; main(['list']); print('torch' in sys.modules)"
    assert site.run("-c", script).stdout.splitlines()[-1] == "False"


def test_nothing_that_a_list_can_do_without_is_imported(site):
    heavy = {"torch", "numpy", "rich", "packaging", "json", "difflib", "metricore._cli.evaluate"}
    script = f"import sys; from metricore._cli import main; main(['list']); print(sorted({heavy!r} & set(sys.modules)))"
    started = set(site.run("-c", "import sys; print(*sys.modules)").stdout.split())
    listed = site.run("-c", script, METRICORE_PLUGINS="").stdout.splitlines()[-1]
    assert listed == str(sorted(heavy & started))
