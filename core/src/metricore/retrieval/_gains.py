"""Cumulative gain: relevance discounted by rank."""

from __future__ import annotations

from typing import ClassVar, Literal

import torch
from torch import Tensor

from metricore._arguments import check_choice
from metricore._checked import reads_at_once
from metricore._together import shared
from metricore.retrieval._base import AtCutoffs
from metricore.retrieval._order import best_first
from metricore.retrieval._ranking import Ranking, TopK, totals

Gain = Literal["linear", "exponential"]
_GAINS = ("linear", "exponential")


class RetrievalDCG(AtCutoffs):
    r"""Discounted cumulative gain, :math:`\sum_{i \le k} g_i / \log_2(i + 1)`, with the relevance as gain.

    Documents of equal scores share their mean gain, the mean over all orders that they could have.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        top_k: the `k`, or several of them; all documents by default.
        gain: `"linear"` is the relevance, `"exponential"` is :math:`2^r - 1`.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is any number of at least 0. Returns a scalar, or `(K,)` for several
        `top_k`.

    Reference:
        Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques (2002).

    Examples:
        >>> import torch
        >>> from metricore.retrieval import RetrievalDCG
        >>> metric = RetrievalDCG()
        >>> metric(torch.tensor([0.2, 0.3, 0.5]), torch.tensor([0, 1, 2]), indexes=torch.tensor([0, 0, 0]))
        tensor(2.6309)
    """

    gain: Gain = "linear"

    _last = ("aggregation", "gain")
    allow_non_binary_target = True
    plot_upper_bound: ClassVar[float | None] = None

    def check(self) -> None:
        super().check()
        check_choice("gain", self.gain, _GAINS)

    def query_values(self, ranking: Ranking) -> Tensor:
        """Cumulative gain of each query."""
        return ranking.total(shared(_tied_gains, ranking, self.gain) * ranking.discount, self.top_k)


class RetrievalNormalizedDCG(RetrievalDCG):
    r"""Discounted cumulative gain as a share of the one that the best order has.

    .. math:: \text{nDCG@}k = \frac{\sum_{i \le k} g_i / \log_2(i + 1)}{\sum_{i \le k} g^*_i / \log_2(i + 1)}

    Documents of equal scores share their mean gain, the mean over all orders that they could have, as in scikit-learn.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        top_k: the `k`, or several of them; all documents by default.
        gain: `"linear"` is the relevance, `"exponential"` is :math:`2^r - 1`.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is any number of at least 0. Returns a scalar, or `(K,)` for several
        `top_k`.

    Reference:
        Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques (2002).

    Examples:
        >>> import torch
        >>> from metricore import RetrievalNormalizedDCG
        >>> metric = RetrievalNormalizedDCG()
        >>> metric(torch.tensor([0.1, 0.2, 0.3, 4.0, 70.0]), torch.tensor([10, 0, 0, 1, 5]),
        ...        indexes=torch.tensor([0, 0, 0, 0, 0]))
        tensor(0.6957)
    """

    plot_upper_bound = 1.0

    def query_values(self, ranking: Ranking) -> Tensor:
        """Share of the greatest gain that each query has."""
        gain = super().query_values(ranking)
        return gain / shared(_best_gain, ranking, self.gain, self.top_k)


def _gains(relevance: Tensor, kind: str, dtype: torch.dtype) -> Tensor:
    relevance = relevance.to(dtype)
    return relevance if kind == "linear" else relevance.exp2() - 1


def _tied_gains(ranking: Ranking, kind: str) -> Tensor:
    """Gain of each document, the mean over those of the same query and score."""
    gains = _gains(ranking.relevance, kind, torch.float64)
    group = ranking.tie
    if group is None:
        return gains
    counts = torch.zeros_like(group).index_add_(0, group, torch.ones_like(group))
    sums = torch.zeros_like(gains).index_add_(0, group, gains)
    return sums.div_(counts.clamp_(min=1)).index_select(0, group)


def _best_gain(ranking: Ranking, kind: str, top_k: TopK) -> Tensor:
    """The greatest cumulative gain that each query could have."""
    relevance, query, counts = ranking.relevance, ranking.query, ranking.extent
    if reads_at_once(relevance):  # the best order is one of the relevant documents alone
        found = ranking.is_relevant.nonzero().squeeze(1)
        relevance, query, counts = relevance[found], query[found], ranking.relevant
    if not reads_at_once(relevance) or not _alike(relevance):
        order = best_first(relevance, query)
        relevance, query = relevance[order], query[order]
    start = counts.cumsum(0) - counts
    rank = torch.arange(1, len(query) + 1, dtype=query.dtype, device=query.device)
    rank = rank - start.to(query.dtype).index_select(0, query)
    values = _gains(relevance, kind, torch.float64) / (rank + 1).to(torch.float64).log2_()
    return totals(ranking, values, top_k, query, rank)


def _alike(relevance: Tensor) -> bool:
    """Whether all are equal, so that they are in order."""
    if not len(relevance):
        return True
    low, high = relevance.aminmax()
    return bool(low == high)
