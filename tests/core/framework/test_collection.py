import pickle

import pytest
import torch

from metricore import MaxMetric, MeanMetric, Metric, MetricCollection, MetricNotFoundError, MinMetric, SumMetric, state
from metricore.classification import BinaryAccuracy, MulticlassAccuracy, MulticlassRecall
from tests.core.framework.metrics import Error, Pair, PlainError, RootError, Rows

ONES, ZEROS, TWOS = torch.ones(2), torch.zeros(2), torch.full((2,), 2.0)


def sharing(**settings) -> MetricCollection:
    """Three metrics that read the same states: the mean of squares 4 has root 2."""
    return MetricCollection({"plain": PlainError(2.0), "root": RootError(2.0), "again": RootError(2.0)}, **settings)


@pytest.fixture(autouse=True)
def _count(monkeypatch):
    monkeypatch.setattr(Error, "calls", 0)


# -- construction and names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("build", "names"),
    [
        (lambda: MetricCollection(MeanMetric()), ["MeanMetric"]),
        (lambda: MetricCollection([MeanMetric(), MaxMetric()]), ["MeanMetric", "MaxMetric"]),
        (lambda: MetricCollection((MeanMetric(), MaxMetric())), ["MeanMetric", "MaxMetric"]),
        (lambda: MetricCollection([MeanMetric()], MaxMetric()), ["MeanMetric", "MaxMetric"]),
        (lambda: MetricCollection(MeanMetric(), MaxMetric()), ["MeanMetric", "MaxMetric"]),
        (lambda: MetricCollection({"b": MeanMetric(), "a": MaxMetric()}), ["b", "a"]),
        (lambda: MetricCollection([MetricCollection({"a": MeanMetric()}, prefix="x_")]), ["x_a"]),
        (lambda: MetricCollection({"deep": MetricCollection({"a": MeanMetric()}, postfix="_y")}), ["deep_a_y"]),
        (lambda: MetricCollection({"a": MeanMetric()}, prefix="p_", postfix="_q"), ["p_a_q"]),
    ],
)
def test_forms(build, names):
    metrics = build()
    assert list(metrics.keys()) == names
    metrics.update(TWOS)
    assert list(metrics.compute()) == names
    assert list(metrics(TWOS)) == names


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (
            lambda: MetricCollection([MeanMetric(), MeanMetric()]),
            "already has a metric named 'MeanMetric'; give a dict",
        ),
        (lambda: MetricCollection({"a": MeanMetric()}, MaxMetric()), "no further metrics beside a dict"),
        (lambda: MetricCollection(3), "Expected a metric, a collection, a list or a dict of them, got 3"),
        (lambda: MetricCollection([MeanMetric(), "max"]), "Expected 'str' to be a metric or a collection, got 'max'"),
        (lambda: MetricCollection(MeanMetric(), prefix=1), "Expected prefix to be a string or None, got 1"),
        (
            lambda: MetricCollection(MeanMetric(), compute_groups=[["Mean"]]),
            r"compute_groups to name .* got \['Mean'\]",
        ),
        (
            lambda: MetricCollection({"a": MeanMetric(), "b": MaxMetric()}, compute_groups=[["a", "b"]]),
            r"a group in compute_groups to have the same states, got {'mean_value': .*} and {'max_value': \(\)}",
        ),
    ],
)
def test_what_is_refused(build, message):
    with pytest.raises(ValueError, match=message):
        build()


def test_items_keys_and_lookups():
    metrics = MetricCollection({"a": MeanMetric(), "b": MaxMetric()}, prefix="p_")
    assert list(metrics.keys()) == ["p_a", "p_b"]
    assert list(metrics.keys(keep_base=True)) == ["a", "b"]
    assert [name for name, _ in metrics.items()] == ["p_a", "p_b"]
    assert [name for name, _ in metrics.items(keep_base=True)] == ["a", "b"]
    assert [type(metric) for metric in metrics.values()] == [MeanMetric, MaxMetric]
    assert metrics["a"] is metrics["p_a"]
    assert len(metrics) == 2
    assert list(metrics) == ["p_a", "p_b"]
    assert "a" in metrics
    assert "p_a" in metrics
    assert "p_c" not in metrics
    with pytest.raises(KeyError, match=r"no metric 'c'; it has \['a', 'b'\]"):
        metrics["c"]


