"""The collectives that synchronisation is made of, on whatever device the process group can use."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, distributed


class Exchange:
    """Collectives over one process group, for tensors that live on `device`."""

    def __init__(self, group: Any, device: torch.device) -> None:
        self.group = group
        self.world = distributed.get_world_size(group)
        self.device = exchange_device(distributed.get_backend_config(group), device) if self.world > 0 else device

    def gather_numbers(self, numbers: list[int]) -> list[list[int]]:
        """The same few integers of every rank."""
        own = torch.tensor(numbers, dtype=torch.int64, device=self.device)
        parts = [torch.empty_like(own) for _ in range(self.world)]
        distributed.all_gather(parts, own, group=self.group)
        return [list(row) for row in torch.stack(parts).tolist()]

    def gather_bytes(self, payload: Tensor, lengths: list[int]) -> list[Tensor]:
        """The uint8 payload of every rank, whose lengths are known to all."""
        longest = max(lengths)
        if not longest:
            return [payload] * self.world
        own = torch.zeros(longest, dtype=torch.uint8, device=self.device)
        own[: len(payload)] = payload.to(self.device)
        parts = [torch.empty_like(own) for _ in range(self.world)]
        distributed.all_gather(parts, own, group=self.group)
        return [part[:length] for part, length in zip(parts, lengths, strict=True)]

    def staged(self, values: list[Tensor]) -> Tensor:
        """Tensors of one dtype as one, where the group can take it."""
        return torch.cat([value.reshape(-1).to(self.device) for value in values])

    def reduce(self, staged: Tensor, op: Any, like: list[Tensor]) -> list[Tensor]:
        """Staged tensors reduced elementwise over ranks, in one collective, each in the shape and place of its like."""
        distributed.all_reduce(staged, op=op, group=self.group)
        parts = torch.split(staged, [value.numel() for value in like])
        return [part.reshape(value.shape).to(value.device) for part, value in zip(parts, like, strict=True)]


def exchange_device(config: str, device: torch.device) -> torch.device:
    """Where tensors of `device` have to be for a group with this backend configuration, such as `"cuda:nccl"`."""
    backends = dict(entry.split(":", 1) for entry in str(config).split(",") if ":" in entry)
    if backends.get(device.type, "gloo") != "gloo":
        return device
    if "cpu" in backends:
        return torch.device("cpu")
    if not backends or device.type in backends:
        return device
    kind = sorted(backends)[0]
    return torch.device(kind, getattr(torch, kind).current_device())
