"""Metrics of predictions of the time until something happens."""

from __future__ import annotations

from metricore.survival._concordance import ConcordanceIndex

__all__ = ["ConcordanceIndex"]
