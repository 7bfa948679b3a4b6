"""Documents of all queries in the order of their scores, and sums over the documents of each query."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import torch
from torch import Tensor

from metricore._checked import reads_at_once
from metricore._stretches import number_of, stretches, taken
from metricore.retrieval._order import best_first

TopK = int | Sequence[int] | None


class Ranking:
    """Documents query by query, from the highest score of each down; equal scores in the order that they came in.

    Everything with an element for each document is of shape `(N,)`, everything with an element for each query of shape
    `(Q,)`. Ranks and numbers of queries are as narrow as they can be: `index_select` takes them, `gather` does not. On
    an accelerator there is room for as many queries as there are documents, since counting queries would stall it:
    those that do not exist have no documents.

    Args:
        scores: score of each document.
        relevance: relevance of each document, 0 for those that are not relevant.
        query: number of the query of each document, from 0.
        queries: how many queries there is room for.
        known: which documents take part, the others come last in their query; `None` for all.
    """

    def __init__(
        self, scores: Tensor, relevance: Tensor, query: Tensor, queries: int, known: Tensor | None = None
    ) -> None:
        self.scores = scores
        self.relevance = relevance
        self.query = query
        self.queries = queries
        self.known = known

    @staticmethod
    def of(preds: Tensor, target: Tensor, indexes: Tensor, some_ignored: bool) -> Ranking:
        """The ranking of documents in any order.

        Args:
            preds: score of each document.
            target: relevance of each document, -1 for one that takes no part.
            indexes: query of each document; any integers.
            some_ignored: whether documents may take no part.
        """
        if some_ignored and reads_at_once(target):
            takes_part = target >= 0
            some_ignored = False
            if not bool(takes_part.all()):
                preds, target, indexes = preds[takes_part], target[takes_part], indexes[takes_part]
        order = best_first(preds, indexes)
        if some_ignored:
            ignored_last = (target.gather(0, order) < 0).sort(stable=True).indices
            order = order.gather(0, ignored_last)
            order = order.gather(0, indexes.gather(0, order).sort(stable=True).indices)
        named, scores, relevance = (part.index_select(0, order) for part in (indexes, preds, target))
        query = torch.zeros_like(order, dtype=_numbers(len(order)))
        query[1:] = (named[1:] != named[:-1]).cumsum(0, dtype=query.dtype)
        queries = len(query)
        if queries and reads_at_once(query):
            queries = int(query[-1]) + 1
        if not some_ignored:
            return Ranking(scores, relevance, query, queries)
        known = relevance >= 0
        return Ranking(scores, torch.where(known, relevance, 0), query, queries, known)

    # -- queries -------------------------------------------------------------------------------------------------

    @cached_property
    def extent(self) -> Tensor:
        """Documents of each query, including those that take no part."""
        return self.total(torch.ones_like(self.query, dtype=torch.bool))

    @cached_property
    def start(self) -> Tensor:
        """Where the documents of each query begin."""
        return self.extent.cumsum(0) - self.extent

    @cached_property
    def size(self) -> Tensor:
        """Documents of each query."""
        return self.extent if self.known is None else self.total(self.known)

    @cached_property
    def relevant(self) -> Tensor:
        """Relevant documents of each query."""
        return self.total(self.is_relevant)

    @property
    def irrelevant(self) -> Tensor:
        """Documents of each query that are not relevant."""
        return self.size - self.relevant

    # -- documents -----------------------------------------------------------------------------------------------

    @cached_property
    def begin(self) -> Tensor:
        """Where the query of each document begins."""
        return self.start.to(self.query.dtype).index_select(0, self.query)

    @cached_property
    def rank(self) -> Tensor:
        """Rank of each document in its query, from 1."""
        place = torch.arange(1, len(self.query) + 1, dtype=self.query.dtype, device=self.query.device)
        return place - self.begin

    @cached_property
    def is_relevant(self) -> Tensor:
        """Whether each document is relevant."""
        return self.relevance > 0

    @cached_property
    def is_irrelevant(self) -> Tensor:
        """Whether each document takes part and is not relevant."""
        return ~self.is_relevant if self.known is None else ~self.is_relevant & self.known

    @cached_property
    def hits(self) -> Tensor:
        """Relevant documents of the query down to each document, with it."""
        return self.running(self.is_relevant)

    @cached_property
    def discount(self) -> Tensor:
        """The reciprocal of the binary logarithm of each rank plus 1."""
        return (self.rank + 1).to(torch.float64).log2_().reciprocal_()

    @cached_property
    def tie(self) -> Tensor | None:
        """Number of the group of equal scores of its query that each document is in; `None` if none are equal."""
        new = self._begins_tie
        return None if reads_at_once(new) and bool(new.all()) else new.cumsum(0, dtype=self.query.dtype) - 1

    @cached_property
    def _begins_tie(self) -> Tensor:
        new = torch.ones_like(self.query, dtype=torch.bool)
        new[1:] = (self.scores[1:] != self.scores[:-1]) | (self.query[1:] != self.query[:-1])
        if self.known is not None:  # those that take no part are a group of their own
            new[1:] |= self.known[1:] != self.known[:-1]
        return new

    @cached_property
    def first_of_tie(self) -> Tensor:
        """Where the group of equal scores of its query begins that each document is in."""
        place = torch.arange(len(self.query), dtype=self.query.dtype, device=self.query.device)
        return place if self.tie is None else torch.where(self._begins_tie, place, 0).cummax(0).values

    @property
    def is_last_of_tie(self) -> Tensor:
        """Whether the next document has another score or query."""
        return torch.cat([self._begins_tie[1:], self._begins_tie.new_ones(min(len(self.query), 1))])

    # -- sums ----------------------------------------------------------------------------------------------------

    def running(self, values: Tensor) -> Tensor:
        """Sum of values of documents over the query down to each document, with it."""
        values = values if values.dtype != torch.bool else values.to(self.query.dtype)
        upto = values.cumsum(0, dtype=values.dtype)
        return upto - (upto - values).index_select(0, self.begin)

    def total(self, values: Tensor, top_k: TopK = None) -> Tensor:
        """Sum of values of documents over the first `top_k` of each query.

        Args:
            values: of shape `(N,)`.
            top_k: how many documents of each query count; all by default.

        Returns:
            Sums of shape `(Q,)`, or `(Q, K)` if `top_k` has several numbers; integers for integers and booleans.
        """
        return totals(self, values, top_k, self.query, self.rank if top_k is not None else self.query)

    def limits(self, top_k: TopK) -> Tensor:
        """How many documents `top_k` stands for in each query, in the shape of :meth:`total`."""
        if top_k is None:
            return self.size
        if isinstance(top_k, int):
            return torch.full_like(self.size, top_k)
        return torch.stack([torch.full_like(self.size, k) for k in top_k], 1)


class Rankings:
    """The documents of some queries after the other, in the order of their numbers.

    What a metric makes of a ranking takes several times the memory of the documents, so that of all at once would be
    too much where there are many.

    Args:
        preds: score of each document.
        target: relevance of each document, -1 for one that takes no part.
        indexes: query of each document; any integers.
        lengths: instead of them, how many documents each query has where they come query by query.
        some_ignored: whether documents may take no part.
    """

    def __init__(self, preds: Tensor, target: Tensor, indexes: Tensor, lengths: Tensor, some_ignored: bool) -> None:
        self._columns = preds, target, indexes, lengths
        self._some_ignored = some_ignored
        self._made: list[Ranking] | None = None

    def __iter__(self) -> Iterator[Ranking]:
        """Iterate over the rankings, which are made on the way."""
        return self._making() if self._made is None else iter(self._made)

    def keep(self) -> None:
        """Make them once and for all."""
        self._made = list(self._making()) if self._made is None else self._made

    def whole(self) -> Ranking:
        """The ranking of all documents."""
        preds, target, indexes, lengths = self._columns
        return Ranking.of(preds, target, _spelt_out(lengths, preds) if len(lengths) else indexes, self._some_ignored)

    def _making(self) -> Iterator[Ranking]:
        preds, target, indexes, lengths = self._columns
        if len(lengths):
            for rows, own in _slices(lengths, len(preds)):
                names = _spelt_out(lengths[own], preds[rows])
                yield Ranking.of(preds[rows], target[rows], names, self._some_ignored)
            return
        for where in stretches(indexes):
            columns = taken(preds, where), taken(target, where), taken(indexes, where)
            del where
            yield Ranking.of(*columns, self._some_ignored)
            del columns


def _spelt_out(lengths: Tensor, documents: Tensor) -> Tensor:
    """The query of each document."""
    numbers = torch.arange(len(lengths), dtype=torch.int32, device=lengths.device)
    return numbers.repeat_interleave(lengths, output_size=len(documents))


def _slices(lengths: Tensor, size: int) -> Iterator[tuple[slice, slice]]:
    """Stretches of documents that belong to whole queries, and these queries."""
    parts = number_of(size)
    if parts == 1 or not reads_at_once(lengths):
        yield slice(0, size), slice(0, len(lengths))
        return
    ends = lengths.cumsum(0)
    cuts = torch.searchsorted(ends, torch.arange(1, parts + 1) * size // parts) + 1
    before = query = 0
    for cut in torch.unique(cuts.clamp(max=len(lengths))).tolist():
        end = int(ends[cut - 1])
        yield slice(before, end), slice(query, cut)
        before, query = end, cut


def totals(ranking: Ranking, values: Tensor, top_k: TopK, query: Tensor, rank: Tensor) -> Tensor:
    """Sums over the queries of a ranking for documents in an order of their own."""
    kept = values.dtype if values.is_floating_point() else torch.int64
    values = values.to(ranking.query.dtype if values.dtype == torch.bool else kept)
    columns: list[int] = [] if top_k is None else [top_k] if isinstance(top_k, int) else sorted(top_k)
    place = query
    if columns:  # a document counts from the first limit on that its rank is within
        place = place.to(_numbers(ranking.queries * (len(columns) + 1))) * (len(columns) + 1)
        for limit in columns:
            place = place + (rank > limit)
    width = len(columns) + 1 if columns else 1
    sums = torch.zeros(ranking.queries * width, dtype=values.dtype, device=values.device).index_add_(0, place, values)
    sums = sums.to(kept)
    if not columns:
        return sums
    upto = sums.view(ranking.queries, width).cumsum(1)
    if top_k is None or isinstance(top_k, int):
        return upto[:, 0]
    return torch.stack([upto[:, columns.index(k)] for k in top_k], 1)


def _numbers(most: int) -> torch.dtype:
    """The narrowest type that counts so far."""
    return torch.int32 if most < 1 << 31 else torch.int64


def ratio(ranking: Ranking, part: Tensor, whole: Tensor) -> Tensor:
    """A share for each query, at several cutoffs if the part is."""
    return part.to(torch.float64) / like(whole, part)


def like(values: Tensor, other: Tensor) -> Tensor:
    """Values of queries in a shape that meets those of queries at several cutoffs."""
    return values.unsqueeze(1) if other.ndim > values.ndim else values
