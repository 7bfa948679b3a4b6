"""What scikit-learn says of decisions, brought to the averages and the ignored labels that the metrics know."""

import warnings

import numpy as np
from sklearn import metrics as reference

AVERAGES = ("micro", "macro", "weighted", "none")
RATIOS = {
    "Accuracy": {},
    "HammingDistance": {},
    "Precision": {"zero_division": 0.0},
    "Recall": {"zero_division": 0.0},
    "F1Score": {"zero_division": 0.0},
    "FBetaScore": {"zero_division": 0.0, "beta": 2.0},
    "Specificity": {},
    "NegativePredictiveValue": {"zero_division": 0.0},
}
_COLUMNS = {"Precision": 0, "Recall": 1, "F1Score": 2, "FBetaScore": 2}


def multiclass(name, preds, target, classes, average, ignore_index=None, weight=None, zero_division=np.nan, beta=1.0):
    """The value of a ratio of a choice among classes, labels in and number or vector out."""
    preds, target, weight = _kept(preds, target, weight, ignore_index)
    ignored = ignore_index if ignore_index is not None and 0 <= ignore_index < classes else None
    present = weight > 0
    occurring = sorted({*target[present], *preds[present]} - {ignored})
    everything = list(range(classes))
    if average in ("micro", "none"):
        labels = everything
    elif not occurring:
        return np.nan
    else:
        labels = occurring
    if average == "micro" and name == "Accuracy":
        return reference.accuracy_score(target, preds, sample_weight=weight) if weight.sum() else np.nan
    if average == "micro" and name == "HammingDistance":
        return reference.hamming_loss(target, preds, sample_weight=weight) if weight.sum() else np.nan
    if name in ("Accuracy", "HammingDistance"):  # by class the recall, and its complement
        recalls = multiclass("Recall", preds, target, classes, average, ignored, weight, np.nan)
        return recalls if name == "Accuracy" else 1 - recalls
    if name in _COLUMNS:
        value = _scores(target, preds, labels, average, weight, zero_division, beta)[_COLUMNS[name]]
    else:
        with _quiet():
            matrix = reference.multilabel_confusion_matrix(target, preds, labels=labels, sample_weight=weight)
        value = _averaged(*_of_negatives(name, matrix), average, zero_division)
    if average == "none" and ignored is not None:
        value[ignored] = np.nan
    return value


def binary(name, preds, target, ignore_index=None, weight=None, zero_division=np.nan, beta=1.0):
    """The value of a ratio of yes or no."""
    preds, target, weight = _kept(preds, target, weight, ignore_index)
    if name == "Accuracy":
        return reference.accuracy_score(target, preds, sample_weight=weight) if weight.sum() else np.nan
    if name == "HammingDistance":
        return reference.hamming_loss(target, preds, sample_weight=weight) if weight.sum() else np.nan
    if not weight.sum():
        return zero_division
    if name in _COLUMNS:
        return _scores(target, preds, [1], "none", weight, zero_division, beta)[_COLUMNS[name]][0]
    matrix = reference.multilabel_confusion_matrix(target, preds, labels=[1], sample_weight=weight)
    return _averaged(*_of_negatives(name, matrix), "none", zero_division)[0]


def multilabel(name, preds, target, average, ignore_index=None, weight=None, zero_division=np.nan, beta=1.0):
    """The value of a ratio over labels; each element counts by its own weight."""
    labels = preds.shape[1]
    weight = np.ones(len(preds)) if weight is None else weight
    weights = weight if weight.ndim == 2 else np.repeat(weight[:, None], labels, 1)
    columns = [(preds[:, i], target[:, i], weights[:, i]) for i in range(labels)]
    if average == "micro":
        columns = [tuple(np.concatenate(part) for part in zip(*columns, strict=True))]
    kept = [_kept(*column, ignore_index) for column in columns]
    values = np.array([binary(name, p, t, None, w, zero_division, beta) for p, t, w in kept], dtype=float)
    if average == "micro":
        return values[0]
    present = np.array([w.sum() > 0 for _, _, w in kept])
    values[~present] = np.nan
    if average == "none":
        return values
    support = np.array([w[t == 1].sum() for _, t, w in kept])
    return _mean(values, support if average == "weighted" else np.ones(labels), zero_division)


def counts(preds, target, classes, ignore_index=None, weight=None):
    """Rows of true positives, false positives, true negatives, false negatives and support by class."""
    preds, target, weight = _kept(preds, target, weight, ignore_index)
    if not len(target):
        return np.zeros((classes, 5))
    labels = list(range(classes))
    matrix = reference.multilabel_confusion_matrix(target, preds, labels=labels, sample_weight=weight)
    tn, fp, fn, tp = matrix.reshape(classes, 4).T
    return np.stack([tp, fp, tn, fn, tp + fn], 1)


def _kept(preds, target, weight, ignore_index):
    preds, target = np.asarray(preds).reshape(-1), np.asarray(target).reshape(-1)
    weight = np.ones(len(target)) if weight is None else np.asarray(weight, dtype=float).reshape(-1)
    keep = np.ones(len(target), dtype=bool) if ignore_index is None else target != ignore_index
    return preds[keep], target[keep], weight[keep]


def _scores(target, preds, labels, average, weight, zero_division, beta):
    with _quiet():
        return reference.precision_recall_fscore_support(
            target, preds, labels=labels, average=None if average == "none" else average, sample_weight=weight,
            zero_division=zero_division, beta=beta,
        )  # fmt: skip


def _of_negatives(name, matrix):
    """Numerator, denominator and support by class, of what scikit-learn has no function for."""
    tn, fp, fn, tp = matrix.reshape(-1, 4).T.astype(float)
    return tn, tn + (fp if name == "Specificity" else fn), tp + fn


def _averaged(numerator, denominator, support, average, zero_division):
    if average == "micro":
        return numerator.sum() / denominator.sum() if denominator.sum() else zero_division
    with np.errstate(invalid="ignore"):
        values = np.where(denominator > 0, numerator / denominator, zero_division)
    if average == "none":
        return values
    return _mean(values, support if average == "weighted" else np.ones(len(values)), zero_division)


def _mean(values, weights, zero_division):
    known = ~np.isnan(values)
    if not known.any():
        return np.nan
    total = weights[known].sum()
    return (values[known] * weights[known]).sum() / total if total else zero_division


class _quiet(warnings.catch_warnings):
    def __enter__(self):
        super().__enter__()
        warnings.simplefilter("ignore")
