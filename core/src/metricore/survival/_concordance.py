"""Whether those who are predicted to live longer do."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._arguments import check_flag
from metricore._checked import reads_at_once
from metricore._metric import Metric
from metricore._ordering import discordance, order_of, runs
from metricore._state import CatState, cat_state


class ConcordanceIndex(Metric):
    r"""Harrell's concordance index: the share of pairs that are predicted in the right order, in O(n log n).

    A pair counts if it is known whose time is shorter: the event of one has been observed, and the time of the other,
    observed or censored, is longer, or equal and censored. Equal predictions count one half.

    .. math:: \frac{\sum_{(i, j)} [p_i < p_j] + [p_i = p_j] / 2}{\sum_{(i, j)} 1}, \qquad t_i \text{ shorter than } t_j

    Args:
        risk: whether predictions are risks, higher for shorter times; by default they are higher for longer times.

    Shapes:
        - `preds`: `(N,)`; floating or integer.
        - `target`: `(N,)`, times of events or of censoring.
        - `event`: `(N,)`, 1 or `True` where the event has been observed, 0 where its time is censored; by default all
          have been observed.
        - returns: scalar from 0 to 1, 0.5 for chance; `nan` where no pair counts.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for NaN, and for events that are neither 0 nor 1.

    Reference:
        Harrell, Lee and Mark, Multivariable prognostic models (1996).

    Examples:
        >>> import torch
        >>> from metricore.survival import ConcordanceIndex
        >>> metric = ConcordanceIndex()
        >>> preds, time = torch.tensor([2.0, 3.0, 8.0, 5.0]), torch.tensor([1.0, 4.0, 6.0, 7.0])
        >>> metric(preds, time, event=torch.tensor([1, 0, 1, 1]))
        tensor(0.7500)
    """

    risk: bool = False

    higher_is_better = True
    is_differentiable = False
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0
    updates_in_place = False

    preds: CatState = cat_state()  # an order is known once all data are there
    target: CatState = cat_state()
    event: CatState = cat_state(dtype=torch.int8)

    def check(self) -> None:
        check_flag("risk", self.risk)

    def accumulates(self) -> Hashable | None:
        return (type(self).update, self.compute_on_cpu)

    def update(self, preds: Tensor, target: Tensor, event: Tensor | None = None) -> None:
        """Add a batch of predictions, times, and whether these are of events."""
        event = torch.ones_like(target, dtype=torch.int8) if event is None else event
        for name, given in (("preds", preds), ("event", event)):
            if given.shape != target.shape or target.ndim != 1:
                raise ValueError(
                    f"Expected {name} and target of one shape (N,), got {tuple(given.shape)} and {tuple(target.shape)}."
                )
        if preds.is_complex() or target.is_complex():
            raise ValueError(f"Expected preds and target of real numbers, got {preds.dtype} and {target.dtype}.")
        if event.dtype != torch.bool:
            self.flag((event != 0) & (event != 1), "Expected event to hold 0 and 1")
        self.flag(preds.isnan() | target.isnan(), "Expected preds and target without NaN")
        self.preds.append(preds.detach())
        self.target.append(target.detach())
        self.event.append((event == 1).to(torch.int8))

    def compute(self) -> Tensor:
        pairs, wrong, tied = _pairs(self.preds.values, self.target.values, self.event.values)
        right = wrong if self.risk else pairs - wrong - tied
        return ((right + tied / 2) / pairs).to(torch.get_default_dtype())


def _pairs(preds: Tensor, target: Tensor, event: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Numbers of pairs that count, of those in the wrong order, and of those with equal predictions."""
    size = len(preds)
    if not size:
        nothing = torch.zeros((), dtype=torch.float64, device=preds.device)
        return nothing, nothing, nothing
    order = order_of(preds)
    for column in (1 - event, target):  # by time, then what has been observed, then by prediction
        order = order.gather(0, order_of(column.gather(0, order)))
    preds, target, event = preds.gather(0, order), target.gather(0, order), event.gather(0, order)
    longer = (target[1:] != target[:-1]) | (event[1:] != event[:-1])
    observed = event.to(torch.float64)
    pairs = (observed * (size - 1 - runs(longer)[1])).sum()
    by_preds = order_of(preds)
    ranks = torch.empty_like(by_preds).scatter_(0, by_preds, torch.arange(size, device=preds.device))
    wrong = discordance(ranks, observed, torch.ones_like(observed))
    return pairs, wrong, _tied(preds.gather(0, by_preds), observed.gather(0, by_preds), longer, by_preds)


def _tied(preds: Tensor, observed: Tensor, longer: Tensor, by_preds: Tensor) -> Tensor:
    """Pairs with equal predictions, from columns in the order of these."""
    differ = preds[1:] != preds[:-1]
    if reads_at_once(differ) and bool(differ.all()):
        return torch.zeros_like(observed[0])
    time = torch.cat([longer.new_zeros(1), longer]).cumsum(0).gather(0, by_preds)
    last, last_at_time = runs(differ)[1], runs(differ | (time[1:] != time[:-1]))[1]
    return (observed * (last - last_at_time)).sum()
