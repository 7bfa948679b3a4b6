"""State dicts, dtypes, counts and flags; that values survive copies and moves is a matter of the laws."""

import pickle
import warnings

import pytest
import torch

from metricore import InvalidDataError, MeanMetric, Metric, MetricCollection, SumMetric
from tests.core.framework.metrics import Error, Flagging, LenientFlagging, Pair, Rows, Variance

ONES, ZEROS = torch.ones(2), torch.zeros(2)
CPU = torch.device("cpu")


def updated(metric=None):
    metric = metric or Error()
    metric.update(ONES, ZEROS)
    return metric


def test_nothing_is_saved_unless_persistent():
    assert updated().state_dict() == {}


def test_persistent_states_and_the_count_are_saved():
    metric = updated()
    metric.persistent(True)
    assert set(metric.state_dict()) == {"total", "count", "_update_count"}
    metric.persistent(False)
    assert metric.state_dict() == {}


def test_states_are_saved_under_the_names_of_the_model():
    model = torch.nn.Module()
    model.metrics = MetricCollection({"error": updated(), "rows": Rows()})
    model.metrics.persistent(True)
    assert set(model.state_dict()) == {
        *("metrics.error.total", "metrics.error.count", "metrics.error._update_count"),
        *("metrics.rows.rows", "metrics.rows._update_count"),
    }
    twin = torch.nn.Module()
    twin.metrics = MetricCollection({"error": Error(), "rows": Rows()})
    twin.metrics.persistent(True)
    twin.load_state_dict(model.state_dict())
    assert twin.metrics["error"].compute() == 1.0
    assert twin.metrics["error"].update_count == 1


def test_loading_is_strict_about_what_is_missing_and_unknown():
    metric = Error()
    metric.persistent(True)
    with pytest.raises(RuntimeError, match=r"Missing key.*count"):
        metric.load_state_dict({"total": torch.tensor(1.0)})
    with pytest.raises(RuntimeError, match=r"Unexpected key.*other"):
        updated(metric).load_state_dict({**metric.state_dict(), "other": ONES})


def test_a_state_of_another_shape_is_refused():
    metric = Error()
    metric.persistent(True)
    with pytest.raises(RuntimeError, match=r"State 'total' of Error has shape \(\), got \(2,\)"):
        metric.load_state_dict({"total": ONES, "count": torch.tensor(1)})


def test_what_was_saved_does_not_change_with_the_metric():
    metric = updated()
    metric.persistent(True)
    saved = metric.state_dict()
    updated(metric)
    assert saved["count"] == 2


def test_set_dtype_changes_floating_states():
    metric = updated()
    assert metric.set_dtype(torch.float32) is metric
    assert (metric.total.dtype, metric.count.dtype, metric.dtype) == (torch.float32, torch.int64, torch.float32)
    metric.reset()
    assert metric.total.dtype == torch.float32
    with pytest.raises(ValueError, match=r"Expected a floating dtype, got torch\.int64"):
        metric.set_dtype(torch.int64)


def test_metric_state_update_count_and_called():
    metric = Error()
    assert (metric.update_count, metric.update_called) == (0, False)
    updated(metric)
    metric(ONES, ZEROS)
    assert (metric.update_count, metric.update_called) == (2, True)
    assert {name: value.item() for name, value in metric.metric_state.items()} == {"total": 4.0, "count": 4}


def test_trainers_find_device_training_and_the_last_value():
    metric = Error()
    value = metric(ONES, ZEROS)
    assert (metric.device, metric.training) == (torch.device("cpu"), True)
    assert metric._forward_cache == value == 1.0
    assert metric.to("cpu") is metric


def test_compute_before_update_warns():
    with pytest.warns(UserWarning, match=r"Error\.compute\(\) was called before any update"):
        assert Error().compute().isnan()


@pytest.mark.parametrize(
    "act",
    [
        lambda: MetricCollection([Error()]).compute(),
        lambda: MeanMetric()(torch.tensor([1.0, torch.nan])),
        lambda: MetricCollection([MeanMetric()]).update(torch.tensor(torch.nan)),
    ],
    ids=["compute of a collection", "forward", "update of a collection"],
)
def test_warnings_point_at_the_line_of_the_user(act):
    with pytest.warns(UserWarning, match="before any update|without NaN") as caught:
        act()
    assert [(warning.filename, warning.lineno) for warning in caught] == [(__file__, act.__code__.co_firstlineno)]


def test_the_value_is_remembered_until_the_next_update():
    metric = updated()
    assert metric.compute() == 1.0
    metric.total = torch.tensor(8.0, dtype=torch.float64)
    assert metric.compute() == 1.0
    updated(metric)
    assert metric.compute() == 2.5
    fresh = updated(Error(compute_with_cache=False))
    fresh.compute()
    fresh.total = torch.tensor(8.0, dtype=torch.float64)
    assert fresh.compute() == 4.0


def test_forward_takes_a_mean_of_plain_numbers():
    class Last(Metric):
        def __init__(self):
            super().__init__()
            self.add_state("value", torch.tensor(0.0), "mean")

        def update(self, value):
            self.value = float(value)

        def compute(self):
            return self.value

    metric = Last()
    assert [metric(torch.tensor(value)) for value in (1.5, 5.0)] == [1.5, 5.0]
    assert metric.compute() == 3.25


