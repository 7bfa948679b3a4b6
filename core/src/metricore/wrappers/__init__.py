"""Metrics around metrics."""

from __future__ import annotations

from metricore.wrappers._running import Running

__all__ = ["Running"]
