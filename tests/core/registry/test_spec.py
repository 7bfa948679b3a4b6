import dataclasses

import pytest

from metricore import MetricSpec


def test_name_and_target_are_enough():
    spec = MetricSpec(name="zed_score", target="pkg.mod:Zed")
    assert (spec.output, spec.aliases, spec.higher_is_better, spec.functional) == ("scalar", (), None, None)
    assert spec.class_name == "Zed"


def test_spec_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        MetricSpec(name="zed", target="pkg.mod:Zed").name = "other"


def test_names_are_brought_to_one_form():
    spec = MetricSpec(name="Zed-Score", target="pkg.mod:Zed", aliases=["Z-S"])
    assert (spec.name, spec.aliases) == ("zed_score", ("z_s",))


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({"name": "a/b"}, ValueError, "letters, digits and underscores, got 'a/b'"),
        ({"name": ""}, ValueError, "got ''"),
        ({"name": 3}, TypeError, "must be a string, got 3"),
        ({"target": "pkg.mod.Zed"}, ValueError, r"must look like 'package.module:Name', got 'pkg.mod.Zed'"),
        ({"target": "os;import:x"}, ValueError, "must look like"),
        ({"functional": "zed"}, ValueError, "functional of metric 'zed'"),
        ({"aliases": "z"}, TypeError, "aliases of metric 'zed' must be a tuple of strings, got 'z'"),
        ({"requires": "pesq"}, TypeError, "requires of metric 'zed'"),
        ({"requires": [""]}, TypeError, "non-empty"),
        ({"aliases": ("a b",)}, ValueError, "alias of a metric"),
        ({"output": "number"}, ValueError, "one of scalar, vector, dict, curve, got 'number'"),
        ({"higher_is_better": "yes"}, ValueError, "True, False or None, got 'yes'"),
        ({"lower_bound": 1.0, "upper_bound": 0.0}, ValueError, "must rise, got 1.0 and 0.0"),
        ({"summary": "two\nlines"}, ValueError, "one line"),
    ],
)
def test_what_cannot_be_meant_is_refused(fields, error, message):
    with pytest.raises(error, match=message):
        MetricSpec(**{"name": "zed", "target": "pkg.mod:Zed", **fields})
