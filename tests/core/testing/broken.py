"""Metrics with one fault each. Their right form is `Right`: the mean of the squares of a stream."""

import threading

import torch
from torch import Tensor

from metricore import CatState, Metric, cat_state, state
from metricore.utilities import dim_zero_cat


class Right(Metric):
    higher_is_better = False
    is_differentiable = True
    plot_lower_bound = 0.0

    total: Tensor = state(0.0)
    count: Tensor = state(0)

    def update(self, value: Tensor) -> None:
        self.total += value.double().square().sum()
        self.count += value.numel()

    def compute(self) -> Tensor:
        return (self.total / self.count).to(torch.get_default_dtype())


class WrongValue(Right):
    def compute(self) -> Tensor:
        return (self.total / (self.count + 1)).float()


class ForgetsToReset(Right):
    def check(self) -> None:
        self.seen: list[Tensor] = []

    def update(self, value: Tensor) -> None:
        self.seen.append(value.detach().double().square())

    def compute(self) -> Tensor:
        return torch.cat(self.seen).mean().float()


class KeepsGraph(Right):
    def update(self, value: Tensor) -> None:
        super().update(value)
        self.last = value.sum()


class AliasesInput(Right):
    def check(self) -> None:
        self.rows: tuple[Tensor, ...] = ()

    def update(self, value: Tensor) -> None:
        self.rows = (*self.rows, value.detach())
        super().update(value)

    def compute(self) -> Tensor:
        return torch.cat(self.rows).double().square().mean().float() if self.rows else super().compute()


class ReadsBack(Right):
    def update(self, value: Tensor) -> None:
        self.total += value.double().square().sum().item()
        self.count += value.numel()


class DependsOnData(Right):
    def update(self, value: Tensor) -> None:
        super().update(value[value != 0])
        self.count += (value == 0).sum()


class CopiesToHost(Right):
    def update(self, value: Tensor) -> None:
        super().update(value.cpu())


class CopiesFromHost(Right):
    def update(self, value: Tensor) -> None:
        super().update(value * torch.tensor(1.0, device=value.device))


class RebuildsGraph(Right):
    def update(self, value: Tensor) -> None:
        self.power = getattr(self, "power", 1) + 1  # a Python number that the compiler takes for a constant
        super().update(value * (self.power / self.power))


class BreaksGraph(Right):
    def update(self, value: Tensor) -> None:
        torch._dynamo.graph_break()
        super().update(value)


class MeanOfBatchMeans(Right):
    def update(self, value: Tensor) -> None:
        self.total += value.double().square().mean()
        self.count += 1


class FailsOnEmptyBatch(Right):
    def update(self, value: Tensor) -> None:
        if not len(value):
            raise ValueError("nothing in it")
        super().update(value)


class CountsEmptyBatch(Right):
    def update(self, value: Tensor) -> None:
        super().update(value)
        self.count += int(not len(value))


class MutatesDefault(Right):
    updates_in_place = False

    def update(self, value: Tensor) -> None:
        self.total += value.double().square().sum()
        self.count += value.numel()

    def compute(self) -> Tensor:
        return (self.total / self.count).to(torch.get_default_dtype())


class BuffersAsStates(Metric):
    def check(self) -> None:
        self.register_buffer("total", torch.tensor(0.0, dtype=torch.float64))
        self.register_buffer("count", torch.tensor(0))

    def update(self, value: Tensor) -> None:
        self.total += value.double().square().sum()
        self.count += value.numel()

    def compute(self) -> Tensor:
        return (self.total / self.count).float()


class ComputeChangesState(Right):
    def compute(self) -> Tensor:
        self.total = self.total / self.count
        self.count = torch.ones_like(self.count)
        return self.total.float()


class GivesOutState(Right):
    """Its `compute` gets round what the framework does to results."""


def _state_itself(self: GivesOutState) -> Tensor:
    return self.total


_state_itself.__wrapped__ = Right.compute.__wrapped__  # type: ignore[attr-defined]
GivesOutState.compute = _state_itself  # type: ignore[method-assign]


