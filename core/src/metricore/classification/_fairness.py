"""Decisions compared between groups of samples."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar

import torch
from torch import Tensor

from metricore._arguments import check_size
from metricore._settings import REQUIRED
from metricore._weights import weights_for
from metricore.classification._averaging import quotient
from metricore.classification._binary_counts import BinaryCounts
from metricore.classification._inputs import both, same_shape, valid_labels

_TASKS = {"demographic_parity": ("DP",), "equal_opportunity": ("EO",), "all": ("DP", "EO")}


class _GroupCounts(BinaryCounts):
    """Counts of yes-or-no decisions by group.

    `preds` and `target` are those of :class:`BinaryCounts`; `groups` of the same shape holds the number of the group
    that each belongs to.

    Args:
        num_groups: number of groups.
    """

    num_groups: int = REQUIRED

    _fixed: ClassVar[dict[str, Any]] = {"multidim_average": "global"}
    is_differentiable = False
    updates_in_place = False
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0

    def check(self) -> None:
        super().check()
        check_size("num_groups", self.num_groups, 2)

    @property
    def _width(self) -> int:
        return self.num_groups

    def update(  # type: ignore[override]
        self, preds: Tensor, target: Tensor, groups: Tensor, sample_weight: Tensor | None = None
    ) -> None:
        """Add a batch of scores or labels, and the groups they belong to."""
        self._refuse_inputs(preds, target)
        if groups.shape != target.shape:
            raise ValueError(
                f"Expected groups in the shape of the target, {tuple(target.shape)}, got {tuple(groups.shape)}."
            )
        weight = None if sample_weight is None else weights_for(self, sample_weight, target)
        present = None if weight is None else weight > 0
        valid = both(valid_labels(self, "target", target, 2, self.ignore_index, present), present)
        valid = both(valid, valid_labels(self, "groups", groups, self.num_groups, None, valid))
        decided = self._decisions(preds, valid)
        amount = torch.ones_like(target, dtype=torch.int64) if weight is None else weight
        amount = amount if valid is None else torch.where(valid, amount, 0)
        index = (groups if valid is None else torch.where(valid, groups, 0)).to(torch.int64).flatten()
        rows = [self._by_group(index, each, target == 1, amount) for each in decided]
        self.label_counts = self.label_counts + torch.stack(rows if len(rows) == self._readings else rows * 2)

    def _by_group(self, index: Tensor, decided: Tensor, actual: Tensor, amount: Tensor) -> Tensor:
        """True positives, predicted, actual and all, by group in the last dimension."""
        table = torch.zeros(4, self.num_groups, dtype=amount.dtype, device=amount.device)
        parts = torch.stack([(decided & actual) * amount, decided * amount, actual * amount, amount])
        return table.index_add(1, index, parts.reshape(4, -1))


class BinaryGroupStatRates(_GroupCounts):
    """True positives, false positives, true negatives and false negatives as shares of each group.

    The value is a dict of `group_0`, `group_1`, ...; a group without members has `nan`.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryGroupStatRates
        >>> preds, target = torch.tensor([0.1, 0.8, 0.2, 0.7]), torch.tensor([0, 1, 1, 1])
        >>> BinaryGroupStatRates(num_groups=2)(preds, target, torch.tensor([0, 1, 0, 1]))
        {'group_0': tensor([0.0000, 0.0000, 0.5000, 0.5000]), 'group_1': tensor([1., 0., 0., 0.])}
    """

    def compute(self) -> dict[str, Tensor]:
        counts = self.counts()
        cells = torch.stack([counts.tp, counts.fp, counts.tn, counts.fn], -1)
        rates = quotient(cells, counts.total.unsqueeze(-1))
        return {f"group_{index}": row for index, row in enumerate(rates)}


class BinaryFairness(_GroupCounts):
    """Lowest rate of a group divided by the highest, 1 where all groups are treated alike.

    Demographic parity (`DP`) compares the rates of positive predictions, equal opportunity (`EO`) those of positives
    that are found. The keys of the value name the groups of the lowest and of the highest rate, as in `DP_0_1`. Groups
    without a rate are left out; with none left, or where the highest rate is 0, the value is `nan`.

    Args:
        task: `"demographic_parity"`, `"equal_opportunity"` or `"all"`; the first takes `target=None`.

    Reference:
        Hardt, Price and Srebro, Equality of opportunity in supervised learning, 2016.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryFairness
        >>> preds, target = torch.tensor([0.1, 0.8, 0.6, 0.7]), torch.tensor([0, 1, 1, 1])
        >>> BinaryFairness(num_groups=2)(preds, target, torch.tensor([0, 1, 0, 1]))
        {'DP_0_1': tensor(0.5000), 'EO_0_0': tensor(1.)}
    """

    task: str = "all"

    _last: ClassVar[tuple[str, ...]] = ("threshold", "ignore_index", "validate_args", "from_logits")  # type: ignore[assignment]
    higher_is_better = True
    updates_in_place = False

    def check(self) -> None:
        super().check()
        if self.task not in _TASKS:
            raise ValueError(f"Expected task to be one of {tuple(_TASKS)}, got {self.task!r}.")

    def accumulates(self) -> Hashable | None:
        return (*super().accumulates(), self.task)  # type: ignore[misc]

    def update(  # type: ignore[override]
        self, preds: Tensor, target: Tensor | None, groups: Tensor, sample_weight: Tensor | None = None
    ) -> None:
        """Add a batch of scores or labels, and the groups they belong to."""
        if target is None:
            if self.task != "demographic_parity":
                raise ValueError(f"Expected a target for task={self.task!r}, got None.")
            same_shape(preds, groups)
            target = torch.zeros_like(groups) if self.ignore_index != 0 else torch.ones_like(groups)
        super().update(preds, target, groups, sample_weight)

    def compute(self) -> dict[str, Tensor]:
        counts = self.counts()
        rates = {
            "DP": quotient(counts.predicted, counts.total),
            "EO": quotient(counts.tp, counts.actual),
        }
        return dict(_compared(kind, rates[kind]) for kind in _TASKS[self.task])


def _compared(kind: str, rates: Tensor) -> tuple[str, Tensor]:
    """The lowest rate divided by the highest, and a key that names both."""
    low = torch.where(rates.isnan(), torch.inf, rates).argmin()
    high = torch.where(rates.isnan(), -torch.inf, rates).argmax()
    return f"{kind}_{int(low)}_{int(high)}", rates[low] / rates[high]


def binary_fairness(
    preds: Tensor, target: Tensor | None, groups: Tensor, task: str = "all", threshold: float = 0.5,
    ignore_index: int | None = None, validate_args: bool = True, from_logits: bool | None = None,
    *, sample_weight: Tensor | None = None,
) -> dict[str, Tensor]:  # fmt: skip
    """The ratios of :class:`BinaryFairness` for one batch, between all groups up to the highest in `groups`.

    Args:
        preds: scores or labels.
        target: labels 0 and 1, or `None` for demographic parity.
        groups: number of the group of each.
        task: `"demographic_parity"`, `"equal_opportunity"` or `"all"`.
        threshold: a probability above it is a positive prediction.
        ignore_index: label in the target that leaves its sample out.
        validate_args: check arguments and data.
        from_logits: whether scores are logits; by default values outside of [0, 1] tell.
        sample_weight: weight of each sample.
    """
    number = max(2, int(groups.max()) + 1) if groups.numel() else 2
    settings: dict[str, Any] = {
        "num_groups": number, "task": task, "threshold": threshold, "ignore_index": ignore_index,
        "validate_args": validate_args, "from_logits": from_logits, "sync_on_compute": False,
    }  # fmt: skip
    metric = BinaryFairness(**settings)
    metric.update(preds, target, groups, sample_weight)
    value: dict[str, Tensor] = metric.compute()
    return value


def demographic_parity(
    preds: Tensor, groups: Tensor, threshold: float = 0.5, ignore_index: int | None = None, validate_args: bool = True
) -> dict[str, Tensor]:
    """Lowest rate of positive predictions of a group divided by the highest; see :class:`BinaryFairness`."""
    return binary_fairness(preds, None, groups, "demographic_parity", threshold, ignore_index, validate_args)


def equal_opportunity(
    preds: Tensor, target: Tensor, groups: Tensor, threshold: float = 0.5, ignore_index: int | None = None,
    validate_args: bool = True,
) -> dict[str, Tensor]:  # fmt: skip
    """Lowest rate of positives of a group that are found divided by the highest; see :class:`BinaryFairness`."""
    return binary_fairness(preds, target, groups, "equal_opportunity", threshold, ignore_index, validate_args)
