"""Metrics with every kind of state."""

from typing import Any

import torch
from torch import Tensor

from metricore import CatState, Metric, cat_state, joint, state


class Sum(Metric):
    total: Tensor = state(0.0)

    def update(self, value: Tensor) -> None:
        self.total += value.sum()

    def compute(self) -> Tensor:
        return self.total.clone()


class FromOne(Sum):
    """A sum that does not start from nothing."""

    total: Tensor = state(1.0)


class Largest(Metric):
    best: Tensor = state(-float("inf"), reduce="max")

    def update(self, value: Tensor) -> None:
        self.best = torch.maximum(self.best, value.max())

    def compute(self) -> Tensor:
        return self.best


class Smallest(Metric):
    best: Tensor = state(float("inf"), reduce="min")

    def update(self, value: Tensor) -> None:
        self.best = torch.minimum(self.best, value.min())

    def compute(self) -> Tensor:
        return self.best


class Average(Metric):
    """A state that is averaged over updates."""

    average: Tensor = state(0.0, reduce="mean")

    def update(self, value: Tensor) -> None:
        count = self.update_count
        self.average = (self.average * count + value.mean()) / (count + 1)

    def compute(self) -> Tensor:
        return self.average


class Rows(Metric):
    rows: CatState = cat_state((2,), dtype=torch.int64)

    def update(self, value: Tensor) -> None:
        self.rows.append(torch.stack([value, value * 10], dim=1).long())

    def compute(self) -> Tensor:
        return self.rows.values


def _moments(a: dict[str, Tensor], b: dict[str, Tensor]) -> dict[str, Tensor]:
    n = a["n"] + b["n"]
    delta = b["mean"] - a["mean"]
    share = torch.where(n > 0, b["n"] / n.clamp(min=1), 0.0)
    return {"n": n, "mean": a["mean"] + delta * share, "m2": a["m2"] + b["m2"] + delta**2 * a["n"] * share}


_JOINT = joint(_moments)


class Variance(Metric):
    n: Tensor = state(0.0, reduce=_JOINT)
    mean: Tensor = state(0.0, reduce=_JOINT)
    m2: Tensor = state(0.0, reduce=_JOINT)

    def update(self, value: Tensor) -> None:
        value = value.double()
        batch = {"n": torch.tensor(float(len(value))).double(), "mean": value.mean()}
        batch["m2"] = (value - value.mean()).square().sum()
        merged = _moments({"n": self.n, "mean": self.mean, "m2": self.m2}, batch)
        self.n, self.mean, self.m2 = merged["n"], merged["mean"], merged["m2"]

    def compute(self) -> Tensor:
        return self.m2 / self.n


def product_of(stacked: Tensor) -> Tensor:
    return stacked.prod(dim=0)


class Product(Metric):
    product: Tensor = state(1.0, reduce=product_of)

    def update(self, value: Tensor) -> None:
        self.product *= value.prod()

    def compute(self) -> Tensor:
        return self.product


class Apart(Metric):
    """A state without reduction: `compute` sees one value of each rank."""

    def __init__(self) -> None:
        super().__init__()
        self.add_state("last", torch.zeros(2), None)

    def update(self, value: Tensor) -> None:
        self.last = torch.stack([value.min(), value.max()])

    def compute(self) -> Tensor:
        return self.last


class Lists(Metric):
    """List states: joined, kept apart, and merged by a function."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.add_state("joined", [], "cat")
        self.add_state("apart", [], None)

    def update(self, value: Tensor) -> None:
        self.joined.append(value)
        self.apart.append(value.reshape(1, -1))  # shapes differ between batches

    def compute(self) -> Any:
        joined = self.joined if isinstance(self.joined, Tensor) else torch.cat([torch.empty(0), *self.joined])
        return joined, [tuple(item.shape) for item in self.apart]


class Small(Metric):
    """States of dtypes that no collective may add."""

    seen: Tensor = state(lambda _: torch.zeros(3, dtype=torch.uint8), reduce="max")
    halves: Tensor = state(lambda _: torch.zeros(2, dtype=torch.bfloat16))

    def update(self, value: Tensor) -> None:
        for item in value.long().remainder(3).tolist():
            self.seen[item] = 1
        self.halves += value.sum().bfloat16()

    def compute(self) -> tuple[Tensor, Tensor]:
        return self.seen, self.halves


class Flagged(Sum):
    """Remembers bad values as on an accelerator, where `update` cannot look at them."""

    def update(self, value: Tensor) -> None:
        bad = (value < 0).sum()
        if bad:
            own = self.__dict__
            own["_flags"] = {("Expected values that are not negative", False): torch.stack([bad, torch.ones_like(bad)])}
        super().update(value)


class Failing(Sum):
    def compute(self) -> Tensor:
        raise ArithmeticError("never")