def test_metrics_can_be_added_later():
    metrics = MetricCollection([MeanMetric()])
    metrics.add_metrics({"top": MaxMetric()})
    metrics.add_metrics(MinMetric())
    metrics.add_metrics([SumMetric()])
    metrics["more"] = MeanMetric()
    metrics.update(TWOS)
    assert list(metrics.compute()) == ["MeanMetric", "top", "MinMetric", "SumMetric", "more"]


def test_clone_is_independent_and_takes_other_names():
    metrics = sharing(prefix="train_")
    metrics.update(TWOS, ZEROS)
    twin = metrics.clone(prefix="val_", postfix="_x")
    assert list(twin.compute()) == ["val_plain_x", "val_root_x", "val_again_x"]
    twin.update(ZEROS, ZEROS)
    assert metrics.compute() == {"train_plain": 4.0, "train_root": 2.0, "train_again": 2.0}
    assert twin.compute()["val_plain_x"] == 2.0
    assert pickle.loads(pickle.dumps(metrics)).compute() == metrics.compute()


def test_values_that_are_dicts_are_flattened():
    alone = MetricCollection({"one": Pair(), "sum": SumMetric()}, prefix="p_")
    alone.update(ONES)
    assert alone.compute() == {"p_low": 1.0, "p_high": 3.0, "p_sum": 2.0}
    clash = MetricCollection({"one": Pair(), "two": Pair()})
    assert list(clash(ONES)) == ["one_low", "one_high", "two_low", "two_high"]


def test_from_config():
    metrics = MetricCollection.from_config(
        {"avg": {"metric": "mean"}, "clean": {"metric": "sum", "nan_strategy": "ignore"}}, prefix="p_"
    )
    metrics.update(TWOS)
    assert metrics.compute() == {"p_avg": 2.0, "p_clean": 4.0}
    assert metrics["clean"].nan_strategy == "ignore"
    with pytest.raises(ValueError, match="Expected 'avg' to map to a dict with the key 'metric', got 'mean'"):
        MetricCollection.from_config({"avg": "mean"})  # type: ignore[dict-item]
    with pytest.raises(MetricNotFoundError):
        MetricCollection.from_config({"avg": {"metric": "no_such_metric_at_all"}})


# -- sharing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["update", "forward"])
def test_metrics_with_the_same_states_are_updated_once(step):
    metrics = sharing()
    for _ in range(3):
        getattr(metrics, step)(TWOS, ZEROS)
    assert Error.calls == 3
    assert metrics.compute_groups == {0: ["plain", "root", "again"]}
    assert metrics.compute() == {"plain": 4.0, "root": 2.0, "again": 2.0}
    assert [metric.update_count for metric in metrics.values()] == [3, 3, 3]


def test_sharing_goes_on_after_compute_reset_and_a_mix_of_steps():
    metrics = sharing()
    metrics.update(TWOS, ZEROS)
    metrics.compute()
    assert metrics(ZEROS, ZEROS) == {"plain": 0.0, "root": 0.0, "again": 0.0}
    metrics.update(ZEROS, ZEROS)
    metrics.update(ZEROS, ZEROS)
    assert Error.calls == 4
    assert metrics.compute() == {"plain": 1.0, "root": 1.0, "again": 1.0}
    metrics.reset()
    metrics.update(TWOS, ZEROS)
    assert Error.calls == 5
    assert metrics.compute()["root"] == 2.0


def test_settings_that_matter_separate():
    metrics = MetricCollection({"a": Error(1.0), "b": Error(2.0), "c": Error(1.0)})
    assert sorted(metrics.compute_groups.values()) == [["a", "c"], ["b"]]
    metrics.update(TWOS, ZEROS)
    assert metrics.compute() == {"a": 2.0, "b": 4.0, "c": 2.0}


def test_sharing_can_be_switched_off_or_chosen():
    apart = sharing(compute_groups=False)
    apart.update(TWOS, ZEROS)
    assert Error.calls == 3
    chosen = sharing(compute_groups=[["plain", "root"]])
    chosen.update(TWOS, ZEROS)
    assert Error.calls == 5
    assert sorted(chosen.compute_groups.values()) == [["again"], ["plain", "root"]]
    for metrics in (apart, chosen):
        assert metrics.compute() == {"plain": 4.0, "root": 2.0, "again": 2.0}


