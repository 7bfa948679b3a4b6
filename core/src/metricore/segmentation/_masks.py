"""Maps of classes: what forms they come in, and which elements of them count."""

from __future__ import annotations

from typing import ClassVar, Literal, NamedTuple

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_flag, check_integer_labels, check_size, only_tensors
from metricore._metric import Metric
from metricore.classification._inputs import SCORES_NAN, both, valid_labels

InputFormat = Literal["one-hot", "index", "mixed"]
_FORMATS = ("one-hot", "index", "mixed")


class Maps(NamedTuple):
    """Predicted and actual classes: labels of shape `(N, ...)`, or masks of shape `(N, C, ...)`, the same for both."""

    preds: Tensor
    target: Tensor
    valid: Tensor | None  # elements that count, of shape `(N, ...)`; `None` for all
    classes: int
    are_labels: bool

    def masks(self) -> tuple[Tensor, Tensor]:
        """Both as masks by class."""
        if not self.are_labels:
            return self.preds, self.target
        return one_hot(self.preds, self.classes), one_hot(self.target, self.classes)


def one_hot(labels: Tensor, classes: int) -> Tensor:
    """Labels `(N, ...)` as masks `(N, C, ...)`."""
    each = torch.arange(classes, device=labels.device).reshape(-1, *[1] * (labels.ndim - 1))
    return labels.unsqueeze(1) == each


class Masks(Metric):
    """Base of metrics of segmentation.

    Args:
        num_classes: number of classes; class 0 is the background.
        include_background: whether class 0 is part of the value.
        input_format: `"one-hot"` for masks by class, which may overlap, `"index"` for labels, `"mixed"` where one of
            the inputs is of this and the other of that form. Floating masks are scores: the highest decides.

    Shapes:
        - `preds`, `target`: `(N, C, ...)` boolean, integer (0 or 1) or floating scores; as labels `(N, ...)` integer.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for labels outside of the classes, masks with other values than 0 and 1, scores that are NaN.
    """

    num_classes: int
    include_background: bool = True
    input_format: InputFormat = "one-hot"

    _last: ClassVar[tuple[str, ...]] = ("input_format",)
    updates_in_place = False

    def check(self) -> None:
        if self.num_classes is not None:
            check_size("num_classes", self.num_classes, 1)
        check_flag("include_background", self.include_background)
        check_choice("input_format", self.input_format, _FORMATS)
        if not self.include_background and self.num_classes == 1:
            raise ValueError("Expected more than one class where the background is left out, got num_classes=1.")

    def _counted(self, by_class: Tensor) -> Tensor:
        """What there is by class, in the last dimension, without the background if that is left out."""
        return by_class if self.include_background else by_class[..., 1:]

    def _read(self, preds: Tensor, target: Tensor, ignore_index: int | None = None) -> Maps:
        """Both maps in one form, and what counts of them if a label is ignored."""
        classes, (preds_labels, target_labels) = self._refuse_shapes(preds, target)
        if not preds_labels and preds.is_floating_point():
            preds, preds_labels = self._best(preds, classes), True
        if not target_labels and target.is_floating_point():
            target, target_labels = self._best(target, classes), True
        if target_labels:
            target, valid = self._labels("target", target, classes, ignore_index, None)
        else:
            target, valid = self._ones("target", target), None
            if ignore_index is not None:
                if not 0 <= ignore_index < classes:
                    raise ValueError(
                        f"Expected target to hold labels for ignore_index={ignore_index}, got masks of {classes} "
                        "classes."
                    )
                valid = ~target[:, ignore_index]
        if preds_labels:
            preds, inside = self._labels("preds", preds, classes, None, valid)
            valid = both(valid, inside)
        else:
            preds = self._ones("preds", preds)
        if preds_labels and not target_labels:
            preds = one_hot(preds, classes)
        elif target_labels and not preds_labels:
            target = one_hot(target, classes)
        return Maps(preds, target, valid, classes, preds_labels and target_labels)

    def _refuse_shapes(self, preds: Tensor, target: Tensor) -> tuple[int, tuple[bool, bool]]:
        """How many classes there are, and whether predictions and targets are labels."""
        only_tensors(preds=preds, target=target)
        deeper = preds.ndim - target.ndim
        if self.input_format == "mixed":
            if abs(deeper) != 1:
                raise ValueError(
                    "Expected one of preds and target as labels (N, ...), the other as masks (N, C, ...) for "
                    f"input_format='mixed', got {tuple(preds.shape)} and {tuple(target.shape)}."
                )
            labels = (deeper < 0, deeper > 0)
        else:
            labels = (self.input_format == "index",) * 2
        masks = [part for part, is_label in zip((preds, target), labels, strict=True) if not is_label]
        for name, part, is_label in (("preds", preds, labels[0]), ("target", target, labels[1])):
            if is_label:
                check_integer_labels(name, part)
            places = part.shape[1:] if is_label else part.shape[2:]
            if not places or not all(places) or not (is_label or part.shape[1]):
                wanted = "(N, ...)" if is_label else "(N, C, ...)"
                raise ValueError(f"Expected {name} of shape {wanted} with places to label, got {tuple(part.shape)}.")
        classes = self.num_classes if self.num_classes is not None else masks[0].shape[1]
        without = [
            part.shape if is_label else (*part.shape[:1], *part.shape[2:])
            for part, is_label in zip((preds, target), labels, strict=True)
        ]
        if tuple(without[0]) != tuple(without[1]) or any(part.shape[1] != classes for part in masks):
            shapes = " and ".join("(N, ...)" if is_label else f"(N, {classes}, ...)" for is_label in labels)
            raise ValueError(
                f"Expected preds and target of shape {shapes} for input_format={self.input_format!r}, the same but for "
                f"the classes, got {tuple(preds.shape)} and {tuple(target.shape)}; labels are input_format='index'."
            )
        if classes == 1 and any(part.is_floating_point() for part in masks):
            raise ValueError("Expected masks of a single class as booleans or integers, got scores.")
        return classes, labels

    def _best(self, scores: Tensor, classes: int) -> Tensor:
        """The class of the highest score of each element."""
        self.flag(scores.isnan(), SCORES_NAN)
        return scores.argmax(1)

    def _ones(self, name: str, masks: Tensor) -> Tensor:
        """Masks as booleans."""
        if masks.dtype == torch.bool:
            return masks
        self.flag((masks != 0) & (masks != 1), f"Expected masks of 0 and 1 in {name}")
        return masks != 0

    def _labels(
        self, name: str, labels: Tensor, classes: int, ignore_index: int | None, present: Tensor | None
    ) -> tuple[Tensor, Tensor | None]:
        """Labels that are all within the classes, and which of them count."""
        labels = labels.to(torch.int64)
        valid = valid_labels(self, name, labels, classes, ignore_index, present)
        return (labels if valid is None else torch.where(valid, labels, 0)), valid
