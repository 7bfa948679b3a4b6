"""Precision and recall at every number of documents."""

from __future__ import annotations

import math
from typing import ClassVar

import torch
from torch import Tensor
from torch.nn.functional import pad

from metricore._arguments import check_flag
from metricore.retrieval._aggregation import aggregated
from metricore.retrieval._base import RetrievalMetric
from metricore.retrieval._inputs import check_between, check_top_k
from metricore.retrieval._ranking import Ranking

_CELLS = 1 << 16  # of queries and numbers of documents that are in memory at a time


class RetrievalPrecisionRecallCurve(RetrievalMetric):
    """Precision and recall of the first `k` documents for every `k`, each aggregated over queries.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        max_k: the greatest `k`; by default as many as the longest query has documents.
        adaptive_k: let `k` be the number of documents of a query where that is less.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns precision, recall and the numbers `k`, each of
        shape `(max_k,)`.

    Examples:
        >>> import torch
        >>> from metricore import RetrievalPrecisionRecallCurve
        >>> curve = RetrievalPrecisionRecallCurve(max_k=2)
        >>> preds, target = torch.tensor([0.4, 0.01, 0.5, 0.6]), torch.tensor([1, 0, 0, 1])
        >>> precision, recall, k = curve(preds, target, indexes=torch.tensor([0, 0, 1, 1]))
        >>> precision, recall, k
        (tensor([1.0000, 0.5000]), tensor([1., 1.]), tensor([1, 2]))
    """

    max_k: int | None = None
    adaptive_k: bool = False

    _last = ("max_k", "adaptive_k", "empty_target_action", "ignore_index", "aggregation")
    higher_is_better: ClassVar[bool | None] = None
    _picture: ClassVar[str | None] = "metricore.classification._pictures.curves:precision_recall"

    def check(self) -> None:
        super().check()
        self.max_k = check_top_k("max_k", self.max_k, several=False)
        check_flag("adaptive_k", self.adaptive_k)

    def compute(self) -> tuple[Tensor, Tensor, Tensor]:  # type: ignore[override]
        """Precision, recall and numbers of documents."""
        precision, recall, k = self._points()
        return precision.to(torch.get_default_dtype()), recall.to(torch.get_default_dtype()), k

    def _points(self) -> tuple[Tensor, Tensor, Tensor]:
        if self.aggregation == "mean":
            precision, recall, k = self._means()
        else:
            precision, recall, k = self._aggregated()
        return self._unless_refused(precision), self._unless_refused(recall), k

    def _longest(self, ranking: Ranking) -> int:
        return self.max_k or (int(ranking.size.max()) if ranking.queries else 0)

    def _aggregated(self) -> tuple[Tensor, Tensor, Tensor]:
        """Values over queries at each number of documents, from tables of all queries for some of the numbers."""
        columns, empty = zip(*map(self._columns, self.rankings()), strict=True)
        self._refuse_empty(empty)
        is_relevant, extent, size, relevant, decided = map(torch.cat, zip(*columns, strict=True))
        longest = self.max_k or (int(size.max()) if len(size) else 0)
        k = torch.arange(1, longest + 1, device=size.device)
        start, before = extent.cumsum(0) - extent, torch.zeros_like(extent)
        points = [torch.zeros(2, 0, dtype=torch.float64, device=size.device)]
        for some in torch.split(k, max(1, _CELLS // max(1, len(size)))) if longest else ():
            place = (start.unsqueeze(1) + some - 1).clamp(max=len(is_relevant) - 1)
            found = is_relevant[place] & (some <= extent.unsqueeze(1))
            hits = before.unsqueeze(1) + found.cumsum(1)
            before = hits[:, -1]
            asked = some.minimum(size.unsqueeze(1)) if self.adaptive_k else some
            shares = (hits.to(torch.float64) / whole for whole in (asked, relevant.unsqueeze(1)))
            over = [torch.where(decided.isinf(), share, decided) for share in shares]
            points.append(torch.stack([aggregated(share, self.aggregation) for share in over]))
            del place, found, hits, over
        precision, recall = torch.cat(points, 1)
        return precision, recall, k

    def _columns(self, ranking: Ranking) -> tuple[tuple[Tensor, ...], Tensor]:
        """What the points need of each document and query, and how many queries have nothing to be found.

        Whether documents are relevant; how many documents queries have, how many of them take part and are relevant;
        and their values, `inf` where these depend on the ranking.
        """
        open_values = torch.full((ranking.queries, 1), math.inf, dtype=torch.float64, device=ranking.query.device)
        decided = self._decided(ranking, open_values)
        columns = ranking.is_relevant, ranking.extent, ranking.size, ranking.relevant, decided
        return columns, self._empty(ranking).sum()

    def _means(self) -> tuple[Tensor, Tensor, Tensor]:
        """Means over queries, without a table of all queries."""
        sums, others = zip(*map(self._sums, self.rankings()), strict=True)
        longest = max(part.shape[1] for part in sums) - 1
        by_rank = torch.stack([pad(part, (0, longest + 1 - part.shape[1])) for part in sums]).sum(0)
        recall, hits, ended, last = by_rank[:, :longest].cumsum(1)
        fixed, count, empty = torch.stack(others).sum(0)
        self._refuse_empty([empty])
        k = torch.arange(1, longest + 1, device=hits.device)
        precision = (hits - ended) / k + last  # queries with fewer than k documents may stay where they ended
        return (precision + fixed) / count, (recall + fixed) / count, k

    def _sums(self, ranking: Ranking) -> tuple[Tensor, Tensor]:
        """By rank from 1 on: sums over the queries of a ranking; then those of all their ranks.

        The first are shares of the relevant documents, relevant documents, and, by the rank after the last one of
        queries that stay where they ended, their relevant documents and their precision. The others are the values of
        queries that are decided without documents, how many queries count, and how many have nothing to be found.
        """
        relevant, longest = ranking.relevant.to(torch.float64), self._longest(ranking)
        share = ranking.is_relevant / relevant.clamp(min=1).index_select(0, ranking.query)
        columns = [(ranking.rank - 1, share), (ranking.rank - 1, ranking.is_relevant.to(torch.float64))]
        stays = relevant if self.adaptive_k else torch.zeros_like(relevant)
        columns += [(ranking.size, stays), (ranking.size, stays / ranking.size.clamp(min=1))]
        sums = torch.zeros(len(columns), longest + 1, dtype=torch.float64, device=relevant.device)
        for row, (place, values) in zip(sums, columns, strict=True):
            row.index_add_(0, place.clamp(max=longest), values)
        fixed = self._decided(ranking, torch.zeros_like(relevant))  # 0 but for queries that are decided otherwise
        return sums, torch.stack([fixed.nansum(), (~fixed.isnan()).sum(), self._empty(ranking).sum()])


class RetrievalRecallAtFixedPrecision(RetrievalPrecisionRecallCurve):
    """Greatest recall of the first `k` documents with enough precision, and the greatest `k` that has it.

    Where no `k` has it, recall is 0 and `k` is the greatest there is.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        min_precision: how much precision is enough, from 0 to 1.
        max_k: the greatest `k`; by default as many as the longest query has documents.
        adaptive_k: let `k` be the number of documents of a query where that is less.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns recall and `k`, both scalars.

    Examples:
        >>> import torch
        >>> from metricore import RetrievalRecallAtFixedPrecision
        >>> metric = RetrievalRecallAtFixedPrecision(min_precision=0.8)
        >>> preds, target = torch.tensor([0.4, 0.01, 0.5, 0.6]), torch.tensor([1, 0, 0, 1])
        >>> metric(preds, target, indexes=torch.tensor([0, 0, 1, 1]))
        (tensor(1.), tensor(1))
    """

    min_precision: float = 0.0

    _last = ("max_k", "adaptive_k", "empty_target_action", "ignore_index", "aggregation")
    higher_is_better = True
    _picture = None

    def check(self) -> None:
        super().check()
        check_between("min_precision", self.min_precision, 0.0, 1.0)

    def compute(self) -> tuple[Tensor, Tensor]:  # type: ignore[override]
        """Recall and number of documents."""
        precision, recall, k = self._points()
        if not len(k):
            return torch.full((), torch.nan, device=k.device), k.new_zeros(())
        reached = torch.where(precision >= self.min_precision, recall, 0.0)
        best = torch.where(recall.isnan().all(), torch.nan, reached.amax())
        at_best = (reached == best) & (precision >= self.min_precision) & (best > 0)
        most = torch.where(at_best, k, 0).amax()
        return best.to(torch.get_default_dtype()), torch.where(most > 0, most, len(k))
