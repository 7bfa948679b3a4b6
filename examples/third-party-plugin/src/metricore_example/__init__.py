"""An example of a metric plugin."""

from metricore_example._metric import MeanSquaredAngularError

__all__ = ["MeanSquaredAngularError"]
