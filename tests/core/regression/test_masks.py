"""Padding: what a mask leaves out is as good as absent, whatever it holds."""

import inspect
import math

import pytest
import torch

from metricore import BootStrapper, MetricCollection, registry
from metricore.functional import mean_squared_error
from metricore.regression import CosineSimilarity, KendallRankCorrCoef, MeanAbsoluteError, MeanSquaredError, R2Score
from metricore.testing._regression_cases import CASES

UNREDUCED = ("none", None)
CONFIGURATIONS = [
    pytest.param(registry.get(name), case, id=f"{name}-{case.label}")
    for name, cases in CASES.items()
    for case in cases
    if case.name != "padded"
    and case.settings.get("reduction", "mean") not in UNREDUCED
    and case.settings.get("keep_sequence_dim") != 0
]


def padded(batch):
    """The batch with two rows of garbage before, between and after its own, and the mask that leaves them out."""
    size = len(batch[0])
    where = torch.arange(size) * 2 + 2
    mask = torch.zeros(2 * size + 3, dtype=torch.bool).index_fill(0, where, True)
    data = []
    for part in batch:
        garbage = None if part is None else part.new_full((len(mask), *part.shape[1:]), math.nan)
        data.append(None if part is None else garbage.index_copy(0, where, part))
    return data, mask


@pytest.mark.parametrize(("cls", "case"), CONFIGURATIONS)
def test_masked_is_absent(cls, case):
    masked, plain = cls(**case.settings), cls(**case.settings)
    for batch in case.batches:
        plain.update(*batch)
        data, mask = padded(batch)
        masked.update(*data, mask=mask)
    masked.update(*data, mask=torch.zeros_like(mask))
    torch.testing.assert_close(masked.compute(), plain.compute())


def test_every_metric_takes_a_mask():
    classes = [registry.get(name) for name in registry.list("metricore/*", domain="regression")]
    assert [cls for cls in classes if "mask" not in inspect.signature(cls.update).parameters] == []


def test_one_mask_for_each_element():
    preds, target = torch.tensor([[1.0, 2.0], [3.0, math.nan]]), torch.tensor([[0.0, math.inf], [0.0, 5.0]])
    mask = torch.tensor([[True, False], [True, False]])
    metric = MeanSquaredError()
    metric.update(preds, target, mask=mask)
    assert metric.compute() == 5.0
    metric.update(preds, target, torch.tensor([[3.0, math.nan], [1.0, -1.0]]), mask)
    assert metric.compute() == (1 + 9 + 3 + 9) / 6
    by_output = MeanAbsoluteError(num_outputs=2)
    by_output.update(preds, target, mask=mask)
    torch.testing.assert_close(by_output.compute(), torch.tensor([2.0, math.nan]), equal_nan=True)


def test_a_sequence_to_its_end_is_as_without_a_mask():
    preds, target = torch.randn(2, 50, generator=torch.Generator().manual_seed(0))
    for cls in (MeanSquaredError, R2Score, KendallRankCorrCoef):
        masked, plain = cls(), cls()
        masked.update(preds, target, mask=torch.ones(50, dtype=torch.bool))
        plain.update(preds, target)
        assert torch.equal(masked.compute(), plain.compute())


def test_padding_has_no_gradient():
    preds = torch.tensor([1.0, math.nan], requires_grad=True)
    mean_squared_error(preds, torch.zeros(2), mask=torch.tensor([True, False])).backward()
    assert preds.grad.tolist() == [2.0, 0.0]


def test_a_mask_under_wrappers():
    preds, target, mask = torch.arange(6.0), torch.zeros(6), torch.arange(6) < 4
    collection = MetricCollection([MeanSquaredError(), BootStrapper(MeanAbsoluteError(), 50, seed=1)])
    values = collection(preds, target, mask=mask)
    assert values["MeanSquaredError"] == (1 + 4 + 9) / 4
    assert 1.0 < values["mean"] < 2.0


@pytest.mark.parametrize(
    ("mask", "error", "message"),
    [
        (torch.ones(3), TypeError, "mask to be a tensor of torch.bool, true for what counts, got torch.float32"),
        ([True, False, True], TypeError, "mask to be a tensor of torch.bool, true for what counts, got list"),
        (torch.ones(2, dtype=torch.bool), ValueError, r"mask of shape \(3,\), got \(2,\)"),
    ],
)
def test_senseless_masks(mask, error, message):
    metric = MeanSquaredError()
    with pytest.raises(error, match=message):
        metric.update(torch.ones(3), torch.ones(3), mask=mask)
    assert metric.update_count == 0


def test_rows_that_are_not_reduced_have_no_mask():
    with pytest.raises(ValueError, match="Expected no mask where rows are not reduced, reduction='none'"):
        CosineSimilarity("none").update(torch.ones(3, 2), torch.ones(3, 2), mask=torch.ones(3, dtype=torch.bool))
