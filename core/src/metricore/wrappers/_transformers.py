"""Metrics of changed predictions and targets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from metricore._collection import MetricCollection
from metricore._metric import Metric
from metricore.wrappers._base import WrapperMetric, metric_or_collection

Transform = Callable[[Any], Any]


class MetricInputTransformer(WrapperMetric):
    """A metric whose predictions and targets are changed first: base of wrappers that say how.

    The first argument of `update`, or the one named `preds`, goes through `transform_pred`; the second, or the one
    named `target`, through `transform_target`. Other arguments are passed on.

    Args:
        wrapped_metric: a metric or a collection.
        kwargs: what every metric takes.

    Examples:
        >>> import torch
        >>> from metricore import MeanSquaredError
        >>> from metricore.wrappers import MetricInputTransformer
        >>> class InLogs(MetricInputTransformer):
        ...     def transform_pred(self, pred):
        ...         return pred.log()
        >>> InLogs(MeanSquaredError())(torch.tensor([1.0, 1.0]), torch.tensor([0.0, 2.0]))
        tensor(2.)
    """

    updates_in_place = False

    def __init__(self, wrapped_metric: Metric | MetricCollection, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.wrapped_metric = metric_or_collection("wrapped_metric", wrapped_metric)
        if isinstance(wrapped_metric, Metric):
            self._take_traits(wrapped_metric)

    def transform_pred(self, pred: Any) -> Any:
        """What takes the place of predictions; these themselves unless a class says otherwise."""
        return pred

    def transform_target(self, target: Any) -> Any:
        """What takes the place of targets; these themselves unless a class says otherwise."""
        return target

    def _wrapped(self) -> Metric | MetricCollection:
        return self.wrapped_metric

    def _transformed(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        transforms = {"preds": self.transform_pred, "target": self.transform_target}
        own = [change(value) for change, value in zip(transforms.values(), args[:2], strict=False)]
        named = {name: transforms[name](its) if name in transforms else its for name, its in kwargs.items()}
        return [*own, *args[2:]], named

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Update the metric with what the arguments become."""
        own, named = self._transformed(args, kwargs)
        self.wrapped_metric.update(*own, **named)

    def compute(self) -> Any:
        """The metric's value."""
        return self.wrapped_metric.compute()

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Add a batch and return its own value."""
        if isinstance(self.wrapped_metric, Metric) or not self._stays_with(MetricInputTransformer):
            return super().forward(*args, **kwargs)

        def inside() -> Any:
            own, named = self._transformed(args, kwargs)
            return self.wrapped_metric(*own, **named)

        return self._forward_inside(inside)


class LambdaInputTransformer(MetricInputTransformer):
    """A metric whose predictions and targets go through functions first.

    Args:
        wrapped_metric: a metric or a collection.
        transform_pred: function of the predictions; by default they stay as they are.
        transform_target: function of the targets; by default they stay as they are.
        kwargs: what every metric takes.

    Examples:
        >>> import torch
        >>> from metricore import MeanAbsoluteError
        >>> from metricore.wrappers import LambdaInputTransformer
        >>> metric = LambdaInputTransformer(MeanAbsoluteError(), transform_pred=torch.exp)
        >>> metric(torch.tensor([0.0, 0.0]), torch.tensor([1.0, 3.0]))
        tensor(1.)
    """

    updates_in_place = False

    def __init__(
        self,
        wrapped_metric: Metric | MetricCollection,
        transform_pred: Transform | None = None,
        transform_target: Transform | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(wrapped_metric, **kwargs)
        for name, function in (("transform_pred", transform_pred), ("transform_target", transform_target)):
            if not (function is None or callable(function)):
                raise TypeError(f"Expected {name} to be a function or None, got {function!r}.")
        self._functions = (transform_pred, transform_target)

    def transform_pred(self, pred: Any) -> Any:
        """The given function of the predictions."""
        function = self._functions[0]
        return pred if function is None else function(pred)

    def transform_target(self, target: Any) -> Any:
        """The given function of the targets."""
        function = self._functions[1]
        return target if function is None else function(target)


class BinaryTargetTransformer(MetricInputTransformer):
    """A metric of yes or no, with targets that are yes above a threshold.

    Args:
        wrapped_metric: a metric or a collection.
        threshold: targets above it become 1, others 0; floating ones become integer labels.
        kwargs: what every metric takes.

    Raises:
        InvalidDataError: for NaN in the target.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryAccuracy
        >>> from metricore.wrappers import BinaryTargetTransformer
        >>> metric = BinaryTargetTransformer(BinaryAccuracy(), threshold=2)
        >>> metric(torch.tensor([0.9, 0.8, 0.1]), torch.tensor([5, 1, 0]))
        tensor(0.6667)
    """

    updates_in_place = False

    def __init__(self, wrapped_metric: Metric | MetricCollection, threshold: float = 0, **kwargs: Any) -> None:
        super().__init__(wrapped_metric, **kwargs)
        if isinstance(threshold, bool) or not isinstance(threshold, (int, float)):
            raise TypeError(f"Expected threshold to be a number, got {threshold!r}.")
        if threshold != threshold:
            raise ValueError("Expected threshold to be a number, got nan.")
        self.threshold = threshold

    def transform_target(self, target: Tensor) -> Tensor:
        """Labels 0 and 1."""
        if not target.is_floating_point():
            return (target > self.threshold).to(target.dtype)
        self.flag(target.isnan(), "Expected a target without NaN")
        return (target > self.threshold).to(torch.int64)
