"""Cases for the testing kit, worked out by hand."""

from __future__ import annotations

import math
from statistics import fmean, pvariance

import torch
from torch import Tensor

from metricore.testing import Case

__all__ = ["CASES"]

# Squared errors of the three images: 0 0 0 4, then 1 0 1 0 and 0 0 0 1.
_ERRORS = [
    (torch.tensor([[[[1.0, 2.0], [3.0, 2.0]]]]), torch.tensor([[[[1.0, 2.0], [3.0, 4.0]]]])),
    (
        torch.tensor([[[[1.0, 0.0], [1.0, 0.0]]], [[[4.0, 4.0], [4.0, 3.0]]]]),
        torch.tensor([[[[0.0, 0.0], [2.0, 0.0]]], [[[4.0, 4.0], [4.0, 4.0]]]]),
    ),
]


def _decibels(mean_squared_error: float) -> float:
    return 10 * math.log10(4.0**2 / mean_squared_error)


_RAMP = [float(value) for value in range(9)]
_WAVE = [4.0, 1.0, 5.0, 2.0, 6.0, 3.0, 8.0, 0.0, 7.0]
_FLAT = [3.0] * 9


def _ssim(preds: list[float], target: list[float]) -> float:
    """The definition for a window that covers the whole image, with a range of 8."""
    c1, c2 = (0.01 * 8) ** 2, (0.03 * 8) ** 2
    mean_preds, mean_target = fmean(preds), fmean(target)
    covariance = fmean(p * t for p, t in zip(preds, target, strict=True)) - mean_preds * mean_target
    luminance = (2 * mean_preds * mean_target + c1) / (mean_preds**2 + mean_target**2 + c1)
    return luminance * (2 * covariance + c2) / (pvariance(preds) + pvariance(target) + c2)


def _images(*rows: list[float]) -> Tensor:
    return torch.tensor(rows).reshape(-1, 1, 3, 3)


_VALUES = [_ssim(_WAVE, _RAMP), _ssim(_RAMP, _FLAT), _ssim(_FLAT, _FLAT)]
_SMALL = [(_images(_WAVE), _images(_RAMP)), (_images(_RAMP, _FLAT), _images(_FLAT, _FLAT))]
_ONE_WINDOW = {"gaussian_kernel": False, "kernel_size": 3}

CASES = {
    "peak_signal_noise_ratio": [
        Case(settings={"data_range": 4.0}, batches=_ERRORS, expected=torch.tensor(_decibels(7 / 12))),
        Case(
            settings={"data_range": 4.0, "dim": (1, 2, 3)},
            batches=_ERRORS,
            expected=torch.tensor(fmean([_decibels(4 / 4), _decibels(2 / 4), _decibels(1 / 4)])),
        ),
        Case(
            settings={"data_range": (0.0, 4.0), "dim": (1, 2, 3), "reduction": "none"},
            batches=_ERRORS,
            expected=torch.tensor([_decibels(4 / 4), _decibels(2 / 4), _decibels(1 / 4)]),
        ),
    ],
    "structural_similarity_index_measure": [
        Case(settings={**_ONE_WINDOW, "data_range": 8.0}, batches=_SMALL, expected=torch.tensor(fmean(_VALUES))),
        # The range of all that was seen is 8 too.
        Case(settings=_ONE_WINDOW, batches=_SMALL, expected=torch.tensor(fmean(_VALUES))),
        Case(
            settings={**_ONE_WINDOW, "data_range": 8.0, "reduction": "none"},
            batches=_SMALL,
            expected=torch.tensor(_VALUES),
        ),
    ],
}
