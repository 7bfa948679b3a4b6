"""Ratio of the peak of a signal to the error in its estimate."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from metricore import CatState, Metric, cat_state, state
from metricore_image._image_pairs import DataRange, check_range, extent, paired, within
from metricore_image._reduction import Reduction, check_reduction

__all__ = ["PeakSignalNoiseRatio"]


class PeakSignalNoiseRatio(Metric):
    r"""Peak signal-to-noise ratio (PSNR) in decibels.

    .. math:: 10 \log_{10} \frac{R^2}{\mathrm{MSE}}

    for data of range :math:`R`. The mean squared error is over all pixels that were seen, unless `dim` says which
    pixels make one image. Equal images have `inf`.

    Args:
        data_range: width of the range that pixels can have, such as 255 or 1.0; or a tuple of its ends, to which the
            pixels are clamped.
        base: base of the logarithm.
        reduction: `"elementwise_mean"` or `"sum"` over the values of the images, or `"none"` for all of them; of
            effect only with `dim`.
        dim: dimensions of one image; the others tell images apart. If the batch dimension is among them, each
            update is one image.

    Shapes:
        - `preds`, `target`: any shape, the same for both, usually `(N, C, H, W)`; of any real dtype.
        - returns: scalar; with `dim` and `reduction="none"` all values in a row.

    Raises:
        TypeError: pixels are complex.
        ValueError: a setting or `dim` makes no sense, or the shapes differ.
        InvalidDataError: a pixel is NaN or infinite.

    Examples:
        >>> import torch
        >>> from metricore_image import PeakSignalNoiseRatio
        >>> metric = PeakSignalNoiseRatio(data_range=3.0)
        >>> metric.update(torch.tensor([[0.0, 1.0], [2.0, 3.0]]), torch.tensor([[3.0, 2.0], [1.0, 0.0]]))
        >>> metric.compute()
        tensor(2.5527)
    """

    higher_is_better = True
    is_differentiable = True
    updates_in_place = False

    data_range: DataRange
    base: float = 10.0
    reduction: Reduction = "elementwise_mean"
    dim: int | Sequence[int] | None = None

    total: Tensor = state(0.0)  # of squared errors; of values with `dim`
    count: Tensor = state(0)  # of pixels; of values with `dim`
    values: CatState = cat_state()  # with reduction="none", where they are the result

    def check(self) -> None:
        check_range(self.data_range)
        check_reduction(self.reduction)
        if not self.base > 0 or self.base == 1:
            raise ValueError(f"Expected base to be positive and not 1, got {self.base!r}.")
        dims = [self.dim] if isinstance(self.dim, int) else self.dim
        if dims is not None and not all(isinstance(dim, int) for dim in dims):
            raise ValueError(f"Expected dim to be an integer, a sequence of integers or None, got {self.dim!r}.")

    def update(self, preds: Tensor, target: Tensor) -> None:
        preds, target = within(self.data_range, paired(preds, target))
        squared = (preds - target).square()
        if self.dim is None:
            errors = squared.sum(dtype=self.total.dtype)
            self._flag_infinite(errors)
            self.total = self.total + errors
            self.count = self.count + squared.numel()
            return
        errors = squared.mean(self._dims(squared.ndim), dtype=self.total.dtype)
        self._flag_infinite(errors)
        values = self._decibels(errors)
        if self.reduction in ("none", None):
            self.values.append(values.flatten().to(torch.get_default_dtype()))
            return
        self.total = self.total + values.sum()
        self.count = self.count + values.numel()

    def compute(self) -> Tensor:
        if self.dim is None:
            value = self._decibels(self.total / self.count)
        elif self.reduction in ("none", None):
            return self.values.values
        else:
            value = self.total if self.reduction == "sum" else self.total / self.count
        return value.to(torch.get_default_dtype())

    def _decibels(self, mean_squared_error: Tensor) -> Tensor:
        peak = 2 * math.log(extent(self.data_range))
        return (peak - mean_squared_error.log()) * (10 / math.log(self.base))

    def _flag_infinite(self, errors: Tensor) -> None:
        self.flag(~errors.isfinite(), "Expected images of finite pixels")

    def _dims(self, ndim: int) -> list[int]:
        dims = [self.dim] if isinstance(self.dim, int) else list(self.dim or range(ndim))
        known = {dim % ndim for dim in dims if -ndim <= dim < ndim}
        if len(known) != len(dims):
            raise ValueError(
                f"Expected dim to name different dimensions of {ndim}-dimensional images, got {self.dim!r}."
            )
        return sorted(known)
