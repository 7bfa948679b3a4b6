"""What every `update` and every `compute` does besides what its author wrote."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from metricore._tracing import is_traced
from metricore._values import independent
from metricore._warning import warn_user

if TYPE_CHECKING:
    from metricore._metric import Metric


def guarded_update(update: Callable[..., None]) -> Callable[..., None]:
    """`update` that is atomic, counts itself and detaches what it accumulated."""

    @functools.wraps(update)
    def guarded(self: Metric, *args: Any, **kwargs: Any) -> None:
        own = self.__dict__
        if own["_running"]:  # `super().update(...)`
            update(self, *args, **kwargs)
            return
        if own["_local"] is not None:
            self._refuse_when_synced()
        if own["_narrow"] is not None and own["_mergeable"]:
            self._update_narrow(update, args, kwargs)
            return
        traced = is_traced()
        before = self._everything() if traced else own.copy()
        inner = [(leaf, leaf._hold()) for _, leaf in self._leaves()[1:]] if own["_modules"] else ()
        try:
            own["_running"] = True
            if own["_containers"] or self.updates_in_place:
                self._unshare()
            update(self, *args, **kwargs)
            self._settle(before)
            own["_computed"] = None
            if traced:  # a Python number would be compiled in as a constant
                ticks = own["_compiled_updates"]
                own["_compiled_updates"] = (torch.zeros((), dtype=torch.int64) if ticks is None else ticks) + 1
            else:
                own["_update_count"] += 1
        except BaseException as error:
            own.update(before)
            for leaf, held in inner:
                leaf.__dict__.update(held)
            blame_argument(error, type(self), update, args, kwargs)
            raise
        finally:
            own["_running"] = False

    return guarded


def blame_argument(error: BaseException, owner: type, update: Callable[..., None], args: Any, kwargs: Any) -> None:
    """Raise a TypeError that names the metric or the argument, if `update` cannot be called so, or with no tensor."""
    call = f"{update.__qualname__}()"
    if isinstance(error, TypeError) and str(error).startswith(call):  # of the class that wrote `update`
        raise TypeError(f"{owner.__name__}.update(){str(error).removeprefix(call)}") from None
    if not isinstance(error, AttributeError) or isinstance(error.obj, torch.Tensor):
        return
    parameters = inspect.signature(update).parameters
    for name, value in {**dict(zip([*parameters][1:], args, strict=False)), **kwargs}.items():
        left_out = value is None and name in parameters and parameters[name].default is None
        if value is error.obj and not left_out:
            raise TypeError(f"Expected {name} to be a tensor, got {type(value).__name__}.") from None


def finished_compute(compute: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """`compute` that synchronises, checks, remembers its value and gives out copies of it."""

    @functools.wraps(compute)
    def finished(self: Metric) -> Any:
        own = self.__dict__
        if own["_running"]:  # `super().compute()`
            return compute(self)
        if own["_keep_graph"]:  # within the `forward` of a metric around this one
            return self._step_value()
        to_sync = own["_to_sync"] and own["sync_on_compute"] and own["_local"] is None and self._can_sync()
        if own["_computed"] is not None and not to_sync:  # other ranks may have new data and wait for this one
            return independent(own["_computed"])
        with self.sync_context(should_sync=to_sync):
            for _, leaf in self._leaves():
                leaf._raise_flags()
            if not self._has_data():
                warn_user(f"{type(self).__name__}.compute() was called before any update(); its value is of no data.")
            value = self._value_of_held()
        self._remember(value)
        if own["compute_with_cache"]:
            own["_computed"] = value
        return independent(value)

    return finished
