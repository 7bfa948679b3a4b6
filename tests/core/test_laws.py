"""The laws of `metricore.testing` for aggregates, and for settings that cases of `metricore check` leave out."""

import torch

from metricore import registry
from metricore.classification import (
    BinaryConfusionMatrix,
    BinaryF1Score,
    BinaryStatScores,
    MulticlassAccuracy,
    MulticlassStatScores,
    MultilabelRecall,
    MultilabelStatScores,
)
from metricore.regression import MeanSquaredError
from metricore.testing import Case, parametrize_with_checks
from tests.core.classification import oracle
from tests.core.classification.data import CLASSES, choices, decisions, halves

NAMES = (
    *("mean", "sum", "max", "min", "cat", "running_mean", "running_sum", "mean_squared_error", "mean_absolute_error"),
)

SCORES, LABELS = choices(n=20)
WIDE = torch.cat([SCORES, torch.full((20, 65), -9.0)], 1)
IGNORING = torch.where(torch.arange(20) % 5 == 0, -1, LABELS)
PROBABILITIES, YES = decisions((20,))
ROWS, MANY_YES = decisions((14, 3))
DEEP, DEEP_YES = decisions((9, 3, 4))
WEIGHT = torch.arange(20) % 4 / 2


def top_two(scores, target):
    order = scores.sort(dim=1, descending=True, stable=True).indices
    hit = (order[:, :2] == target.unsqueeze(1)).any(1)
    return torch.where(hit, target, order[:, 0])


def each(preds, target, classes):
    """Counts of each sample."""
    return torch.stack([torch.tensor(oracle.counts(p, t, classes)) for p, t in zip(preds, target, strict=True)])


MORE = [
    (
        MulticlassStatScores,
        [
            Case(
                {"num_classes": CLASSES, "average": "none", "ignore_index": -1, "top_k": 2},
                halves(SCORES, IGNORING, WEIGHT),
                lambda s, t, w: oracle.counts(top_two(s, t), t, CLASSES, -1, w),
            ),
            Case(
                {"num_classes": 70, "average": "none"},
                halves(WIDE, LABELS),
                lambda s, t: oracle.counts(s.argmax(1), t, 70),
            ),
            Case(
                {"num_classes": CLASSES, "average": "none", "multidim_average": "samplewise"},
                halves(*choices(shape=(6,), n=8)),
                lambda s, t: each(s.argmax(1), t, CLASSES),
            ),
        ],
    ),
    (
        MulticlassAccuracy,
        [
            Case(
                {"average": "micro", "ignore_index": -1},
                halves(SCORES, IGNORING),
                lambda s, t: oracle.multiclass("Accuracy", s.argmax(1), t, CLASSES, "micro", -1),
            )
        ],
    ),
    (
        BinaryF1Score,
        [
            Case(
                {"threshold": 0.3, "from_logits": False},
                halves(PROBABILITIES, YES, WEIGHT),
                lambda p, t, w: oracle.binary("F1Score", (p > 0.3).long(), t, weight=w),
            ),
            # One batch lies in [0, 1], the other does not.
            Case(
                {"threshold": 0.7},
                [(PROBABILITIES, YES), (PROBABILITIES.logit(), YES)],
                lambda p, t: oracle.binary("F1Score", (p.sigmoid() > 0.7).long(), t),
                name="mixed",
            ),
        ],
    ),
    (
        BinaryConfusionMatrix,
        [
            Case(
                {"normalize": "all", "from_logits": True},
                halves(PROBABILITIES.logit(), YES),
                lambda p, t: torch.histc(t * 2.0 + (p > 0), 4, 0, 3).reshape(2, 2) / len(t),
            )
        ],
    ),
    (
        BinaryStatScores,
        [
            Case(
                {"multidim_average": "samplewise"},
                halves(ROWS, MANY_YES),
                lambda p, t: each((p > 0.5).long(), t, 2)[:, 1],
            )
        ],
    ),
    (
        MultilabelStatScores,
        [
            Case(
                {"num_labels": 3, "average": "none", "multidim_average": "samplewise"},
                halves(DEEP, DEEP_YES),
                lambda p, t: torch.stack([each((q > 0.5).long(), u, 2)[:, 1] for q, u in zip(p, t, strict=True)]),
            )
        ],
    ),
    (
        MultilabelRecall,
        [
            Case(
                {"num_labels": 3, "average": "weighted", "ignore_index": 0, "zero_division": 1.0},
                halves(ROWS, MANY_YES),
                lambda p, t: oracle.multilabel("Recall", (p > 0.5).long(), t, "weighted", 0, zero_division=1.0),
            )
        ],
    ),
    (
        MeanSquaredError,
        [
            Case(
                {"num_outputs": 3, "squared": False},
                [(ROWS, MANY_YES, WEIGHT[:14])],
                lambda p, t, w: ((p - t).square() * w.unsqueeze(1)).sum(0).div(w.sum()).sqrt(),
            )
        ],
    ),
]


@parametrize_with_checks([(name, registry.conformance(registry.info(name).id)) for name in NAMES])
def test_law(check):
    check()


@parametrize_with_checks(MORE)
def test_law_with_other_settings(check):
    check()
