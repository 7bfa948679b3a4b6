"""What becomes of a plugin: loaded, or left out for a reason that is said once, and never in the way of another."""

import warnings

import pytest

from metricore import AmbiguousMetricError, MetricNotFoundError, PluginError, PluginWarning
from metricore._registry import Registry
from tests.core.fake_plugins import offering

BROKEN = "raise OSError('libfoo.so is not there')"


def states(registry):
    return {plugin.id: plugin.state for plugin in registry.plugins()}


def reason(registry, plugin_id):
    return next(plugin.reason for plugin in registry.plugins() if plugin.id == plugin_id)


def test_plugin_is_found_and_named_after_distribution_and_entry_point(site, registry):
    site.add("acme-metrics", {"acme": offering("zed")})
    (plugin,) = [plugin for plugin in registry.plugins() if plugin.namespace == "acme"]
    assert (plugin.id, plugin.version, plugin.state, plugin.reason) == ("acme-metrics:acme", "1.0", "ok", "")
    assert registry.info("zed").id == "acme/zed"
    assert registry.info("zed").plugin == "acme-metrics:acme"


def test_built_in_metrics_are_a_plugin_like_any_other(registry):
    first = registry.plugins()[0]
    assert (first.id, first.namespace, first.state) == ("metricore:metricore", "metricore", "ok")
    assert "accuracy" in [spec.name for spec in first.specs]


def test_metric_group_needs_no_hooks(site, registry):
    site.add("solo", metrics={"zed": "solo_metric:Zed"})
    site.module("solo_metric", "class Zed: pass")
    assert registry.info("zed").id == "solo/zed"
    assert registry.get("solo/zed").__name__ == "Zed"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (BROKEN, "OSError: libfoo.so is not there"),
        ("import json\n\n1 / 0", r"ZeroDivisionError: division by zero \(acme_metrics_acme\.py, line 3\)$"),
        ("import json\n\njson.loads('{')", r"JSONDecodeError: .* \(decoder\.py, line \d+\)$"),
        ("if", r"SyntaxError: .* \(acme_metrics_acme\.py, line 1\)$"),
        ("raise SystemExit('bye')", "SystemExit: bye"),
        (
            "import no_such_library",
            r"ModuleNotFoundError: No module named 'no_such_library' \(acme_metrics_acme\.py, line 1\)$",
        ),
        (
            offering("zed").replace(")]", "), 1]"),
            "TypeError: metricore_metrics must return MetricSpecs, got 1 among them",
        ),
        (offering("zed", "Zed"), "ValueError: metricore_metrics returned two metrics named 'zed'"),
        (offering("zed", output="number"), "ValueError: output of metric 'zed' must be one of"),
        (offering("zed").replace("metrics()", "metrics(extra)"), "PluginValidationError: .*extra"),
        (
            offering("zed").replace("metricore_metrics", "metricore_matrics"),
            "PluginValidationError: .*metricore_matrics",
        ),
    ],
)
def test_broken_plugin_is_left_out_with_its_reason_and_one_warning(site, registry, source, message):
    site.add("acme-metrics", {"acme": source})
    site.add("fine", {"fine": offering("why")})
    with pytest.warns(PluginWarning, match=f"plugin acme-metrics:acme is left out, it is broken: {message}") as caught:
        assert "why" in registry
    assert len(caught) == 1
    assert states(registry)["acme-metrics:acme"] == "broken"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        registry.refresh()
        registry.list()  # the same reason is not said again


@pytest.mark.parametrize("value", ["solo_metric", "not a target:at all"])
def test_metric_group_with_a_bad_target_is_broken(site, registry, value):
    site.add("solo", metrics={"zed": value})
    with pytest.warns(PluginWarning, match="target of metric 'zed' must look like"):
        assert states(registry)["solo:zed"] == "broken"


def test_malformed_entry_points_of_an_unrelated_distribution_do_no_harm(site, registry):
    site.add("acme-metrics", {"acme": offering("zed")})
    info = site.folder / "odd-1.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[console_scripts]\nno equals sign\n")
    assert "zed" in registry


def test_other_api_version_is_incompatible(site, registry):
    site.add("acme-metrics", {"acme": "METRICORE_API = 99\n" + "import metricore"})
    with pytest.warns(PluginWarning, match="is incompatible: made for METRICORE_API 99, this metricore has 1"):
        assert states(registry)["acme-metrics:acme"] == "incompatible"


def test_two_distributions_with_one_namespace_are_both_refused_by_name(site, registry):
    site.add("one", {"acme": offering("zed")})
    site.add("two", {"ACME": offering("why")})
    with pytest.warns(PluginWarning) as caught:
        assert states(registry) | {"one:acme": "refused", "two:ACME": "refused"} == states(registry)
    assert len(caught) == 2
    assert "claimed by one and by two" in reason(registry, "one:acme")
    assert "zed" not in registry


def test_blocking_one_of_them_settles_the_namespace(site, registry, monkeypatch):
    site.add("one", {"acme": offering("zed")})
    site.add("two", {"acme": offering("why")})
    monkeypatch.setenv("METRICORE_DISABLE_PLUGINS", "two")
    assert "zed" in registry


