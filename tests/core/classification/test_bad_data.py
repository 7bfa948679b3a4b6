"""Data that cannot be meant: an error that names it, and nothing that was accumulated is lost."""

import pytest
import torch

from metricore import InvalidDataError
from metricore.classification import MulticlassAccuracy
from tests.core.classification.data import CLASSES, choices, decisions, make, value

MULTICLASS = {"num_classes": 3}
LABELS = torch.tensor([0, 1, 2, 1])
YES = torch.tensor([0, 1, 1, 0])
SCORES = torch.eye(3)[LABELS]

VALUES = [
    ("Multiclass", MULTICLASS, LABELS, [0, 3, -1, 1], "target to hold labels from 0 to 2; 2 of 4 elements"),
    ("Multiclass", MULTICLASS, SCORES, [0, 3, 3, 1], "target to hold labels from 0 to 2; 2 of 4 elements"),
    ("Multiclass", MULTICLASS, SCORES, [0, -1, 2, 1], "target to hold labels from 0 to 2; 1 of 4 elements"),
    ("Multiclass", MULTICLASS | {"top_k": 2}, SCORES, [0, 3, 2, 1], "labels from 0 to 2; 1 of 4 elements"),
    ("Multiclass", MULTICLASS | {"ignore_index": -1}, SCORES, [-1, 7, 2, 1], "0 to 2 or the ignored -1; 1 of 4"),
    ("Multiclass", MULTICLASS, LABELS + 1, LABELS, "preds to hold labels from 0 to 2; 1 of 4 elements"),
    ("Multiclass", {"num_classes": 70}, SCORES.repeat(1, 24)[:, :70], [0, 70, 2, 1], "labels from 0 to 69; 1 of 4"),
    ("Multiclass", MULTICLASS, SCORES * float("nan"), LABELS, "scores in preds without NaN; 12 of 12"),
    ("Multiclass", {"average": "micro"}, SCORES, [0, 3, 2, 1], "labels from 0 to 2; 1 of 4"),
    ("Binary", {}, YES, [0, 2, 1, 0], "target to hold labels from 0 to 1; 1 of 4"),
    ("Binary", {}, YES * 2, YES, "preds to hold labels from 0 to 1; 2 of 4"),
    ("Binary", {}, [0.1, float("nan"), 0.3, 0.4], YES, "scores in preds without NaN; 1 of 4"),
    ("Multilabel", {"num_labels": 2}, YES.reshape(2, 2), [[0, 1], [9, 1]], "labels from 0 to 1; 1 of 4"),
]
SHAPES = [
    ("Multiclass", MULTICLASS, SCORES, LABELS[:2], r"preds of shape \(N, C, ...\) with C=3 .*\(2,\), got \(4, 3\)"),
    ("Multiclass", MULTICLASS, SCORES[:, :2], LABELS, r"C=3 for a target of shape \(4,\), got \(4, 2\)"),
    ("Multiclass", MULTICLASS, LABELS[:2], LABELS, r"the same shape, got \(2,\) and \(4,\)"),
    ("Multiclass", MULTICLASS, SCORES[0], LABELS[0], r"target of shape \(\), got \(3,\)"),
    ("Multiclass", MULTICLASS, LABELS.float(), LABELS, "preds to hold integer labels, got dtype torch.float32"),
    ("Multiclass", MULTICLASS, SCORES.long(), LABELS, "floating scores, got torch.int64"),
    ("Multiclass", MULTICLASS, SCORES, LABELS.float(), "target to hold integer labels, got dtype torch.float32"),
    (
        "Multiclass",
        MULTICLASS,
        SCORES,
        LABELS.to(torch.uint16),
        "target .* got dtype torch.uint16 instead of bool, uint8",
    ),
    ("Multiclass", MULTICLASS | {"top_k": 2}, LABELS, LABELS, "scores of shape .* for top_k=2, got labels"),
    ("Binary", {}, YES.float(), YES.float(), "target to hold integer labels, got dtype torch.float32"),
    ("Binary", {}, YES[:3], YES, r"the same shape, got \(3,\) and \(4,\)"),
    ("Multilabel", {"num_labels": 3}, YES.reshape(2, 2), YES.reshape(2, 2), r"shape \(N, 3, ...\), got \(2, 2\)"),
    ("Multilabel", {"num_labels": 3}, YES, YES, r"shape \(N, 3, ...\), got \(4,\)"),
]


@pytest.mark.parametrize(("task", "settings", "preds", "target", "message"), VALUES)
def test_values(task, settings, preds, target, message):
    with pytest.raises(InvalidDataError, match=message):
        make(f"{task}Accuracy", **settings).update(torch.as_tensor(preds), torch.as_tensor(target))


