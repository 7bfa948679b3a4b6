"""How the values of images become one."""

from __future__ import annotations

from typing import Literal

__all__ = ["Reduction", "check_reduction"]

Reduction = Literal["elementwise_mean", "sum", "none"] | None
_REDUCTIONS = ("elementwise_mean", "sum", "none", None)


def check_reduction(reduction: object) -> None:
    """Refuse what is not a reduction.

    Raises:
        ValueError: It is not.
    """
    if reduction not in _REDUCTIONS:
        raise ValueError(f"Expected reduction to be one of {_REDUCTIONS}, got {reduction!r}.")
