"""Which metric a name means, and what is said when it means none."""

import threading

import pytest

from metricore import (
    AmbiguousMetricError,
    MetricNotFoundError,
    MissingDependencyError,
    PluginError,
    PluginWarning,
)
from tests.core.fake_plugins import offering


@pytest.fixture(autouse=True)
def _only_fake_plugins(monkeypatch):
    monkeypatch.setenv("METRICORE_PLUGINS", "acme, other, metricore-image")


@pytest.mark.parametrize(
    "name",
    ["multiclass_accuracy", "Multiclass-Accuracy", "MulticlassAccuracy", "metricore/multiclass_accuracy"],
)
def test_spelling_of_a_name(registry, name):
    assert name in registry
    assert registry.info(name).id == "metricore/multiclass_accuracy"


def test_aliases_and_class_names(registry):
    assert registry.info("mse").name == "mean_squared_error"
    assert registry.info("mean-metric").name == "mean"
    assert registry.info("binary_f1").name == "binary_f1_score"


def test_official_comes_before_third_party_and_a_declared_name_before_a_class_name(site, registry):
    site.add("other", {"other": offering("zed", "why")})
    site.add("metricore-image", {"image": offering("zed")})
    site.add("acme", {"acme": offering("unlike", target="acme_metric:Why")})
    assert registry.info("zed").id == "image/zed"
    assert registry.info("Why").id == "other/why"


def test_prefer_chooses_and_takes_back(site, registry):
    site.add("acme", {"acme": offering("zed")})
    site.add("other", {"other": offering("zed")})
    registry.prefer("zed", "other/zed")
    registry.refresh()
    assert registry.info("Zed").id == "other/zed"
    registry.prefer("zed", None)
    with pytest.raises(AmbiguousMetricError):
        registry.info("zed")
    with pytest.raises(MetricNotFoundError):
        registry.prefer("zed", "nobody/zed")


def test_list_by_pattern_domain_and_output(site, registry):
    site.add("acme", {"acme": offering("zed", domain="regression", output="dict")})
    assert registry.list("acme/*") == ["zed"]
    assert registry.list("binary_accurac*") == ["binary_accuracy"]
    regression = registry.list(domain="regression")
    assert {"mean_absolute_error", "mean_squared_error", "zed"} <= set(regression)
    assert {registry.info(name).domain for name in regression} == {"regression"}
    assert {registry.info(name).output for name in registry.list(output="dict")} == {"dict"}
    assert "zed" in registry.list(output="dict", domain="regression")
    assert registry.list("mse") == ["mean_squared_error"]
    assert registry.list("nothing*") == []


def test_unknown_name_suggests_close_ones(registry):
    with pytest.raises(MetricNotFoundError, match="unknown metric 'acuracy'; did you mean 'accuracy'"):
        registry.get("acuracy")


@pytest.mark.parametrize(
    ("name", "extra"),
    [("ssim", "image"), ("WordErrorRate", "text"), ("si-sdr", "audio")],
)
def test_unknown_name_of_a_missing_extra_says_how_to_install_it(registry, name, extra):
    with pytest.raises(MetricNotFoundError) as caught:
        registry.create(name)
    assert f'python -m pip install "metricore[{extra}]"' in str(caught.value)


@pytest.mark.parametrize(("name", "distribution"), [("WordInfoLost", "text"), ("map", "image"), ("fid", "image")])
def test_nothing_is_to_be_installed_for_a_metric_that_is_still_to_come(registry, name, distribution):
    with pytest.raises(MetricNotFoundError) as caught:
        registry.get(name)
    assert str(caught.value) == f"unknown metric {name!r}; it is still to come, with metricore-{distribution}"


def test_unknown_name_says_which_plugins_are_left_out(site, registry):
    site.add("metricore-image", {"image": "raise OSError('no')"})
    with (
        pytest.warns(PluginWarning),
        pytest.raises(
            MetricNotFoundError, match=r"it comes with metricore-image, which is broken.*left out: metricore-im"
        ),
    ):
        registry.get("ssim")


def test_import_path_is_never_imported(site, registry):
    site.module("evil", "raise SystemExit('imported')")
    for name in ("evil:Metric", "evil.Metric"):
        with pytest.raises(MetricNotFoundError):
            registry.get(name)


def test_scheme_is_resolved_by_the_plugin_that_knows_it(site, registry):
    source = """
        from metricore import MetricSpec, hookimpl

        class Found: pass

        @hookimpl
        def metricore_resolve(name):
            if name.startswith("acme:"):
                return Found
            if name.startswith("spec:"):
                return MetricSpec(name="found", target="acme_acme:Found")
            if name.startswith("bad:"):
                return 3
    """
    site.add("acme", {"acme": source})
    assert registry.get("acme:x").__name__ == "Found"
    assert registry.get("spec:x") is registry.get("acme:x")
    assert registry.info("acme:x").plugin == "acme:acme"
    with pytest.raises(MetricNotFoundError, match="never by import path"):
        registry.get("hf:x")
    with pytest.raises(PluginError, match="acme:acme must return a class or a spec, got 3"):
        registry.get("bad:x")


