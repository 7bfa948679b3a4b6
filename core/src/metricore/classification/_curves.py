"""Curves themselves, as points over thresholds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain, repeat
from typing import ClassVar, TypeAlias

import torch
from torch import Tensor

from metricore._stretches import blocks
from metricore.classification._curve import Curve
from metricore.classification._scores import Scores, score_task
from metricore.classification._scores_by_task import BinaryScores, MulticlassScores, MultilabelScores

Line: TypeAlias = tuple[Tensor, Tensor, Tensor]
Lines: TypeAlias = tuple[list[Tensor], list[Tensor], list[Tensor]]


class CurvePoints(Scores):
    """Two rates at each threshold.

    Exact curves, and those of `thresholds="auto"`, have a point for each value that scores have. Given thresholds give
    a point for each of them, with a row for each class or label.

    Args:
        average: `"micro"` takes all classes for one; `"macro"` gives the mean of the rates of the classes at each
            threshold, which is the only average whose points have a threshold (T. Fawcett, An introduction to ROC
            analysis, 2006, section 9.2); `None` gives the curve of each class.
    """

    plot_legend_name = "Class"

    _last: ClassVar[tuple[str, ...]] = ("thresholds", "average", *Scores._last[1:])
    _falling: ClassVar[bool] = True  # whether points go from the highest threshold to the lowest

    def check(self) -> None:
        super().check()
        average = getattr(self, "average", None)
        if average not in ("micro", "macro", "none", None):
            raise ValueError(f"Expected average to be one of ('micro', 'macro', 'none', None), got {average!r}.")

    def rates(self, curve: Curve) -> tuple[Tensor, Tensor]:
        """The formula: two rates at each point of a curve."""
        raise NotImplementedError

    def compute(self) -> Line | Lines:
        average = getattr(self, "average", None)
        curves = self.curves(micro=average == "micro")
        alone = average == "micro" or (self._binary and not hasattr(self, "num_labels"))
        if not self.listed:
            curve = next(next(curves))
            x, y = self.rates(curve)
            if alone or average == "macro":
                x, y = x.nanmean(0), y.nanmean(0)
            if self._falling:  # of given thresholds, none is infinite
                x, y = x[..., :-1], y[..., :-1]
            return self._arranged(x, y, curve.thresholds)
        lines = [line for curve in curves for line in self._lines(curve, arranged=average != "macro")]
        if average == "macro":
            return self._arranged(*_mean_line(lines))
        return lines[0] if alone else tuple(map(list, zip(*lines, strict=True)))  # type: ignore[return-value]

    def _lines(self, curves: Iterator[Curve], arranged: bool) -> list[Line]:
        """The line of each row of a curve in stretches from the highest scores down; rising unless `arranged`."""
        parts = map(self._corners, curves, chain([True], repeat(False)), repeat(arranged))
        step = 1 if arranged and self._falling else -1
        return [_joined([part[::step] for part in zip(*line, strict=True)]) for line in zip(*parts, strict=True)]

    def _corners(self, curve: Curve, top: bool, arranged: bool) -> list[Line]:
        """The line of each row through the points where something changes."""
        keep = curve.corners()
        keep[:, -1] = top  # other stretches end where the one above them begins
        x, y = self.rates(curve)
        lines = ((x[row][its], y[row][its], curve.thresholds[its[:-1]]) for row, its in enumerate(keep))
        return [self._arranged(*line) for line in lines] if arranged else list(lines)

    def _arranged(self, x: Tensor, y: Tensor, thresholds: Tensor) -> Line:
        """Points as they are given back, in the order of the curve."""
        dtype, thresholds = torch.get_default_dtype(), self.shown(thresholds)
        x, y = x.to(dtype), y.to(dtype)
        if not self._falling:
            return x, y, thresholds[:-1]
        return x.flip(-1), y.flip(-1), thresholds[: x.shape[-1]].flip(-1)


def _joined(columns: list[tuple[Tensor, ...]]) -> Line:
    x, y, thresholds = map(torch.cat, columns)
    return x, y, thresholds


def _mean_line(lines: list[Line]) -> Line:
    """The mean of rates at every threshold of any line, and at the end."""
    thresholds = torch.unique(torch.cat([line[2] for line in lines]))
    means, dtype = [], torch.get_default_dtype()
    for (some,) in blocks(torch.cat([thresholds, thresholds.new_full((1,), math.inf)])):
        places = [torch.searchsorted(own, some) for _, _, own in lines]
        rates = ([line[axis][place] for line, place in zip(lines, places, strict=True)] for axis in range(2))
        means.append([torch.stack(each).nanmean(0).to(dtype) for each in rates])
    x, y = (torch.cat(parts) for parts in zip(*means, strict=True))
    return x, y, thresholds


class ROC(CurvePoints, family={**score_task(), "average": None}):
    r"""Receiver operating characteristic: false positive rate, true positive rate and thresholds, which fall.

    .. math:: \mathrm{FPR} = \frac{FP}{FP + TN}, \quad \mathrm{TPR} = \frac{TP}{TP + FN}

    The first threshold of an exact curve is `inf`, where nothing is predicted positive. Rates are `nan` where there is
    nothing to be a share of.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import ROC
        >>> fpr, tpr, thresholds = ROC(task="binary")(torch.tensor([0.1, 0.4, 0.8]), torch.tensor([0, 1, 1]))
        >>> fpr, tpr, thresholds
        (tensor([0., 0., 0., 1.]), tensor([0.0000, 0.5000, 1.0000, 1.0000]), tensor([   inf, 0.8000, 0.4000, 0.1000]))
    """

    _picture = "metricore.classification._pictures.curves:roc"

    def rates(self, curve: Curve) -> tuple[Tensor, Tensor]:
        """Shares of negatives and of positives."""
        return curve.fpr, curve.recall


class BinaryROC(BinaryScores, ROC, task="binary"):
    """ROC curve of yes or no.

    Args:
        normalization: `None` takes scores as they are, so that thresholds are scores and not probabilities.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryROC
        >>> BinaryROC(thresholds=[0.2, 0.5])(torch.tensor([0.1, 0.4, 0.8]), torch.tensor([0, 1, 1]))
        (tensor([0., 0.]), tensor([0.5000, 1.0000]), tensor([0.5000, 0.2000]))
    """


class MulticlassROC(MulticlassScores, ROC, task="multiclass"):
    """ROC curve of each class against the rest."""

    average: str | None = None


class MultilabelROC(MultilabelScores, ROC, task="multilabel"):
    """ROC curve of each label."""


class DetectionErrorTradeoff(CurvePoints, family={**score_task(), "average": None}):
    r"""Detection error tradeoff: false positive rate, false negative rate and thresholds, which fall.

    .. math:: \mathrm{FPR} = \frac{FP}{FP + TN}, \quad \mathrm{FNR} = \frac{FN}{TP + FN}

    The first threshold of an exact curve is `inf`, where nothing is predicted positive.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Reference:
        A. Martin et al., The DET curve in assessment of detection task performance, Eurospeech 1997.

    Examples:
        >>> import torch
        >>> from metricore import DetectionErrorTradeoff
        >>> metric = DetectionErrorTradeoff(task="binary")
        >>> fpr, fnr, thresholds = metric(torch.tensor([0.1, 0.4, 0.8]), torch.tensor([0, 1, 1]))
        >>> fpr, fnr
        (tensor([0., 0., 0., 1.]), tensor([1.0000, 0.5000, 0.0000, 0.0000]))
    """

    _picture = "metricore.classification._pictures.curves:error_tradeoff"

    def rates(self, curve: Curve) -> tuple[Tensor, Tensor]:
        """Shares of negatives and of positives that are wrong."""
        return curve.fpr, 1 - curve.recall


class BinaryDetectionErrorTradeoff(BinaryScores, DetectionErrorTradeoff, task="binary"):
    """DET curve of yes or no."""


class MulticlassDetectionErrorTradeoff(MulticlassScores, DetectionErrorTradeoff, task="multiclass"):
    """DET curve of each class against the rest."""

    average: str | None = None


class MultilabelDetectionErrorTradeoff(MultilabelScores, DetectionErrorTradeoff, task="multilabel"):
    """DET curve of each label."""


class PrecisionRecallCurve(CurvePoints, family={**score_task(), "average": None}):
    r"""Precision, recall and thresholds, which rise.

    .. math:: P = \frac{TP}{TP + FP}, \quad R = \frac{TP}{TP + FN}

    Precision and recall end in a point without threshold, where nothing is predicted positive: recall 0, and by
    convention precision 1. Recall is `nan` where there are no positives.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Examples:
        >>> import torch
        >>> from metricore import PrecisionRecallCurve
        >>> metric = PrecisionRecallCurve(task="binary")
        >>> precision, recall, thresholds = metric(torch.tensor([0.1, 0.4, 0.8]), torch.tensor([0, 1, 1]))
        >>> precision, recall
        (tensor([0.6667, 1.0000, 1.0000, 1.0000]), tensor([1.0000, 1.0000, 0.5000, 0.0000]))
        >>> thresholds
        tensor([0.1000, 0.4000, 0.8000])
    """

    _falling = False
    _picture = "metricore.classification._pictures.curves:precision_recall"

    def rates(self, curve: Curve) -> tuple[Tensor, Tensor]:
        """Shares of what is predicted positive, and of positives."""
        return curve.precision, curve.recall


class BinaryPrecisionRecallCurve(BinaryScores, PrecisionRecallCurve, task="binary"):
    """Precision-recall curve of yes or no.

    Args:
        normalization: `None` takes scores as they are, so that thresholds are scores and not probabilities.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryPrecisionRecallCurve
        >>> BinaryPrecisionRecallCurve(thresholds=[0.2, 0.5])(torch.tensor([0.1, 0.4, 0.8]), torch.tensor([0, 1, 1]))
        (tensor([1., 1., 1.]), tensor([1.0000, 0.5000, 0.0000]), tensor([0.2000, 0.5000]))
    """


class MulticlassPrecisionRecallCurve(MulticlassScores, PrecisionRecallCurve, task="multiclass"):
    """Precision-recall curve of each class against the rest."""

    average: str | None = None


class MultilabelPrecisionRecallCurve(MultilabelScores, PrecisionRecallCurve, task="multilabel"):
    """Precision-recall curve of each label."""
