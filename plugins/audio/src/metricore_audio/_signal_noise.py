"""Ratios of the energy of a signal to that of the noise in its estimate."""

from __future__ import annotations

from torch import Tensor

from metricore_audio._signal_ratio import SignalRatio, noise_energies, scaled_energies

__all__ = ["ScaleInvariantSignalDistortionRatio", "ScaleInvariantSignalNoiseRatio", "SignalNoiseRatio"]


class SignalNoiseRatio(SignalRatio):
    r"""Signal-to-noise ratio in decibels, averaged over recordings.

    .. math:: 10 \log_{10} \frac{\lVert t \rVert^2}{\lVert t - p \rVert^2}

    for a target :math:`t` and a prediction :math:`p`. Recordings with a silent target leave the mean.

    Args:
        zero_mean: subtract its mean over time from each recording first.

    Shapes and errors are those of :class:`SignalRatio`.

    Examples:
        >>> import torch
        >>> from metricore_audio import SignalNoiseRatio
        >>> metric = SignalNoiseRatio()
        >>> metric.update(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        >>> metric.compute()
        tensor(16.1805)
    """

    zero_mean: bool = False

    def check(self) -> None:
        _check_flag("zero_mean", self.zero_mean)

    def energies(self, preds: Tensor, target: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return noise_energies(preds, target, self.zero_mean)


class ScaleInvariantSignalDistortionRatio(SignalRatio):
    r"""Scale-invariant signal-to-distortion ratio (SI-SDR) in decibels, averaged over recordings.

    .. math:: 10 \log_{10} \frac{\lVert \alpha t \rVert^2}{\lVert \alpha t - p \rVert^2}, \quad
        \alpha = \frac{\langle p, t \rangle}{\lVert t \rVert^2}

    for a target :math:`t` and a prediction :math:`p`. Neither the level of the prediction nor that of the target
    matters. Recordings with a silent target or a silent prediction leave the mean.

    Args:
        zero_mean: subtract its mean over time from each recording first.

    Shapes and errors are those of :class:`SignalRatio`.

    Reference:
        Le Roux, Wisdom, Erdogan, Hershey: SDR - half-baked or well done? ICASSP 2019.

    Examples:
        >>> import torch
        >>> from metricore_audio import ScaleInvariantSignalDistortionRatio
        >>> metric = ScaleInvariantSignalDistortionRatio()
        >>> metric.update(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        >>> metric.compute()
        tensor(18.4030)
    """

    zero_mean: bool = False

    def check(self) -> None:
        _check_flag("zero_mean", self.zero_mean)

    def energies(self, preds: Tensor, target: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return scaled_energies(preds, target, self.zero_mean)


class ScaleInvariantSignalNoiseRatio(SignalRatio):
    r"""Scale-invariant signal-to-noise ratio (SI-SNR) in decibels, averaged over recordings.

    :class:`ScaleInvariantSignalDistortionRatio` of recordings whose mean over time was subtracted.

    Shapes and errors are those of :class:`SignalRatio`.

    Reference:
        Luo, Mesgarani: TasNet: time-domain audio separation network for real-time, single-channel speech separation.
        ICASSP 2018.

    Examples:
        >>> import torch
        >>> from metricore_audio import ScaleInvariantSignalNoiseRatio
        >>> metric = ScaleInvariantSignalNoiseRatio()
        >>> metric.update(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 7.0]))
        >>> metric.compute()
        tensor(15.0918)
    """

    def energies(self, preds: Tensor, target: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return scaled_energies(preds, target, zero_mean=True)


def _check_flag(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise ValueError(f"Expected {name} to be True or False, got {value!r}.")
