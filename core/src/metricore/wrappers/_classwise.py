"""Values of classes by name."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from torch import Tensor

from metricore._metric import Metric
from metricore.wrappers._base import WrapperMetric, affix, the_metric


class ClasswiseWrapper(WrapperMetric):
    """The values that a metric gives for each class, as a dict with a name for each.

    Attributes that the wrapper does not have are those of the metric.

    Args:
        metric: a metric with a value for each class, such as one with `average="none"`.
        labels: names of the classes; their numbers by default.
        prefix: put before each name; without `prefix` and `postfix` the name of the metric's class.
        postfix: put after each name.
        kwargs: what every metric takes.

    Raises:
        ValueError: if there are not as many labels as values: when made if the states tell, else in `compute`.

    Examples:
        >>> import torch
        >>> from metricore import ClasswiseWrapper
        >>> from metricore.classification import MulticlassRecall
        >>> metric = ClasswiseWrapper(MulticlassRecall(2, average="none"), labels=["cat", "dog"], prefix="recall_")
        >>> metric(torch.tensor([0, 1, 0]), torch.tensor([0, 1, 1]))
        {'recall_cat': tensor(1.), 'recall_dog': tensor(0.5000)}
    """

    updates_in_place = False

    def __init__(
        self,
        metric: Metric,
        labels: Sequence[str] | None = None,
        prefix: str | None = None,
        postfix: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.metric = the_metric("metric", metric)
        if labels is not None and (
            not isinstance(labels, (list, tuple)) or not all(isinstance(label, str) for label in labels)
        ):
            raise ValueError(f"Expected labels to be a list of strings or None, got {labels!r}.")
        if labels is not None and len(set(labels)) < len(labels):
            raise ValueError(f"Expected labels that differ, got {labels!r}.")
        self.labels = None if labels is None else list(labels)
        self.prefix = affix("prefix", prefix)
        self.postfix = affix("postfix", postfix)
        self._take_traits(metric)
        self._refuse_wrong_labels()

    def _refuse_wrong_labels(self) -> None:
        """Refuse a wrong number of labels early: where states have fixed shapes, so has the value."""
        specs = [spec for _, leaf in self.metric._leaves() for spec in leaf._specs.values()]
        if self.labels is None or not all(type(spec.default) is Tensor for spec in specs):
            return
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                value = self.metric.compute_state(self.metric.init_state())
        except Exception:  # no value without data
            return
        self._named(value)

    def _wrapped(self) -> Metric:
        return self.metric

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Update the metric."""
        self.metric.update(*args, **kwargs)

    def compute(self) -> dict[str, Any]:
        """The metric's values by name."""
        return self._named(self.metric.compute())

    def _named(self, values: Any) -> dict[str, Any]:
        if isinstance(values, Tensor) and not values.ndim:
            raise ValueError(f"Expected {type(self.metric).__name__} to give a value for each class, got a single one.")
        labels = [str(i) for i in range(len(values))] if self.labels is None else self.labels
        if len(labels) != len(values):
            raise ValueError(
                f"Expected a label for each of the {len(values)} values of {type(self.metric).__name__}, "
                f"got {len(labels)}: {labels}."
            )
        prefix, postfix = self.prefix or "", self.postfix or ""
        if self.prefix is None and self.postfix is None:
            prefix = f"{type(self.metric).__name__.lower()}_"
        return {f"{prefix}{label}{postfix}": value for label, value in zip(labels, values, strict=True)}

    def __getattr__(self, name: str) -> Any:
        """What the wrapper does not have is the metric's."""
        try:
            return super().__getattr__(name)
        except AttributeError:
            metric = self.__dict__.get("_modules", {}).get("metric")
            if metric is None or name.startswith("__"):
                raise
            return getattr(metric, name)
