"""What metricore reads to list the audio metrics; nothing heavy is imported here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from metricore import MetricSpec, hookimpl

__all__ = ["metricore_conformance", "metricore_metrics"]

# Name, alias, class, summary.
_RATIOS = (
    ("signal_noise_ratio", "snr", "SignalNoiseRatio", "Signal-to-noise ratio in dB"),
    (
        "scale_invariant_signal_distortion_ratio",
        "si_sdr",
        "ScaleInvariantSignalDistortionRatio",
        "Signal-to-distortion ratio in dB, whatever the level",
    ),
    (
        "scale_invariant_signal_noise_ratio",
        "si_snr",
        "ScaleInvariantSignalNoiseRatio",
        "Signal-to-noise ratio in dB of zero-mean recordings, whatever the level",
    ),
)


@hookimpl
def metricore_metrics() -> list[MetricSpec]:
    """Return the specs of the audio metrics."""
    return [
        MetricSpec(
            name=name,
            target=f"metricore_audio:{class_name}",
            aliases=(alias,),
            summary=summary,
            domain="audio",
            higher_is_better=True,
            functional=f"metricore_audio.functional:{name}",
        )
        for name, alias, class_name, summary in _RATIOS
    ]


@hookimpl
def metricore_conformance() -> Mapping[str, Sequence[object]]:
    """Return the cases for `metricore check`."""
    from metricore_audio._cases import CASES

    return CASES
