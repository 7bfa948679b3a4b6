import inspect

import pytest
import torch

from metricore import MeanMetric, Metric, MetricCollection, state
from tests.core.framework.metrics import Error, Required

BASE = [
    *("compute_on_cpu", "dist_sync_on_step", "process_group", "dist_sync_fn"),
    *("distributed_available_fn", "sync_on_compute", "compute_with_cache"),
]


def test_settings_come_in_order_then_the_bases_keyword_only():
    parameters = inspect.signature(Error).parameters
    assert list(parameters) == ["power", "scale", *BASE]
    assert {p.kind for n, p in parameters.items() if n in BASE} == {inspect.Parameter.KEYWORD_ONLY}
    assert parameters["power"].default == 1.0


def test_settings_by_position_and_by_name():
    metric = Error(2.0, scale=3.0)
    assert (metric.power, metric.scale) == (2.0, 3.0)


def test_required_settings_come_first():
    assert list(inspect.signature(Required).parameters)[:2] == ["num_classes", "factor"]
    assert Required(3).total.shape == (3,)
    with pytest.raises(
        TypeError, match=r"Required: missing a required argument: 'num_classes'.*\(num_classes, factor\)"
    ):
        Required()


def test_subclasses_inherit_settings_and_may_change_a_default():
    class Squared(Error):
        power = 2.0

    class More(Squared):
        offset: int = 0

    assert Squared().power == 2.0
    assert list(inspect.signature(More).parameters)[:3] == ["power", "scale", "offset"]


def test_instances_do_not_share_settings():
    assert (Error(3.0).power, Error().power) == (3.0, 1.0)


@pytest.mark.parametrize(
    ("build", "error", "message"),
    [
        (
            lambda: type("Shares", (Error,), {"__annotations__": {"xs": "list"}, "xs": []}),
            TypeError,
            "'xs'.* share .* None",
        ),
        (lambda: Error(pwr=1.0), TypeError, r"Error: got an unexpected keyword argument 'pwr'.*\(power, scale\)"),
        (lambda: Error(1.0, 2.0, 3.0), TypeError, "Error: too many positional arguments"),
        (lambda: Error(power=-1.0), ValueError, r"Expected power to be positive, got -1\.0"),
        (lambda: Error(compute_on_cpu=1), ValueError, "Expected compute_on_cpu to be True or False, got 1"),
        (lambda: Error(sync_on_compute=None), ValueError, "Expected sync_on_compute to be True or False, got None"),
        (
            lambda: Error(dist_sync_fn="gather"),
            ValueError,
            "Expected dist_sync_fn to be a function or None, got 'gather'",
        ),
        (lambda: Error(distributed_available_fn=True), ValueError, "distributed_available_fn to be a function"),
        (lambda: Metric(), TypeError, "Metric cannot be made: it defines no `update`"),
        (lambda: MeanMetric("drop"), ValueError, "Expected nan_strategy to be .* got 'drop'"),
        (lambda: MetricCollection({"a": 1}), ValueError, "Expected 'a' to be a metric or a collection, got 1"),
    ],
)
def test_what_is_refused(build, error, message):
    with pytest.raises(error, match=message):
        build()


def test_a_class_without_compute_cannot_be_made():
    class Half(Metric):
        def update(self) -> None: ...

    with pytest.raises(TypeError, match="Half cannot be made: it defines no `compute`"):
        Half()


@pytest.mark.parametrize(
    ("name", "default", "reduction", "message"),
    [
        ("a b", torch.zeros(()), "sum", "needs a name that is a Python identifier, got 'a b'"),
        ("x", [torch.zeros(())], "cat", "State 'x' must start from an empty list, got one with 1 elements"),
        ("x", "zero", "sum", "State 'x' must start from a tensor, a number or an empty list, got 'zero'"),
        ("x", torch.zeros(()), "product", "State 'x' must be reduced by one of .* got 'product'"),
        ("x", torch.zeros(()), 3, "State 'x' must be reduced by one of .* got 3"),
    ],
)
def test_states_that_are_refused(name, default, reduction, message):
    with pytest.raises(ValueError, match=message):
        Error().add_state(name, default, reduction)


def test_numbers_become_wide_states():
    class Both(Metric):
        share: torch.Tensor = state(0.5)
        count: torch.Tensor = state(2)

        def update(self) -> None: ...

        def compute(self) -> None: ...

    metric = Both()
    assert (metric.share.dtype, metric.count.dtype) == (torch.float64, torch.int64)


def test_a_default_given_as_a_tensor_stays_the_callers():
    start = torch.zeros(2)
    metric = Error()
    metric.add_state("extra", start, "sum")
    start += 1
    metric.reset()
    assert metric.extra.tolist() == [0.0, 0.0]


def test_repr_shows_settings_that_were_changed():
    assert repr(Error(2.0)) == "Error(power=2.0)"
    assert repr(Error()) == "Error()"


def test_a_constructor_of_its_own_is_the_signature():
    class Own(Error):
        def __init__(self, base: int, *, more: float = 1.0) -> None:
            super().__init__(more)

    class Below(Own):
        pass

    for cls in (Own, Below):
        assert list(inspect.signature(cls).parameters) == ["base", "more"]
    assert next(iter(inspect.signature(Error).parameters)) == "power"
