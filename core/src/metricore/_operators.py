"""Python's operators on metrics: each builds a metric of the operands' values."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Union

from torch import Tensor

if TYPE_CHECKING:
    from metricore._composition import CompositionalMetric

Operand = Union["Operators", Tensor, bool, int, float]

_BINARY = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift"]
_COMPARISON = ["lt", "le", "gt", "ge"]
_UNARY = ["neg", "pos", "abs", "invert"]


def _composed(fn: Callable[..., Any], a: Any, b: Any) -> Any:
    from metricore._composition import CompositionalMetric

    return CompositionalMetric(fn, a, b)


class Operators:
    """Arithmetic, comparisons and indexing; `==`, `!=`, hashing and `in` stay Python's."""

    __iter__ = None  # indexing builds a metric for any index, so iteration would not end

    def eq(self, other: Operand) -> CompositionalMetric:
        """A metric of the comparison `==`."""
        return _composed(operator.eq, self, other)  # type: ignore[no-any-return]

    def ne(self, other: Operand) -> CompositionalMetric:
        """A metric of the comparison `!=`."""
        return _composed(operator.ne, self, other)  # type: ignore[no-any-return]

    def __getitem__(self, index: Any) -> CompositionalMetric:
        """A metric of one element of the value."""
        return _composed(Item(index), self, None)  # type: ignore[no-any-return]

    if TYPE_CHECKING:

        def __add__(self, other: Operand) -> CompositionalMetric: ...
        def __radd__(self, other: Operand) -> CompositionalMetric: ...
        def __sub__(self, other: Operand) -> CompositionalMetric: ...
        def __rsub__(self, other: Operand) -> CompositionalMetric: ...
        def __mul__(self, other: Operand) -> CompositionalMetric: ...
        def __rmul__(self, other: Operand) -> CompositionalMetric: ...
        def __truediv__(self, other: Operand) -> CompositionalMetric: ...
        def __rtruediv__(self, other: Operand) -> CompositionalMetric: ...
        def __floordiv__(self, other: Operand) -> CompositionalMetric: ...
        def __rfloordiv__(self, other: Operand) -> CompositionalMetric: ...
        def __mod__(self, other: Operand) -> CompositionalMetric: ...
        def __rmod__(self, other: Operand) -> CompositionalMetric: ...
        def __pow__(self, other: Operand) -> CompositionalMetric: ...
        def __rpow__(self, other: Operand) -> CompositionalMetric: ...
        def __matmul__(self, other: Operand) -> CompositionalMetric: ...
        def __rmatmul__(self, other: Operand) -> CompositionalMetric: ...
        def __and__(self, other: Operand) -> CompositionalMetric: ...
        def __rand__(self, other: Operand) -> CompositionalMetric: ...
        def __or__(self, other: Operand) -> CompositionalMetric: ...
        def __ror__(self, other: Operand) -> CompositionalMetric: ...
        def __xor__(self, other: Operand) -> CompositionalMetric: ...
        def __rxor__(self, other: Operand) -> CompositionalMetric: ...
        def __lshift__(self, other: Operand) -> CompositionalMetric: ...
        def __rlshift__(self, other: Operand) -> CompositionalMetric: ...
        def __rshift__(self, other: Operand) -> CompositionalMetric: ...
        def __rrshift__(self, other: Operand) -> CompositionalMetric: ...
        def __lt__(self, other: Operand) -> CompositionalMetric: ...
        def __le__(self, other: Operand) -> CompositionalMetric: ...
        def __gt__(self, other: Operand) -> CompositionalMetric: ...
        def __ge__(self, other: Operand) -> CompositionalMetric: ...
        def __neg__(self) -> CompositionalMetric: ...
        def __pos__(self) -> CompositionalMetric: ...
        def __abs__(self) -> CompositionalMetric: ...
        def __invert__(self) -> CompositionalMetric: ...


class Item:
    """Indexing as a function that pickles and reads well."""

    def __init__(self, index: Any) -> None:
        self.index = index
        self.__name__ = f"[{index!r}]"

    def __call__(self, value: Any) -> Any:
        """The element of a value."""
        return value[self.index]


def _install() -> None:
    def binary(fn: Callable[..., Any], reflected: bool) -> Callable[..., Any]:
        def method(self: Any, other: Any) -> Any:
            if not isinstance(other, (Operators, Tensor, bool, int, float)):
                return NotImplemented
            return _composed(fn, other, self) if reflected else _composed(fn, self, other)

        return method

    def unary(fn: Callable[..., Any]) -> Callable[..., Any]:
        return lambda self: _composed(fn, self, None)

    for name in _BINARY + _COMPARISON:
        fn = getattr(operator, f"__{name}__")
        setattr(Operators, f"__{name}__", binary(fn, reflected=False))
        if name in _BINARY:
            setattr(Operators, f"__r{name}__", binary(fn, reflected=True))
    for name in _UNARY:
        setattr(Operators, f"__{name}__", unary(getattr(operator, f"__{name}__")))


_install()
