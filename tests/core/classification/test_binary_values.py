"""Decisions of yes or no against scikit-learn."""

import itertools

import numpy as np
import pytest
import torch

from tests.core.classification import oracle
from tests.core.classification.data import close, decisions, halves, make, value, weights_of


@pytest.mark.parametrize("ignore_index", [None, -1, 0, 1])
@pytest.mark.parametrize("name", oracle.RATIOS)
def test_equals_reference(name, ignore_index):
    probabilities, target = decisions()
    if ignore_index == -1:
        target[::4] = -1
    for weight, threshold, zero_division in itertools.product(
        [None, weights_of(target)], [0.5, 0.7], [0.0, 1.0, np.nan]
    ):
        settings = oracle.RATIOS[name] | {"ignore_index": ignore_index, "threshold": threshold}
        settings |= {"zero_division": zero_division} if "zero_division" in settings else {}
        labels = (probabilities > threshold).long()
        about = [settings.get(key, default) for key, default in (("zero_division", np.nan), ("beta", 1.0))]
        expected = oracle.binary(name, labels, target, ignore_index, weight, *about)
        extra = () if weight is None else (weight,)
        for preds in (probabilities, probabilities.logit(), probabilities.double(), labels, labels.bool()):
            close(value(make(f"Binary{name}", **settings), *halves(preds, target, *extra)), expected)


@pytest.mark.parametrize("name", oracle.RATIOS)
@pytest.mark.parametrize("shape", [(), (7,), (7, 2, 3)])
def test_any_shape(name, shape):
    probabilities, target = decisions(shape)
    settings = oracle.RATIOS[name]
    expected = oracle.binary(name, (probabilities > 0.5).long(), target, **settings)
    close(value(make(f"Binary{name}", **settings), (probabilities, target)), expected)


@pytest.mark.parametrize("name", oracle.RATIOS)
@pytest.mark.parametrize("predicted", [0, 1])
@pytest.mark.parametrize("actual", [0, 1])
@pytest.mark.parametrize("zero_division", [0.0, 1.0, np.nan])
def test_one_class_only(name, predicted, actual, zero_division):
    settings = dict(oracle.RATIOS[name])
    settings |= {"zero_division": zero_division} if "zero_division" in settings else {}
    preds, target = torch.full((4,), predicted), torch.full((4,), actual)
    expected = oracle.binary(name, preds, target, **settings)
    close(value(make(f"Binary{name}", **settings), (preds, target)), expected)
