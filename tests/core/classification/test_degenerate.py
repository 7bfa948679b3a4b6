"""Too little data for a value: nan, or `zero_division` where there is one."""

import pytest
import torch

from tests.core.classification import oracle
from tests.core.classification.data import make, value

DIVIDING = [name for name, settings in oracle.RATIOS.items() if "zero_division" in settings]
NOTHING = torch.empty(0, dtype=torch.long)


def build(name, zero_division, **settings):
    extra = dict(oracle.RATIOS[name]) | ({"zero_division": zero_division} if name in DIVIDING else {})
    return make(f"Multiclass{name}", **extra, **settings)


@pytest.mark.parametrize("name", oracle.RATIOS)
@pytest.mark.parametrize("average", ["macro", "weighted"])
@pytest.mark.parametrize("classes", [3, 70])
def test_an_average_over_no_class_is_nan(name, average, classes):
    metric = build(name, 0.0, num_classes=classes, average=average)
    assert value(metric, (NOTHING, NOTHING)).isnan()


@pytest.mark.parametrize("name", oracle.RATIOS)
@pytest.mark.parametrize("zero_division", [0.0, 1.0, float("nan")])
def test_micro_average_of_nothing(name, zero_division):
    expected = torch.tensor(zero_division if name in DIVIDING else float("nan"))
    got = value(build(name, zero_division, num_classes=3, average="micro"), (NOTHING, NOTHING))
    assert torch.equal(got.nan_to_num(-1), expected.nan_to_num(-1))


@pytest.mark.parametrize("name", oracle.RATIOS)
@pytest.mark.parametrize("average", oracle.AVERAGES)
def test_everything_ignored_is_like_nothing(name, average):
    ignoring = build(name, 0.0, num_classes=3, average=average, ignore_index=-1)
    empty = build(name, 0.0, num_classes=3, average=average)
    got = value(ignoring, (torch.rand(4, 3), torch.full((4,), -1)))
    assert torch.equal(got.nan_to_num(-1), value(empty, (NOTHING, NOTHING)).nan_to_num(-1))


@pytest.mark.parametrize("name", oracle.RATIOS)
@pytest.mark.parametrize("average", ["macro", "none"])
def test_a_label_ignored_throughout_is_undefined(name, average):
    settings = dict(oracle.RATIOS[name]) | ({"zero_division": 1.0} if name in DIVIDING else {})
    preds, target = torch.tensor([[1, 0], [0, 1]]), torch.tensor([[1, -1], [0, -1]])
    metric = make(f"Multilabel{name}", num_labels=2, average=average, ignore_index=-1, **settings)
    got = value(metric, (preds, target))
    perfect = 0.0 if name == "HammingDistance" else 1.0
    if average == "macro":
        assert got == perfect
    else:
        assert got[0] == perfect
        assert got[1].isnan()


@pytest.mark.parametrize("name", oracle.RATIOS)
def test_single_class(name):
    metric = build(name, float("nan"), num_classes=3)
    got = value(metric, (torch.tensor([1, 1]), torch.tensor([1, 1])))
    if name in ("Specificity", "NegativePredictiveValue"):  # the only class that occurs has no negatives
        assert got.isnan()
    else:
        assert got == (0.0 if name == "HammingDistance" else 1.0)


def test_binary_of_nothing():
    for name in oracle.RATIOS:
        settings = oracle.RATIOS[name]
        got = value(make(f"Binary{name}", **settings), (torch.empty(0), NOTHING))
        assert got == 0.0 if name in DIVIDING else got.isnan()
