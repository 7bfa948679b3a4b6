"""Functions of one batch of shapes."""

from __future__ import annotations

from metricore.shape._procrustes import procrustes_disparity

__all__ = ["procrustes_disparity"]