@pytest.mark.parametrize("namespace", ["metricore", "image", "local"])
def test_namespaces_of_the_official_distributions_are_theirs(site, registry, namespace, monkeypatch):
    monkeypatch.setenv("METRICORE_PLUGINS", "metricore-imposter")
    site.add("metricore-imposter", {namespace: offering("zed")})
    with pytest.warns(PluginWarning, match=f"namespace '{namespace}' belongs to metricore"):
        assert states(registry)[f"metricore-imposter:{namespace}"] == "refused"


def test_official_distribution_keeps_its_namespace(site, registry):
    site.add("metricore-text", {"text": offering("zed")})
    site.add("another", {"text": offering("why")})
    with pytest.warns(PluginWarning, match="plugin another:text is left out, it is refused"):
        assert registry.info("zed").id == "text/zed"


@pytest.mark.parametrize(
    ("variable", "value", "left"),
    [
        ("METRICORE_DISABLE_PLUGINS", "acme-metrics", {"other"}),
        ("METRICORE_DISABLE_PLUGINS", "ACME, other:other", set()),
        ("METRICORE_DISABLE_PLUGINS", "*", set()),
        ("METRICORE_PLUGINS", "Acme_Metrics", {"acme"}),
        ("METRICORE_PLUGINS", "", set()),
    ],
)
def test_blocked_plugin_is_not_imported(site, registry, monkeypatch, variable, value, left):
    for distribution, namespace in (("acme-metrics", "acme"), ("other", "other")):
        source = offering(f"{namespace}_zed") if namespace in left else BROKEN
        site.add(distribution, {namespace: source})
    monkeypatch.setenv(variable, value)
    mine = [plugin for plugin in registry.plugins() if plugin.namespace in ("acme", "other")]
    assert {plugin.namespace for plugin in mine if plugin.state == "ok"} == left
    assert {plugin.state for plugin in mine} <= {"ok", "blocked"}
    assert all(variable in plugin.reason for plugin in mine if plugin.state == "blocked")


def test_strict_raises_for_a_broken_plugin_but_not_for_built_in_names(site, registry, monkeypatch):
    site.add("acme-metrics", {"acme": BROKEN})
    monkeypatch.setenv("METRICORE_STRICT_PLUGINS", "1")
    for _ in range(2):
        with pytest.raises(PluginError, match=r"acme-metrics:acme is broken: OSError: libfoo\.so"):
            registry.list()
    assert registry.info("accuracy").namespace == "metricore"


def test_strict_accepts_a_blocked_plugin(site, registry, monkeypatch):
    site.add("acme-metrics", {"acme": BROKEN})
    monkeypatch.setenv("METRICORE_STRICT_PLUGINS", "1")
    monkeypatch.setenv("METRICORE_DISABLE_PLUGINS", "acme")
    assert "accuracy" in registry.list()


def test_plugin_that_asks_the_registry_while_it_is_loaded_is_broken(site, monkeypatch):
    site.add("acme-metrics", {"acme": "from metricore import registry\nregistry.list()"})
    site.add("fine", {"fine": offering("why")})
    script = "from metricore import registry; print('why' in registry, [p.state for p in registry.plugins()][1])"
    done = site.run("-c", script, METRICORE_PLUGINS="acme,fine")
    assert done.stdout.split() == ["True", "broken"]
    assert "asked the registry for plugins while they were being loaded" in done.stderr


def test_two_third_parties_with_one_name_are_ambiguous(site, registry):
    site.add("bb", {"bb": offering("zed")})
    site.add("aa", {"aa": offering("zed")})
    with pytest.raises(AmbiguousMetricError, match="'zed' may be aa/zed or bb/zed") as caught:
        registry.get("zed")
    assert "registry.prefer('zed', 'aa/zed')" in str(caught.value)
    assert "zed" not in registry
    assert registry.info("bb/zed").plugin == "bb:bb"
    assert {"aa/zed", "bb/zed"} <= set(registry.list("zed"))


def test_refresh_sees_what_was_installed_and_mended_since(site, registry):
    site.add("acme-metrics", {"acme": BROKEN})
    with pytest.warns(PluginWarning, match="broken"), pytest.raises(MetricNotFoundError, match="acme-metrics:acme"):
        registry.info("zed")
    site.module("acme_metrics_acme", offering("zed"))
    site.add("late", {"late": offering("why")})
    assert "why" not in registry
    registry.refresh()
    assert "why" in registry
    assert registry.info("zed").id == "acme/zed"


def test_a_fresh_registry_decides_the_same(site, registry):
    site.add("acme-metrics", {"acme": offering("zed", "accuracy")})
    assert registry.list() == Registry().list()
    assert registry.info("accuracy").id == "metricore/accuracy"
    assert registry.info("acme/accuracy").id == "acme/accuracy"


def test_one_malformed_entry_point_spares_the_others_of_its_distribution(site, registry):
    site.add("solo", {"solo": offering("fine")}, metrics={"zed": "not a target:at all"})
    with pytest.warns(PluginWarning, match="target of metric 'zed' must look like"):
        assert "fine" in registry
    assert states(registry)["solo:solo"] == "ok"
