"""What an author gives to the kit: settings, data, and the value that they should lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor, nn

Arguments = Sequence[Any] | Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Case:
    """One configuration of a metric, data for it, and the value that an independent source gives for them.

    Args:
        settings: arguments of the constructor.
        batches: arguments of `update` for each batch: a tuple, or a dict for arguments by name. Tensors, lists and
            dicts of these that share their first dimension are samples; the laws cut batches between them.
        expected: the value over all batches, as a tensor, number, array, tuple or dict of them; or a function that
            returns it. The function gets each argument of `update` over all batches: tensors and lists joined where
            that is possible, else a list with the argument of each batch.
        name: tells this case from others in the ids of checks; by default its settings do.
        rtol: largest relative difference.
        atol: largest absolute difference.
        splits: whether samples are independent, so that batches may be cut; otherwise batches are units.
        tensors: whether the metric works on tensors, so that the laws about accelerators and compilation hold; by
            default it does if `batches` has tensors and no text.
        low_precision: whether the value may be tried with inputs of half precision.
        expected_failures: names of laws that do not hold in this case, each with the reason.

    Examples:
        >>> import torch
        >>> case = Case({}, [(torch.tensor([1.0, 2.0]),), (torch.tensor([6.0]),)], expected=3.0)
        >>> case.label
        ''
        >>> Case({"nan_strategy": "ignore", "window": 3}, case.batches, 3.0).label
        'nan_strategy=ignore,window=3'
    """

    settings: Mapping[str, Any]
    batches: Sequence[Arguments]
    expected: Any
    name: str = field(default="", kw_only=True)
    rtol: float = field(default=1e-5, kw_only=True)
    atol: float = field(default=1e-6, kw_only=True)
    splits: bool = field(default=True, kw_only=True)
    tensors: bool | None = field(default=None, kw_only=True)
    low_precision: bool = field(default=True, kw_only=True)
    expected_failures: Mapping[str, str] = field(default_factory=dict, kw_only=True)

    def __post_init__(self) -> None:
        """Refuse what cannot be a case."""
        if not isinstance(self.settings, Mapping):
            raise TypeError(f"settings of a case must be a dict of constructor arguments, got {self.settings!r}")
        if isinstance(self.batches, (Tensor, str, Mapping)) or not len(self.batches):
            raise TypeError("batches of a case must be a non-empty list with the arguments of each update")
        for batch in self.batches:
            if not isinstance(batch, (tuple, list, Mapping)):
                raise TypeError(
                    f"a batch must be a tuple (or a dict) with the arguments of update, got {type(batch).__name__}"
                )

    @property
    def label(self) -> str:
        """How ids of checks tell this case from others; empty for default settings without a name."""
        return self.name or ",".join(f"{name}={_short(value)}" for name, value in self.settings.items())


def _short(value: Any) -> str:
    if isinstance(value, (str, bool, int, float)) or value is None:
        return str(value)
    if isinstance(value, (list, tuple)) and len(value) <= 4:
        return "_".join(_short(item) for item in value)
    if isinstance(value, (nn.Module, Tensor, list, tuple)):
        return type(value).__name__
    return str(getattr(value, "__name__", type(value).__name__))