class NotNeutral(Metric):
    best: Tensor = state(-1.0, reduce="min")  # a fresh metric drags others down to its start

    def update(self, value: Tensor) -> None:
        if len(value):
            low = value.min().double()
            self.best = low if not self.update_called else torch.minimum(self.best, low)

    def compute(self) -> Tensor:
        return self.best.float()


class OrderDependent(Metric):
    average: Tensor = state(0.0)

    def update(self, value: Tensor) -> None:
        for item in value.double():
            self.average = 0.9 * self.average + 0.1 * item

    def compute(self) -> Tensor:
        return self.average.float()


class NotAssociative(Metric):
    rows: Tensor = state(0.0, reduce=lambda stacked: stacked[0] + stacked[1] ** 2)

    def update(self, value: Tensor) -> None:
        self.rows += value.double().sum()

    def compute(self) -> Tensor:
        return self.rows.float()


class ChangesInput(Right):
    def update(self, value: Tensor) -> None:
        with torch.no_grad():
            value.clamp_(-1e3, 3.0)
        super().update(value)


class CannotPickle(Right):
    def check(self) -> None:
        self.lock = threading.Lock()


class NarrowState(Right):
    def update(self, value: Tensor) -> None:
        self.total += value.square().sum()  # in half precision, squares of hundreds are infinite
        self.count += value.numel()


class WrongDirection(Right):
    higher_is_better = "yes"  # type: ignore[assignment]


class WrongBound(Right):
    plot_upper_bound = 1.0


class NotDifferentiable(Right):
    def update(self, value: Tensor) -> None:
        super().update(value.detach())


class WrongGradient(Right):
    def update(self, value: Tensor) -> None:
        super().update(torch.cat([value[:1].detach(), value[1:]]))


class LeavesDevice(Right):
    def check(self) -> None:
        self.offset = torch.zeros(())

    def update(self, value: Tensor) -> None:
        super().update(value + self.offset)


class HalvesState(Right):
    def half(self) -> "HalvesState":
        self.set_dtype(torch.float16)
        return super().half()


class StaysOnRank(Right):
    def compute(self) -> Tensor:
        return (self.total / self.count).float()

    def sync(self, *_: object, **__: object) -> None:
        """Do nothing."""


class LosesCount(Right):
    def _load_from_state_dict(self, state_dict, *args, **kwargs) -> None:
        super()._load_from_state_dict(state_dict, *args, **kwargs)
        self.__dict__["_update_count"] = 0


class ForwardAccumulatesTwice(Right):
    def forward(self, value: Tensor) -> Tensor:
        self.update(value)
        return super().forward(value)


class SharesTooMuch(Right):
    weight: float = 1.0

    def accumulates(self) -> str:
        return "everything"

    def reset(self) -> None:
        super().reset()
        self.total = torch.tensor(1.0, dtype=torch.float64)


class ForwardNotAtomic(Right):
    def forward(self, value: Tensor) -> Tensor:
        self.update(value)
        return self.compute()


class UpdateNotAtomic(Right):
    """Remembers rows in a state's own memory, where the framework cannot take them back."""

    updates_in_place = False

    seen: Tensor = state(lambda _: torch.zeros(2, dtype=torch.float64))

    def update(self, value: Tensor) -> None:
        self.seen[0] += value.detach().double().square().sum()
        self.seen[1] += value.numel()

    def compute(self) -> Tensor:
        return (self.seen[0] / self.seen[1]).float()


class Unlike(Metric):
    """A clone that shares its list with the original."""

    rows: CatState = cat_state()

    def update(self, value: Tensor) -> None:
        self.rows.append(value.square())

    def compute(self) -> Tensor:
        return dim_zero_cat(self.rows).mean()

    def clone(self) -> "Unlike":
        return self


class InsistsOnFloat64(Right):
    def update(self, value: Tensor) -> None:
        super().update(value.to(torch.complex128).real)


class ForgetsDtype(Right):
    def set_dtype(self, dst_type: torch.dtype) -> "ForgetsDtype":
        return self


class KnowsOnlyTheHost(Right):
    def to(self, *_: object, **__: object) -> "KnowsOnlyTheHost":
        return self
