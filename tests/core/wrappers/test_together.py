"""Wrappers in processes, ranks, collections and expressions, and around metrics that are used without them."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from metricore import (
    BootStrapper,
    ClasswiseWrapper,
    MeanMetric,
    MeanSquaredError,
    MetricCollection,
    MinMaxMetric,
    MultioutputWrapper,
    MultitaskWrapper,
    SumMetric,
)
from metricore.classification import BinaryAUROC, MulticlassRecall
from metricore.testing import Ranks
from metricore.wrappers import LambdaInputTransformer
from tests.core.wrappers import runs

ROOT = Path(__file__).parents[3]
END = (runs.EPOCHS, 0)


@pytest.mark.parametrize("kind", ["state_dict", "file"])
def test_a_run_stopped_in_an_epoch_and_resumed_in_another_process_ends_the_same(kind, tmp_path):
    whole, first = runs.tracker(), runs.tracker()
    runs.go(whole, (0, 0), END)
    runs.go(first, (0, 0), runs.STOP)
    checkpoint = tmp_path / ("run.safetensors" if kind == "file" else "run.pt")
    if kind == "file":
        first.save_state(checkpoint)
    else:
        torch.save(first.state_dict(), checkpoint)
    result = tmp_path / "result.pt"
    command = [sys.executable, "-m", "tests.core.wrappers.runs", str(checkpoint), str(result)]
    subprocess.run(command, check=True, cwd=ROOT, timeout=120)
    got, expected = torch.load(result, weights_only=True), whole.compute_all()
    assert got.keys() == expected.keys()
    for name, value in expected.items():
        assert torch.equal(got[name], value), name


@pytest.fixture(scope="module")
def two():
    ranks = Ranks(2)
    yield ranks
    ranks.stop()


@pytest.mark.parametrize("kind", ["classwise", "minmax", "multioutput", "transformed"])
def test_two_ranks_have_the_value_of_one(two, kind):
    metric = runs.WRAPPERS[kind]()
    for number in range(3):
        metric.update(*runs.ARGUMENTS.get(kind, lambda p, t: (p, t))(*runs.batch(0, number)))
    expected = metric.compute()
    (value, local), (other, other_local) = two.call(runs.on_rank, [kind] * 2)
    torch.testing.assert_close(value, expected)
    torch.testing.assert_close(other, expected)
    assert pickle.dumps(local) != pickle.dumps(other_local)
    if kind == "minmax":  # extremes of all ranks are remembered by each
        assert local["min"] <= expected["raw"] <= local["max"]


@pytest.mark.parametrize("kind", ["bootstrap", "resampled"])
def test_ranks_draw_on_their_own_and_add_up(two, kind):
    (value, local), (other, other_local) = two.call(runs.on_rank, [kind] * 2)
    torch.testing.assert_close(value, other)
    assert local["mean"] != other_local["mean"]
    assert value["std"] < max(local["std"], other_local["std"])  # twice the samples


def test_a_tracker_over_ranks(two):
    values = two.call(runs.tracker_on_rank)
    alone = runs.tracker()
    for epoch in range(2):
        alone.increment()
        alone.update(*runs.batch(epoch, 0))
    expected = alone.compute_all()
    for name in ("accuracy", "by_recall_x", "ends_raw", "ends_min", "ends_max"):
        torch.testing.assert_close(values[0][name], expected[name])
        torch.testing.assert_close(values[1][name], expected[name])


PAIR = torch.tensor([[1.0, 2.0]]), torch.tensor([[0.0, 4.0]])
FURTHER = torch.tensor([[9.0, 9.0]]), torch.tensor([[0.0, 0.0]])
LABELS = torch.tensor([0, 1, 1]), torch.tensor([0, 1, 0])
# Wrapper, arguments, the metric inside, its arguments.
AROUND = {
    "classwise": (lambda: ClasswiseWrapper(MulticlassRecall(2, average="none")), LABELS, lambda w: w.metric, LABELS),
    "minmax": (lambda: MinMaxMetric(MeanSquaredError()), PAIR, lambda w: w._base_metric, FURTHER),
    "multioutput": (
        lambda: MultioutputWrapper(MeanSquaredError(), 2), PAIR, lambda w: w.metrics[1], [t[:, 1] for t in FURTHER]
    ),
    "multitask": (
        lambda: MultitaskWrapper({"a": MeanMetric()}),
        ({"a": torch.tensor(1.0)}, {"a": torch.tensor(1.0)}),
        lambda w: w.task_metrics["a"],
        (torch.tensor(5.0),),
    ),
    "transformer": (
        lambda: LambdaInputTransformer(MeanSquaredError(), torch.neg), PAIR, lambda w: w.wrapped_metric, FURTHER
    ),
    "resampled": (lambda: BootStrapper(SumMetric(), 2), (torch.ones(9),), lambda w: w.metrics[0], (torch.ones(50),)),
}  # fmt: skip


@pytest.mark.parametrize("kind", [*AROUND])
def test_a_value_is_never_older_than_the_metric_inside(kind):
    make, batch, inside, more = AROUND[kind]
    wrapper = make()
    wrapper.update(*batch)
    before = wrapper.compute()
    inside(wrapper).update(*(1 - x if kind == "classwise" else x for x in more))
    after = wrapper.compute()
    assert pickle.dumps(after) != pickle.dumps(before)


@pytest.mark.parametrize("kind", [*AROUND])
def test_reset_reaches_the_metric_inside(kind):
    make, batch, inside, _ = AROUND[kind]
    wrapper = make()
    wrapper(*batch)
    wrapper.reset()
    assert (wrapper.update_count, inside(wrapper).update_count) == (0, 0)


@pytest.mark.parametrize("kind", [*AROUND])
def test_moves_to_other_devices(kind):
    make, batch, inside, _ = AROUND[kind]
    wrapper = make()
    wrapper.update(*batch)
    assert wrapper.to("meta") is wrapper
    assert {wrapper.device.type, inside(wrapper).device.type} == {"meta"}
    assert all(value.device.type == "meta" for value in inside(wrapper).metric_state.values())


def test_in_expressions():
    both = LambdaInputTransformer(MeanSquaredError(), torch.neg) + MultioutputWrapper(MeanSquaredError(), 2)
    both.update(*PAIR)
    # (-1 - 0)^2 and (-2 - 4)^2, mean 18.5; each output alone 1 and 4
    assert both.compute().tolist() == [19.5, 22.5]
    spread = BootStrapper(MeanSquaredError(), 3, std=False, seed=1)
    share = spread["mean"] / MeanSquaredError()
    share.update(torch.full((20,), 3.0), torch.zeros(20))
    assert share.compute() == 1.0


def test_wrappers_around_wrappers_in_collections():
    metrics = MetricCollection(
        {
            "classes": ClasswiseWrapper(
                LambdaInputTransformer(MultioutputWrapper(MeanSquaredError(), 2), torch.neg), ["u", "v"], prefix="mse_"
            ),
            "mse": MeanSquaredError(),
        }
    )
    assert metrics(*PAIR) == {"mse_u": 1.0, "mse_v": 36.0, "mse": 2.5}
    metrics(*FURTHER)
    assert metrics.compute() == {"mse_u": 41.0, "mse_v": 58.5, "mse": 41.75}
    metrics.reset()
    assert metrics(*PAIR) == {"mse_u": 1.0, "mse_v": 36.0, "mse": 2.5}


def test_the_value_of_forward_keeps_its_graph():
    preds = torch.tensor([[1.0, 2.0]], requires_grad=True)
    for wrapper in (MultioutputWrapper(MeanSquaredError(), 2), LambdaInputTransformer(MeanSquaredError(), torch.neg)):
        wrapper(preds, PAIR[1]).sum().backward()
        assert not any(v.requires_grad for _, leaf in wrapper._leaves() for v in leaf.metric_state.values())
    assert preds.grad.abs().sum() > 0


def test_scores_are_kept_with_their_order_in_bootstraps_of_bootstraps():
    metric = MinMaxMetric(BinaryAUROC())
    metric.update(torch.tensor([0.1, 0.9]), torch.tensor([0, 1]))
    assert metric.compute()["raw"] == 1.0
    nested = BootStrapper(MultioutputWrapper(MeanSquaredError(), 2), 5, std=False, seed=1)
    nested.update(torch.ones(30, 2), torch.tensor([[1.0, 3.0]]).expand(30, 2))
    assert nested.compute()["mean"].tolist() == [0.0, 4.0]
