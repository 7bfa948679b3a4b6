"""One metric for each of several outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from metricore._arguments import check_flag
from metricore._checked import reads_at_once
from metricore._metric import Metric
from metricore.wrappers._base import WrapperMetric, the_metric


class MultioutputWrapper(WrapperMetric):
    """A metric of one output, computed for each of several.

    Rows with NaN are found by looking at the data, which waits for an accelerator: with `remove_nans=False`, `update`
    does not. To compile their removal into one graph, PyTorch 2.9 needs
    `torch._dynamo.config.capture_dynamic_output_shape_ops = True`. A one-dimensional argument beside others with more
    dimensions, such as weights of samples, goes to all outputs.

    Args:
        base_metric: the metric; each output gets a copy.
        num_outputs: number of outputs.
        output_dim: dimension of the arguments of `update` that counts outputs.
        remove_nans: leave rows out of an output where an argument is NaN there.
        squeeze_outputs: drop the dimension of outputs.
        kwargs: what every metric takes.

    Examples:
        >>> import torch
        >>> from metricore import MeanSquaredError, MultioutputWrapper
        >>> metric = MultioutputWrapper(MeanSquaredError(), num_outputs=2)
        >>> metric(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[1.0, 4.0], [3.0, float("nan")]]))
        tensor([0., 4.])
    """

    updates_in_place = False

    def __init__(
        self,
        base_metric: Metric,
        num_outputs: int,
        output_dim: int = -1,
        remove_nans: bool = True,
        squeeze_outputs: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        the_metric("base_metric", base_metric)
        for name, number, least in (("num_outputs", num_outputs, 1), ("output_dim", output_dim, -100)):
            if isinstance(number, bool) or not isinstance(number, int) or number < least:
                raise ValueError(f"Expected {name} to be an integer of at least {least}, got {number!r}.")
        for name, value in (("remove_nans", remove_nans), ("squeeze_outputs", squeeze_outputs)):
            check_flag(name, value)
        self.metrics = nn.ModuleList(base_metric.clone() for _ in range(num_outputs))
        self.num_outputs = num_outputs
        self.output_dim = output_dim
        self.remove_nans = remove_nans
        self.squeeze_outputs = squeeze_outputs
        self._take_traits(base_metric)

    def _wrapped(self) -> Metric:
        return self.metrics[0]  # type: ignore[return-value]

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Update each output's metric with its part of the arguments."""
        # A list with 0 in it, since PyTorch 2.9 does not trace `max` with a default.
        widest = max([0, *(a.ndim for a in (*args, *kwargs.values()) if isinstance(a, Tensor))])
        for i, metric in enumerate(self.metrics):
            own = [self._part(a, i, widest) for a in args]
            named = {name: self._part(a, i, widest) for name, a in kwargs.items()}
            if self.remove_nans:
                tensors = _without_nan([*own, *named.values()])
                own, named = tensors[: len(own)], dict(zip(named, tensors[len(own) :], strict=True))
            metric.update(*own, **named)  # type: ignore[operator]

    def _part(self, argument: Any, output: int, widest: int) -> Any:
        if not isinstance(argument, Tensor) or (argument.ndim <= 1 < widest):
            return argument
        if not -argument.ndim <= self.output_dim < argument.ndim or argument.shape[self.output_dim] != self.num_outputs:
            raise ValueError(
                f"Expected tensors with {self.num_outputs} outputs in dimension {self.output_dim}, "
                f"got one of shape {tuple(argument.shape)}."
            )
        part = argument.select(self.output_dim, output)
        return part if self.squeeze_outputs else part.unsqueeze(self.output_dim)

    def compute(self) -> Any:
        """The value of each output, stacked along a new first dimension."""
        return _stacked([metric.compute() for metric in self.metrics])  # type: ignore[operator]


def _without_nan(arguments: list[Any]) -> list[Any]:
    """Arguments without the rows in which one of them is NaN."""
    floating = [a for a in arguments if isinstance(a, Tensor) and a.ndim and a.is_floating_point()]
    if all(reads_at_once(a) and not a.isnan().any() for a in floating):
        return arguments
    rows = len(floating[0])
    if any(isinstance(a, Tensor) and a.ndim and len(a) != rows for a in arguments):
        shapes = [tuple(a.shape) for a in arguments if isinstance(a, Tensor)]
        raise ValueError(f"Expected arguments with one number of rows to remove those with NaN, got shapes {shapes}.")
    keep = ~torch.stack([a.isnan().reshape(rows, -1).any(1) for a in floating]).any(0)
    return [a[keep] if isinstance(a, Tensor) and a.ndim else a for a in arguments]


def _stacked(values: list[Any]) -> Any:
    """Values of one form, with each tensor stacked."""
    first = values[0]
    if isinstance(first, Mapping):
        return {key: _stacked([value[key] for value in values]) for key in first}
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(_stacked(list(column)) for column in zip(*values, strict=True)))
    if isinstance(first, (tuple, list)):
        return type(first)(_stacked(list(column)) for column in zip(*values, strict=True))
    tensors = [torch.as_tensor(value) for value in values]
    return torch.stack(tensors) if len({t.shape for t in tensors}) == 1 else tensors
