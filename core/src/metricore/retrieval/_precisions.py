"""Precision where relevant documents are found."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from metricore.retrieval._base import AtCutoffs, RetrievalMetric
from metricore.retrieval._inputs import check_between
from metricore.retrieval._ranking import Ranking, ratio


class RetrievalMAP(AtCutoffs):
    r"""Mean over queries of the average precision, the precision at each relevant document.

    .. math:: \text{AP@}k = \frac1R \sum_{i \le k} r_i \frac{r_1 + \dots + r_i}{i}

    with all `R` relevant documents of the query, also where there are more than `k`, as in trec_eval.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        top_k: the `k`, or several of them; all documents by default.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns a scalar, or `(K,)` for several `top_k`.

    Reference:
        Buckley and Voorhees, Evaluating evaluation measure stability (2000).

    Examples:
        >>> import torch
        >>> from metricore import RetrievalMAP
        >>> metric = RetrievalMAP()
        >>> preds, target = torch.tensor([0.2, 0.3, 0.5, 0.1, 0.3]), torch.tensor([1, 0, 1, 1, 0])
        >>> metric(preds, target, indexes=torch.tensor([0, 0, 0, 1, 1]))
        tensor(0.6667)
    """

    def query_values(self, ranking: Ranking) -> Tensor:
        """Average precision of each query."""
        precision = torch.where(ranking.is_relevant, ranking.hits.to(torch.float64) / ranking.rank, 0.0)
        return ratio(ranking, ranking.total(precision, self.top_k), ranking.relevant)


class RetrievalMRR(AtCutoffs):
    r"""Mean over queries of the reciprocal rank of the first relevant document; 0 where it is not among the first `k`.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        top_k: the `k`, or several of them; all documents by default.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns a scalar, or `(K,)` for several `top_k`.

    Reference:
        Voorhees, The TREC-8 question answering track report (1999).

    Examples:
        >>> import torch
        >>> from metricore import RetrievalMRR
        >>> metric = RetrievalMRR()
        >>> preds, target = torch.tensor([0.2, 0.3, 0.5, 0.1, 0.3]), torch.tensor([1, 0, 1, 1, 0])
        >>> metric(preds, target, indexes=torch.tensor([0, 0, 0, 1, 1]))
        tensor(0.7500)
    """

    def query_values(self, ranking: Ranking) -> Tensor:
        """Reciprocal rank of each query."""
        first = ranking.is_relevant & (ranking.hits == 1)
        return ranking.total(torch.where(first, ranking.rank.to(torch.float64).reciprocal(), 0.0), self.top_k)


class RetrievalInterpolatedPrecision(RetrievalMetric):
    r"""Greatest precision at any rank with enough recall, at each of several levels of recall.

    .. math:: \max_{k:\ \text{recall@}k \ge l} \text{precision@}k

    Their mean is the 11-point average precision if the levels are the default.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        recall_levels: levels of recall, from 0 to 1, or how many of them, evenly spaced.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns a value for each level.

    Reference:
        Manning, Raghavan and Schütze, Introduction to Information Retrieval (2008), 8.4.

    Examples:
        >>> import torch
        >>> from metricore.retrieval import RetrievalInterpolatedPrecision
        >>> metric = RetrievalInterpolatedPrecision(recall_levels=(0.0, 0.5, 1.0))
        >>> preds, target = torch.tensor([0.2, 0.3, 0.5, 0.1]), torch.tensor([0, 1, 0, 1])
        >>> metric(preds, target, indexes=torch.tensor([0, 0, 0, 0]))
        tensor([0.5000, 0.5000, 0.5000])
    """

    recall_levels: int | Sequence[float] = 11

    _last = ("empty_target_action", "ignore_index", "aggregation")
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0

    def check(self) -> None:
        super().check()
        levels = self.recall_levels
        if isinstance(levels, int) and not isinstance(levels, bool) and levels > 1:
            return
        if not isinstance(levels, (list, tuple)) or not levels:
            raise ValueError(f"Expected recall_levels to be a number of levels above 1, or levels, got {levels!r}.")
        for level in levels:
            check_between("each of recall_levels", level, 0.0, 1.0)
        self.recall_levels = tuple(float(level) for level in levels)

    @property
    def _levels(self) -> Sequence[float]:
        levels = self.recall_levels
        return [i / (levels - 1) for i in range(levels)] if isinstance(levels, int) else levels

    def query_values(self, ranking: Ranking) -> Tensor:
        """Interpolated precision of each query at each level."""
        best, count = _best_from_here_on(ranking), ranking.relevant
        before = count.cumsum(0) - count
        last = max(len(best) - 1, 0)
        places = [(before + _needed(count, level) - 1).clamp(max=last) for level in self._levels]
        return torch.stack([best.gather(0, place) for place in places], 1)


def _needed(relevant: Tensor, level: float) -> Tensor:
    """How many relevant documents it takes for a recall; what rounding adds to the product takes none."""
    return (relevant * level - 1e-9).ceil().to(torch.int64).clamp(min=1).minimum(relevant.clamp(min=1))


def _best_from_here_on(ranking: Ranking) -> Tensor:
    """For each relevant document of each query, one after the other, the greatest precision at it or a later one."""
    size = len(ranking.query)
    found = ranking.is_relevant
    slot = torch.where(found, found.cumsum(0) - 1, size)
    precision = torch.zeros(size + 1, dtype=torch.float64, device=found.device)
    precision.scatter_(0, slot, ranking.hits.to(torch.float64) / ranking.rank)
    query = torch.full_like(precision, ranking.queries, dtype=torch.int64)
    query.scatter_(0, slot, ranking.query.to(torch.int64))
    # Later queries come first and lower, so that a maximum does not reach beyond its query.
    raised = precision + 2.0 * (ranking.queries - query)
    return raised[:size].flip(0).cummax(0).values.flip(0) - 2.0 * (ranking.queries - query[:size])
