"""How much of each class is predicted, actual and both: the metrics of areas."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Literal

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_optional_integer
from metricore._state import state
from metricore._values import in_default_dtype
from metricore.segmentation._images import ImageValues
from metricore.segmentation._masks import Maps

Level = Literal["samplewise", "global"]
_LEVELS = ("samplewise", "global")


def areas(maps: Maps) -> Tensor:
    """Elements of each image that are both, predicted and actual, by class: `(N, 3, C)`."""
    images, classes = len(maps.target), maps.classes
    if maps.are_labels:
        place = torch.add(maps.preds, maps.target, alpha=classes).flatten(1)
        place = place + torch.arange(images, device=place.device).unsqueeze(1) * classes**2
        amount = torch.ones_like(place) if maps.valid is None else maps.valid.reshape(place.shape).to(torch.int64)
        table = amount.new_zeros(images * classes**2).index_add(0, place.flatten(), amount.flatten())
        table = table.reshape(images, classes, classes)
        return torch.stack([table.diagonal(dim1=1, dim2=2), table.sum(1), table.sum(2)], 1)
    preds, target = maps.preds, maps.target
    if maps.valid is not None:
        preds, target = preds & maps.valid.unsqueeze(1), target & maps.valid.unsqueeze(1)
    # In int32, which adds up four times as fast; no image has so many elements.
    sums = [part.flatten(2).sum(2, dtype=torch.int32) for part in (preds & target, preds, target)]
    return torch.stack(sums, 1).to(torch.int64)


class Areas(ImageValues):
    """Base of metrics of the areas of classes.

    Args:
        aggregation_level: `"samplewise"` takes the mean of the values of images, `"global"` the value of all elements
            together.
        ignore_index: label in the target whose elements are left out of everything; if it is a class, so is this class.
    """

    aggregation_level: Level = "samplewise"
    ignore_index: int | None = None

    _last: ClassVar[tuple[str, ...]] = ("input_format", "aggregation_level", "ignore_index", "reduction")
    higher_is_better = True
    is_differentiable = False
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0
    updates_in_place = False

    counts: Tensor = state(
        lambda self: torch.zeros(3, self.num_classes, dtype=torch.int64), when=lambda self: not self._by_image
    )

    def check(self) -> None:
        super().check()
        check_choice("aggregation_level", self.aggregation_level, _LEVELS)
        if self.aggregation_level == "global" and self.num_classes is None:
            raise ValueError("Expected num_classes for aggregation_level='global', got None.")
        check_optional_integer("ignore_index", self.ignore_index)

    @property
    def _by_image(self) -> bool:
        return self.aggregation_level == "samplewise"

    def accumulates(self) -> Hashable | None:
        """Areas of all images together serve every metric of them."""
        if self._by_image:
            return super().accumulates()
        return (Areas.update, type(self).areas, self.num_classes, self.input_format, self.ignore_index)

    def areas(self, preds: Tensor, target: Tensor) -> Tensor:
        """Elements of each image that are both, predicted and actual, by class: `(N, 3, C)`."""
        return areas(self._read(preds, target, self.ignore_index))

    def update(self, preds: Tensor, target: Tensor) -> None:
        """Add a batch of predicted and actual maps."""
        counts = self.areas(preds, target)
        if self._by_image:
            self._add_images(self._score(counts))
        else:
            self.counts = self.counts + counts.sum(0)

    def _score(self, counts: Tensor) -> Tensor:
        if self.ignore_index is not None and 0 <= self.ignore_index < counts.shape[-1]:
            ignored = torch.arange(counts.shape[-1], device=counts.device) == self.ignore_index
            counts = torch.where(ignored, 0, counts)
        return self.score(*self._counted(counts).to(torch.float64).unbind(-2))

    def score(self, both: Tensor, predicted: Tensor, actual: Tensor) -> Tensor:
        """The value from areas by class in the last dimension, in float64."""
        raise NotImplementedError

    def compute(self) -> Tensor:
        if self._by_image:
            return self._of_images()
        return in_default_dtype(self._score(self.counts))
