"""Metrics around metrics."""

from __future__ import annotations

from metricore.wrappers._base import WrapperMetric
from metricore.wrappers._bootstrap import BootStrapper
from metricore.wrappers._classwise import ClasswiseWrapper
from metricore.wrappers._features import FeatureShare
from metricore.wrappers._grouped import GroupedMetric
from metricore.wrappers._minmax import MinMaxMetric
from metricore.wrappers._multioutput import MultioutputWrapper
from metricore.wrappers._multitask import MultitaskWrapper
from metricore.wrappers._running import Running
from metricore.wrappers._tracker import MetricTracker
from metricore.wrappers._transformers import BinaryTargetTransformer, LambdaInputTransformer, MetricInputTransformer

__all__ = [
    "BinaryTargetTransformer",
    "BootStrapper",
    "ClasswiseWrapper",
    "FeatureShare",
    "GroupedMetric",
    "LambdaInputTransformer",
    "MetricInputTransformer",
    "MetricTracker",
    "MinMaxMetric",
    "MultioutputWrapper",
    "MultitaskWrapper",
    "Running",
    "WrapperMetric",
]
