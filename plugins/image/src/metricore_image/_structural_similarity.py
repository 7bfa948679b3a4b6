"""Structural similarity of images."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from metricore import CatState, Metric, cat_state, state
from metricore_image._image_pairs import DataRange, check_range, extent, paired, within
from metricore_image._reduction import Reduction, check_reduction
from metricore_image._similarity_map import Similarity, similarity
from metricore_image._windows import Window, gaussian, uniform

__all__ = ["StructuralSimilarityIndexMeasure"]


class StructuralSimilarityIndexMeasure(Metric):
    r"""Structural similarity (SSIM) of images, 1 for equal ones.

    .. math:: \frac{(2 \mu_p \mu_t + C_1) (2 \sigma_{pt} + C_2)}
        {(\mu_p^2 + \mu_t^2 + C_1) (\sigma_p^2 + \sigma_t^2 + C_2)}, \quad C_i = (k_i R)^2

    with moments under a window at each place where the window lies inside the image, averaged over places and
    channels, for data of range :math:`R`.

    With `data_range=None` the range is the larger one of those of all predictions and of all targets, which is known
    only in the end: the images are kept, and must be of one size. Name the range to keep two numbers instead.

    Args:
        gaussian_kernel: weight the window by a Gaussian; otherwise equally.
        sigma: standard deviation of the Gaussian in pixels, also one for each dimension; it reaches 3.5 of them far.
        kernel_size: pixels along the side of a window of equal weights, odd, also one for each dimension; without
            effect on a Gaussian.
        reduction: `"elementwise_mean"` or `"sum"` over images, or `"none"` for the values of all.
        data_range: width of the range that pixels can have, such as 255 or 1.0; or a tuple of its ends, to which the
            pixels are clamped; or None.
        k1: :math:`k_1`.
        k2: :math:`k_2`.
        return_full_image: return the similarity at each pixel too, of images continued by their mirror images; these
            maps are kept, and must be of one size.
        return_contrast_sensitivity: return for each image the mean of the factor of the variances too.

    Shapes:
        - `preds`, `target`: `(N, C, H, W)` or `(N, C, D, H, W)`, the same for both; of any real dtype.
        - returns: scalar, or `(N,)` with `reduction="none"`; with `return_full_image` followed by the maps, shaped as
          the images; with `return_contrast_sensitivity` followed by `(N,)`.

    Raises:
        TypeError: pixels are complex.
        ValueError: a setting makes no sense, the shapes differ, or an image is smaller than the window.
        InvalidDataError: a pixel is NaN or infinite.

    Reference:
        Wang, Bovik, Sheikh, Simoncelli: Image quality assessment: from error visibility to structural similarity. IEEE
        Transactions on Image Processing 13 (4), 2004.

    Examples:
        >>> import torch
        >>> from metricore_image import StructuralSimilarityIndexMeasure
        >>> target = torch.linspace(0, 1, 256).reshape(1, 1, 16, 16)
        >>> metric = StructuralSimilarityIndexMeasure(data_range=1.0)
        >>> metric.update(target * 0.75, target)
        >>> metric.compute()
        tensor(0.9240)
    """

    higher_is_better = True
    is_differentiable = True
    plot_lower_bound = -1.0
    plot_upper_bound = 1.0
    updates_in_place = False

    gaussian_kernel: bool = True
    sigma: float | Sequence[float] = 1.5
    kernel_size: int | Sequence[int] = 11
    reduction: Reduction = "elementwise_mean"
    data_range: DataRange | None = None
    k1: float = 0.01
    k2: float = 0.03
    return_full_image: bool = False
    return_contrast_sensitivity: bool = False

    total: Tensor = state(0.0)
    count: Tensor = state(0)
    values: CatState = cat_state()  # with reduction="none", where they are the result
    contrasts: CatState = cat_state()  # with return_contrast_sensitivity, likewise
    maps: CatState = cat_state()  # with return_full_image, likewise
    kept_preds: CatState = cat_state()  # without data_range, which enters the value of every image
    kept_target: CatState = cat_state()

    def check(self) -> None:
        check_reduction(self.reduction)
        if self.data_range is not None:
            check_range(self.data_range)
        if not all(number > 0 for number in _each(self.sigma)):
            raise ValueError(f"Expected sigma to be positive, got {self.sigma!r}.")
        if not all(isinstance(number, int) and number > 0 and number % 2 for number in _each(self.kernel_size)):
            raise ValueError(f"Expected kernel_size to be positive and odd, got {self.kernel_size!r}.")
        if self.k1 < 0 or self.k2 < 0:
            raise ValueError(f"Expected k1 and k2 not to be negative, got {self.k1!r} and {self.k2!r}.")
        if self.return_full_image and self.return_contrast_sensitivity:
            raise ValueError("Expected at most one of return_full_image and return_contrast_sensitivity, got both.")

    def update(self, preds: Tensor, target: Tensor) -> None:
        wide = paired(preds, target)
        window = self._window(preds.shape)
        if not preds.numel():
            return
        if self.data_range is None:
            self._keep(preds, target)
            return
        found = self._similarity(within(self.data_range, wide), window, extent(self.data_range))
        self._flag_infinite(found.values)
        if self.reduction in ("none", None):
            self.values.append(found.values.to(torch.get_default_dtype()))
        else:
            self.total = self.total + found.values.sum(dtype=self.total.dtype)
            self.count = self.count + len(found.values)
        if self.return_contrast_sensitivity:
            self.contrasts.append(found.contrast.to(torch.get_default_dtype()))
        if found.full is not None:
            self._append("maps", found.full.to(torch.get_default_dtype()), "return_full_image=True")

    def compute(self) -> Tensor | tuple[Tensor, Tensor]:
        total, count, values = self.total, self.count, self.values.values
        contrasts, maps = self.contrasts.values, self.maps.values
        if self.data_range is None and len(self.kept_preds):
            values, contrasts, full = self._of_kept()
            maps = maps if full is None else full
            total, count = values.sum(dtype=total.dtype), count + len(values)
        if self.reduction not in ("none", None):
            values = total if self.reduction == "sum" else total / count
        values = values.to(torch.get_default_dtype())
        if self.return_full_image:
            return values, maps.to(torch.get_default_dtype())
        return (values, contrasts.to(torch.get_default_dtype())) if self.return_contrast_sensitivity else values

    def _similarity(self, pair: tuple[Tensor, Tensor], window: Window, data_range: float | Tensor) -> Similarity:
        return similarity(pair[0], pair[1], window, data_range, (self.k1, self.k2), self.return_full_image)

    def _of_kept(self) -> Similarity:
        pairs = list(zip(self.kept_preds, self.kept_target, strict=True))
        ranges = [_range_of(images, self.total.dtype) for images in (self.kept_preds, self.kept_target)]
        data_range = torch.stack(ranges).amax()
        window = self._window(pairs[0][0].shape)
        parts = [self._similarity(paired(preds, target), window, data_range) for preds, target in pairs]
        values, contrasts, maps = zip(*parts, strict=True)
        return Similarity(torch.cat(values), torch.cat(contrasts), torch.cat(maps) if self.return_full_image else None)

    def _keep(self, preds: Tensor, target: Tensor) -> None:
        for name, images in (("kept_preds", preds), ("kept_target", target)):
            if images.is_floating_point():
                self._flag_infinite(images.flatten(1).sum(1, dtype=self.total.dtype))
            self._append(name, images, "data_range=None")

    def _append(self, name: str, images: Tensor, why: str) -> None:
        kept = getattr(self, name)
        size = next((rows.shape[1:] for rows in kept), images.shape[1:])
        if images.shape[1:] != size:
            raise ValueError(
                f"Expected images of one size with {why}, got {tuple(images.shape[1:])} after {tuple(size)}."
            )
        kept.append(images)

    def _flag_infinite(self, values: Tensor) -> None:
        self.flag(~values.isfinite(), "Expected images of finite pixels")

    def _window(self, shape: torch.Size) -> Window:
        """The window for images of a shape, which has to have room for it."""
        ndim = len(shape) - 2
        if ndim not in (2, 3):
            raise ValueError(f"Expected images (N, C, H, W) or (N, C, D, H, W), got the shape {tuple(shape)}.")
        name = "sigma" if self.gaussian_kernel else "kernel_size"
        numbers = _each(getattr(self, name))
        if len(numbers) == 1:
            numbers = numbers * ndim
        if len(numbers) != ndim:
            raise ValueError(f"Expected one {name} for each of {ndim} dimensions, got {getattr(self, name)!r}.")
        window = gaussian(numbers) if self.gaussian_kernel else uniform([int(number) for number in numbers])
        if any(side < size for side, size in zip(shape[2:], window.sizes, strict=True)):
            raise ValueError(f"Expected images of at least {window.sizes} pixels, the window, got {tuple(shape[2:])}.")
        return window


def _each(setting: float | Sequence[float]) -> list[float]:
    return list(setting) if isinstance(setting, Sequence) else [setting]


def _range_of(images: CatState, dtype: torch.dtype) -> Tensor:
    # Not `aminmax`, which has no derivative in PyTorch 2.9.
    low, high = torch.stack([torch.stack([chunk.amin(), chunk.amax()]) for chunk in images]).to(dtype).unbind(1)
    return high.amax() - low.amin()
