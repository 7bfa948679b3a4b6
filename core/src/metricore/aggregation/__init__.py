"""Running aggregates of a stream of values."""

from metricore.aggregation._base_aggregator import BaseAggregator
from metricore.aggregation._cat import CatMetric
from metricore.aggregation._covariance import CovarianceMetric
from metricore.aggregation._extremes import MaxMetric, MinMetric
from metricore.aggregation._fading_mean import ExponentialMovingAverage
from metricore.aggregation._higher_moments import KurtosisMetric, SkewnessMetric
from metricore.aggregation._histogram import HistogramMetric
from metricore.aggregation._moments import StdMetric, VarianceMetric
from metricore.aggregation._quantiles import MedianMetric, QuantileMetric
from metricore.aggregation._running import RunningMean, RunningSum
from metricore.aggregation._sums import MeanMetric, SumMetric
from metricore.aggregation._time_windows import TimeWindowedMax, TimeWindowedMean, TimeWindowedMin, TimeWindowedSum
from metricore.aggregation._transformed_means import GeometricMeanMetric, HarmonicMeanMetric
from metricore.aggregation._windows import (
    WindowedMax,
    WindowedMean,
    WindowedMedian,
    WindowedMin,
    WindowedStd,
    WindowedSum,
)

__all__ = [
    "BaseAggregator",
    "CatMetric",
    "CovarianceMetric",
    "ExponentialMovingAverage",
    "GeometricMeanMetric",
    "HarmonicMeanMetric",
    "HistogramMetric",
    "KurtosisMetric",
    "MaxMetric",
    "MeanMetric",
    "MedianMetric",
    "MinMetric",
    "QuantileMetric",
    "RunningMean",
    "RunningSum",
    "SkewnessMetric",
    "StdMetric",
    "SumMetric",
    "TimeWindowedMax",
    "TimeWindowedMean",
    "TimeWindowedMin",
    "TimeWindowedSum",
    "VarianceMetric",
    "WindowedMax",
    "WindowedMean",
    "WindowedMedian",
    "WindowedMin",
    "WindowedStd",
    "WindowedSum",
]
