"""Pairs of recordings as floating tensors of shape (time) or, with several channels, (channels, time)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from metricore._cli._problems import needed
from metricore._errors import InvalidDataError

__all__ = ["AUDIO", "read_audio"]

AUDIO = (".wav", ".flac", ".ogg", ".oga", ".opus", ".mp3", ".aif", ".aiff", ".au")


def read_audio(paths: tuple[Path, ...]) -> tuple[Tensor, ...]:
    """The recordings of one sample, of one rate, one length and one number of channels."""
    read = [_read(path) for path in paths]
    for what, unit, values in (
        ("rate", " Hz", [rate for _, rate in read]),
        ("number of channels", "", [samples.shape[1] for samples, _ in read]),
        ("length", " samples", [samples.shape[0] for samples, _ in read]),
    ):
        if len(set(values)) > 1:
            shown = " and ".join(f"{path} ({value}{unit})" for path, value in zip(paths, values, strict=True))
            raise InvalidDataError(f"expected recordings of one {what}, got {shown}")
    return tuple(_tensor(samples) for samples, _ in read)


def _read(path: Path) -> tuple[Any, int]:
    soundfile = needed("soundfile", "reading audio", "metricore[audio]")
    if not path.exists():
        raise FileNotFoundError(2, "No such file or directory", str(path))
    try:
        samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    except (soundfile.SoundFileError, TypeError) as error:
        raise InvalidDataError(f"{path}: expected a recording, it cannot be read as one ({error})") from None
    return samples, rate


def _tensor(samples: Any) -> Tensor:
    tensor = torch.from_numpy(samples).T
    return tensor[0] if len(tensor) == 1 else tensor.contiguous()
