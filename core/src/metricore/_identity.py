"""What the states of a metric depend on, said so that processes can compare it."""

from __future__ import annotations

import copy
from typing import Any

import torch

_NOT_ACCUMULATED = {"compute_on_cpu": False, "validate_args": True}  # settings that change no state


def accumulated_by(leaf: Any) -> str | None:
    """What the states depend on, in words that are the same in every process; `None` where that is not known."""
    twin = copy.copy(leaf)
    twin.__dict__.update({name: value for name, value in _NOT_ACCUMULATED.items() if name in twin.__dict__})
    key = twin.accumulates() if hasattr(twin, "accumulates") else None
    return None if key is None else _words(key)


def _words(key: Any) -> str:
    if isinstance(key, (tuple, frozenset)):
        words = [_words(item) for item in key]
        return f"({', '.join(words if isinstance(key, tuple) else sorted(words))})"
    if key is None or isinstance(key, (bool, int, float, str, bytes, torch.dtype)):
        return repr(key)
    return str(getattr(key, "__qualname__", type(key).__qualname__))
