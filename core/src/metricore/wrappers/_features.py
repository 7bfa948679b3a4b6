"""Metrics that look at the same features of their inputs, computed once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, nn

from metricore._collection import MetricCollection
from metricore._members import Metrics
from metricore._metric import Metric


class NetworkCache(nn.Module):
    """A network that within one update of a :class:`FeatureShare` runs once for each input.

    Inputs are told apart by identity. What was computed is dropped at the end of the update, so that no batch is kept
    and an input that is changed in place is seen anew. Other attributes are those of the network.

    Args:
        network: the network.
        max_size: for how many inputs outputs are kept at the same time.
    """

    def __init__(self, network: Any, max_size: int) -> None:
        super().__init__()
        self.network = network
        self.max_size = max_size
        self._kept: OrderedDict[Hashable, tuple[Any, Any]] | None = None

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Keep outputs within the block."""
        self._kept = OrderedDict()
        try:
            yield
        finally:
            self._kept = None

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """The network's output, computed or kept."""
        if self._kept is None:
            return self.network(*args, **kwargs)
        modes = (torch.is_grad_enabled(), torch.is_inference_mode_enabled())
        key = (*modes, tuple(map(_identity, args)), tuple((name, _identity(its)) for name, its in kwargs.items()))
        if key not in self._kept:
            output = self.network(*args, **kwargs)
            self._kept[key] = ((args, kwargs), output)  # with the inputs: their identity is theirs while they live
            if len(self._kept) > self.max_size:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key][1]

    def __getattr__(self, name: str) -> Any:
        """What the cache does not have is the network's."""
        try:
            return super().__getattr__(name)
        except AttributeError:
            network = self.__dict__.get("network", self.__dict__.get("_modules", {}).get("network"))
            if network is None or name.startswith("__"):
                raise
            return getattr(network, name)


class FeatureShare(MetricCollection):
    """A collection of metrics around one network, which runs once for each input of `update` and `forward`.

    Each metric has an attribute `feature_network` with the name of the attribute that holds its network. The networks
    must be the same object, or equal in class, plain attributes and parameters; the first one then serves all metrics.

    Args:
        metrics: a metric, a list (named by class) or a dict; they must not be used without the collection afterwards.
        max_cache_size: for how many inputs features are kept at the same time; by default as many as there are metrics.

    Raises:
        AttributeError: if a metric does not name its network.
        ValueError: if networks differ.

    Examples:
        >>> import torch
        >>> from metricore import Metric, state
        >>> from metricore.wrappers import FeatureShare
        >>> class LargestFeature(Metric):
        ...     feature_network = "net"
        ...     largest: torch.Tensor = state(float("-inf"), reduce="max")
        ...     def __init__(self, net, **kwargs):
        ...         super().__init__(**kwargs)
        ...         self.net = net
        ...     def update(self, images):
        ...         self.largest = torch.maximum(self.largest, self.net(images).max())
        ...     def compute(self):
        ...         return self.largest
        >>> net = torch.nn.Flatten()
        >>> metrics = FeatureShare({"a": LargestFeature(net), "b": LargestFeature(net)})
        >>> metrics(torch.tensor([[[1.0, 2.0]]]))
        {'a': tensor(2., dtype=torch.float64), 'b': tensor(2., dtype=torch.float64)}
    """

    def __init__(self, metrics: Metrics, max_cache_size: int | None = None) -> None:
        if max_cache_size is not None and (
            isinstance(max_cache_size, bool) or not isinstance(max_cache_size, int) or max_cache_size < 1
        ):
            raise ValueError(f"Expected max_cache_size to be a positive integer or None, got {max_cache_size!r}.")
        self.__dict__["max_cache_size"] = max_cache_size
        super().__init__(metrics)

    def add_metrics(self, metrics: Metrics, *additional_metrics: Metric) -> None:
        """Add metrics, which then share the network."""
        super().add_metrics(metrics, *additional_metrics)
        held = list(self._named())
        networks = [_network_of(name, metric) for name, metric in held]
        if not networks:
            return
        for (name, _), other in zip(held[1:], networks[1:], strict=True):
            if not _equal(networks[0], other):
                raise ValueError(
                    f"Expected the metrics to have equal networks, that of {name!r} differs from {held[0][0]!r}'s."
                )
        cache = NetworkCache(networks[0], self.__dict__["max_cache_size"] or len(held))
        for _, metric in held:
            setattr(metric, str(metric.feature_network), cache)

    def _cache(self) -> NetworkCache:
        first = self._metrics()[0]
        return getattr(first, str(first.feature_network))  # type: ignore[no-any-return]

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Add a batch to all metrics."""
        with self._cache().keeping():
            super().update(*args, **kwargs)

    def forward(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Add a batch to all metrics and return its own values."""
        with self._cache().keeping():
            return super().forward(*args, **kwargs)


def _network_of(name: str, metric: Metric) -> Any:
    attribute = getattr(metric, "feature_network", None)
    if not isinstance(attribute, str) or not hasattr(metric, attribute):
        raise AttributeError(
            f"Expected {name!r} to have an attribute `feature_network` with the name of the attribute that holds its "
            f"network, got {attribute!r}."
        )
    network = getattr(metric, attribute)
    return network.network if isinstance(network, NetworkCache) else network


def _equal(a: Any, b: Any) -> bool:
    """Whether two networks compute the same, as far as classes, plain attributes and parameters tell."""
    if a is b:
        return True
    if type(a) is not type(b) or not isinstance(a, nn.Module):
        return False
    ours, theirs = dict(a.named_modules()), dict(b.named_modules())
    if ours.keys() != theirs.keys() or any(_plain(ours[n]) != _plain(theirs[n]) for n in ours):
        return False
    mine, other = a.state_dict(), b.state_dict()
    return mine.keys() == other.keys() and all(
        mine[n].shape == other[n].shape and torch.equal(mine[n], other[n]) for n in mine
    )


def _plain(module: nn.Module) -> tuple[Any, ...]:
    kinds = (bool, int, float, str, tuple, list, type(None))
    return type(module), {k: v for k, v in vars(module).items() if isinstance(v, kinds) and k != "training"}


def _identity(value: Any) -> Hashable:
    if isinstance(value, Tensor):
        version = 0 if value.is_inference() else value._version
        return ("tensor", id(value), version)
    return ("plain", value) if isinstance(value, (bool, int, float, str, type(None))) else ("object", id(value))