def test_joint_states_merge_together():
    torch.manual_seed(0)
    data = 1e4 + torch.randn(60, dtype=torch.float64)
    whole, parts = Variance(), [Variance() for _ in range(3)]
    whole.update(data)
    for metric, part in zip(parts, data.split([10, 20, 30]), strict=True):
        metric.update(part)
    parts[0].merge_state(parts[1:])
    expected = data.var(unbiased=False).float()  # two passes in float64
    assert torch.allclose(whole.compute(), expected)
    assert torch.allclose(parts[0].compute(), expected)


def test_cat_states_keep_shape_and_order():
    metric = Rows()
    for start in (0, 2):
        metric.update(torch.arange(start, start + 2).float().reshape(1, 2))
    assert metric.compute().tolist() == [[0.0, 1.0], [2.0, 3.0]]
    assert len(metric.rows) == 2


def test_merging_another_metric_is_refused_and_changes_nothing():
    metric = updated()
    for wrong, message in (
        (MeanMetric(), "Expected a Error to merge, got a MeanMetric"),
        ({"total": ONES}, r"Expected a state of Error with \['count', 'total'\], got one with \['total'\]"),
        ({"total": ONES, "count": torch.tensor(1)}, r"State 'total' of Error has shape \(\), got \(2,\)"),
        (3, "Expected a metric or a dict of states to merge, got int"),
    ):
        with pytest.raises(ValueError, match=message):
            metric.merge_state([updated(), wrong])
        assert metric.metric_state["count"] == 2


def test_a_state_may_be_named_like_a_count():
    metric = Error()
    metric.add_state("num_updates", torch.tensor(0), "sum")
    metric.num_updates += 2
    other = metric.clone()
    metric.merge_state(other)
    assert metric.num_updates == 4


# -- flags ---------------------------------------------------------------------------------------------------------


def test_a_flag_raises_at_once_on_the_cpu():
    metric = Flagging()
    metric.update(ONES)
    with pytest.raises(InvalidDataError, match="Expected values that are not negative; 1 of 3 elements do not fit"):
        metric.update(torch.tensor([1.0, -1.0, 2.0]))
    assert metric.compute() == 2.0
    with pytest.warns(UserWarning, match="Expected values of at most 100; 1 of 1 elements do not fit"):
        metric.update(torch.tensor([200.0]))


def test_flags_can_be_switched_off():
    metric = LenientFlagging(validate_args=False)
    metric.update(-ONES)
    assert metric.compute() == -2.0


def test_a_flag_in_a_compiled_step_waits_for_compute():
    metric = Flagging()
    step = torch.compile(lambda value: metric.update(value), backend="eager", fullgraph=True)
    for value in (ONES, ONES, torch.tensor([-1.0, 1.0]), torch.tensor([-1.0, -1.0])):
        step(value)
    message = "Expected values that are not negative; 3 elements do not fit, the first of them in update 3"
    with pytest.raises(InvalidDataError, match=message):
        metric.compute()
    with pytest.raises(InvalidDataError, match=message):
        metric.clone().compute()
    merged = Flagging()
    merged.update(ONES)
    merged.merge_state(metric)
    with pytest.raises(InvalidDataError, match="3 elements do not fit, the first of them in update 4"):
        merged.compute()
    metric.reset()
    metric.update(ONES)
    assert metric.compute() == 2.0


def test_a_warning_in_a_compiled_step_waits_for_compute():
    metric = Flagging()
    step = torch.compile(lambda value: metric.update(value), backend="eager", fullgraph=True)
    step(ONES)
    step(ONES * 200)
    with pytest.warns(UserWarning, match="at most 100; 2 elements do not fit, the first of them in update 2"):
        assert metric.compute() == 402.0


def test_flags_do_not_warn_about_good_data():
    metric = Flagging()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        metric(ONES)
        metric.compute()


def test_the_value_of_a_dict_is_independent():
    metric = Pair()
    metric.update(ONES)
    metric.compute()["low"].zero_()
    assert metric.compute()["low"] == 1.0


@pytest.mark.parametrize("name", ["compute", "update", "reset", "training", "_update_count", "update_count", "device"])
def test_names_that_a_metric_uses_itself_are_refused(name):
    with pytest.raises(ValueError, match=f"does not use itself, got '{name}'"):
        SumMetric().add_state(name, torch.zeros(()), "sum")


def test_metrics_of_other_settings_do_not_merge():
    mean, other = MeanMetric("ignore"), MeanMetric("disable")
    mean.update(1.0)
    other.update(2.0)
    with pytest.raises(ValueError, match="same settings"):
        mean.merge_state(other)
    assert mean.compute() == 1.0


def test_rows_kept_on_the_cpu_stay_there_in_copies_and_moves():
    metric = Rows(compute_on_cpu=True)
    metric.update(ONES)
    copies = [metric.clone(), pickle.loads(pickle.dumps(metric)), metric.clone().to("meta")]
    metric.persistent(True)
    loaded = Rows(compute_on_cpu=True).to("meta")
    loaded.load_state_dict(metric.state_dict())
    merged = Rows(compute_on_cpu=True).to("meta")
    merged.merge_state(metric)
    for twin in (*copies, loaded, merged):
        assert twin.rows.storage == CPU
        twin.update(ZEROS)
        assert [rows.device for rows in twin.rows] == [CPU, CPU]
        assert twin.rows.values.tolist() == [1.0, 1.0, 0.0, 0.0]
