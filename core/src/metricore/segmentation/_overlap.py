"""Overlap of predicted and actual areas."""

from __future__ import annotations

from typing import ClassVar, Literal

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_flag
from metricore.classification._averaging import AVERAGES, averaged
from metricore.segmentation._counts import Areas, Level

Average = Literal["micro", "macro", "weighted", "none"] | None


class _Averaged(Areas):
    average: Average = "macro"

    def check(self) -> None:
        super().check()
        check_choice("average", self.average, AVERAGES)

    @property
    def _by_class(self) -> bool:
        return self.average in ("none", None)

    def _ratio(self, numerator: Tensor, denominator: Tensor, actual: Tensor) -> Tensor:
        if self.average == "micro":
            return numerator.sum(-1) / denominator.sum(-1)
        return averaged(numerator / denominator, self.average, actual)


class DiceScore(_Averaged):
    r"""Twice the common area of prediction and target as a share of both areas, :math:`\frac{2|P \cap T|}{|P| + |T|}`.

    Args:
        num_classes: number of classes; class 0 is the background.
        include_background: whether class 0 is part of the value.
        average: over classes: `"micro"` adds their areas, `"macro"` takes the mean, `"weighted"` weighs by the area in
            the target, `"none"` or `None` gives a value for each.
        aggregation_level: `"samplewise"` takes the mean of the values of images, `"global"` the value of all elements
            together.
        input_format: `"one-hot"` for masks by class, which may overlap, `"index"` for labels, `"mixed"` where one of
            the inputs is of this and the other of that form. Floating masks are scores: the highest decides.
        ignore_index: label in the target whose elements are left out of everything; if it is a class, so is this class.
        reduction: `"mean"` over images; `"none"` or `None` gives the value of each.

    Shapes:
        - `preds`, `target`: `(N, C, ...)` boolean, integer (0 or 1) or floating scores; as labels `(N, ...)` integer.
        - returns: scalar, or `(C,)` without average; before these `N` without reduction of samplewise values. A class
          that is in neither map is `nan` and leaves the mean.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for labels outside of the classes, masks with other values than 0 and 1, scores that are NaN.

    Examples:
        >>> import torch
        >>> from metricore.segmentation import DiceScore
        >>> metric = DiceScore(num_classes=2, average="none", input_format="index")
        >>> metric(torch.tensor([[0, 1, 1]]), torch.tensor([[0, 0, 1]]))
        tensor([0.6667, 0.6667])
    """

    _last: ClassVar[tuple[str, ...]] = ("aggregation_level", "input_format", "ignore_index", "reduction")

    def score(self, both: Tensor, predicted: Tensor, actual: Tensor) -> Tensor:
        return self._ratio(2 * both, predicted + actual, actual)


class PixelAccuracy(_Averaged):
    r"""Share of elements whose class is found, :math:`\frac{\sum_c |P_c \cap T_c|}{\sum_c |T_c|}`.

    With `average="macro"`, the mean over classes of that share.

    Args:
        num_classes: number of classes; class 0 is the background.
        include_background: whether elements of class 0 are part of the value.
        average: over classes: `"micro"` adds their areas, `"macro"` takes the mean, `"weighted"` weighs by the area in
            the target, `"none"` or `None` gives a value for each.
        input_format: `"one-hot"` for masks by class, which may overlap, `"index"` for labels, `"mixed"` where one of
            the inputs is of this and the other of that form. Floating masks are scores: the highest decides.
        aggregation_level: `"samplewise"` takes the mean of the values of images, `"global"` the value of all elements
            together.
        ignore_index: label in the target whose elements are left out of everything; if it is a class, so is this class.
        reduction: `"mean"` over images; `"none"` or `None` gives the value of each.

    Shapes:
        - `preds`, `target`: `(N, C, ...)` boolean, integer (0 or 1) or floating scores; as labels `(N, ...)` integer.
        - returns: scalar, or `(C,)` without average; before these `N` without reduction of samplewise values. A class
          that is not in the target is `nan` and leaves the mean.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for labels outside of the classes, masks with other values than 0 and 1, scores that are NaN.

    Reference:
        Long, Shelhamer, Darrell, Fully convolutional networks for semantic segmentation (2015).

    Examples:
        >>> import torch
        >>> from metricore.segmentation import PixelAccuracy
        >>> metric = PixelAccuracy(num_classes=2, input_format="index", ignore_index=255)
        >>> metric(torch.tensor([[0, 1, 1, 0]]), torch.tensor([[0, 0, 1, 255]]))
        tensor(0.6667)
    """

    average: Average = "micro"
    aggregation_level: Level = "global"

    def score(self, both: Tensor, predicted: Tensor, actual: Tensor) -> Tensor:
        return self._ratio(both, actual, actual)


class _PerClass(Areas):
    per_class: bool = False

    def check(self) -> None:
        super().check()
        check_flag("per_class", self.per_class)

    @property
    def _by_class(self) -> bool:
        return self.per_class