@pytest.mark.parametrize("step", ["update", "forward"])
def test_a_member_that_was_updated_on_its_own_stays_right(step):
    for own in ("plain", "root", "again"):
        metrics = sharing()
        getattr(metrics, step)(TWOS, ZEROS)
        metrics[own].update(ZEROS, ZEROS)
        getattr(metrics, step)(TWOS, ZEROS)
        plain = {"plain": 4.0, "root": 2.0, "again": 2.0}
        plain[own] = pytest.approx(8 / 3 if own == "plain" else (8 / 3) ** 0.5)  # (4 + 0 + 4) / 3
        assert {name: value.item() for name, value in metrics.compute().items()} == plain


def test_members_updated_before_they_join_stay_right():
    first = PlainError(2.0)
    first.update(ZEROS, ZEROS)
    metrics = MetricCollection({"first": first, "second": PlainError(2.0)})
    metrics.update(TWOS, ZEROS)
    assert metrics.compute() == {"first": 2.0, "second": 4.0}


def test_sharing_metrics_do_not_change_each_others_states():
    metrics = sharing()
    metrics.update(TWOS, ZEROS)
    metrics["root"].reset()
    metrics["root"].update(ZEROS, ZEROS)
    assert metrics.compute() == {"plain": 4.0, "root": 0.0, "again": 2.0}


class Last(Metric):
    """The last value, by which two of these do not merge, times the number of updates."""

    failing = False
    last: torch.Tensor = state(0.0, reduce=None)
    count: torch.Tensor = state(0)

    def update(self, value: torch.Tensor) -> None:
        self.last = value.sum()
        self.count += 1

    def compute(self) -> torch.Tensor:
        if self.failing:
            raise ArithmeticError
        return self.last * self.count


def test_sharing_metrics_whose_states_do_not_merge():
    metrics = MetricCollection({"a": Last(), "b": Last()})
    assert metrics(ONES) == {"a": 2.0, "b": 2.0}
    assert metrics(TWOS) == {"a": 4.0, "b": 4.0}
    metrics["b"].failing = True
    with pytest.raises(ArithmeticError):
        metrics(ONES)
    metrics["b"].failing = False
    assert metrics.compute() == {"a": 8.0, "b": 8.0}
    assert metrics["a"].last is metrics["b"].last


def test_one_metric_under_two_names():
    mean = MeanMetric()
    metrics = MetricCollection({"a": mean, "b": mean}, compute_groups=False)
    metrics.update(TWOS)
    assert metrics.compute() == {"a": 2.0, "b": 2.0}


# -- steps ---------------------------------------------------------------------------------------------------------


def test_each_metric_gets_the_keyword_arguments_it_takes():
    metrics = MetricCollection({"error": Error(), "sum": SumMetric()})
    for step in (metrics.update, metrics):
        step(preds=TWOS, target=ZEROS, value=torch.tensor(5.0), other=1)
    assert metrics.compute() == {"error": 2.0, "sum": 10.0}


def test_a_failure_leaves_the_last_value_of_forward():
    metrics = MetricCollection({"sum": SumMetric(), "error": Error()})
    metrics["sum"](torch.tensor(1.0))
    before = metrics["sum"]._forward_cache
    with pytest.raises(TypeError):
        metrics(torch.tensor(1000.0))  # the second wants two arguments
    assert metrics["sum"]._forward_cache is before


def test_another_dtype_separates():
    metrics = MetricCollection({"narrow": MeanMetric().set_dtype(torch.float16), "wide": MeanMetric()})
    metrics.update(ONES)
    metrics(ONES)
    assert metrics["narrow"].weight.dtype == torch.float16
    assert metrics["wide"].weight.dtype == torch.float64


def test_a_setting_changed_later_separates():
    metrics = MetricCollection({"a": BinaryAccuracy(), "b": BinaryAccuracy()})
    preds, target = torch.tensor([0.6, 0.95]), torch.tensor([0, 1])
    metrics["b"].threshold = 0.9
    assert {name: value.item() for name, value in metrics(preds, target).items()} == {"a": 0.5, "b": 1.0}


def test_a_forward_of_its_own_and_hooks_are_called():
    class Percent(BinaryAccuracy):
        def forward(self, *args, **kwargs):
            return 100 * super().forward(*args, **kwargs)

    metrics = MetricCollection({"share": BinaryAccuracy(), "percent": Percent(), "again": BinaryAccuracy()})
    called = []
    metrics["again"].register_forward_hook(lambda *_: called.append(True))
    values = metrics(torch.tensor([0.9, 0.8]), torch.tensor([1, 1]))
    assert {name: value.item() for name, value in values.items()} == {"share": 1.0, "percent": 100.0, "again": 1.0}
    assert called == [True]


