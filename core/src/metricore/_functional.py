"""Functions derived from metrics: one implementation, one description."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import torch
from torch import Tensor

from metricore._guards import blame_argument
from metricore._metric import Metric

_EMPTY = inspect.Parameter.empty


Inferred = Mapping[str, Callable[[Mapping[str, Any]], Any]]


def functional_form(
    cls: type[Metric],
    *leading: str,
    name: str,
    inferred: Inferred | None = None,
    defaults: Mapping[str, Any] | None = None,
) -> Callable[..., Any]:
    """The metric as a function of one batch.

    It takes what `update` needs, then the settings (those in `leading` first), then, by name only, what `update` takes
    besides. The value keeps its graph and is of this process alone. `metric_class` of the function is the metric.
    Settings in `inferred` are `None` by default and then found from the batch and the settings that are given;
    `defaults` replace those of the class.
    """
    signature, batch = _signature(cls, leading, {**dict.fromkeys(inferred or ()), **(defaults or {})})

    def function(*args: Any, **kwargs: Any) -> Any:
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{name}: {error}; it is called as {name}{signature}.") from None
        given = bound.arguments
        data = {key: value for key, value in given.items() if key in batch}
        settings = {**(defaults or {}), **{key: value for key, value in given.items() if key not in batch}}
        for key, infer in (inferred or {}).items():
            if settings.get(key) is None:
                settings[key] = infer({**settings, **data})
        metric = cls(**settings)
        device = _device_of(data.values())
        if device is not None and device != metric.device:
            metric.to(device)
        for _, leaf in metric._leaves():
            leaf._begin()
        try:
            return metric._batch_values((), data)[0]
        except AttributeError as error:
            blame_argument(error, cls, cls.update, (), data)
            raise

    function.__name__ = function.__qualname__ = name
    function.__doc__ = _description(cls)
    function.__module__ = cls.__module__
    function.__signature__ = signature  # type: ignore[attr-defined]
    function.metric_class = cls  # type: ignore[attr-defined]
    return function


def _device_of(values: Iterable[Any]) -> torch.device | None:
    """The device that a batch is on, by the first tensor in it."""
    for value in values:
        if isinstance(value, (list, tuple, dict)):
            device = _device_of(value.values() if isinstance(value, dict) else value)
        else:
            device = value.device if isinstance(value, Tensor) else None
        if device is not None:
            return device
    return None


def _signature(
    cls: type[Metric], leading: tuple[str, ...], defaults: Mapping[str, Any]
) -> tuple[inspect.Signature, set[str]]:
    """The function's signature, and which of its arguments belong to `update`."""
    taken = [p for p in inspect.signature(cls.update).parameters.values() if p.name != "self"]
    settings = {**cls._settings, **defaults}
    unknown = [name for name in leading if name not in settings]
    if unknown:
        raise ValueError(f"{cls.__name__} has no settings {unknown}; it has {list(settings)}.")
    ordered = [*leading, *(name for name in settings if name not in leading)]
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [p.replace(kind=kind, annotation=_EMPTY) for p in taken if p.default is _EMPTY]
    parameters += [inspect.Parameter(n, kind, default=settings[n]) for n in ordered]
    if any(p.default is _EMPTY for p in parameters[len(parameters) - len(ordered) :]):
        parameters.sort(key=lambda p: p.default is not _EMPTY)
    named = inspect.Parameter.KEYWORD_ONLY
    parameters += [p.replace(kind=named, annotation=_EMPTY) for p in taken if p.default is not _EMPTY]
    return inspect.Signature(parameters), {p.name for p in taken}


def _description(cls: type[Metric]) -> str:
    text = re.split(r"\n\s*Examples:", inspect.getdoc(cls) or "")[0].rstrip()
    return f"{text}\n\nThe functional form of :class:`{cls.__module__}.{cls.__name__}`.\n"
