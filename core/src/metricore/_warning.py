"""Warnings that point at the line of the user's that led to them."""

from __future__ import annotations

import sys
import warnings

_PASSED_OVER = ("metricore", "metricore_audio", "metricore_image", "metricore_text", "torch")


def warn_user(text: str, category: type[Warning] = UserWarning) -> None:
    """Warn at the innermost line outside of this project and of PyTorch, which calls `forward`."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in _PASSED_OVER:
        level, frame = level + 1, frame.f_back
    warnings.warn(text, category, stacklevel=level)
