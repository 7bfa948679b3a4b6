"""Precision and recall at every number of documents."""

from __future__ import annotations

from typing import ClassVar

import torch
from torch import Tensor

from metricore._arguments import check_flag
from metricore.retrieval._aggregation import aggregated
from metricore.retrieval._base import RetrievalMetric
from metricore.retrieval._inputs import check_between, check_top_k
from metricore.retrieval._ranking import Ranking

_CELLS = 1 << 22  # of queries and numbers of documents that are in memory at a time


class RetrievalPrecisionRecallCurve(RetrievalMetric):
    """Precision and recall of the first `k` documents for every `k`, each aggregated over queries.

    The other settings are those of :class:`RetrievalMetric`.

    Args:
        max_k: the greatest `k`; by default as many as the longest query has documents.
        adaptive_k: let `k` be the number of documents of a query where that is less.

    Shapes:
        As in :class:`RetrievalMetric`; relevance is 0 or 1. Returns precision, recall and the numbers `k`, each of
        shape `(max_k,)`.

    Example:
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
        ranking = self.ranking()
        longest = self.max_k or (int(ranking.size.max()) if ranking.queries else 0)
        k = torch.arange(1, longest + 1, device=ranking.query.device)
        points = self._means(ranking, k) if self.aggregation == "mean" else self._aggregated(ranking, k)
        return self._unless_refused(ranking, points[0]), self._unless_refused(ranking, points[1]), k

    def _aggregated(self, ranking: Ranking, k: Tensor) -> tuple[Tensor, Tensor]:
        """Values over queries at each number of documents, from tables of all queries for some of the numbers."""
        before = torch.zeros(ranking.queries, dtype=torch.int64, device=k.device)
        width, blocks = max(1, _CELLS // max(1, ranking.queries)), []
        for skipped in range(0, len(k), width):
            some = k[skipped : skipped + width]
            hits = before.unsqueeze(1) + self._hits(ranking, skipped, len(some))
            before = hits[:, -1]
            asked = some.minimum(ranking.size.unsqueeze(1)) if self.adaptive_k else some
            wholes = asked, ranking.relevant.unsqueeze(1)
            shares = (self._decided(ranking, hits.to(torch.float64) / whole) for whole in wholes)
            blocks.append([aggregated(share, self.aggregation) for share in shares])
        points = [torch.cat(parts) for parts in zip(*blocks, strict=True)]
        nothing = torch.zeros(0, dtype=torch.float64, device=k.device)
        return (points[0], points[1]) if blocks else (nothing, nothing)

    def _hits(self, ranking: Ranking, skipped: int, length: int) -> Tensor:
        """Relevant documents of each query down to each of some ranks, from one on."""
        column = ranking.rank - skipped
        within = ranking.is_relevant & (column >= 1) & (column <= length)
        place = ranking.query.to(torch.int64) * length + (column - 1).clamp(0, length - 1)
        hits = torch.zeros(ranking.queries * length, dtype=torch.int64, device=column.device)
        return hits.index_add_(0, place, within.to(torch.int64)).view(ranking.queries, length).cumsum(1)

    def _means(self, ranking: Ranking, k: Tensor) -> tuple[Tensor, Tensor]:
        """Means over queries, without a table of all queries."""
        share = 1 / ranking.relevant.clamp(min=1).to(torch.float64)
        recall = _sums_by(ranking.rank - 1, ranking.is_relevant * share.index_select(0, ranking.query), len(k))
        hits = _sums_by(ranking.rank - 1, ranking.is_relevant.to(torch.int64), len(k))
        precision = hits.to(torch.float64) / k
        if self.adaptive_k:  # queries with fewer than k documents stay where they ended
            ended = _sums_by(ranking.size, ranking.relevant, len(k))
            last = ranking.relevant.to(torch.float64) / ranking.size.clamp(min=1)
            precision = (hits - ended).to(torch.float64) / k + _sums_by(ranking.size, last, len(k))
        empty = self._decided(ranking, torch.zeros_like(share))  # 0 but for queries that are decided otherwise
        count = (~empty.isnan()).sum()
        return (precision + empty.nansum()) / count, (recall + empty.nansum()) / count


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

    Example:
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


def _sums_by(place: Tensor, values: Tensor, length: int) -> Tensor:
    """Sums of all values up to each place; what lies beyond the last one is left out."""
    sums = torch.zeros(length + 1, dtype=values.dtype, device=values.device)
    return sums.index_add_(0, place.clamp(max=length), values)[:length].cumsum(0)