class MeanIoU(_PerClass):
    r"""Common area of prediction and target as a share of the area of either, :math:`\frac{|P \cap T|}{|P \cup T|}`.

    The mean over classes in each image, then over images; with `aggregation_level="global"`, the mean over classes of
    all elements together, as benchmarks of semantic segmentation have it.

    Args:
        num_classes: number of classes; `None` takes it from the masks, which is possible samplewise.
        include_background: whether class 0 is part of the value.
        per_class: give a value for each class.
        input_format: `"one-hot"` for masks by class, which may overlap, `"index"` for labels, `"mixed"` where one of
            the inputs is of this and the other of that form. Floating masks are scores: the highest decides.
        aggregation_level: `"samplewise"` takes the mean of the values of images, `"global"` the value of all elements
            together.
        ignore_index: label in the target whose elements are left out of everything; if it is a class, so is this class.
        reduction: `"mean"` over images; `"none"` or `None` gives the value of each.

    Shapes:
        - `preds`, `target`: `(N, C, ...)` boolean, integer (0 or 1) or floating scores; as labels `(N, ...)` integer.
        - returns: scalar, or `(C,)` with `per_class`; before these `N` without reduction of samplewise values. A class
          that is in neither map is `nan` and leaves the mean.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for labels outside of the classes, masks with other values than 0 and 1, scores that are NaN.

    Examples:
        >>> import torch
        >>> from metricore.segmentation import MeanIoU
        >>> metric = MeanIoU(num_classes=3, per_class=True, input_format="index")
        >>> metric(torch.tensor([[0, 1, 1]]), torch.tensor([[0, 0, 1]]))
        tensor([0.5000, 0.5000,    nan])
    """

    num_classes: int | None = None  # type: ignore[assignment]

    def check(self) -> None:
        super().check()
        if self.num_classes is None and self.input_format == "index":
            raise ValueError("Expected num_classes for input_format='index', got None.")

    def score(self, both: Tensor, predicted: Tensor, actual: Tensor) -> Tensor:
        share = both / (predicted + actual - both)
        return share if self.per_class else share.nanmean(-1)


class GeneralizedDiceScore(_PerClass):
    r"""Dice score of all classes of an image together, each weighed by its size in the target.

    .. math:: \frac{2 \sum_c w_c |P_c \cap T_c|}{\sum_c w_c (|P_c| + |T_c|)}

    A class that the target of an image does not have weighs as much as the heaviest of those that it has.

    Args:
        num_classes: number of classes; class 0 is the background.
        include_background: whether class 0 is part of the value.
        per_class: give a value for each class, on which weights have no influence.
        weight_type: :math:`w_c` is :math:`1/|T_c|^2` (`"square"`), :math:`1/|T_c|` (`"simple"`) or 1 (`"linear"`).
        input_format: `"one-hot"` for masks by class, which may overlap, `"index"` for labels, `"mixed"` where one of
            the inputs is of this and the other of that form. Floating masks are scores: the highest decides.
        aggregation_level: `"samplewise"` takes the mean of the values of images, `"global"` the value of all elements
            together.
        ignore_index: label in the target whose elements are left out of everything; if it is a class, so is this class.
        reduction: `"mean"` over images; `"none"` or `None` gives the value of each.

    Shapes:
        - `preds`, `target`: `(N, C, ...)` boolean, integer (0 or 1) or floating scores; as labels `(N, ...)` integer.
        - returns: scalar, or `(C,)` with `per_class`; before these `N` without reduction of samplewise values. What is
          in neither map is `nan` and leaves the mean.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for labels outside of the classes, masks with other values than 0 and 1, scores that are NaN.

    Reference:
        Sudre et al., Generalised Dice overlap as a deep learning loss function (2017).

    Examples:
        >>> import torch
        >>> from metricore.segmentation import GeneralizedDiceScore
        >>> metric = GeneralizedDiceScore(num_classes=2, input_format="index")
        >>> metric(torch.tensor([[0, 1, 1]]), torch.tensor([[0, 0, 1]]))
        tensor(0.6667)
    """

    weight_type: Literal["square", "simple", "linear"] = "square"

    def check(self) -> None:
        super().check()
        check_choice("weight_type", self.weight_type, ("square", "simple", "linear"))

    def score(self, both: Tensor, predicted: Tensor, actual: Tensor) -> Tensor:
        if self.per_class:
            return 2 * both / (predicted + actual)
        if self.weight_type == "linear":
            weight = torch.ones_like(actual)
        else:
            weight = 1 / (actual.square() if self.weight_type == "square" else actual)
            known = torch.where(actual > 0, weight, 0.0)
            heaviest = known.amax(-1, keepdim=True)
            weight = torch.where(actual > 0, known, torch.where(heaviest > 0, heaviest, 1.0))
        return 2 * (weight * both).sum(-1) / (weight * (predicted + actual)).sum(-1)