@pytest.mark.parametrize("register", ["register_forward_hook", "register_forward_pre_hook"])
def test_a_hook_registered_later_is_called(register):
    metrics = MetricCollection({"a": BinaryAccuracy(), "b": BinaryAccuracy()})
    batch = torch.tensor([0.9, 0.2]), torch.tensor([1, 1])
    metrics(*batch)
    called = []
    handle = getattr(metrics["b"], register)(lambda *_: called.append(True))
    for _ in range(2):
        metrics(*batch)
    assert called == [True, True]
    handle.remove()
    metrics(*batch)
    assert called == [True, True]
    assert {name: value.item() for name, value in metrics.compute().items()} == {"a": 0.5, "b": 0.5}
    assert metrics["a"].update_count == metrics["b"].update_count == 4


def test_values_of_one_batch_share_no_memory():
    """Macro accuracy and recall are one number, (1/2 + 1) / 2, that both are made from."""
    metrics = MetricCollection([MulticlassAccuracy(2), MulticlassRecall(2)])
    batch = torch.tensor([0, 1, 1]), torch.tensor([0, 0, 1])
    for make_values in (lambda: metrics(*batch), metrics.compute):
        for _ in range(2):
            accuracy, recall = make_values().values()
            accuracy.zero_()
            assert recall.item() == 0.75


def test_a_setting_changed_later_separates_in_every_collection():
    """Of the scores 0.4 and 0.9, one is at least 0.5, both are at least 0.3."""
    a, b = BinaryAccuracy(), BinaryAccuracy()
    one, other = MetricCollection({"a": a, "b": b}), MetricCollection({"a": a, "b": b})
    batch = torch.tensor([0.4, 0.9]), torch.tensor([1, 1])
    b.threshold = 0.3
    for metrics in (one, other):
        assert {name: value.item() for name, value in metrics(*batch).items()} == {"a": 0.5, "b": 1.0}


@pytest.mark.parametrize("groups", [True, False])
def test_a_metric_of_two_names(groups):
    mean = MeanMetric()
    metrics = MetricCollection({"a": mean, "b": mean}, compute_groups=groups)
    for value in (1.0, 3.0):
        assert metrics(torch.tensor(value)) == {"a": value, "b": value}
    metrics.update(torch.tensor(5.0))
    assert metrics.compute() == {"a": 3.0, "b": 3.0}
    assert mean.update_count == 3
    assert metrics.compute_groups == {0: ["a", "b"]}


@pytest.mark.parametrize("take_out", ["__delitem__", "pop"])
def test_a_metric_taken_out_goes_its_own_way(take_out):
    metrics = sharing()
    metrics.update(TWOS, ZEROS)
    gone = metrics["plain"]
    getattr(metrics, take_out)("plain")
    metrics.update(ZEROS, ZEROS)
    assert (gone.update_count, gone.compute().item()) == (1, 4.0)
    assert metrics.compute_groups == {0: ["root", "again"]}
    assert metrics.compute()["root"].item() == pytest.approx(2**0.5)
    metrics.clear()
    assert (metrics.compute(), metrics(ZEROS, ZEROS)) == ({}, {})


def test_metrics_may_be_equal_to_each_other():
    class Scaled(SumMetric):
        factor: float = 1.0

        def __eq__(self, other):
            return isinstance(other, Scaled)

        def __hash__(self):
            return 1

        def compute(self):
            return self.factor * super().compute()

    metrics = MetricCollection({"one": Scaled(factor=1.0), "two": Scaled(factor=2.0)})
    assert metrics(torch.tensor(1.0)) == {"one": 1.0, "two": 2.0}


def test_a_failing_value_leaves_the_last_values_of_those_that_share():
    class Failing(MulticlassRecall):
        fails = False

        def compute(self):
            if self.fails:
                raise RuntimeError("no value")
            return super().compute()

    metrics = MetricCollection([MulticlassAccuracy(2), MulticlassRecall(2), Failing(2)])
    labels = torch.tensor([0, 1])
    metrics(labels, labels)
    metrics["Failing"].fails = True
    with pytest.raises(RuntimeError, match="no value"):
        metrics(1 - labels, labels)
    assert [metric._forward_cache.item() for metric in metrics.values()] == [1.0, 1.0, 1.0]
    assert [metric.update_count for metric in metrics.values()] == [1, 1, 1]


