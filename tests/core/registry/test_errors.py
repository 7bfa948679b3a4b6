import pytest

import metricore
from metricore import _errors


def test_exported_names():
    assert _errors.__all__ == [
        "AmbiguousMetricError",
        "InvalidDataError",
        "MetricNotFoundError",
        "MetricoreError",
        "MissingDependencyError",
        "PluginError",
        "PluginWarning",
        "StateFileError",
        "SyncError",
    ]
    assert all(getattr(metricore, name) is getattr(_errors, name) for name in _errors.__all__)


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        (metricore.MetricNotFoundError, KeyError),
        (metricore.AmbiguousMetricError, LookupError),
        (metricore.PluginError, RuntimeError),
        (metricore.MissingDependencyError, ImportError),
        (metricore.SyncError, RuntimeError),
        (metricore.InvalidDataError, ValueError),
        (metricore.StateFileError, ValueError),
    ],
)
def test_each_is_also_what_python_would_raise(error, builtin):
    assert issubclass(error, metricore.MetricoreError)
    assert issubclass(error, builtin)
    assert str(error("what was expected and what came")) == "what was expected and what came"