@pytest.mark.parametrize(
    ("module", "error", "message"),
    [
        (
            "import no_such_library",
            MissingDependencyError,
            "'acme/zed' needs 'no_such_library'.*install what provides it",
        ),
        ("1 / 0", PluginError, "'acme/zed' cannot be used: importing 'zed_metric' failed: ZeroDivisionError"),
        ("", PluginError, "'acme/zed' cannot be used: importing 'zed_metric' failed: AttributeError"),
        ("Metric = 3", PluginError, "'zed_metric:Metric' is 3, not a class"),
    ],
)
def test_target_that_cannot_be_used(site, registry, module, error, message):
    site.add("acme", {"acme": offering("zed")})
    site.module("zed_metric", module)
    assert registry.info("zed").name == "zed"
    with pytest.raises(error, match=message) as caught:
        registry.get("zed")
    assert "acme:acme" in str(caught.value)


def test_target_module_that_is_not_there(site, registry):
    site.add("acme", {"acme": offering("zed")})
    with pytest.raises(PluginError, match=r"there is no module 'zed_metric'.*--upgrade acme"):
        registry.get("zed")


def test_required_library_is_named_as_pip_takes_it(site, registry):
    site.add("acme", {"acme": offering("zed", "lazy", requires=("some-lib>=2",))})
    site.module("zed_metric", "import some_lib")
    site.module("lazy_metric", "def Metric(name): import some_lib")
    for use in (lambda: registry.get("zed"), lambda: registry.create("lazy", name="a setting may be called name")):
        with pytest.raises(MissingDependencyError, match='python -m pip install "some-lib>=2"') as caught:
            use()
        assert caught.value.name == "some_lib"


def test_library_that_a_metric_turns_out_to_need_is_not_looked_for_in_an_extra_of_core(site, registry):
    site.add("metricore-acme", {"acme": offering("zed", domain="regression")})
    site.module("zed_metric", "import some_lib")
    with pytest.raises(MissingDependencyError, match="'some_lib', which is not installed: install what provides"):
        registry.get("zed")


def test_create_passes_settings_on(site, registry):
    site.add("acme", {"acme": offering("zed")})
    site.module("zed_metric", "def Metric(*args, **settings): return args, settings")
    assert registry.create("zed", 1, name="n") == ((1,), {"name": "n"})


def test_register_as_call_and_decorator(registry):
    class Zed: ...

    assert registry.register("my_zed", Zed, summary="mine", aliases=("z",)) is Zed

    @registry.register("my_why")
    class Why: ...

    registry.refresh()
    assert registry.get("my-zed") is registry.get("local/my_zed") is registry.get("z") is Zed
    assert registry.get("my_why") is Why
    assert registry.info("my_zed").summary == "mine"
    assert {"my_why", "my_zed"} <= set(registry.list("my*"))


def test_registering_a_class_anew_replaces_it_and_another_class_does_not(registry):
    def define():
        class Zed: ...

        return registry.register("zed", Zed)

    first, second = define(), define()
    assert first is not second
    assert registry.get("zed") is second
    with pytest.raises(ValueError, match=r"'local/zed' is .* already"):
        registry.register("zed", int)


@pytest.mark.parametrize("name", ["accuracy", "MeanSquaredError", "ssim"])
def test_registering_a_taken_name_is_refused_unless_it_is_said_which_is_meant(registry, name):
    class Mine: ...

    with pytest.raises(ValueError, match=f"'{name}' is the name of"):
        registry.register(name, Mine)
    registry.register(f"local/{name}", Mine)
    assert registry.get(f"local/{name}") is Mine
    registry.prefer(name, f"local/{name}")
    assert registry.get(name) is Mine


def test_registered_name_does_not_win_over_a_plugin(site, registry):
    class Zed: ...

    registry.register("zed", Zed)
    site.add("acme", {"acme": offering("zed")})
    with pytest.raises(AmbiguousMetricError, match="acme/zed or local/zed"):
        registry.get("zed")


def test_first_lookup_by_many_threads_is_one_discovery(site, registry):
    site.module("counted", "calls = []")
    site.add(
        "acme", {"acme": "import counted\n" + "counted.calls.append(1)" + offering("zed").replace("\n        ", "\n")}
    )
    barrier = threading.Barrier(8)
    found = []

    def look():
        barrier.wait(timeout=60)
        found.append(registry.info("zed").id)

    threads = [threading.Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert found == ["acme/zed"] * 8
    import counted

    assert counted.calls == [1]


def test_checks_and_conformance_come_from_the_plugin(site, registry):
    source = (
        offering("zed")
        + """
        @hookimpl
        def metricore_checks():
            return [("licence", lambda: "is valid")]

        @hookimpl
        def metricore_conformance():
            return {"Zed": ["a case"]}
    """
    )
    site.add("acme", {"acme": source})
    assert [(plugin, title, check()) for plugin, title, check in registry.checks()] == [
        ("acme:acme", "licence", "is valid")
    ]
    assert registry.conformance("zed") == ("a case",)
    site.add("other", {"other": offering("why")})
    registry.refresh()
    assert registry.conformance("why") == ()
