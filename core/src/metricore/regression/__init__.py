"""Metrics of continuous predictions."""

from __future__ import annotations

from metricore.regression._errors import MeanAbsoluteError, MeanSquaredError

__all__ = ["MeanAbsoluteError", "MeanSquaredError"]
