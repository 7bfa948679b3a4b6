"""Whether two results are the same, and if not, in what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

_LONGEST = 300


def difference(got: Any, expected: Any, rtol: float, atol: float) -> str | None:
    """A sentence on the first difference between two results, or `None`; NaN equals NaN."""
    if isinstance(expected, Mapping) or isinstance(got, Mapping):
        return _difference_of_dicts(got, expected, rtol, atol)
    if isinstance(got, (tuple, list)):
        if isinstance(expected, Tensor):
            expected = list(expected)
        if not isinstance(expected, (tuple, list)) or len(got) != len(expected):
            return f"expected {shown(expected)}, got {shown(got)}"
        pairs = zip(got, expected, strict=True)
        return next((text for pair in pairs if (text := difference(*pair, rtol, atol))), None)
    if isinstance(got, (Tensor, bool, int, float)) and not isinstance(expected, str) and expected is not None:
        return _difference_of_tensors(got, expected, rtol, atol)
    return None if type(got) is type(expected) and got == expected else f"expected {shown(expected)}, got {shown(got)}"


def unlike(got: Any, expected: Any) -> str | None:
    """The same where not only the values have to agree, bit by bit, but dtypes and devices too."""
    text = difference(got, expected, 0.0, 0.0)
    if text is None and isinstance(got, Tensor) and isinstance(expected, Tensor):
        ours, theirs = ((str(t.dtype), str(t.device)) for t in (got, expected))
        return None if ours == theirs else f"expected {' on '.join(theirs)}, got {' on '.join(ours)}"
    if text is None and isinstance(got, (tuple, list)) and isinstance(expected, (tuple, list)):
        pairs = zip(got, expected, strict=True)
        return next((text for pair in pairs if (text := unlike(*pair))), None)
    if text is None and isinstance(got, Mapping):
        return next((text for key in got if (text := unlike(got[key], expected[key]))), None)
    return text


def shown(value: Any) -> str:
    """A value in one line of bounded length."""
    text = " ".join(repr(value).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _difference_of_dicts(got: Any, expected: Any, rtol: float, atol: float) -> str | None:
    if not isinstance(got, Mapping) or not isinstance(expected, Mapping):
        return f"expected {shown(expected)}, got {shown(got)}"
    if set(got) != set(expected):
        return f"expected the entries {sorted(map(str, expected))}, got {sorted(map(str, got))}"
    for key in expected:
        text = difference(got[key], expected[key], rtol, atol)
        if text is not None:
            return f"in {key!r}: {text}"
    return None


def _difference_of_tensors(got: Any, expected: Any, rtol: float, atol: float) -> str | None:
    try:
        ours, theirs = (torch.as_tensor(value).detach().cpu() for value in (got, expected))
    except (TypeError, ValueError, RuntimeError):
        return f"expected {shown(expected)}, got {shown(got)}"
    if ours.shape != theirs.shape:
        shapes = f"{tuple(theirs.shape)}, got {shown(got)} of shape {tuple(ours.shape)}"
        return f"expected {shown(expected)} of shape {shapes}"
    wide = torch.complex128 if ours.is_complex() or theirs.is_complex() else torch.float64
    if not (ours.is_floating_point() or theirs.is_floating_point() or ours.is_complex() or theirs.is_complex()):
        close = ours == theirs
    else:
        close = torch.isclose(ours.to(wide), theirs.to(wide), rtol, atol, equal_nan=True)
    if bool(close.all()):
        return None
    worst = f" ({int((~close).sum())} of {close.numel()} elements differ)" if close.ndim else ""
    return f"expected {shown(expected)}, got {shown(got)}{worst}"
