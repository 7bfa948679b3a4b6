"""Metrics written for TorchMetrics' API run unchanged; that they obey the laws is tested with the kit."""

import pytest
import torch

from tests.core.framework.custom_metrics import ListStates, OwnReductions, SumStates

SCORES = torch.tensor([[0.9, 0.1], [0.2, 0.8], [0.6, 0.4]])


def test_sum_states():
    metric = SumStates()
    assert metric(SCORES, torch.tensor([0, 1, 1])).item() == pytest.approx(2 / 3)
    assert metric(SCORES, torch.tensor([1, 1, 1])).item() == pytest.approx(1 / 3)
    assert metric.compute() == 0.5
    assert (metric.correct, metric.total) == (3, 6)


def test_an_error_in_update_reaches_the_caller():
    metric = SumStates()
    with pytest.raises(ValueError, match="must have the same shape"):
        metric.update(SCORES, torch.tensor([0]))
    assert metric.total == 0


def test_list_states():
    metric = ListStates()
    for preds, target in (
        (torch.tensor([1.0, 2.0]), torch.tensor([2.0, 4.0])),
        (torch.tensor([3.0]), torch.tensor([6.0])),
    ):
        metric.update(preds, target)
    assert metric.compute().item() == pytest.approx(1.0)
    assert [len(part) for part in metric.preds] == [2, 1]
    metric.reset()
    assert metric.preds == []


def test_own_reductions():
    metric = OwnReductions(power=3.0)
    metric.update(torch.tensor([1.0, 2.0]))
    assert metric(torch.tensor([3.0])) == {"largest": 3.0, "powers": 27.0}
    assert metric.compute() == {"largest": 3.0, "powers": 36.0}


def test_arguments_of_the_base_pass_through():
    assert SumStates(compute_with_cache=False).compute_with_cache is False
    assert OwnReductions(dist_sync_on_step=True).dist_sync_on_step is True
    with pytest.raises(TypeError, match="unexpected keyword argument 'nonsense'"):
        SumStates(nonsense=1)


def test_states_kept_on_the_cpu():
    metric = ListStates()
    metric.compute_on_cpu = True
    metric.update(torch.ones(2), torch.ones(2))
    assert metric.preds[0].device.type == "cpu"


def test_a_state_without_reduction_is_stacked_by_ranks_only():
    metric = SumStates()
    metric.add_state("last", torch.tensor(0.0), None)
    metric.update(SCORES, torch.tensor([0, 1, 1]))
    assert metric(SCORES, torch.tensor([1, 1, 1])).item() == pytest.approx(1 / 3)
    assert metric.compute() == 0.5
    with pytest.raises(ValueError, match="State 'last' has no reduction"):
        metric.merge_state(metric.clone())
