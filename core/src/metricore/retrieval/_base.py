"""What every metric of rankings shares: the documents it keeps, and how queries become a value."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar, Literal

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_optional_integer
from metricore._checked import reads_at_once
from metricore._errors import InvalidDataError
from metricore._metric import Metric
from metricore._state import CatState, cat_state, state
from metricore._together import shared
from metricore.retrieval._aggregation import Aggregation, aggregated, check_aggregation
from metricore.retrieval._drawing import drawn_documents, drawn_rows, present
from metricore.retrieval._inputs import check_top_k, documents
from metricore.retrieval._ranking import Ranking, Rankings

EmptyTargetAction = Literal["neg", "pos", "skip", "error"]
_ACTIONS = ("neg", "pos", "skip", "error")
_MIXTURE = "Expected indexes in every update or in none, got some without them."


class RetrievalMetric(Metric):
    """Base of metrics of the documents found for queries: a value for each query, aggregated over queries.

    `preds`, `target` and `indexes` have one shape: the score of each document, its relevance, and the number of its
    query. Only the order of scores matters; equal ones count in the order that they came in, unless a metric says
    otherwise. Numbers of queries are names: any integers in any order, and a query's documents may come in several
    updates. Where `preds` has shape `(queries, documents)`, `indexes` may be left out; each row is a query then.

    A metric of your own defines :meth:`query_values`, which sees all queries at once, or `_metric(preds, target)`,
    which is called for one query after the other with its documents from the highest score down.

    Args:
        empty_target_action: value of a query without a relevant document: 0 (`"neg"`), 1 (`"pos"`), none (`"skip"`),
            or an error (`"error"`).
        ignore_index: relevance of documents that are left out of everything.
        aggregation: `"mean"`, `"median"` (of the two in the middle, their mean), `"min"` or `"max"` over queries, or a
            function of the values of all queries; one that has an argument `dim` is told the dimension, others are
            called for each of several cutoffs. Queries whose value is not defined are left out.

    Examples:
        >>> import torch
        >>> from metricore.retrieval import Ranking, RetrievalMetric
        >>> class ShareBelowFirst(RetrievalMetric):
        ...     "Share of the documents that are ranked below the first relevant one."
        ...     def query_values(self, ranking: Ranking) -> torch.Tensor:
        ...         return ranking.total(ranking.hits > 0) / ranking.size
        >>> metric = ShareBelowFirst()
        >>> metric(torch.tensor([[0.9, 0.5, 0.1], [0.2, 0.4, 0.3]]), torch.tensor([[0, 1, 0], [0, 1, 1]]))
        tensor(0.8333)
    """

    empty_target_action: EmptyTargetAction = "neg"
    ignore_index: int | None = None
    aggregation: Aggregation = "mean"

    _last: ClassVar[tuple[str, ...]] = ("aggregation",)
    _drawn_by: ClassVar[str] = "indexes"  # documents that are equal in it belong together, in a bootstrap too
    allow_non_binary_target: ClassVar[bool] = False  # whether relevance other than 0 and 1 means something
    is_differentiable = False
    higher_is_better: ClassVar[bool | None] = True
    updates_in_place = False

    # All documents, since those of a query may come in any batch: scores as given; relevance, -1 for what takes no
    # part; queries by name, or how many documents each has.
    preds: CatState = cat_state()
    target: CatState = cat_state(dtype=torch.int8)
    indexes: CatState = cat_state(dtype=torch.int32)
    lengths: CatState = cat_state(dtype=torch.int32)
    graded: Tensor = state(lambda _: torch.zeros((), dtype=torch.int64), reduce="max")  # relevance beside 0 and 1

    def check(self) -> None:
        check_choice("empty_target_action", self.empty_target_action, _ACTIONS)
        check_optional_integer("ignore_index", self.ignore_index)
        check_aggregation(self.aggregation)

    @property
    def _most(self) -> float:
        """The greatest relevance that a document may have, if relevance may be other than 0 and 1."""
        return math.inf

    def accumulates(self) -> Hashable | None:
        """All metrics of rankings read the same states."""
        return (type(self).update, self.ignore_index, self.compute_on_cpu)

    def update(self, preds: Tensor, target: Tensor, indexes: Tensor | None = None) -> None:
        """Add a batch of documents."""
        most = self._most if self.allow_non_binary_target else None
        batch = documents(self, preds, target, indexes, self.ignore_index, most)
        if batch is None:
            return
        if (self.indexes if batch.indexes is None else self.lengths).begun:
            raise ValueError(_MIXTURE)
        self.preds.append(batch.preds)
        self.target.append(batch.target)
        if batch.indexes is not None:
            self.indexes.append(batch.indexes)
        elif batch.lengths is not None:
            self.lengths.append(batch.lengths)
        if batch.beyond is not None:
            self.graded = torch.maximum(self.graded, batch.beyond)

    def _merged(self, old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
        merged = super()._merged(old, new)
        if merged["indexes"].begun and merged["lengths"].begun:
            raise ValueError(_MIXTURE)
        return merged

    def compute(self) -> Tensor:
        blocks, empty = zip(*map(self._values_of, self.rankings()), strict=True)
        self._refuse_empty(empty)
        return self._over_queries(torch.cat(blocks))

    def _over_queries(self, values: Tensor) -> Tensor:
        """The value over queries."""
        return self._unless_refused(aggregated(values, self.aggregation).to(torch.get_default_dtype()))

    def _resampled(self, draw: Callable[[int], Tensor]) -> list[Any]:
        """Values over queries that are drawn anew.

        Args:
            draw: gives for a number of queries how often each replicate draws each, of shape `(replicates, queries)`.
        """
        if type(self).compute is RetrievalMetric.compute:
            blocks, there, empty = zip(*map(self._present_values_of, self.rankings()), strict=True)
            self._refuse_empty(empty)
            return [self._over_queries(own) for own in drawn_rows(torch.cat(blocks), draw(sum(there)))]
        ranking, fresh = self.ranking(), self.init_state()
        replicates = drawn_documents(ranking, draw(len(present(ranking))))
        return [self.compute_state(self.update_state(fresh, *documents)) for documents in replicates]

    def _present_values_of(self, ranking: Ranking) -> tuple[Tensor, int, Tensor]:
        """As :meth:`_values_of`, of queries that have documents, and how many there are."""
        values, empty = self._values_of(ranking)
        values = values[present(ranking)]
        return values, len(values), empty

    def _values_of(self, ranking: Ranking) -> tuple[Tensor, Tensor]:
        """Values of the queries of a ranking, and how many of these have nothing to be found."""
        return self._decided(ranking, self.query_values(ranking).to(torch.float64)), self._empty(ranking).sum()

    # -- for metrics of one's own --------------------------------------------------------------------------------

    def query_values(self, ranking: Ranking) -> Tensor:
        """The value of each query, or several of them.

        Args:
            ranking: the documents of all queries in the order of their scores.

        Returns:
            Values of shape `(Q,)` or `(Q, K)`; `nan` where a query has none. What is said of queries without a
            relevant document does not matter, `empty_target_action` decides.
        """
        columns = (ranking.start.tolist(), ranking.size.tolist(), self.without_target(ranking).tolist())
        values = [torch.full((), torch.nan, dtype=torch.float64)] * ranking.queries
        for number, (start, size, empty) in enumerate(zip(*columns, strict=True)):
            if size and not empty:
                own = slice(start, start + size)
                values[number] = torch.as_tensor(self._metric(ranking.scores[own], ranking.relevance[own]))
        return torch.stack([value.to(ranking.query.device, torch.float64) for value in values or [torch.empty(0)]])

    def without_target(self, ranking: Ranking) -> Tensor:
        """Which queries have nothing to be found, of shape `(Q,)`."""
        return ranking.relevant == 0

    def _metric(self, preds: Tensor, target: Tensor) -> Tensor:
        """The value of one query, for metrics that do not define :meth:`query_values`."""
        raise NotImplementedError(f"{type(self).__name__} defines neither `query_values` nor `_metric`.")

    def ranking(self) -> Ranking:
        """The documents of all queries in the order of their scores."""
        return shared(Rankings.whole, self._parts())

    def rankings(self) -> Rankings:
        """The same for some queries after the other, which together takes much less memory."""
        parts = self._parts()
        if parts is self._parts():  # it is remembered, so others will ask for it
            parts.keep()
        return parts

    def _parts(self) -> Rankings:
        if len(self.indexes) and len(self.lengths):
            raise ValueError(_MIXTURE)
        columns = (held.values for held in (self.preds, self.target, self.indexes, self.lengths))
        return shared(Rankings, *columns, self.ignore_index is not None)

    # -- from queries to a value ---------------------------------------------------------------------------------

    def _decided(self, ranking: Ranking, values: Tensor) -> Tensor:
        """Values after `empty_target_action`, and `nan` for queries that do not exist."""
        fill = {"neg": 0.0, "pos": 1.0}.get(self.empty_target_action, torch.nan)
        shape = (-1, *[1] * (values.ndim - 1))
        values = torch.where(self.without_target(ranking).reshape(shape), fill, values)
        return torch.where((ranking.size == 0).reshape(shape), torch.nan, values)

    def _empty(self, ranking: Ranking) -> Tensor:
        """Which queries have documents and nothing to be found."""
        return self.without_target(ranking) & (ranking.size > 0)

    def _refuse_empty(self, numbers: Sequence[Tensor]) -> None:
        """Refuse queries without anything to be found, from their numbers, if `empty_target_action` says so."""
        count = sum(int(number) for number in numbers) if self.empty_target_action == "error" else 0
        if count:
            raise InvalidDataError(
                f"Expected every query to have something to be found, got {count} queries without; "
                "empty_target_action says what to do with them."
            )

    def _unless_refused(self, value: Tensor) -> Tensor:
        """The value, unless it is of relevance that has no meaning for this metric."""
        if self.allow_non_binary_target:
            return value
        return self._unless(self.graded > 0, value, "to hold 0 and 1, got other relevance")

    def _unless(self, refused: Tensor, value: Tensor, expected: str) -> Tensor:
        """The value, or an error; `nan` where telling which of them would stall a device."""
        if not reads_at_once(refused):
            return torch.where(refused, torch.nan, value)
        if bool(refused):
            raise InvalidDataError(f"{type(self).__name__}: Expected target {expected}.")
        return value


class AtCutoffs(RetrievalMetric):
    """Base of metrics that may look at the first documents of each query only.

    Args:
        empty_target_action: as in :class:`RetrievalMetric`.
        ignore_index: as in :class:`RetrievalMetric`.
        top_k: how many documents count, from the highest score down; all by default. Several numbers give a value for
            each of them.
        aggregation: as in :class:`RetrievalMetric`.
    """

    top_k: int | tuple[int, ...] | None = None

    plot_lower_bound = 0.0
    plot_upper_bound: ClassVar[float | None] = 1.0

    def check(self) -> None:
        super().check()
        self.top_k = check_top_k("top_k", self.top_k)