@pytest.mark.parametrize("classes", [2, 3, 4, 10, 64, 65])
@pytest.mark.parametrize("label", [-(2**63), -(2**62), 2**62, 2**63 - 1, -1])  # NaN as an integer is the first of them
def test_labels_far_outside(label, classes):
    metric = MulticlassAccuracy(num_classes=classes)
    with pytest.raises(InvalidDataError, match=f"labels from 0 to {classes - 1}; 1 of 3 elements"):
        metric.update(torch.eye(classes)[:1].expand(3, -1), torch.tensor([0, label, 0]))
    assert metric.update_count == 0


@pytest.mark.parametrize(("task", "settings", "preds", "target", "message"), SHAPES)
def test_shapes_and_dtypes(task, settings, preds, target, message):
    with pytest.raises(ValueError, match=message):
        make(f"{task}Accuracy", **settings).update(preds, target)


@pytest.mark.parametrize("step", ["update", "forward"])
def test_nothing_accumulated_is_lost(step):
    scores, target = choices()
    metric = make("MulticlassAccuracy", num_classes=CLASSES)
    before = value(metric, (scores, target))
    with pytest.raises(InvalidDataError):
        getattr(metric, step)(scores, target + CLASSES)
    with pytest.raises(ValueError, match="the same shape"):
        getattr(metric, step)(target[:3], target)
    assert metric.update_count == 1
    assert torch.equal(metric.compute(), before)


DEFERRED = [
    ("Multiclass", MULTICLASS, SCORES, torch.tensor([0, 3, -1, 1]), "target to hold labels from 0 to 2; 4 elements"),
    ("Multiclass", {"num_classes": 70}, LABELS, LABELS + 69, "target to hold labels from 0 to 69; 6 elements"),
    ("Multiclass", MULTICLASS | {"top_k": 2}, SCORES, LABELS + 1, "target to hold labels from 0 to 2; 2 elements"),
    ("Multiclass", MULTICLASS, SCORES / 0, LABELS, "scores in preds without NaN; 16 elements"),
    ("Binary", {}, YES.float(), YES * 2, "target to hold labels from 0 to 1; 4 elements"),
    ("Binary", {"from_logits": False}, YES * 1.5, YES, "probabilities in .0, 1. in preds; 4 elements"),
    ("Multilabel", {"num_labels": 2}, YES.reshape(2, 2) * 3, YES.reshape(2, 2), "preds to hold .* 0 to 1; 4 elements"),
]


@pytest.mark.parametrize(("task", "settings", "preds", "target", "message"), DEFERRED)
def test_where_values_cannot_be_looked_at_compute_says_how_many_and_since_when(task, settings, preds, target, message):
    metric = make(f"{task}Accuracy", **settings)
    torch._dynamo.reset()
    step = torch.compile(lambda p, t: metric.update(p, t), backend="eager", fullgraph=True)
    step(torch.zeros_like(preds), torch.zeros_like(target))
    for _ in range(2):
        step(preds, target)
    with pytest.raises(InvalidDataError, match=f"{message} do not fit, the first of them in update 2"):
        metric.compute()
    assert metric.update_count == 3


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("settings", "labels"),
    [(MULTICLASS, True), (MULTICLASS, False), ({"num_classes": 70}, True), (MULTICLASS | {"top_k": 2}, False)],
)
def test_unchecked_elements_change_no_others(compiled, labels, settings):
    classes = settings["num_classes"]
    scores = torch.rand(6, classes, generator=torch.Generator().manual_seed(0))
    target = torch.tensor([0, 1, 2, classes, -5, 10**6])
    expected = value(make("MulticlassStatScores", average="none", **settings), (scores[:3], target[:3]))
    metric = make("MulticlassStatScores", average="none", validate_args=False, **settings)
    torch._dynamo.reset()
    update = torch.compile(metric.update, backend="eager", fullgraph=True) if compiled else metric.update
    update(scores.argmax(1) if labels else scores, target)
    assert torch.equal(metric.compute(), expected)


@pytest.mark.parametrize("task", ["Binary", "Multilabel"])
def test_unchecked_elements_of_decisions_change_no_others(task):
    settings = {"num_labels": 3} if task == "Multilabel" else {}
    preds, target = decisions((12, 3))
    expected = value(make(f"{task}StatScores", **settings), (preds[:9], target[:9]))
    target[9:] = torch.tensor([-1, 2, 50])
    assert torch.equal(value(make(f"{task}StatScores", validate_args=False, **settings), (preds, target)), expected)
