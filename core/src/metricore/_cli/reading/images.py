"""Pairs of images as floating tensors of shape (C, H, W) with values from 0 to 255.

Two grey images have one channel; otherwise both are read as RGB, palettes included. Transparency and more than 8 bits a
channel are refused, since what they mean for a metric is for the user to say.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from metricore._cli._problems import needed
from metricore._errors import InvalidDataError

__all__ = ["IMAGES", "read_images"]

IMAGES = (".png", ".jpg", ".jpeg", ".bmp", ".gif", ".webp", ".tif", ".tiff", ".ppm", ".pgm")
_GREY = ("1", "L")
_COLOUR = ("RGB", "P", "CMYK", "YCbCr", "HSV", "LAB")


def read_images(paths: tuple[Path, ...]) -> tuple[Tensor, ...]:
    """The images of one sample, of one size and one number of channels."""
    images = [_opened(path) for path in paths]
    sizes = {image.size for image in images}
    if len(sizes) > 1:
        shown = " and ".join(
            f"{path} ({image.width} x {image.height})" for path, image in zip(paths, images, strict=True)
        )
        raise InvalidDataError(f"expected images of one size, got {shown}")
    mode = "L" if all(image.mode in _GREY for image in images) else "RGB"
    return tuple(_tensor(image.convert(mode)) for image in images)


def _opened(path: Path) -> Any:
    module = needed("PIL.Image", "reading images")
    try:
        with module.open(path) as image:
            image.load()
    except FileNotFoundError:
        raise
    except (OSError, ValueError, SyntaxError, module.DecompressionBombError) as error:
        raise InvalidDataError(f"{path}: expected an image, it cannot be read as one ({error})") from None
    if image.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in image.info:
        opaque = image.convert("RGBA").getchannel("A").getextrema()[0] == 255
        if not opaque:
            raise InvalidDataError(f"{path}: expected an opaque image, it has transparency; flatten it first")
        return image.convert("L" if image.mode in ("LA", "La") else "RGB")
    if image.mode not in (*_GREY, *_COLOUR):
        raise InvalidDataError(f"{path}: expected an image with 8 bits a channel, got mode {image.mode}")
    return image


def _tensor(image: Any) -> Tensor:
    pixels = torch.frombuffer(bytearray(image.tobytes()), dtype=torch.uint8)
    return pixels.reshape(image.height, image.width, -1).permute(2, 0, 1).to(torch.float32)
