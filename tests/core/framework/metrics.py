"""Small metrics for the tests of the framework."""

import torch
from torch import Tensor

from metricore import CatState, Metric, cat_state, joint, state


class Error(Metric):
    """Mean of |p - t|^power; counts its updates in `calls`."""

    higher_is_better = False
    calls = 0

    power: float = 1.0
    scale: float = 1.0

    total: Tensor = state(0.0)
    count: Tensor = state(0)

    def check(self) -> None:
        if self.power <= 0:
            raise ValueError(f"Expected power to be positive, got {self.power}.")

    def update(self, preds: Tensor, target: Tensor) -> None:
        if not torch.compiler.is_compiling():  # PyTorch 2.9 does not trace that an attribute of a class is set
            Error.calls += 1
        if preds.shape != target.shape:
            raise ValueError("Expected preds and target of one shape.")
        self.total += (preds - target).double().abs().pow(self.power).sum()
        self.count += preds.numel()

    def compute(self) -> Tensor:
        return (self.total / self.count * self.scale).float()


class RootError(Error):
    """The root of `Error`, from the same states."""

    def accumulates(self) -> tuple[object, ...]:
        return (Error.update, self.power)

    def compute(self) -> Tensor:
        return (self.total / self.count).sqrt().float()


class PlainError(RootError):
    def compute(self) -> Tensor:
        return (self.total / self.count).float()


class Required(Metric):
    """A setting without default after one with, inheritance, and a private annotation."""

    factor: float = 2.0
    num_classes: int
    _cache: int = 0

    total: Tensor = state(lambda self: torch.zeros(self.num_classes))

    def update(self, values: Tensor) -> None:
        self.total += self.factor * values

    def compute(self) -> Tensor:
        return self.total


class Flagging(Metric):
    total: Tensor = state(0.0)

    def update(self, value: Tensor) -> None:
        self.flag(value < 0, "Expected values that are not negative")
        self.flag(value > 100, "Expected values of at most 100", warn=True)
        self.total += value.sum()

    def compute(self) -> Tensor:
        return self.total


class LenientFlagging(Flagging):
    validate_args: bool = True


class Rows(Metric):
    rows: CatState = cat_state((2,))

    def update(self, rows: Tensor) -> None:
        self.rows.append(rows)

    def compute(self) -> Tensor:
        return self.rows.values


def _chan(a: dict[str, Tensor], b: dict[str, Tensor]) -> dict[str, Tensor]:
    n = a["n"] + b["n"]
    delta = b["mean"] - a["mean"]
    share = torch.where(n > 0, b["n"] / n.clamp(min=1), 0.0)
    return {"n": n, "mean": a["mean"] + delta * share, "m2": a["m2"] + b["m2"] + delta**2 * a["n"] * share}


_MOMENTS = joint(_chan)


class Variance(Metric):
    """Population variance by running moments."""

    n: Tensor = state(0, reduce=_MOMENTS)
    mean: Tensor = state(0.0, reduce=_MOMENTS)
    m2: Tensor = state(0.0, reduce=_MOMENTS)

    updates_in_place = False

    def update(self, value: Tensor) -> None:
        value = value.double()
        mean = value.sum() / max(value.numel(), 1)
        batch = {"n": torch.full((), value.numel()), "mean": mean, "m2": (value - mean).square().sum()}
        merged = _chan({"n": self.n, "mean": self.mean, "m2": self.m2}, batch)
        self.n, self.mean, self.m2 = merged["n"], merged["mean"], merged["m2"]

    def compute(self) -> Tensor:
        return (self.m2 / self.n).float()


class Pair(Metric):
    """A value of several named parts."""

    total: Tensor = state(0.0)

    def update(self, value: Tensor) -> None:
        self.total += value.sum()

    def compute(self) -> dict[str, Tensor]:
        return {"low": self.total - 1, "high": self.total + 1}
