"""How often relevant documents are preferred to others."""

from __future__ import annotations

import torch
from torch import Tensor

from metricore.retrieval._base import AtCutoffs, RetrievalMetric
from metricore.retrieval._inputs import check_between
from metricore.retrieval._ranking import Ranking


class RetrievalBpref(RetrievalMetric):
    r"""How few documents judged irrelevant come before those judged relevant.

    .. math:: \frac1R \sum_r 1 - \frac{\min(n_r, R)}{\min(N, R)}

    with :math:`n_r` irrelevant documents before the relevant one `r`, of `N` in all, as in trec_eval. Documents that
    nobody has judged are left out: give them a relevance of their own and name it as `ignore_index`.

    The settings are those of :class:`RetrievalMetric`.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns a scalar.

    Reference:
        Buckley and Voorhees, Retrieval evaluation with incomplete information (2004).

    Examples:
        >>> import torch
        >>> from metricore.retrieval import RetrievalBpref
        >>> metric = RetrievalBpref(ignore_index=-1)
        >>> metric(torch.tensor([0.9, 0.8, 0.7, 0.6]), torch.tensor([1, -1, 0, 1]), indexes=torch.tensor([0, 0, 0, 0]))
        tensor(0.5000)
    """

    plot_lower_bound = 0.0
    plot_upper_bound = 1.0

    def query_values(self, ranking: Ranking) -> Tensor:
        """Preference of each query."""
        relevant = ranking.relevant.index_select(0, ranking.query)
        most = ranking.irrelevant.minimum(ranking.relevant).index_select(0, ranking.query)
        before = (ranking.rank - ranking.hits).minimum(relevant)
        share = before.to(torch.float64) / most.clamp(min=1)
        return ranking.total(torch.where(ranking.is_relevant, 1 - share, 0.0)) / ranking.relevant


class RetrievalAUROC(AtCutoffs):
    """Area below the receiver operating characteristic of the first `k` documents of each query.

    It is the share of pairs of a relevant and another document that are in the right order, equal scores counting one
    half. Queries whose first `k` documents are all relevant, or none of them though the query has some, have no value.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        top_k: the `k`, or several of them; all documents by default.
        max_fpr: look at false positive rates up to this one only; the area is scaled so that chance has 0.5.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns a scalar, or `(K,)` for several `top_k`.

    Reference:
        McClish, Analyzing a portion of the ROC curve (1989).

    Examples:
        >>> import torch
        >>> from metricore.retrieval import RetrievalAUROC
        >>> metric = RetrievalAUROC()
        >>> preds, target = torch.tensor([0.2, 0.3, 0.5, 0.1, 0.3]), torch.tensor([0, 1, 0, 0, 1])
        >>> metric(preds, target, indexes=torch.tensor([0, 0, 0, 1, 1]))
        tensor(0.7500)
    """

    max_fpr: float | None = None

    def check(self) -> None:
        super().check()
        if self.max_fpr is not None:
            check_between("max_fpr", self.max_fpr, 0.0, 1.0, open_at="low")

    def query_values(self, ranking: Ranking) -> Tensor:
        """Area of each query."""
        if isinstance(self.top_k, tuple):
            return torch.stack([self._areas(ranking, k) for k in self.top_k], 1)
        return self._areas(ranking, self.top_k)

    def _areas(self, ranking: Ranking, top_k: int | None) -> Tensor:
        limit = 1.0 if self.max_fpr is None else float(self.max_fpr)
        low, high, at_low, at_high = _steps(ranking, top_k)
        slope = (at_high - at_low) / torch.where(high > low, high - low, 1.0)
        left, right = low.clamp(max=limit), high.clamp(max=limit)
        area = ranking.total((right - left) * (at_low + slope * ((left + right) / 2 - low)))
        positives, negatives = ranking.total(ranking.is_relevant, top_k), ranking.total(ranking.is_irrelevant, top_k)
        if limit < 1:
            least = limit**2 / 2
            area = (1 + (area - least) / (limit - least)) / 2
        return torch.where((positives > 0) & (negatives > 0), area, torch.nan)


def _steps(ranking: Ranking, top_k: int | None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """False and true positive rate before and after each group of equal scores, at its last document; else 0."""
    within = torch.ones_like(ranking.is_relevant) if top_k is None else ranking.rank <= top_k
    rates = []
    for documents in (ranking.is_irrelevant & within, ranking.is_relevant & within):
        total = ranking.total(documents).clamp(min=1).index_select(0, ranking.query)
        after = ranking.running(documents)
        before = (after - documents.to(after.dtype)).index_select(0, ranking.first_of_tie)
        rates += [(counts * ranking.is_last_of_tie).to(torch.float64) / total for counts in (before, after)]
    return rates[0], rates[1], rates[2], rates[3]
