"""Overlap near the boundaries of masks."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import ClassVar

import torch
from torch import Tensor

from metricore.segmentation._counts import areas
from metricore.segmentation._overlap import MeanIoU


class BoundaryIoU(MeanIoU):
    r"""Intersection over union of those parts of prediction and target that are near their own boundary.

    .. math:: \frac{|P_d \cap T_d|}{|P_d \cup T_d|}

    with :math:`X_d` the elements of a mask that are no more than `d` from its boundary or from the border of the image.
    Unlike the IoU of whole masks it tells good outlines of large objects from bad ones.

    Args:
        num_classes: number of classes; `None` takes it from the masks, which is possible samplewise.
        include_background: whether class 0 is part of the value.
        per_class: give a value for each class.
        dilation_ratio: width `d` of the boundary as a share of the diagonal of the image, rounded to elements and at
            least 1.
        input_format: `"one-hot"` for masks by class, which may overlap, `"index"` for labels, `"mixed"` where one of
            the inputs is of this and the other of that form. Floating masks are scores: the highest decides.
        aggregation_level: `"samplewise"` takes the mean of the values of images, `"global"` the value of all elements
            together.
        ignore_index: label in the target whose elements are in no mask; if it is a class, it is not counted.
        reduction: `"mean"` over images; `"none"` or `None` gives the value of each.

    Shapes:
        - `preds`, `target`: `(N, C, ...)` boolean, integer (0 or 1) or floating scores; as labels `(N, ...)` integer;
          images of any number of axes.
        - returns: scalar, or `(C,)` with `per_class`; before these `N` without reduction of samplewise values. A class
          that is in neither map is `nan` and leaves the mean.

    Raises:
        ValueError: for inputs of other shapes or dtypes.
        InvalidDataError: for labels outside of the classes, masks with other values than 0 and 1, scores that are NaN.

    Reference:
        Cheng et al., Boundary IoU: improving object-centric image segmentation evaluation (2021).

    Examples:
        >>> import torch
        >>> from metricore.segmentation import BoundaryIoU
        >>> target = torch.zeros(1, 1, 7, 7, dtype=torch.bool)
        >>> target[:, :, 1:6, 1:6] = True
        >>> preds = target.clone()
        >>> preds[:, :, 3, 3] = False
        >>> metric = BoundaryIoU()
        >>> metric(preds, target)  # the outline of the target, and the predicted hole with all around it
        tensor(0.6667)
    """

    dilation_ratio: float = 0.02

    _last: ClassVar[tuple[str, ...]] = ("input_format", "aggregation_level", "ignore_index", "reduction")

    def check(self) -> None:
        super().check()
        ratio = self.dilation_ratio
        if isinstance(ratio, bool) or not isinstance(ratio, (int, float)) or not 0 < ratio <= 1:
            raise ValueError(f"Expected dilation_ratio to be a number in (0, 1], got {ratio!r}.")

    def accumulates(self) -> Hashable | None:
        key = super().accumulates()
        return key if self._by_image else (key, self.dilation_ratio)

    def areas(self, preds: Tensor, target: Tensor) -> Tensor:
        maps = self._read(preds, target, self.ignore_index)
        masks = maps.masks()
        if maps.valid is not None:  # what is not counted is in no mask, whatever is predicted there
            masks = masks[0] & maps.valid.unsqueeze(1), masks[1] & maps.valid.unsqueeze(1)
        diagonal = math.sqrt(sum(size**2 for size in masks[0].shape[2:]))
        width = max(1, round(self.dilation_ratio * diagonal))
        near_preds, near_target = (_near_boundary(part, width) for part in masks)
        return areas(maps._replace(preds=near_preds, target=near_target, are_labels=False))


def _near_boundary(masks: Tensor, width: int) -> Tensor:
    """Elements of masks `(N, C, ...)` in whose surroundings not all is in the mask, or in the image."""
    inner = masks
    for axis in range(2, masks.ndim):
        size = masks.shape[axis]
        if size <= 2 * width:
            return masks
        # Those before a place, and those up to the end of its surroundings.
        counts = inner.cumsum(axis, dtype=torch.int32)
        none = counts.new_zeros([1 if i == axis else n for i, n in enumerate(counts.shape)])
        before = torch.cat([none, counts], axis).narrow(axis, 0, size - 2 * width)
        full = counts.narrow(axis, 2 * width, size - 2 * width) - before == 2 * width + 1
        outside = full.new_zeros([width if i == axis else n for i, n in enumerate(full.shape)])
        inner = torch.cat([outside, full, outside], axis)
    return masks & ~inner
