"""A metric on text, and functions for processes."""

import threading

from torch import Tensor, distributed

from metricore import Metric, state


class ShareOfEqualStrings(Metric):
    higher_is_better = True

    equal: Tensor = state(0)
    count: Tensor = state(0)

    def update(self, preds: list[str], target: list[str]) -> None:
        self.equal += sum(p == t for p, t in zip(preds, target, strict=True))
        self.count += len(preds)

    def compute(self) -> Tensor:
        return self.equal / self.count


class Unbuildable(Metric):
    def check(self) -> None:
        raise ValueError("never")

    def update(self) -> None: ...

    def compute(self) -> None: ...


def sum_of_ranks(rank: int, value: Tensor) -> Tensor:
    distributed.all_reduce(value)
    return value


def raise_on_one(rank: int) -> None:
    if rank == 1:
        raise KeyError("lost")
    distributed.barrier()


def hang_on_one(rank: int) -> None:
    if rank == 1:
        threading.Event().wait()


def die_on_one(rank: int) -> None:
    if rank == 1:
        import os

        os._exit(3)
