r"""The structural similarity of images at each place: local moments, and the two factors made of them.

The images enter as their sum :math:`s` and difference :math:`d`. Then

.. math::
    \frac{2 \mu_p \mu_t + C_1}{\mu_p^2 + \mu_t^2 + C_1} = 1 - \frac{\mu_d^2}{(\mu_s^2 + \mu_d^2) / 2 + C_1}

and the same holds for the variances: four local moments are enough, equal images give exactly 1, and rounding of the
(often large) moments of the sum hardly matters where the images are alike.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

import torch
from torch import Tensor

from metricore_image._windows import Window

__all__ = ["Similarity", "similarity"]

_PIXELS_AT_ONCE = 2**19  # bounds memory, and keeps intermediate results near the processor


class Similarity(NamedTuple):
    """Similarity and contrast sensitivity of each image, shape `(N,)`, and the whole map where it was asked for."""

    values: Tensor
    contrast: Tensor
    full: Tensor | None


def similarity(
    preds: Tensor,
    target: Tensor,
    window: Window,
    data_range: float | Tensor,
    stabilisers: tuple[float, float],
    full: bool = False,
) -> Similarity:
    """Return the similarity of images over the places where the window lies inside them.

    Args:
        preds: Images `(N, C, ...)`, floating.
        target: The same for what they should be.
        window: Weights along each dimension after `C`.
        data_range: Width of the range of pixels.
        stabilisers: The roots of the two constants, in parts of `data_range`.
        full: Whether to return the map too, of images continued by their mirror images.
    """
    planes = preds.flatten(0, 1), target.flatten(0, 1)
    step = max(8, _PIXELS_AT_ONCE // max(planes[0][:1].numel(), 1) // 8 * 8)
    pairs = zip(*(torch.split(images, step) for images in planes), strict=True)
    values, contrasts, maps = [], [], []
    with _full_precision(preds.device):
        for pair in pairs:
            some_preds, some_target = (window.mirrored(images) for images in pair) if full else pair
            luminance, contrast = _factors(some_preds, some_target, window, data_range, stabilisers)
            whole = luminance * contrast
            if full:
                maps.append(whole)
                whole, contrast = window.inside(whole), window.inside(contrast)
            values.append(whole.flatten(1).mean(1))
            contrasts.append(contrast.flatten(1).mean(1))
    by_image, by_contrast = (torch.cat(parts).reshape(preds.shape[:2]).mean(1) for parts in (values, contrasts))
    return Similarity(by_image, by_contrast, torch.cat(maps).reshape(preds.shape) if full else None)


def _full_precision(device: torch.device) -> AbstractContextManager[object]:
    if torch.is_autocast_enabled(device.type):  # half precision has no digits left for a difference of moments
        return torch.autocast(device.type, enabled=False)
    return nullcontext()


def _factors(
    preds: Tensor,
    target: Tensor,
    window: Window,
    data_range: float | Tensor,
    stabilisers: tuple[float, float],
) -> tuple[Tensor, Tensor]:
    """Return how alike planes `(P, ...)` are at each place in brightness, and in contrast and structure."""
    dims = list(range(1, preds.ndim))
    # Moments of what is left after subtracting a level are small, so that few digits are lost between them.
    levels = [image.detach().mean(dims, keepdim=True) for image in (preds, target)]
    preds, target = preds - levels[0], target - levels[1]
    total, difference = preds + target, preds - target
    moments = window.averaged(torch.stack([total, difference, total.square(), difference.square()]))
    mean_total, mean_difference, square_total, square_difference = moments.unbind()
    variances = [
        (square - mean.square()).clamp_min(0)
        for square, mean in ((square_total, mean_total), (square_difference, mean_difference))
    ]
    if isinstance(data_range, Tensor):  # without a range images are flat, and their variance is but rounding
        variances = [torch.where(data_range > 0, variance, 0.0) for variance in variances]
    mean_total, mean_difference = mean_total + (levels[0] + levels[1]), mean_difference + (levels[0] - levels[1])
    luminance = _alike(mean_total.square(), mean_difference.square(), (stabilisers[0] * data_range) ** 2)
    return luminance, _alike(variances[0], variances[1], (stabilisers[1] * data_range) ** 2)


def _alike(of_sum: Tensor, of_difference: Tensor, constant: float | Tensor) -> Tensor:
    whole = (of_sum + of_difference) / 2 + constant
    if isinstance(constant, Tensor) or not constant:  # where everything is zero, the images are alike
        whole = torch.where(whole > 0, whole, 1.0)
    return 1 - of_difference / whole
