"""Cases for the testing kit, worked out by hand."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from metricore.testing import Case

__all__ = ["CASES"]

_BATCHES = [
    (
        torch.tensor([[2.5, 0.0, 2.0, 8.0], [1.0, 2.0, 3.0, 4.0]]),
        torch.tensor([[3.0, -0.5, 2.0, 7.0], [0.0, 0.0, 0.0, 0.0]]),  # a silent target leaves the mean
    ),
    (torch.tensor([[1.0, 1.0, -1.0, 0.0]]), torch.tensor([[1.0, 1.0, -1.0, -1.0]])),
]

# Of the two recordings that count: energy of the prediction, energy of the target, inner product.
_PLAIN = ((74.25, 62.25, 67.5), (3.0, 4.0, 3.0))
# The same less four times the product of the means: 3.125 and 2.875 for the first, 0.25 and 0 for the second.
_CENTRED = ((74.25 - 4 * 3.125**2, 62.25 - 4 * 2.875**2, 67.5 - 4 * 3.125 * 2.875), (3.0 - 4 * 0.25**2, 4.0, 3.0))


def _mean_decibels(ratios: list[float]) -> Tensor:
    return torch.tensor(sum(10 * math.log10(ratio) for ratio in ratios) / len(ratios))


def _snr(energies: tuple[tuple[float, float, float], ...]) -> Tensor:
    return _mean_decibels([target / (target + preds - 2 * product) for preds, target, product in energies])


def _si_sdr(energies: tuple[tuple[float, float, float], ...]) -> Tensor:
    # The share of the prediction's energy along the target, against the rest of it.
    return _mean_decibels([product**2 / (preds * target - product**2) for preds, target, product in energies])


CASES = {
    "signal_noise_ratio": [
        Case(settings={}, batches=_BATCHES, expected=_snr(_PLAIN)),
        Case(settings={"zero_mean": True}, batches=_BATCHES, expected=_snr(_CENTRED)),
    ],
    "scale_invariant_signal_distortion_ratio": [
        Case(settings={}, batches=_BATCHES, expected=_si_sdr(_PLAIN)),
        Case(settings={"zero_mean": True}, batches=_BATCHES, expected=_si_sdr(_CENTRED)),
    ],
    "scale_invariant_signal_noise_ratio": [Case(settings={}, batches=_BATCHES, expected=_si_sdr(_CENTRED))],
}
