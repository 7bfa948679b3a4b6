"""Senseless settings are refused when the metric is made, with what was expected and what came."""

import pytest

from metricore import Accuracy, ConfusionMatrix, F1Score, StatScores, classification
from tests.core.classification import oracle

WRONG = [
    ("MulticlassAccuracy", {}, "Expected num_classes for average='macro', got None"),
    ("MulticlassAccuracy", {"num_classes": 1}, "num_classes to be an integer of at least 2, got 1"),
    ("MulticlassAccuracy", {"num_classes": "abc"}, "num_classes to be an integer of at least 2, got 'abc'"),
    ("MulticlassAccuracy", {"num_classes": 3.0}, "num_classes to be an integer of at least 2, got 3.0"),
    ("MulticlassAccuracy", {"num_classes": True}, "num_classes to be an integer of at least 2, got True"),
    ("MulticlassAccuracy", {"num_classes": 3, "top_k": 0}, "top_k to be an integer of at least 1, got 0"),
    ("MulticlassAccuracy", {"num_classes": 3, "top_k": 4}, "top_k of at most num_classes=3, got 4"),
    ("MulticlassAccuracy", {"num_classes": 3, "average": "mean"}, "average to be one of .*, got 'mean'"),
    ("MulticlassAccuracy", {"num_classes": 3, "ignore_index": "x"}, "ignore_index to be an integer or None, got 'x'"),
    ("MulticlassAccuracy", {"num_classes": 3, "ignore_index": 1.0}, "ignore_index to be an integer or None, got 1.0"),
    ("MulticlassAccuracy", {"num_classes": 3, "multidim_average": "all"}, "'global' or 'samplewise', got 'all'"),
    ("MulticlassAccuracy", {"num_classes": 3, "validate_args": 1}, "validate_args to be True or False, got 1"),
    (
        "MulticlassSpecificity",
        {"average": "micro"},
        "MulticlassSpecificity counts true negatives and needs num_classes",
    ),
    ("MulticlassStatScores", {"average": "micro"}, "MulticlassStatScores counts true negatives and needs num_classes"),
    ("MulticlassPrecision", {"num_classes": 3, "zero_division": 2}, r"zero_division in \[0, 1\] or nan, got 2"),
    ("MulticlassPrecision", {"num_classes": 3, "zero_division": "warn"}, "a number or nan, got 'warn'"),
    ("MulticlassFBetaScore", {"beta": 0.0, "num_classes": 3}, "beta to be a positive number, got 0.0"),
    ("BinaryFBetaScore", {"beta": "two"}, "beta to be a positive number, got 'two'"),
    ("BinaryAccuracy", {"threshold": 1.5}, r"threshold to be a number in \[0, 1\], got 1.5"),
    ("BinaryAccuracy", {"threshold": "half"}, r"threshold to be a number in \[0, 1\], got 'half'"),
    ("BinaryAccuracy", {"threshold": True}, r"threshold to be a number in \[0, 1\], got True"),
    ("BinaryAccuracy", {"from_logits": "no"}, "from_logits to be True, False or None, got 'no'"),
    ("BinaryAccuracy", {"from_logits": 0}, "from_logits to be True, False or None, got 0"),
    ("MultilabelAccuracy", {"num_labels": 1}, "num_labels to be an integer of at least 2, got 1"),
    ("BinaryConfusionMatrix", {"normalize": "rows"}, "normalize to be one of .*, got 'rows'"),
    ("MulticlassConfusionMatrix", {"num_classes": None}, "num_classes"),
]


@pytest.mark.parametrize(("name", "settings", "message"), WRONG)
def test_message_says_what_was_expected_and_what_came(name, settings, message):
    with pytest.raises(ValueError, match=message):
        getattr(classification, name)(**settings)


@pytest.mark.parametrize("name", ["MultilabelAccuracy", "MulticlassConfusionMatrix"])
def test_missing_setting(name):
    with pytest.raises(TypeError, match=f"{name}: missing a required argument: 'num_.*; its settings are"):
        getattr(classification, name)()


@pytest.mark.parametrize("task", ["Binary", "Multiclass", "Multilabel"])
@pytest.mark.parametrize("name", [*oracle.RATIOS, "StatScores", "ConfusionMatrix"])
def test_task_form(task, name):
    family = getattr(classification, name)
    member = getattr(classification, task + name)
    sizes = {"Multiclass": {"num_classes": 3}, "Multilabel": {"num_labels": 3}}.get(task, {})
    metric = family(task.lower(), **sizes)
    assert type(metric) is member
    assert isinstance(metric, family)
    if task != "Binary" and name != "ConfusionMatrix":
        assert metric.average == "micro"  # the task form's default, the classes' own is macro


@pytest.mark.parametrize(
    ("family", "settings", "error", "message"),
    [
        (Accuracy, {"task": "regression"}, ValueError, "expected task to be one of .*, got 'regression'"),
        (Accuracy, {"task": "multilabel"}, ValueError, "task='multilabel' needs num_labels, got none"),
        (ConfusionMatrix, {"task": "multiclass"}, ValueError, "task='multiclass' needs num_classes, got none"),
        (Accuracy, {"task": "binary", "top_k": 3}, ValueError, "top_k does not apply to task='binary', got top_k=3"),
        (Accuracy, {"task": "binary", "num_classes": 3}, ValueError, "num_classes does not apply .* got num_classes=3"),
        (
            StatScores,
            {"task": "multiclass", "num_classes": 3, "num_labels": 2},
            ValueError,
            "num_labels does not apply",
        ),
        (F1Score, {"task": "multilabel", "num_labels": 2, "top_k": 2}, ValueError, "top_k does not apply"),
        (F1Score, {}, TypeError, "F1Score: missing a required argument: 'task'"),
        (F1Score, {"task": "binary", "averaged": "micro"}, TypeError, "averaged"),
    ],
)
def test_task_form_refuses(family, settings, error, message):
    with pytest.raises(error, match=message):
        family(**settings)


def test_task_form_takes_what_every_metric_takes():
    assert Accuracy(task="binary", num_classes=2, sync_on_compute=False).sync_on_compute is False
