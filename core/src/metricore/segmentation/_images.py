"""Values of single images, and their mean."""

from __future__ import annotations

from typing import ClassVar, Literal

import torch
from torch import Tensor

from metricore._arguments import check_choice
from metricore._state import CatState, cat_state, state
from metricore._values import in_default_dtype
from metricore.segmentation._masks import Masks

Reduction = Literal["mean", "none"] | None
_REDUCTIONS = ("mean", "none", None)


class ImageValues(Masks):
    """Base of metrics with a value for each image, or for each class of it; undefined ones leave the mean.

    Args:
        reduction: `"mean"` over images; `"none"` or `None` gives the value of each.
    """

    reduction: Reduction = "mean"

    _last: ClassVar[tuple[str, ...]] = ("input_format", "reduction")
    updates_in_place = False

    value: Tensor = state(lambda self: self._zeros(torch.float64), when=lambda self: self._adds)
    images: Tensor = state(lambda self: self._zeros(torch.int64), when=lambda self: self._adds)
    values: CatState = cat_state(dtype=torch.float64, when=lambda self: self._collects)  # they are the result

    def check(self) -> None:
        super().check()
        check_choice("reduction", self.reduction, _REDUCTIONS)

    @property
    def _by_class(self) -> bool:
        """Whether each class has a value of its own."""
        raise NotImplementedError

    @property
    def _by_image(self) -> bool:
        """Whether each image has one."""
        return True

    @property
    def _collects(self) -> bool:
        unknown = self._by_class and self.num_classes is None  # how many sums there are to be
        return self._by_image and (self.reduction != "mean" or unknown)

    @property
    def _adds(self) -> bool:
        return self._by_image and not self._collects

    def _zeros(self, dtype: torch.dtype) -> Tensor:
        classes = [self.num_classes - (not self.include_background)] if self._by_class else []
        return torch.zeros(classes, dtype=dtype)

    def _add_images(self, values: Tensor) -> None:
        """Add the values of a batch, of shape `(N,)` or `(N, classes)`, in float64."""
        if self._collects:
            self.values.append(values)
            return
        defined = ~values.isnan()
        self.value = self.value + torch.where(defined, values, 0.0).sum(0)
        self.images = self.images + defined.sum(0)

    def _of_images(self) -> Tensor:
        if not self._collects:
            return in_default_dtype(self.value / self.images)
        values = self.values.values
        return in_default_dtype(values if self.reduction != "mean" else values.nanmean(0))
