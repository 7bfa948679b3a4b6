"""The processes that torchrun started: they fail together, and one of them speaks for all."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeVar

import torch
from torch import distributed

from metricore._errors import InvalidDataError, MetricoreError

__all__ = ["Ranks", "connected"]

_Result = TypeVar("_Result")
_PATIENCE = timedelta(hours=24)  # one rank may have far more to read than another


class Ranks:
    """This process among those that evaluate together; by default it is alone."""

    def __init__(self, rank: int = 0, world: int = 1) -> None:
        self.rank = rank
        self.world = world

    @property
    def first(self) -> bool:
        """Whether this process is the one that shows results."""
        return self.rank == 0

    def gather(self, value: Any) -> list[Any]:
        """The values of all ranks, in their order."""
        if self.world == 1:
            return [value]
        values: list[Any] = [None] * self.world
        distributed.all_gather_object(values, value)
        return values

    def agree(self, step: Callable[[], _Result]) -> _Result:
        """Take a step on every rank; where one fails, all end with status 2, and the first that failed says why."""
        if self.world == 1:
            return step()
        problem: BaseException | None = None
        try:
            result = step()
        except Exception as error:
            problem = error
        failed = [rank for rank, ok in enumerate(self.gather(problem is None)) if not ok]
        if not failed:
            return result
        if problem is not None and not isinstance(problem, (MetricoreError, OSError, Warning)):
            raise problem
        if self.rank == failed[0]:
            print(f"metricore: {' '.join(str(problem).split())}", file=sys.stderr, flush=True)
        distributed.barrier()  # whoever ends first has the launcher end the others, who may not have spoken yet
        raise SystemExit(2)


def _first(error: Exception) -> str:
    """The first sentence of an error: those of PyTorch go on about builds."""
    return str(error).partition(". ")[0]


@contextmanager
def _output_for_results() -> Iterator[None]:
    """Within the block, what libraries write to standard output goes to standard error: Gloo of PyTorch 2.9 does."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


@contextmanager
def connected(device: str) -> Iterator[Ranks]:
    """The ranks of a launcher such as torchrun, or this process alone."""
    world = int(os.environ.get("WORLD_SIZE", "1"))
    cuda = torch.device(device).type == "cuda"
    if cuda and not torch.cuda.is_available():
        raise InvalidDataError(f"--device {device}: expected a CUDA device, PyTorch sees none")
    try:
        torch.zeros(1, device=device).tolist()
    except (RuntimeError, NotImplementedError, AssertionError) as error:
        raise InvalidDataError(f"--device {device}: expected a device that can be used, {_first(error)}") from error
    if "RANK" not in os.environ or world < 2:
        yield Ranks()
        return
    if cuda:
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
    with _output_for_results():
        distributed.init_process_group("cpu:gloo,cuda:nccl" if cuda else "gloo", timeout=_PATIENCE)
    try:
        yield Ranks(distributed.get_rank(), distributed.get_world_size())
    finally:
        distributed.destroy_process_group()
