"""Metrics of segmentation maps."""

from __future__ import annotations

from metricore.segmentation._overlap import DiceScore, GeneralizedDiceScore, MeanIoU, PixelAccuracy

__all__ = ["DiceScore", "GeneralizedDiceScore", "MeanIoU", "PixelAccuracy"]
