"""The report as a dict and as text against scikit-learn's."""

import numpy as np
import pytest
import torch
from sklearn.metrics import classification_report

from tests.core.classification.data import choices, decisions, halves, make, value, weights_of


def expect(got, expected):
    assert list(got) == list(expected)
    for name, its in expected.items():
        if isinstance(its, dict):
            expect(got[name], its)
        else:
            np.testing.assert_allclose(float(got[name]), its, rtol=1e-5)


@pytest.mark.parametrize("zero_division", [0.0, 1.0])
@pytest.mark.parametrize("weighted", [False, True])
def test_multiclass(weighted, zero_division):
    scores, target = choices()
    weight = weights_of(target)
    about = {"sample_weight": weight.numpy() if weighted else None, "zero_division": zero_division}
    metric = make("MulticlassClassificationReport", 5, zero_division=zero_division)
    got = value(metric, *(halves(scores, target, weight) if weighted else halves(scores, target)))
    preds = scores.argmax(1)
    expect(got, classification_report(target.numpy(), preds.numpy(), output_dict=True, **about))
    if not weighted:
        assert metric.text() == classification_report(target.numpy(), preds.numpy(), **about)
        assert metric.text(digits=4) == classification_report(target.numpy(), preds.numpy(), digits=4, **about)


def test_binary():
    scores, target = decisions()
    expected = [target.numpy(), (scores > 0.5).numpy().astype(int)]
    names = ["a name that is longer than most", "yes"]
    for preds in (scores, scores.logit(), (scores > 0.5).long()):
        metric = make("BinaryClassificationReport", target_names=names)
        expect(
            value(metric, *halves(preds, target)),
            classification_report(*expected, output_dict=True, target_names=names),
        )
        assert metric.text() == classification_report(*expected, target_names=names)


@pytest.mark.parametrize("zero_division", [0.0, 1.0, np.nan])
@pytest.mark.parametrize("weighted", [False, True])
def test_multilabel(weighted, zero_division):
    scores, target = decisions((30, 4))
    target[:, 3], target[::7] = 0, 0
    scores[:, 2], scores[::5] = 0.1, 0.2
    weight = weights_of(target)
    expected = [target.numpy(), (scores > 0.5).numpy().astype(int)]
    about = {"sample_weight": weight.numpy() if weighted else None, "zero_division": zero_division}
    for preds in (scores, scores.logit(), (scores > 0.5).long()):
        metric = make("MultilabelClassificationReport", 4, zero_division=zero_division)
        got = value(metric, *(halves(preds, target, weight) if weighted else halves(preds, target)))
        expect(got, classification_report(*expected, output_dict=True, **about))
        if not weighted:
            assert metric.text() == classification_report(*expected, **about)


def test_ignored_labels_have_no_part():
    scores, target = decisions((30, 4))
    target[:, 1] = -1  # throughout
    target[:2] = -1  # samples without labels
    metric = make("MultilabelClassificationReport", 4, ignore_index=-1)
    got = value(metric, *halves(scores, target))
    kept, names = [0, 2, 3], ["0", "2", "3"]
    parts = target[2:, kept].numpy(), (scores[2:, kept] > 0.5).numpy()
    expect(got, classification_report(*parts, output_dict=True, zero_division=0, target_names=names))
    target[5:, 2] = -1  # then samples differ in their labels
    got = value(make("MultilabelClassificationReport", 4, ignore_index=-1), *halves(scores, target))
    by_sample = []
    for yes, true in zip(scores > 0.5, target, strict=True):
        known = true >= 0
        if known.any():
            predicted, hits = yes[known].sum(), (yes & (true == 1)).sum()
            by_sample.append((hits / predicted if predicted else torch.tensor(0.0)).item())
    np.testing.assert_allclose(got["samples avg"]["precision"], np.mean(by_sample), rtol=1e-6)


def test_further_dimensions_hold_samples():
    scores, target = decisions((6, 3, 5))
    got = value(make("MultilabelClassificationReport", 3), *halves(scores, target))
    flat = [part.movedim(1, -1).reshape(-1, 3) for part in (scores, target)]
    expect(got, classification_report(flat[1], flat[0] > 0.5, output_dict=True, zero_division=0))


def test_ignored_samples_and_an_ignored_class_have_no_part():
    scores, target = choices()
    keep = target != 0
    metric = make("MulticlassClassificationReport", 5, ignore_index=0)
    got = value(metric, *halves(scores, target))
    preds = scores.argmax(1)
    labels = sorted({*target[keep].tolist(), *preds[keep].tolist()} - {0})
    expected = classification_report(
        target[keep].numpy(), preds[keep].numpy(), labels=labels, output_dict=True, zero_division=0
    )
    for name in (*map(str, labels), "macro avg", "weighted avg"):
        expect(got[name], expected[name])
    assert "0" not in got
    np.testing.assert_allclose(got["accuracy"], (preds == target)[keep].double().mean(), rtol=1e-6)


def test_nothing():
    nothing = torch.zeros(0, dtype=torch.long)
    got = value(make("MulticlassClassificationReport", 3), (nothing, nothing))
    assert list(got) == ["accuracy", "macro avg", "weighted avg"]
    assert got["accuracy"].isnan()
    assert got["macro avg"]["recall"].isnan()
    assert got["macro avg"]["support"] == 0
    nothing = nothing.reshape(0, 2)
    got = value(make("MultilabelClassificationReport", 2), (nothing, nothing))
    assert list(got) == ["micro avg", "macro avg", "weighted avg", "samples avg"]
    assert all(got[name]["precision"].isnan() for name in list(got)[1:])


def test_refused():
    with pytest.raises(ValueError, match="target_names to be 3 different names"):
        make("MulticlassClassificationReport", 3, ["a", "b"])
    with pytest.raises(ValueError, match="target_names to be none of"):
        make("MultilabelClassificationReport", 2, target_names=["a", "macro avg"])
    with pytest.raises(ValueError, match="zero_division in"):
        make("BinaryClassificationReport", zero_division=2)
