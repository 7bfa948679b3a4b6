"""Accumulation where float64 is not to be had, or not wanted."""

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from metricore import MeanMetric, Metric, SumMetric, state
from metricore.classification import BinaryF1Score, MulticlassRecall
from metricore.regression import MeanSquaredError, PearsonCorrCoef


class Total(Metric):
    """As an author writes it, in place, and with a dtype of its own."""

    total: torch.Tensor = state(0.0)

    def update(self, value: torch.Tensor) -> None:
        self.total += value.double().sum()

    def compute(self) -> torch.Tensor:
        return self.total


@pytest.mark.parametrize("cls", [SumMetric, Total])
def test_sums_in_float32_do_not_lose_small_terms(cls):
    # 2^24 + 1 is no float32: each term alone would be rounded away.
    metric = cls().set_dtype(torch.float32)
    metric.update(torch.tensor(2.0**24))
    for _ in range(64):
        metric.update(torch.tensor(0.25))
    value = metric.compute()
    assert value.dtype == torch.float32
    assert value.item() == 2.0**24 + 16


def test_forward_in_float32_does_not_lose_small_terms():
    metric = SumMetric().set_dtype(torch.float32)
    metric(torch.tensor(2.0**24))
    assert [metric(torch.tensor(0.25)).item() for _ in range(64)] == [0.25] * 64
    assert metric.compute().item() == 2.0**24 + 16


def test_a_narrow_metric_leaves_numbers_of_others_alone():
    """257 is no bfloat16, which has 8 bits; 256 is."""
    values, labels = torch.ones(257), torch.arange(257)
    torch.set_default_dtype(torch.float64)
    try:
        assert MeanMetric().set_dtype(torch.bfloat16)(values).item() == 1.0
        assert MulticlassRecall(257).set_dtype(torch.bfloat16)(labels, labels).item() == 1.0
        assert MeanMetric()(values).item() == 1.0
        assert MulticlassRecall(257)(labels, labels).item() == 1.0
    finally:
        torch.set_default_dtype(torch.float32)


def test_numbers_made_in_inference_mode_serve_gradients():
    labels = torch.arange(7)
    weight = torch.ones(7, requires_grad=True)
    with torch.inference_mode():
        MulticlassRecall(7)(labels, labels)
    MulticlassRecall(7)(labels, labels, weight).backward()
    assert weight.grad.abs().max() < 1e-6  # of one sample a class, a recall is 1 whatever it weighs


def test_a_failed_update_leaves_sum_and_compensation():
    metric = SumMetric("error").set_dtype(torch.float32)
    metric.update(torch.tensor(2.0**24))
    metric.update(torch.tensor(0.5))
    with pytest.raises(ValueError, match="without NaN"):
        metric.update(torch.tensor(float("nan")))
    metric.update(torch.tensor(0.5))
    metric.update(torch.tensor(1.0))
    assert metric.compute().item() == 2.0**24 + 2
    assert metric.update_count == 4


def test_infinite_sums_stay_infinite():
    metric = SumMetric().set_dtype(torch.float32)
    for value in (1.0, float("inf"), 2.0):
        metric.update(torch.tensor(value))
    assert metric.compute().item() == float("inf")


def test_reset_forgets_the_compensation():
    metric = SumMetric().set_dtype(torch.float32)
    for value in (2.0**24, 0.5):
        metric.update(torch.tensor(value))
    metric.reset()
    metric.update(torch.tensor(0.5))
    assert metric.compute().item() == 0.5


def test_clones_and_merges_go_on_in_float32():
    metric = MeanMetric().set_dtype(torch.float32)
    metric.update(torch.tensor([1.0, 2.0]))
    twin = metric.clone()
    twin.update(torch.tensor([6.0]))
    twin.merge_state(metric)
    assert twin.mean_value.dtype == torch.float32
    assert twin.compute().item() == pytest.approx(12 / 5)


def test_set_dtype_back_to_float64():
    metric = SumMetric().set_dtype(torch.float32).set_dtype(torch.float64)
    metric.update(torch.tensor(2.0**24))
    metric.update(torch.tensor(0.5))
    assert (metric.sum_value.dtype, metric.sum_value.item()) == (torch.float64, 2.0**24 + 0.5)


def test_running_moments_in_float32():
    x = torch.linspace(0, 1, 50)
    metric = PearsonCorrCoef().set_dtype(torch.float32)
    for part in x.split(7):
        metric.update(part, -part)
    assert metric.compute().item() == pytest.approx(-1.0, abs=1e-6)


def test_a_move_to_a_device_without_float64_accumulates_in_float32():
    metric = MeanSquaredError()
    with FakeTensorMode():
        metric._apply(lambda t: torch.empty(t.shape, dtype=t.dtype, device="mps"))
        assert metric.device.type == "mps"
        assert {value.dtype for value in metric.metric_state.values()} == {torch.float32}
    assert metric._narrow == torch.float32


def test_intervals_in_float32():
    metric = BinaryF1Score().set_dtype(torch.float32)
    metric.update(torch.tensor([0.9, 0.8, 0.2, 0.6]), torch.tensor([1, 1, 0, 0]))
    low, high = metric.confidence_interval(method="bootstrap", replicates=50, seed=1)
    assert 0 <= low <= metric.compute() <= high <= 1


@pytest.mark.parametrize("way", ["file", "state_dict"])
def test_loaded_states_are_narrow_and_forget_the_compensation(way, tmp_path):
    saved = SumMetric()
    saved.persistent(True)
    saved.update(torch.tensor(1.0))
    metric = SumMetric().set_dtype(torch.float32)
    for value in (1e10, 3.0):  # 3 waits to be added
        metric.update(torch.tensor(value))
    if way == "file":
        saved.save_state(tmp_path / "sum.safetensors")
        metric.load_state(tmp_path / "sum.safetensors")
    else:
        metric.load_state_dict(saved.state_dict())
    metric.update(torch.tensor(1.0))
    assert (metric.sum_value.dtype, metric.compute().item()) == (torch.float32, 2.0)
