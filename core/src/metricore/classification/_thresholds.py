"""Thresholds as settings, and the bins between them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from metricore.classification import _sketch

AUTO = "auto"


@dataclass(frozen=True)
class Bins:
    """Bins of scores: between thresholds, or of leading bits where there are none.

    Args:
        grid: thresholds in rising order; empty for bins of leading bits.
        even: whether they are evenly spaced.
        logits: for each reading of the scores, whether it compares them with the logits of the thresholds.
    """

    grid: tuple[float, ...]
    even: bool
    logits: tuple[bool, ...]

    @property
    def count(self) -> int:
        """Number of bins."""
        return len(self.grid) + 1 if self.grid else _sketch.BINS

    def bounds(self) -> Tensor:
        """The thresholds, and their logits if a reading needs them."""
        plain = torch.tensor(self.grid, dtype=torch.float64)
        return torch.stack([plain, plain.logit()] if any(self.logits) else [plain])

    def of(self, scores: Tensor, bounds: Tensor | None, reading: int) -> Tensor:
        """The bin of each score, which is the number of thresholds at or below it; `bounds` as :meth:`bounds` says."""
        if bounds is None:
            return _sketch.bins_of(scores)
        if scores.dtype in (torch.float16, torch.bfloat16):
            scores = scores.to(torch.float32)
        own = bounds[int(self.logits[reading])].to(scores.dtype)
        if not self.even:
            return torch.searchsorted(own, scores.contiguous(), right=True)
        place = torch.sigmoid(scores) if self.logits[reading] else scores
        low, high, steps = self.grid[0], self.grid[-1], len(self.grid) - 1
        near = ((place - low) * (steps / (high - low))).clamp(0, steps).to(torch.int64)  # at most one bin off
        padded = torch.cat([own, torch.full_like(own[:1], math.nan)])  # nothing reaches what is beyond the last
        return near + (padded[near] <= scores) + (padded[near + 1] <= scores)


def check_grid(thresholds: Any, score_range: Any, anything: bool) -> None:
    """Refuse thresholds, or a range of them, that make no sense; `anything` allows for any finite thresholds."""
    if score_range is not None:
        pair = isinstance(score_range, (tuple, list)) and len(score_range) == 2
        if not pair or not all(_is_number(end) for end in score_range) or not score_range[0] < score_range[1]:
            raise ValueError(f"Expected score_range to be two rising numbers, got {score_range!r}.")
    if thresholds is None or (isinstance(thresholds, str) and thresholds == AUTO):
        return
    if isinstance(thresholds, int) and not isinstance(thresholds, bool):
        if thresholds < 2:
            raise ValueError(f"Expected at least 2 thresholds, got {thresholds}.")
        return
    grid = _as_list(thresholds)
    if not grid or not all(_is_number(threshold) for threshold in grid):
        raise ValueError(
            f"Expected thresholds to be None, 'auto', a number of thresholds or numbers in a list or a tensor of one "
            f"dimension, got {thresholds!r}."
        )
    low, high = score_range or (0, 1)
    if not anything and not low <= min(grid) <= max(grid) <= high:
        raise ValueError(
            f"Expected thresholds within [{low}, {high}], got some from {min(grid)} to {max(grid)}; score_range=(low, "
            f"high) is for scores that are neither probabilities nor logits."
        )


def grid_of(thresholds: Any, score_range: tuple[float, float] | None) -> tuple[tuple[float, ...], bool]:
    """The thresholds in rising order, and whether they are evenly spaced."""
    if isinstance(thresholds, str):
        return (), False
    if isinstance(thresholds, int):
        low, high = score_range or (0.0, 1.0)
        steps = thresholds - 1
        return (*(low + (high - low) * step / steps for step in range(steps)), float(high)), True
    return tuple(sorted({float(threshold) for threshold in _as_list(thresholds)})), False


def _as_list(thresholds: Any) -> list[Any]:
    if isinstance(thresholds, Tensor):
        return thresholds.tolist() if thresholds.ndim == 1 else []
    return list(thresholds) if isinstance(thresholds, Iterable) and not isinstance(thresholds, str) else []


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
