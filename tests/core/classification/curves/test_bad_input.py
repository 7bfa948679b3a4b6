"""Settings and data that make no sense are refused in words; nothing that was accumulated is lost."""

import pytest
import torch

from metricore import InvalidDataError, classification
from tests.core.classification.curves.data import make

SETTINGS = [
    ("BinaryAUROC", {"max_fpr": 0}, "max_fpr"),
    ("BinaryAUROC", {"max_fpr": 1.5}, "max_fpr"),
    ("BinaryAUROC", {"thresholds": 1}, "at least 2 thresholds"),
    ("BinaryAUROC", {"thresholds": []}, "thresholds"),
    ("BinaryAUROC", {"thresholds": [0.5, 1.5]}, "from 0.5 to 1.5"),
    ("BinaryAUROC", {"thresholds": [0.5, float("nan")]}, "thresholds"),
    ("BinaryAUROC", {"thresholds": "many"}, "'many'"),
    ("BinaryAUROC", {"thresholds": torch.rand(2, 2)}, "thresholds"),
    ("BinaryAUROC", {"thresholds": True}, "thresholds"),
    ("BinaryAUROC", {"score_range": (1, 0), "thresholds": 5}, "score_range"),
    ("BinaryAUROC", {"score_range": 3, "thresholds": 5}, "score_range"),
    ("BinaryAUROC", {"ignore_index": 0.5}, "ignore_index"),
    ("BinaryAUROC", {"validate_args": 1}, "validate_args"),
    ("BinaryAUROC", {"from_logits": "yes"}, "from_logits"),
    ("BinaryAUROC", {"from_logits": True, "normalization": None}, "from_logits"),
    ("BinaryROC", {"normalization": "softmax"}, "normalization"),
    ("BinaryLogAUC", {"fpr_range": (0, 0.1)}, "fpr_range"),
    ("BinaryLogAUC", {"fpr_range": (0.1, 0.01)}, "fpr_range"),
    ("BinaryLogAUC", {"fpr_range": 0.1}, "fpr_range"),
    ("MulticlassAUROC", {"num_classes": 1}, "num_classes"),
    ("MulticlassAUROC", {"num_classes": 3, "average": "mean"}, "average"),
    ("MulticlassROC", {"num_classes": 3, "average": "weighted"}, "average"),
    ("MultilabelAUROC", {"num_labels": 0}, "num_labels"),
    ("BinaryRecallAtFixedPrecision", {"min_precision": 1.1}, "min_precision"),
    ("BinaryPrecisionAtFixedRecall", {"min_recall": -0.1}, "min_recall"),
    ("BinarySensitivityAtSpecificity", {"min_specificity": None}, "min_specificity"),
    ("BinarySpecificityAtSensitivity", {"min_sensitivity": True}, "min_sensitivity"),
    ("BinaryFalsePositiveRateAtRecall", {"recall": 95}, "recall"),
    ("BinaryMaxFBeta", {"beta": 0}, "beta"),
]


@pytest.mark.parametrize(("name", "settings", "match"), SETTINGS)
def test_settings(name, settings, match):
    with pytest.raises(ValueError, match=match):
        make(name, **settings)


def test_missing_settings():
    with pytest.raises(TypeError, match="min_recall"):
        classification.BinaryPrecisionAtFixedRecall()
    with pytest.raises(ValueError, match="num_classes"):
        classification.AUROC("multiclass")
    with pytest.raises(ValueError, match="max_fpr"):
        classification.AUROC("multilabel", num_labels=2, max_fpr=0.5)


PREDS, TARGET = torch.tensor([0.2, 0.7, 0.4]), torch.tensor([0, 1, 1])
DATA = [
    ("BinaryAUROC", {}, (PREDS[:2], TARGET), ValueError, r"\(2,\) and \(3,\)"),
    ("BinaryAUROC", {}, (TARGET, TARGET), ValueError, "floating"),
    ("BinaryAUROC", {}, (PREDS, PREDS), ValueError, "integer labels"),
    ("BinaryAUROC", {}, (PREDS, TARGET + 1), InvalidDataError, "2 of 3"),
    ("BinaryAUROC", {"ignore_index": 9}, (PREDS, TARGET - 1), InvalidDataError, "ignored 9"),
    ("BinaryAUROC", {}, (PREDS * torch.nan, TARGET), InvalidDataError, "without NaN"),
    ("BinaryAUROC", {"from_logits": False}, (PREDS * 4, TARGET), InvalidDataError, r"\[0, 1\]"),
    ("BinaryAUROC", {}, (PREDS, TARGET, -PREDS), InvalidDataError, "sample_weight"),
    ("BinaryAUROC", {}, (PREDS, TARGET, PREDS[:2]), ValueError, "sample_weight"),
    ("MulticlassAUROC", {"num_classes": 3}, (PREDS, TARGET), ValueError, r"\(N, 3, ...\)"),
    ("MulticlassAUROC", {"num_classes": 2}, (PREDS.expand(3, 3), TARGET), ValueError, r"\(N, 2, ...\)"),
    ("MulticlassAUROC", {"num_classes": 3}, (PREDS.expand(3, 3), TARGET + 2), InvalidDataError, "from 0 to 2"),
    ("MultilabelAUROC", {"num_labels": 2}, (PREDS, TARGET), ValueError, r"\(N, 2, ...\)"),
]


@pytest.mark.parametrize("thresholds", [None, 5, "auto"])
@pytest.mark.parametrize(("name", "settings", "batch", "error", "match"), DATA)
def test_data(name, settings, batch, error, match, thresholds):
    metric = make(name, **settings, thresholds=thresholds)
    with pytest.raises(error, match=match):
        metric.update(*batch)
    assert not metric.update_called


@pytest.mark.parametrize("thresholds", [None, 5, "auto"])
def test_without_checks_what_is_invalid_takes_no_part(thresholds):
    preds = torch.tensor([0.2, torch.nan, 0.7, 0.4, 0.9])
    target = torch.tensor([0, 1, 1, 5, 0])
    kept = torch.tensor([0, 2, 4])
    got = classification.BinaryAUROC(thresholds=thresholds, validate_args=False)(preds, target)
    assert torch.equal(got, classification.BinaryAUROC(thresholds=thresholds)(preds[kept], target[kept]))
    rows = torch.rand(5, 3)
    rows[1, 2] = torch.nan
    labels = torch.tensor([0, 1, 2, 5, 1])
    got = classification.MulticlassAUROC(3, thresholds=thresholds, validate_args=False, average="none")(rows, labels)
    expected = classification.MulticlassAUROC(3, thresholds=thresholds, average="none")(rows[kept], labels[kept])
    assert torch.equal(got, expected)
