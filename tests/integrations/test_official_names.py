"""What core says of the official plugins while they are not there is what they have."""

import re

import pytest

from metricore import MetricNotFoundError
from metricore._registry import Registry


def test_core_knows_the_names_that_each_plugin_brings(monkeypatch):
    for name in ("METRICORE_PLUGINS", "METRICORE_DISABLE_PLUGINS"):
        monkeypatch.delenv(name, raising=False)
    official = [plugin for plugin in Registry().plugins() if re.fullmatch(r"metricore-\w+", plugin.distribution)]
    official = [plugin for plugin in official if plugin.distribution != "metricore-example"]
    if not official:
        pytest.skip("no official plugin is installed")
    monkeypatch.setenv("METRICORE_DISABLE_PLUGINS", "*")
    alone = Registry()
    for plugin in official:
        assert plugin.specs
        for name in (name for spec in plugin.specs for name in (spec.name, spec.class_name, *spec.aliases)):
            with pytest.raises(MetricNotFoundError, match=f"it comes with {plugin.distribution}, which is blocked"):
                alone.info(name)
