"""Audio metrics as functions of one batch; unlike the classes, they return a value for each recording."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore_audio._signal_noise import (
    ScaleInvariantSignalDistortionRatio,
    ScaleInvariantSignalNoiseRatio,
    SignalNoiseRatio,
)

__all__ = [
    "scale_invariant_signal_distortion_ratio",
    "scale_invariant_signal_noise_ratio",
    "signal_noise_ratio",
]


def signal_noise_ratio(preds: Tensor, target: Tensor, zero_mean: bool = False) -> Tensor:
    """Signal-to-noise ratio of each recording in decibels, shape `(...)` for recordings `(..., time)`.

    See :class:`metricore_audio.SignalNoiseRatio`.
    """
    return SignalNoiseRatio(zero_mean=zero_mean).ratios(preds, target).to(torch.get_default_dtype())


def scale_invariant_signal_distortion_ratio(preds: Tensor, target: Tensor, zero_mean: bool = False) -> Tensor:
    """Scale-invariant signal-to-distortion ratio of each recording in decibels, shape `(...)`.

    See :class:`metricore_audio.ScaleInvariantSignalDistortionRatio`.
    """
    return ScaleInvariantSignalDistortionRatio(zero_mean=zero_mean).ratios(preds, target).to(torch.get_default_dtype())


def scale_invariant_signal_noise_ratio(preds: Tensor, target: Tensor) -> Tensor:
    """Scale-invariant signal-to-noise ratio of each recording in decibels, shape `(...)`.

    See :class:`metricore_audio.ScaleInvariantSignalNoiseRatio`.
    """
    return ScaleInvariantSignalNoiseRatio().ratios(preds, target).to(torch.get_default_dtype())
