"""Metrics of segmentation maps."""

from __future__ import annotations

from metricore.segmentation._boundary import BoundaryIoU
from metricore.segmentation._overlap import DiceScore, GeneralizedDiceScore, MeanIoU, PixelAccuracy
from metricore.segmentation._surfaces import AverageSurfaceDistance, HausdorffDistance, NormalizedSurfaceDice

__all__ = [
    "AverageSurfaceDistance",
    "BoundaryIoU",
    "DiceScore",
    "GeneralizedDiceScore",
    "HausdorffDistance",
    "MeanIoU",
    "NormalizedSurfaceDice",
    "PixelAccuracy",
]
