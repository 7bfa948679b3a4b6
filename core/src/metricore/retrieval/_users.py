"""What a user finds who reads from the first document down and may stop at each."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from metricore.retrieval._base import AtCutoffs
from metricore.retrieval._inputs import check_between
from metricore.retrieval._ranking import Ranking


class _BoundedGrades(AtCutoffs):
    """Base of metrics whose relevance has a greatest value."""

    allow_non_binary_target = True

    @property
    def _most(self) -> float:
        """The greatest relevance that a document may have."""
        return 1.0

    def _unless_refused(self, value: Tensor) -> Tensor:
        beyond = (self.target.values > self._most).any()
        return self._unless(beyond, value, f"to hold relevance of at most {self._most:g}, got more")


class RetrievalRBP(_BoundedGrades):
    r"""Rank-biased precision: what a user gains who goes on to the next document with probability `p`.

    .. math:: (1 - p) \sum_{i \le k} r_i p^{i - 1}

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        p: how patient the user is, between 0 and 1.
        top_k: the `k`, or several of them; all documents by default.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is any number from 0 to 1. Returns a scalar, or `(K,)` for several
        `top_k`.

    Reference:
        Moffat and Zobel, Rank-biased precision for measurement of retrieval effectiveness (2008).

    Examples:
        >>> import torch
        >>> from metricore.retrieval import RetrievalRBP
        >>> metric = RetrievalRBP(p=0.5)
        >>> metric(torch.tensor([0.2, 0.3, 0.5]), torch.tensor([1, 0, 1]), indexes=torch.tensor([0, 0, 0]))
        tensor(0.6250)
    """

    p: float = 0.8

    _last = ("empty_target_action", "ignore_index", "top_k", "aggregation")

    def check(self) -> None:
        super().check()
        check_between("p", self.p, 0.0, 1.0, open_at="low high")

    def query_values(self, ranking: Ranking) -> Tensor:
        """Rank-biased precision of each query."""
        reached = ((ranking.rank - 1).to(torch.float64) * math.log(self.p)).exp()
        return ranking.total(ranking.relevance.to(torch.float64) * reached, self.top_k) * (1 - self.p)


class RetrievalERR(_BoundedGrades):
    r"""Expected reciprocal rank of the document that satisfies a user, who stops there.

    .. math:: \sum_{i \le k} \frac1i R_i \prod_{j < i} (1 - R_j) \qquad R_i = \frac{2^{g_i} - 1}{2^{g_\text{max}}}

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        max_grade: the greatest relevance that a document may have.
        top_k: the `k`, or several of them; all documents by default.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is any number from 0 to `max_grade`. Returns a scalar, or `(K,)` for
        several `top_k`.

    Reference:
        Chapelle, Metzler, Zhang and Grinspan, Expected reciprocal rank for graded relevance (2009).

    Examples:
        >>> import torch
        >>> from metricore.retrieval import RetrievalERR
        >>> metric = RetrievalERR(max_grade=2)
        >>> metric(torch.tensor([0.2, 0.3, 0.5]), torch.tensor([2, 0, 1]), indexes=torch.tensor([0, 0, 0]))
        tensor(0.4375)
    """

    max_grade: float = 1

    _last = ("empty_target_action", "ignore_index", "top_k", "aggregation")

    def check(self) -> None:
        super().check()
        check_between("max_grade", self.max_grade, 0.0, 1000.0, open_at="low")

    @property
    def _most(self) -> float:
        return self.max_grade

    def query_values(self, ranking: Ranking) -> Tensor:
        """Expected reciprocal rank of each query."""
        relevance = ranking.relevance.to(torch.float64)
        satisfied = ((relevance - self.max_grade).exp2() - 2.0**-self.max_grade).clamp(max=1 - 1e-15)
        left = torch.log1p(-satisfied)
        reached = (ranking.running(left) - left).exp()
        return ranking.total(satisfied * reached / ranking.rank, self.top_k)
