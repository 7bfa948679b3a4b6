"""Whether those who are predicted to live longer do."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._arguments import check_flag
from metricore._checked import reads_at_once
from metricore._metric import Metric
from metricore._ordering import counting, discordance_in_stretches, ends_of_runs, in_order
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
    if not len(preds):
        nothing = torch.zeros((), dtype=torch.float64, device=preds.device)
        return nothing, nothing, nothing
    end, pairs = _ends(target, event)
    by_preds, begin, tied = torch.empty_like(end), 0, torch.zeros_like(pairs)
    for places, (differ, either) in in_order(preds, end):
        own = end.gather(0, places)
        by_preds[begin : begin + len(own)] = own
        begin += len(own)
        if not (reads_at_once(differ) and bool(differ.all())):
            tied = tied + (_observed(own) * (ends_of_runs(differ) - ends_of_runs(either))).sum()
        del places, differ, either, own
    del end
    one = by_preds.new_ones(()).expand_as(by_preds)
    return pairs, discordance_in_stretches(by_preds, one, later=_observed(by_preds)), tied


def _ends(target: Tensor, event: Tensor) -> tuple[Tensor, Tensor]:
    """Numbers in the order of times, at each an even one of the observed, then an odd one; and the pairs that count."""
    end = torch.empty_like(target, dtype=counting(target))
    pairs = torch.zeros((), dtype=torch.int64, device=end.device)
    longer, number = len(end) - 1, pairs
    for places, (time, either) in in_order(target, 1 - event):
        observed = event.gather(0, places)
        pairs = pairs + (observed * (longer - ends_of_runs(either))).sum()
        longer -= len(places)
        own = number + torch.cat([time.new_zeros(1), time]).cumsum(0)
        number = own[-1] + 1
        end.scatter_(0, places, (2 * own + 1 - observed).to(end.dtype))
        del places, time, either, observed, own
    return end, pairs


def _observed(end: Tensor) -> Tensor:
    return end % 2 == 0
