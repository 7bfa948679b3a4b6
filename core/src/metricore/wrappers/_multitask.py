"""Metrics of several tasks that have data of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from torch import nn

from metricore._collection import MetricCollection
from metricore._metric import Metric
from metricore.wrappers._base import WrapperMetric, affix, metric_or_collection

if TYPE_CHECKING:
    from typing_extensions import Self


class MultitaskWrapper(WrapperMetric):
    """A metric or a collection for each task, updated with the predictions and targets of that task.

    Args:
        task_metrics: metrics or collections by name of the task.
        prefix: put before each name in results.
        postfix: put after each name in results.
        kwargs: what every metric takes.

    Examples:
        >>> import torch
        >>> from metricore import MeanSquaredError, MultitaskWrapper
        >>> from metricore.classification import BinaryAccuracy
        >>> metric = MultitaskWrapper({"spam": BinaryAccuracy(), "age": MeanSquaredError()})
        >>> preds = {"spam": torch.tensor([0.9, 0.2]), "age": torch.tensor([31.0, 50.0])}
        >>> metric(preds, {"spam": torch.tensor([1, 1]), "age": torch.tensor([30.0, 50.0])})
        {'spam': tensor(0.5000), 'age': tensor(0.5000)}
    """

    updates_in_place = False

    def __init__(
        self,
        task_metrics: Mapping[str, Metric | MetricCollection],
        prefix: str | None = None,
        postfix: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        if not isinstance(task_metrics, (Mapping, nn.ModuleDict)):
            raise TypeError(f"Expected task_metrics to be a dict of metrics or collections, got {task_metrics!r}.")
        checked = {task: metric_or_collection(f"task_metrics[{task!r}]", its) for task, its in task_metrics.items()}
        try:
            self.task_metrics = nn.ModuleDict(checked)
        except (KeyError, TypeError) as error:
            raise ValueError(f"Expected names of tasks that are free names of attributes: {error}.") from None
        self.prefix = affix("prefix", prefix)
        self.postfix = affix("postfix", postfix)

    def _tasks(self) -> Iterator[tuple[str, Any]]:
        yield from self.task_metrics._modules.items()

    def _shown(self, task: str) -> str:
        return f"{self.prefix or ''}{task}{self.postfix or ''}"

    def _refuse_other_tasks(self, task_preds: Any, task_targets: Any) -> None:
        for name, given in (("task_preds", task_preds), ("task_targets", task_targets)):
            if not isinstance(given, Mapping) or set(given) != set(self.task_metrics._modules):
                shown = list(given) if isinstance(given, Mapping) else type(given).__name__
                raise ValueError(
                    f"Expected {name} to be a dict with the tasks {list(self.task_metrics._modules)}, got {shown}."
                )

    def update(self, task_preds: Mapping[str, Any], task_targets: Mapping[str, Any]) -> None:
        """Update each task's metric with what the dicts have for it."""
        self._refuse_other_tasks(task_preds, task_targets)
        for task, metric in self._tasks():
            metric.update(task_preds[task], task_targets[task])

    def compute(self) -> dict[str, Any]:
        """The value of each task by name; that of a collection is a dict."""
        return {self._shown(task): metric.compute() for task, metric in self._tasks()}

    def forward(self, task_preds: Mapping[str, Any], task_targets: Mapping[str, Any]) -> dict[str, Any]:
        """Add a batch of each task and return its own values."""
        collections = any(isinstance(metric, MetricCollection) for _, metric in self._tasks())
        if not collections or not self._stays_with(MultitaskWrapper):
            return super().forward(task_preds, task_targets)  # type: ignore[no-any-return]
        self._refuse_other_tasks(task_preds, task_targets)
        return self._forward_inside(  # type: ignore[no-any-return]
            lambda: {self._shown(t): metric(task_preds[t], task_targets[t]) for t, metric in self._tasks()}
        )

    def items(self, flatten: bool = True) -> Iterator[tuple[str, Metric | MetricCollection]]:
        """Pairs of name and metric.

        Args:
            flatten: take collections apart, their metrics named after task and metric.
        """
        for task, metric in self._tasks():
            if flatten and isinstance(metric, MetricCollection):
                yield from ((self._shown(f"{task}_{name}"), its) for name, its in metric.items())
            else:
                yield self._shown(task), metric

    def keys(self, flatten: bool = True) -> Iterator[str]:
        """Names, as in :meth:`items`."""
        return (name for name, _ in self.items(flatten))

    def values(self, flatten: bool = True) -> Iterator[Metric | MetricCollection]:
        """Metrics, as in :meth:`items`."""
        return (metric for _, metric in self.items(flatten))

    def clone(self, prefix: str | None = None, postfix: str | None = None) -> Self:
        """An independent copy, with another prefix or postfix if given."""
        twin = super().clone()
        if prefix is not None:
            twin.prefix = affix("prefix", prefix)
        if postfix is not None:
            twin.postfix = affix("postfix", postfix)
        return twin