def test_members_updated_on_their_own_merge_on_their_own():
    one, other, fresh = (MetricCollection({"a": SumMetric(), "b": SumMetric()}) for _ in range(3))
    one.update(torch.tensor(1.0))
    other.update(torch.tensor(10.0))
    other["b"].update(torch.tensor(100.0))
    one.merge_state(other)
    assert {name: value.item() for name, value in one.compute().items()} == {"a": 11.0, "b": 111.0}
    fresh.merge_state([other, one])
    assert {name: value.item() for name, value in fresh.compute().items()} == {"a": 21.0, "b": 221.0}


@pytest.mark.parametrize("step", ["update", "forward"])
def test_a_failure_leaves_all_metrics_as_they_were(step):
    metrics = MetricCollection({"sum": SumMetric(), "rows": Rows(), "plain": PlainError(2.0), "root": RootError(2.0)})
    good = {"preds": TWOS, "target": ZEROS, "value": ONES, "rows": torch.ones(1, 2)}
    getattr(metrics, step)(**good)
    before = metrics.compute()
    with pytest.raises(ValueError, match="one shape"):
        getattr(metrics, step)(**{**good, "target": torch.zeros(3)})
    assert [metric.update_count for metric in metrics.values()] == [1, 1, 1, 1]
    after = metrics.compute()
    assert all(torch.equal(after[name], before[name]) for name in before)
    getattr(metrics, step)(**good)
    assert metrics.compute()["sum"] == 4.0


def test_merge_state():
    parts = [sharing() for _ in range(3)]
    for metrics, values in zip(parts, (TWOS, ZEROS, ONES), strict=True):
        metrics.update(values, ZEROS)
    parts[0].merge_state(parts[1:])
    assert parts[0].compute()["plain"].item() == pytest.approx(5 / 3)
    assert parts[0].compute()["root"].item() == pytest.approx((5 / 3) ** 0.5)
    parts[0].update(ZEROS, ZEROS)
    assert parts[0].compute()["again"].item() == pytest.approx((5 / 4) ** 0.5)
    with pytest.raises(
        ValueError, match=r"Expected a collection of \['plain', 'root', 'again'\] to merge, got \['a'\]"
    ):
        parts[0].merge_state(MetricCollection({"a": MeanMetric()}))


def test_state_dict_round_trip():
    metrics = sharing()
    metrics.persistent(True)
    metrics.update(TWOS, ZEROS)
    twin = sharing()
    twin.persistent(True)
    twin.load_state_dict(metrics.state_dict())
    twin.update(ZEROS, ZEROS)
    assert twin.compute()["plain"] == 2.0
    assert twin.compute()["root"].item() == pytest.approx(2.0**0.5)
    assert metrics.compute()["plain"] == 4.0


def test_states_and_dtypes_of_all_metrics():
    metrics = MetricCollection({"mean": MeanMetric(), "error": Error()})
    metrics.set_dtype(torch.float32)
    assert metrics.metric_state["error"]["total"].dtype == torch.float32
    assert set(metrics.metric_state) == {"mean", "error"}


def test_a_collection_in_a_model_moves_with_it():
    model = torch.nn.Module()
    model.metrics = sharing()
    model.metrics.update(TWOS, ZEROS)
    model.half()
    assert model.metrics["plain"].total.dtype == torch.float64
    model.to("meta")
    assert {metric.device.type for metric in model.metrics.values()} == {"meta"}


def test_sharing_goes_on_after_a_move():
    metrics = sharing()
    metrics.update(TWOS, ZEROS)
    metrics.to(torch.float16)
    metrics.update(ZEROS, ZEROS)
    assert metrics.compute()["plain"] == 2.0
    assert metrics.compute()["root"].item() == pytest.approx(2.0**0.5)


def test_a_compiled_step_may_update_a_collection():
    metrics = sharing()
    step = torch.compile(lambda *batch: metrics.update(*batch), backend="eager", fullgraph=True)
    for values in (TWOS, ZEROS, TWOS):
        step(values, ZEROS)
    assert metrics.compute()["plain"].item() == pytest.approx(8 / 3)
    assert metrics.compute()["root"].item() == pytest.approx((8 / 3) ** 0.5)


def test_repr_shows_metrics_and_names():
    text = repr(MetricCollection({"a": MeanMetric()}, prefix="p_"))
    assert "(a): MeanMetric()" in text
    assert "prefix=p_" in text
