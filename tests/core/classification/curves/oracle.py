"""What scikit-learn says of curves, brought to tasks, averages and ignored labels; thresholds by plain counting."""

import warnings

import numpy as np
from scipy import integrate
from sklearn import metrics as reference

AREAS = ("AUROC", "AveragePrecision", "EER", "LogAUC", "Gini", "KolmogorovSmirnov", "FalsePositiveRateAtRecall")
POINTS = {
    "PrecisionAtFixedRecall": {"min_recall": 0.6},
    "RecallAtFixedPrecision": {"min_precision": 0.6},
    "SensitivityAtSpecificity": {"min_specificity": 0.6},
    "SpecificityAtSensitivity": {"min_sensitivity": 0.6},
    "MaxFBeta": {"beta": 2.0},
}
CURVES = ("ROC", "PrecisionRecallCurve", "DetectionErrorTradeoff")


def columns(preds, target, ignore_index=None, weight=None):
    """Scores, labels 0 and 1, and weights of each column: of the only one, of each label, or of each class."""
    preds, target = np.asarray(preds, dtype=np.float64), np.asarray(target)
    if preds.ndim == 1:
        preds, target = preds[:, None], target[:, None]
    weight = np.ones(len(preds)) if weight is None else np.asarray(weight, dtype=np.float64)
    if target.ndim == 1:
        kept = (target != ignore_index) if ignore_index is not None else np.ones(len(target), dtype=bool)
        return [(preds[kept, c], (target[kept] == c).astype(int), weight[kept]) for c in range(preds.shape[1])]
    found = []
    for c in range(preds.shape[1]):
        kept = (target[:, c] != ignore_index) if ignore_index is not None else np.ones(len(target), dtype=bool)
        found.append((preds[kept, c], target[kept, c], weight[kept]))
    return found


def together(parts):
    """All columns as one."""
    return tuple(np.concatenate(each) for each in zip(*parts, strict=True))


def roc(scores, labels, weight):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if not len(scores) or not weight.sum():
            return np.array([np.nan]), np.array([np.nan]), np.array([np.inf])
        return reference.roc_curve(labels, scores, sample_weight=weight, drop_intermediate=False)


def precision_recall(scores, labels, weight):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if not len(scores) or not weight.sum():
            return np.array([1.0]), np.array([np.nan]), np.array([])
        precision, recall, thresholds = reference.precision_recall_curve(labels, scores, sample_weight=weight)
    recall = recall if (labels * weight).sum() else np.full_like(recall, np.nan)
    return precision, recall, thresholds.copy()


def curve(name, scores, labels, weight):
    if name == "PrecisionRecallCurve":
        return precision_recall(scores, labels, weight)
    fpr, tpr, thresholds = roc(scores, labels, weight)
    return fpr, tpr if name == "ROC" else 1 - tpr, thresholds


def area(name, scores, labels, weight, fpr_range=(0.001, 0.1), recall=0.95, max_fpr=None):
    """The value of one column, nan where it has none."""
    positives, negatives = (labels * weight).sum(), ((1 - labels) * weight).sum()
    if not positives or (not negatives and name != "AveragePrecision"):
        return np.nan
    if name == "AveragePrecision":
        return reference.average_precision_score(labels, scores, sample_weight=weight)
    if name in ("AUROC", "Gini"):
        value = reference.roc_auc_score(labels, scores, sample_weight=weight, max_fpr=max_fpr)
        return value if name == "AUROC" else 2 * value - 1
    fpr, tpr, _ = roc(scores, labels, weight)
    if name == "EER":
        best = np.argmin(np.round(np.abs(fpr - (1 - tpr)), 12))
        return (fpr[best] + 1 - tpr[best]) / 2
    if name == "KolmogorovSmirnov":
        return np.abs(tpr - fpr).max()
    if name == "FalsePositiveRateAtRecall":
        return fpr[tpr >= recall - 1e-12].min()
    low, high = fpr_range
    inside = (fpr >= low) & (fpr <= high)
    ends = np.interp([low, high], fpr, tpr)
    x = np.log10(np.concatenate([[low], fpr[inside], [high]]))
    y = np.concatenate([ends[:1], tpr[inside], ends[1:]])
    return integrate.trapezoid(y, x) / (np.log10(high) - np.log10(low))


def point(name, scores, labels, weight, **settings):
    """Greatest value under a condition and its threshold; of equal ones the better other rate, the higher threshold."""
    if name in ("PrecisionAtFixedRecall", "RecallAtFixedPrecision", "MaxFBeta"):
        precision, recall, thresholds = precision_recall(scores, labels, weight)
        thresholds = np.append(thresholds, np.inf)
        if name == "MaxFBeta":
            square = settings["beta"] ** 2
            below = square * precision + recall
            value = np.where(below > 0, (1 + square) * precision * recall / np.where(below > 0, below, 1), 0)
            value = np.where(np.isnan(recall), np.nan, value)
            value, other, allowed = np.round(value, 12), precision, ~np.isnan(value)
        elif name == "PrecisionAtFixedRecall":
            value, other, allowed = precision, recall, recall >= settings["min_recall"]
        else:
            value, other, allowed = recall, precision, precision >= settings["min_precision"]
    else:
        fpr, tpr, thresholds = roc(scores, labels, weight)
        if name == "SensitivityAtSpecificity":
            value, other, allowed = tpr, 1 - fpr, 1 - fpr >= settings["min_specificity"]
        else:
            value, other, allowed = 1 - fpr, tpr, tpr >= settings["min_sensitivity"]
    allowed = allowed & ~np.isnan(value)
    if not allowed.any():
        return np.nan, np.nan
    best = max(zip(value[allowed], np.nan_to_num(other[allowed]), thresholds[allowed], strict=True))
    return best[0], best[2]


def averaged(values, parts, average):
    values = np.array(values)
    if average in ("none", None):
        return values
    known = ~np.isnan(values)
    if not known.any():
        return np.nan
    support = np.array([(labels * weight).sum() for _, labels, weight in parts])
    return np.average(values[known], weights=support[known] if average == "weighted" else None)


def binned(scores, thresholds):
    """The number of thresholds at or below each score, which orders scores as their bins do."""
    return np.searchsorted(np.sort(thresholds), scores, side="right")


def counts(scores, labels, weight, thresholds):
    """True and false positives at each threshold, from the lowest."""
    chosen = scores[None, :] >= np.sort(thresholds)[:, None]
    return (chosen * labels * weight).sum(1), (chosen * (1 - labels) * weight).sum(1)
