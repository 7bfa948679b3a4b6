"""The laws of the testing kit for every curve metric: exact, binned and in bins of unknown range."""

import numpy as np

from metricore import classification
from metricore.testing import Case, parametrize_with_checks
from tests.core.classification.curves import data, oracle

_TASKS = {
    "Binary": (data.binary, {}, "binary"),
    "Multiclass": (data.multiclass, {"num_classes": data.CLASSES}, "multiclass"),
    "Multilabel": (data.multilabel, {"num_labels": 3}, "multilabel"),
}
_GRID = [0.75, 0.0, 0.25, 0.5]  # no score of the samples lies between the thresholds and the bins are exact


def _on_grid(preds):
    return (preds * 4).floor() / 4


def _expected(name, task, settings, preds, target, weight):
    parts = oracle.columns(preds, target, weight=weight)
    if name in oracle.CURVES:
        return oracle.curve(name, *parts[0])
    if name in oracle.POINTS:
        values = [oracle.point(name, *part, **oracle.POINTS[name]) for part in parts]
        found = tuple(np.array(each) for each in zip(*values, strict=True))
        return tuple(each[0] for each in found) if task == "Binary" else found
    values = [oracle.area(name, *part) for part in parts]
    average = getattr(getattr(classification, task + name)(**settings), "average", None)
    return oracle.averaged(values, parts, average) if task != "Binary" else values[0]


def _lists(name, parts):
    return tuple(list(each) for each in zip(*(oracle.curve(name, *part) for part in parts), strict=True))


def _case(name, task, extra, label):
    make, needed, _ = _TASKS[task]
    preds, target = make(24)
    weight = data.weights(24)
    if "thresholds" in extra and task != "Multiclass":
        preds = _on_grid(preds)
    settings = {**needed, **oracle.POINTS.get(name, {}), **extra}
    if name in oracle.CURVES and task != "Binary":
        expected = _lists(name, oracle.columns(preds, target, weight=weight))
    else:
        expected = _expected(name, task, settings, preds, target, weight)
    batches = [(preds[:7], target[:7], weight[:7]), (preds[7:], target[7:], weight[7:])]
    failures = {"forward_no_host_sync": "an exact curve has a point for each score"} if name in oracle.CURVES else {}
    return Case(settings, batches, expected, name=label, low_precision=False, expected_failures=failures)


def _cases():
    for name in (*oracle.AREAS, *oracle.POINTS, *oracle.CURVES):
        for task in _TASKS:
            cases = [_case(name, task, {}, "exact")]
            if task == "Binary" and name in oracle.AREAS:
                cases.append(_case(name, task, {"thresholds": _GRID}, "binned"))
            yield f"{task}{name}", cases


@parametrize_with_checks([(getattr(classification, name), cases) for name, cases in _cases()])
def test_law(check):
    check()
