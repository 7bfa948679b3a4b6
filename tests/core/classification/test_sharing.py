"""Metrics of the same counts in one collection: counted once, with the values that each has by itself."""

import pytest
import torch

from metricore import MetricCollection
from metricore.classification import BinaryStatScores, MulticlassAccuracy, MulticlassStatScores, MultilabelStatScores
from tests.core.classification import oracle
from tests.core.classification.data import CLASSES, choices, decisions, halves, make

NAMES = ("Accuracy", "Precision", "Recall", "F1Score", "Specificity")


def metrics_of(task, **sizes):
    averages = [{}] if task == "Binary" else [{"average": average} for average in oracle.AVERAGES]
    found = {
        f"{name}-{settings.get('average')}": make(task + name, **sizes, **settings)
        for name in NAMES
        for settings in averages
    }
    return found | {"matrix": make(f"{task}ConfusionMatrix", normalize="true", **sizes)}


def counting(monkeypatch, cls):
    """How often the counts of a task are updated, from here on."""
    calls = []
    home = next(base for base in cls.__mro__ if "update" in vars(base))
    original = home.update.__wrapped__

    def counted(self, *args, **kwargs):
        calls.append(type(self).__name__)
        return original(self, *args, **kwargs)

    monkeypatch.setattr(home.update, "__wrapped__", counted)
    guarded = home.update

    def update(self, *args, **kwargs):
        calls.append(type(self).__name__)
        return guarded(self, *args, **kwargs)

    update.__wrapped__ = counted
    monkeypatch.setattr(home, "update", update)
    return calls


TASKS = [
    ("Binary", BinaryStatScores, {}, decisions()),
    ("Multiclass", MulticlassStatScores, {"num_classes": CLASSES}, choices()),
    ("Multilabel", MultilabelStatScores, {"num_labels": 3}, decisions((40, 3))),
]


@pytest.mark.parametrize(("task", "cls", "sizes", "data"), TASKS)
@pytest.mark.parametrize("step", ["update", "forward"])
def test_counted_once(monkeypatch, task, cls, sizes, data, step):
    calls = counting(monkeypatch, cls)
    collection = MetricCollection(metrics_of(task, **sizes))
    assert len(collection.compute_groups) == 1
    for batch in halves(*data):
        getattr(collection, step)(*batch)
    assert len(calls) == 2


@pytest.mark.parametrize(("task", "cls", "sizes", "data"), TASKS)
@pytest.mark.parametrize("step", ["update", "forward"])
def test_values_are_those_of_each_by_itself(task, cls, sizes, data, step):
    collection, alone = MetricCollection(metrics_of(task, **sizes)), metrics_of(task, **sizes)
    for batch in halves(*data):
        together = getattr(collection, step)(*batch)
        apart = {name: getattr(metric, step)(*batch) for name, metric in alone.items()}
        if step == "forward":
            torch.testing.assert_close(together, apart, rtol=0, atol=0, equal_nan=True)
    torch.testing.assert_close(
        collection.compute(), {name: metric.compute() for name, metric in alone.items()}, rtol=0, atol=0, equal_nan=True
    )


def test_weights_are_shared_too():
    scores, target = choices()
    weight = torch.rand(len(target))
    collection, alone = (metrics_of("Multiclass", num_classes=CLASSES) for _ in range(2))
    collection = MetricCollection(collection)
    collection.update(scores, target, sample_weight=weight)
    for metric in alone.values():
        metric.update(scores, target, weight)
    torch.testing.assert_close(
        collection.compute(), {n: m.compute() for n, m in alone.items()}, rtol=0, atol=0, equal_nan=True
    )


@pytest.mark.parametrize(
    "other",
    [{"ignore_index": 1}, {"top_k": 2}, {"num_classes": 4}, {"validate_args": False}],
)
def test_what_counts_differently_shares_nothing(other):
    metrics = [make("MulticlassAccuracy", num_classes=5), make("MulticlassRecall", **({"num_classes": 5} | other))]
    assert len(MetricCollection(metrics).compute_groups) == 2


def test_a_subclass_that_counts_differently_shares_nothing():
    class Reversed(MulticlassAccuracy):
        def update(self, preds, target, sample_weight=None):
            super().update(-preds, target, sample_weight)

    scores, target = choices()
    collection = MetricCollection([MulticlassAccuracy(CLASSES), Reversed(CLASSES)])
    collection.update(scores, target)
    assert torch.equal(collection.compute()["Reversed"], MulticlassAccuracy(CLASSES)(-scores, target))
