"""How many of the first documents are relevant."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore._arguments import check_flag
from metricore.retrieval._base import AtCutoffs, EmptyTargetAction, RetrievalMetric
from metricore.retrieval._inputs import check_positive
from metricore.retrieval._ranking import Ranking, like, ratio


class _AdaptiveCutoffs(AtCutoffs):
    """Base of metrics that divide by the number of documents that were asked for.

    Args:
        adaptive_k: count no more documents than a query has.
    """

    adaptive_k: bool = False

    def check(self) -> None:
        super().check()
        check_flag("adaptive_k", self.adaptive_k)

    def _asked(self, ranking: Ranking) -> Tensor:
        """How many documents each query was asked for."""
        limits = ranking.limits(self.top_k)
        return limits.minimum(like(ranking.size, limits)) if self.adaptive_k else limits


class RetrievalPrecision(_AdaptiveCutoffs):
    r"""Share of the first `k` documents that is relevant, :math:`\frac{1}{k} \sum_{i \le k} r_i`.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        top_k: the `k`, or several of them; by default as many as the query has documents.
        adaptive_k: divide by the number of documents of a query where that is less than `k`.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns a scalar, or `(K,)` for several `top_k`.

    Examples:
        >>> import torch
        >>> from metricore import RetrievalPrecision
        >>> metric = RetrievalPrecision(top_k=2)
        >>> preds, target = torch.tensor([0.2, 0.3, 0.5, 0.1, 0.3]), torch.tensor([0, 0, 1, 0, 1])
        >>> metric(preds, target, indexes=torch.tensor([0, 0, 0, 1, 1]))
        tensor(0.5000)
    """

    def query_values(self, ranking: Ranking) -> Tensor:
        """Precision of each query."""
        return ratio(ranking, ranking.total(ranking.is_relevant, self.top_k), self._asked(ranking))


class RetrievalRecall(AtCutoffs):
    r"""Share of the relevant documents that is among the first `k`, :math:`\frac{1}{R} \sum_{i \le k} r_i`.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        top_k: the `k`, or several of them; all documents by default.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns a scalar, or `(K,)` for several `top_k`.

    Examples:
        >>> import torch
        >>> from metricore import RetrievalRecall
        >>> metric = RetrievalRecall(top_k=1)
        >>> preds, target = torch.tensor([0.2, 0.3, 0.5, 0.1, 0.3]), torch.tensor([0, 1, 1, 0, 1])
        >>> metric(preds, target, indexes=torch.tensor([0, 0, 0, 1, 1]))
        tensor(0.7500)
    """

    def query_values(self, ranking: Ranking) -> Tensor:
        """Recall of each query."""
        return ratio(ranking, ranking.total(ranking.is_relevant, self.top_k), ranking.relevant)


class RetrievalFallOut(AtCutoffs):
    r"""Share of the irrelevant documents that is among the first `k`, :math:`\frac{1}{N - R} \sum_{i \le k} 1 - r_i`.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        empty_target_action: value of a query all of whose documents are relevant, as in :class:`RetrievalMetric`.
        top_k: the `k`, or several of them; all documents by default.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns a scalar, or `(K,)` for several `top_k`.

    Examples:
        >>> import torch
        >>> from metricore import RetrievalFallOut
        >>> metric = RetrievalFallOut(top_k=1)
        >>> preds, target = torch.tensor([0.2, 0.3, 0.5, 0.1, 0.3]), torch.tensor([0, 0, 1, 1, 0])
        >>> metric(preds, target, indexes=torch.tensor([0, 0, 0, 1, 1]))
        tensor(0.5000)
    """

    empty_target_action: EmptyTargetAction = "pos"

    higher_is_better = False

    def without_target(self, ranking: Ranking) -> Tensor:
        """Queries all of whose documents are relevant."""
        return ranking.irrelevant == 0

    def query_values(self, ranking: Ranking) -> Tensor:
        """Fall-out of each query."""
        return ratio(ranking, ranking.total(ranking.is_irrelevant, self.top_k), ranking.irrelevant)


class RetrievalHitRate(AtCutoffs):
    """Share of the queries with a relevant document among the first `k`.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        top_k: the `k`, or several of them; all documents by default.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns a scalar, or `(K,)` for several `top_k`.

    Examples:
        >>> import torch
        >>> from metricore import RetrievalHitRate
        >>> metric = RetrievalHitRate(top_k=1)
        >>> preds, target = torch.tensor([0.2, 0.3, 0.5, 0.1, 0.3]), torch.tensor([0, 0, 1, 1, 0])
        >>> metric(preds, target, indexes=torch.tensor([0, 0, 0, 1, 1]))
        tensor(0.5000)
    """

    def query_values(self, ranking: Ranking) -> Tensor:
        """Whether each query has a hit."""
        return (ranking.total(ranking.is_relevant, self.top_k) > 0).to(torch.float64)


class RetrievalRPrecision(RetrievalMetric):
    r"""Precision at the number of relevant documents of each query, :math:`\frac{1}{R} \sum_{i \le R} r_i`.

    The settings are those of :class:`RetrievalMetric`.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns a scalar.

    Examples:
        >>> import torch
        >>> from metricore import RetrievalRPrecision
        >>> metric = RetrievalRPrecision()
        >>> preds, target = torch.tensor([0.2, 0.3, 0.5, 0.1, 0.3]), torch.tensor([1, 0, 1, 0, 1])
        >>> metric(preds, target, indexes=torch.tensor([0, 0, 0, 1, 1]))
        tensor(0.7500)
    """

    plot_lower_bound = 0.0
    plot_upper_bound = 1.0

    def query_values(self, ranking: Ranking) -> Tensor:
        """R-precision of each query."""
        within = ranking.rank <= ranking.relevant.index_select(0, ranking.query)
        return ratio(ranking, ranking.total(ranking.is_relevant & within), ranking.relevant)


class RetrievalFBeta(_AdaptiveCutoffs):
    r"""Weighted harmonic mean of precision and recall of the first `k` documents.

    .. math:: F_\beta = \frac{(1 + \beta^2) \sum_{i \le k} r_i}{\beta^2 R + k}

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        beta: how many times as much recall counts as precision.
        top_k: the `k`, or several of them; by default as many as the query has documents.
        adaptive_k: let `k` be the number of documents of a query where that is less.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns a scalar, or `(K,)` for several `top_k`.

    Reference:
        van Rijsbergen, Information Retrieval, 2nd edition (1979).

    Examples:
        >>> import torch
        >>> from metricore.retrieval import RetrievalFBeta
        >>> metric = RetrievalFBeta(beta=2.0, top_k=2)
        >>> preds, target = torch.tensor([0.2, 0.3, 0.5, 0.1, 0.3]), torch.tensor([0, 0, 1, 0, 1])
        >>> metric(preds, target, indexes=torch.tensor([0, 0, 0, 1, 1]))
        tensor(0.8333)
    """

    beta: float = 1.0

    _last = ("empty_target_action", "ignore_index", "top_k", "adaptive_k", "aggregation")

    def check(self) -> None:
        super().check()
        check_positive("beta", self.beta)

    def query_values(self, ranking: Ranking) -> Tensor:
        """F-beta of each query."""
        found = ranking.total(ranking.is_relevant, self.top_k)
        share = 1 / (1 + self.beta * self.beta)  # of precision; squares of large weights have no float
        whole = (1 - share) * like(ranking.relevant, found).to(torch.float64) + share * self._asked(ranking)
        return found.to(torch.float64) / whole


class RetrievalF1(RetrievalFBeta):
    r"""Harmonic mean of precision and recall of the first `k` documents, :math:`\frac{2 \sum_{i \le k} r_i}{R + k}`.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        top_k: the `k`, or several of them; by default as many as the query has documents.
        adaptive_k: let `k` be the number of documents of a query where that is less.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns a scalar, or `(K,)` for several `top_k`.

    Examples:
        >>> import torch
        >>> from metricore.retrieval import RetrievalF1
        >>> metric = RetrievalF1(top_k=(1, 2))
        >>> preds, target = torch.tensor([0.2, 0.3, 0.5, 0.1, 0.3]), torch.tensor([0, 0, 1, 0, 1])
        >>> metric(preds, target, indexes=torch.tensor([0, 0, 0, 1, 1]))
        tensor([1.0000, 0.6667])
    """

    _fixed = {"beta": 1.0}  # noqa: RUF012
