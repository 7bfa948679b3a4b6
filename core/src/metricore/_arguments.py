"""Refusing senseless settings and arguments, in one wording everywhere."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

_LABELS = frozenset((torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64))


def check_flag(name: str, value: Any) -> None:
    """Refuse anything but True and False."""
    if not isinstance(value, bool):
        raise ValueError(f"Expected {name} to be True or False, got {value!r}.")


def check_choice(name: str, value: Any, choices: tuple[Any, ...]) -> None:
    """Refuse what is not among the choices."""
    if isinstance(value, bool) or value not in choices:
        raise ValueError(f"Expected {name} to be one of {choices}, got {value!r}.")


def check_number(name: str, value: Any) -> None:
    """Refuse what is no number, and NaN."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        raise ValueError(f"Expected {name} to be a number, got {value!r}.")


def check_size(name: str, value: Any, least: int = 1) -> None:
    """Refuse what is no integer of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"Expected {name} to be an integer of at least {least}, got {value!r}.")


def check_optional_integer(name: str, value: Any) -> None:
    """Refuse what is neither an integer nor None."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise ValueError(f"Expected {name} to be an integer or None, got {value!r}.")


def check_integer_labels(name: str, labels: Tensor) -> None:
    """Refuse labels of a dtype that PyTorch does not calculate with as with integers."""
    if labels.dtype not in _LABELS:
        only_tensors(**{name: labels})
        raise ValueError(
            f"Expected {name} to hold integer labels, got dtype {labels.dtype} "
            "instead of bool, uint8, int8, int16, int32 or int64."
        )


def only_tensors(**arguments: Any) -> None:
    """Refuse data that are no tensors."""
    for name, value in arguments.items():
        if not isinstance(value, Tensor):
            raise TypeError(f"Expected {name} to be a tensor, got {type(value).__name__}.")
