"""`multidim_average="samplewise"`: each sample has the value that a metric of it alone has."""

import pytest
import torch

from tests.core.classification import oracle
from tests.core.classification.data import CLASSES, choices, decisions, halves, make, value


def alone(name, settings, preds, target, weight):
    """The value of each sample by a metric of its own."""
    rows = zip(preds.split(1), target.split(1), weight.split(1), strict=True)
    return torch.stack([value(make(name, **settings), row) for row in rows])


@pytest.mark.parametrize("ignore_index", [None, -1, 1])
@pytest.mark.parametrize("average", oracle.AVERAGES)
@pytest.mark.parametrize("name", [*oracle.RATIOS, "StatScores"])
@pytest.mark.parametrize("task", ["Multiclass", "Multilabel"])
def test_each_sample_by_itself(task, name, average, ignore_index):
    if task == "Multiclass":
        scores, target = choices(shape=(6,), n=12)
        settings = {"num_classes": CLASSES}
    else:
        scores, target = decisions((12, 3, 4))
        settings = {"num_labels": 3}
    if ignore_index == -1:
        target[2:4] = -1
        target[5, ..., 1:] = -1
    weight = torch.rand(target.shape) if ignore_index is None else torch.ones(target.shape)
    settings |= oracle.RATIOS.get(name, {}) | {"average": average, "ignore_index": ignore_index}
    metric = make(task + name, multidim_average="samplewise", **settings)
    got = value(metric, *halves(scores, target, weight))
    torch.testing.assert_close(got, alone(task + name, settings, scores, target, weight), equal_nan=True)


@pytest.mark.parametrize("name", [*oracle.RATIOS, "StatScores"])
def test_binary(name):
    scores, target = decisions((12, 4))
    settings = oracle.RATIOS.get(name, {})
    got = value(make(f"Binary{name}", multidim_average="samplewise", **settings), *halves(scores, target))
    expected = alone(f"Binary{name}", settings, scores, target, torch.ones(target.shape))
    torch.testing.assert_close(got, expected.to(got.dtype), equal_nan=True)


def test_one_reading_for_all_samples():
    """Scores outside of [0, 1] in one sample make those of all samples logits."""
    preds = torch.tensor([[0.2, 0.7], [-3.0, 4.0]])
    metric = make("BinaryAccuracy", multidim_average="samplewise")
    assert value(metric, *halves(preds, torch.tensor([[1, 1], [0, 1]]))).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("task", ["Binary", "Multiclass", "Multilabel"])
def test_no_samples(task):
    settings = {"Binary": {}, "Multiclass": {"num_classes": 3}, "Multilabel": {"num_labels": 3}}[task]
    metric = make(f"{task}Accuracy", multidim_average="samplewise", **settings)
    shapes = {"Binary": ((0, 4), (0, 4)), "Multiclass": ((0, 3, 4), (0, 4)), "Multilabel": ((0, 3, 4), (0, 3, 4))}[task]
    got = value(metric, (torch.empty(shapes[0]), torch.empty(shapes[1], dtype=torch.long)))
    assert got.shape == (0,)


def test_samples_without_elements():
    metric = make("MulticlassAccuracy", num_classes=3, multidim_average="samplewise")
    got = value(metric, (torch.empty(2, 3, 0), torch.empty(2, 0, dtype=torch.long)))
    assert got.shape == (2,)
    assert got.isnan().all()


@pytest.mark.parametrize(
    ("name", "settings", "shape"),
    [
        ("BinaryAccuracy", {}, (4,)),
        ("MulticlassAccuracy", {"num_classes": 3}, (4,)),
        ("MultilabelAccuracy", {"num_labels": 3}, (4, 3)),
    ],
)
def test_needs_elements_within_a_sample(name, settings, shape):
    metric = make(name, multidim_average="samplewise", **settings)
    with pytest.raises(ValueError, match=r"dimension besides the samples .* got shape \(4"):
        metric.update(torch.zeros(shape, dtype=torch.long), torch.zeros(shape, dtype=torch.long))
