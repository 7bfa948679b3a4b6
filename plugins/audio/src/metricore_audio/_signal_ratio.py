"""What the ratios of signal to noise share: a value in decibels for each recording, and the mean over recordings."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore import Metric, state
from metricore_audio._recordings import centred, paired

__all__ = ["SignalRatio"]


class SignalRatio(Metric):
    """Mean over recordings of a ratio of energies, in decibels.

    A recording whose target is silent has no ratio: it is `nan` by itself, and the mean is over the others. A perfect
    prediction is `inf`. Nothing is added to the energies, so that the value does not depend on the level.

    Shapes:
        - `preds`, `target`: `(..., time)`, the same for both; samples of any real dtype, in any unit. Each row over
          `time` is a recording.
        - returns: scalar; `nan` if no recording has a ratio.

    Raises:
        TypeError: samples are complex.
        ValueError: the shapes differ.
        InvalidDataError: a sample is NaN or infinite.
    """

    higher_is_better = True
    is_differentiable = True
    updates_in_place = False

    total: Tensor = state(0.0)
    count: Tensor = state(0)

    def energies(self, preds: Tensor, target: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return for each recording the energy of the target, of the signal in the prediction, and of the rest."""
        raise NotImplementedError

    def ratios(self, preds: Tensor, target: Tensor) -> Tensor:
        """Return the value of each recording, shape `(...)`; the states stay as they are."""
        of_target, signal, noise = self.energies(*paired(preds, target))
        self.flag(~noise.isfinite(), "Expected recordings of finite samples")
        undefined = (of_target == 0) | ((signal == 0) & (noise == 0))
        # A silent recording in a training batch must not put NaN into the gradients of the others.
        signal, noise = (torch.where(undefined, 1.0, energy.to(self.total.dtype)) for energy in (signal, noise))
        return torch.where(undefined, torch.nan, 10 * (signal.log10() - noise.log10()))

    def update(self, preds: Tensor, target: Tensor) -> None:
        values = self.ratios(preds, target)
        undefined = values.isnan()
        self.total = self.total + torch.where(undefined, 0.0, values).sum()
        self.count = self.count + (~undefined).sum()

    def compute(self) -> Tensor:
        return (self.total / self.count).to(torch.get_default_dtype())


def noise_energies(preds: Tensor, target: Tensor, zero_mean: bool) -> tuple[Tensor, Tensor, Tensor]:
    """Return the energies where the signal is the target as it is."""
    if zero_mean:
        preds, target = centred(preds), centred(target)
    buffer = _buffer(preds, target)
    signal = torch.mul(target, target, out=buffer).sum(-1)
    rest = torch.sub(preds, target, out=buffer)
    return signal, signal, torch.mul(rest, rest, out=buffer).sum(-1)


def scaled_energies(preds: Tensor, target: Tensor, zero_mean: bool) -> tuple[Tensor, Tensor, Tensor]:
    """Return the energies where the signal is the projection of the prediction on the target."""
    if zero_mean:
        preds, target = centred(preds), centred(target)
    buffer = _buffer(preds, target)
    of_target = torch.mul(target, target, out=buffer).sum(-1, keepdim=True)
    product = torch.mul(preds, target, out=buffer).sum(-1, keepdim=True)
    scale = product / torch.where(of_target == 0, 1.0, of_target)
    # The rest is formed sample by sample: a difference of energies would lose it where it is small.
    rest = torch.addcmul(preds, scale, target, value=-1, out=buffer)
    noise = torch.mul(rest, rest, out=buffer).sum(-1)
    return of_target.squeeze(-1), (scale.square() * of_target).squeeze(-1), noise


def _buffer(preds: Tensor, target: Tensor) -> Tensor | None:
    """Return memory for products that no graph has to keep: getting new pages takes longer than the arithmetic."""
    if torch.is_grad_enabled() and (preds.requires_grad or target.requires_grad):
        return None
    return torch.empty_like(preds)
