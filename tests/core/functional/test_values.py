"""A function gives what its class gives for one batch."""

import re

import pytest
import torch

from metricore import InvalidDataError, functional
from metricore.functional import classification, regression

GENERATOR = torch.Generator().manual_seed(0)
SCORES, LABELS = torch.randn(12, 3, generator=GENERATOR), torch.randint(0, 3, (12,), generator=GENERATOR)
PROBABILITIES, YES = torch.rand(12, 3, generator=GENERATOR), torch.randint(0, 2, (12, 3), generator=GENERATOR)
WEIGHT = torch.rand(12, generator=GENERATOR)
DATA = {
    "binary": (PROBABILITIES[:, 0], YES[:, 0], {}),
    "multiclass": (SCORES, LABELS, {"num_classes": 3}),
    "multilabel": (PROBABILITIES, YES, {"num_labels": 3}),
}
FAMILIES = (
    *("accuracy", "stat_scores", "hamming_distance", "specificity", "precision", "recall", "f1_score"),
    *("negative_predictive_value", "fbeta_score", "confusion_matrix"),
)


@pytest.mark.parametrize("task", DATA)
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("weighted", [False, True])
def test_classification(task, family, weighted):
    preds, target, settings = DATA[task]
    settings = settings | ({"beta": 0.5} if family == "fbeta_score" else {})
    weight = {"sample_weight": WEIGHT} if weighted else {}
    function = getattr(classification, f"{task}_{family}")
    metric = function.metric_class(**settings)
    metric.update(preds, target, **weight)
    got = function(preds, target, **settings, **weight)
    torch.testing.assert_close(got, metric.compute(), rtol=0, atol=0, equal_nan=True)
    if family != "confusion_matrix" and task != "binary":
        settings |= {"average": "macro"}
    of_task = getattr(functional, family)(preds, target, task, **settings, **weight)
    torch.testing.assert_close(of_task, got, rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("name", ["mean_squared_error", "mean_absolute_error"])
def test_regression(name):
    function = getattr(regression, name)
    metric = function.metric_class(num_outputs=3)
    metric.update(SCORES, PROBABILITIES, WEIGHT)
    assert torch.equal(function(SCORES, PROBABILITIES, num_outputs=3, sample_weight=WEIGHT), metric.compute())
    assert getattr(functional, name) is function


def test_samplewise():
    got = classification.binary_accuracy(PROBABILITIES, YES, multidim_average="samplewise")
    assert torch.equal(got, ((PROBABILITIES > 0.5) == YES).float().mean(1))


@pytest.mark.parametrize("squared", [True, False])
def test_gradient_of_the_squared_error(squared):
    preds = SCORES.clone().double().requires_grad_()
    target = PROBABILITIES.double()
    regression.mean_squared_error(preds, target, squared=squared).backward()
    mean = (SCORES.double() - target).square().mean()
    expected = 2 * (SCORES.double() - target) / SCORES.numel() / (1 if squared else 2 * mean.sqrt())
    torch.testing.assert_close(preds.grad, expected, rtol=1e-5, atol=1e-7)


def test_gradient_check():
    preds = PROBABILITIES.double().requires_grad_()
    torch.set_default_dtype(torch.float64)
    try:
        for function in (regression.mean_squared_error, regression.mean_absolute_error):
            assert torch.autograd.gradcheck(lambda p, f=function: f(p, SCORES.double(), sample_weight=WEIGHT), preds)
    finally:
        torch.set_default_dtype(torch.float32)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: classification.binary_accuracy(YES, YES, treshold=0.3), "binary_accuracy: got an unexpected .*resho"),
        (lambda: classification.multilabel_recall(YES, YES), "multilabel_recall: missing a required .*num_labels"),
        (lambda: classification.accuracy(YES, YES), "accuracy: missing a required argument: 'task'"),
        (lambda: regression.mean_squared_error(SCORES), "missing a required argument: 'target'"),
        (lambda: regression.mean_squared_error(SCORES, SCORES, True, 3, WEIGHT), "too many positional arguments"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_answered_with_the_signature(call, message):
    with pytest.raises(TypeError, match=message + r".*; it is called as [a-z1_]+\(preds, target"):
        call()


def test_wrong_settings_and_data_are_refused_like_by_the_class():
    with pytest.raises(ValueError, match=re.escape("threshold to be a number in [0, 1], got 2")):
        classification.binary_accuracy(PROBABILITIES, YES, threshold=2)
    with pytest.raises(InvalidDataError, match="labels from 0 to 2; 12 of 12"):
        classification.multiclass_accuracy(SCORES, LABELS + 3, num_classes=3)


def test_unknown_function():
    with pytest.raises(AttributeError, match="has no attribute 'acuracy'"):
        functional.acuracy  # noqa: B018
