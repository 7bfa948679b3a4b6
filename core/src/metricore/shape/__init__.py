"""Metrics of shapes."""

from __future__ import annotations

from metricore.shape._procrustes import ProcrustesDisparity

__all__ = ["ProcrustesDisparity"]
