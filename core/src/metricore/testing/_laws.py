"""What a law is: a small function that raises an AssertionError, with a name that does not change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from metricore.testing._subject import Subject


@dataclass(frozen=True)
class Law:
    """One law.

    Args:
        name: how expected failures and ids of checks call it.
        statement: the law in a sentence.
        check: raises an AssertionError where it does not hold.
        applies: whether it says anything about a metric with a case.
    """

    name: str
    statement: str
    check: Callable[[Subject], None]
    applies: Callable[[Subject], bool]


def law(applies: Callable[[Subject], bool] = lambda _: True) -> Callable[[Callable[[Subject], None]], Law]:
    """Make a law of a function named `check_...`; the first line of its docstring states the law."""

    def decorate(check: Callable[[Subject], None]) -> Law:
        statement = (check.__doc__ or "").split("\n")[0].rstrip(".")
        return Law(check.__name__.removeprefix("check_"), statement, check, applies)

    return decorate
