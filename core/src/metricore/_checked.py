"""Checks of values that stall no accelerator."""

from __future__ import annotations

import torch
from torch import Tensor
from torch._subclasses.fake_tensor import FakeTensor

from metricore._errors import InvalidDataError
from metricore._stateful import Stateful
from metricore._tracing import is_traced
from metricore._warning import warn_user

Flags = dict[tuple[str, bool], Tensor]  # by message and whether it only warns: how many elements, in which update first


class Checked(Stateful):
    """Reports elements that break the contract: at once where that is free, in `compute` elsewhere."""

    def flag(self, condition: Tensor, message: str, warn: bool = False) -> None:
        """Report elements of a batch that break the contract, wherever `condition` is true.

        On the CPU this raises (or warns) at once. Elsewhere reading the condition would stall the device, so the number
        of offending elements is kept beside the states and `compute` raises (or warns).
        """
        if not self.validate_args or is_mapped(condition):  # nothing gets out of `torch.func.vmap`
            return
        if reads_at_once(condition):
            count = int(condition.sum())
            if count:
                _report(warn, f"{message}; {count} of {condition.numel()} elements do not fit.")
            return
        count_now = condition.sum()
        before = self._flags.get((message, warn))
        ticks = self.__dict__["_update_count"] if self._compiled_updates is None else self._compiled_updates
        first_now = torch.where(count_now > 0, ticks + 1, 0)
        seen = torch.stack([count_now, first_now])
        if before is not None:
            seen = torch.stack([before[0] + count_now, torch.where(before[1] > 0, before[1], first_now)])
        self.__dict__["_flags"] = {**self._flags, (message, warn): seen}

    def _raise_flags(self) -> None:
        for (message, warn), seen in self._flags.items():
            count, first = seen.tolist()
            if count:
                _report(warn, f"{message}; {count} elements do not fit, the first of them in update {first}.")


is_mapped = torch._C._functorch.is_batchedtensor


def reads_at_once(value: Tensor) -> bool:
    """Whether looking at the elements of a tensor stalls nothing: it is on the CPU and no graph is being traced.

    A tensor that `torch.func.vmap` has taken a dimension from has no elements to look at.
    """
    return (
        value.is_cpu
        and not is_traced()
        and not is_mapped(value)
        and (type(value) is Tensor or not isinstance(value, FakeTensor))
    )


def _report(warn: bool, text: str) -> None:
    if not warn:
        raise InvalidDataError(text)
    warn_user(text)


def merged_flags(old: Flags, new: Flags, updates_before: int) -> Flags:
    """Counts of offending elements of two parts of the data, the second after `updates_before` updates."""
    merged = dict(old)
    for key, seen in new.items():
        first = torch.where(seen[1] > 0, seen[1] + updates_before, 0)
        before = old.get(key)
        if before is None:
            merged[key] = torch.stack([seen[0], first])
        else:
            merged[key] = torch.stack([before[0] + seen[0], torch.where(before[1] > 0, before[1], first)])
    return merged
