"""Queries drawn anew with replacement, for the bootstrap: a query that is drawn twice counts like two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

from metricore.retrieval._ranking import Ranking

Columns = tuple[Tensor, Tensor, Tensor]  # scores, relevance and number of the query of documents


def present(ranking: Ranking) -> Tensor:
    """Numbers of the queries that have documents."""
    return (ranking.size > 0).nonzero().squeeze(1)


def drawn_documents(ranking: Ranking, times: Tensor) -> Iterator[Columns]:
    """The documents of the queries that each replicate draws, whose copies are queries of their own.

    Args:
        ranking: all documents.
        times: how often each replicate draws each query that has documents, of shape `(R, Q)`.
    """
    every = torch.zeros(len(times), ranking.queries, dtype=torch.int64, device=ranking.query.device)
    every[:, present(ranking)] = times.to(every)
    most = int(every.max()) if every.numel() else 0
    query = ranking.query.to(torch.int64)
    takes_part = torch.ones_like(ranking.is_relevant) if ranking.known is None else ranking.known
    for own in every:
        copies = torch.where(takes_part, own[query], 0)
        place = torch.arange(len(query), device=query.device).repeat_interleave(copies)
        first = copies.cumsum(0) - copies
        number = torch.arange(len(place), device=query.device) - first[place]
        yield ranking.scores[place], ranking.relevance[place], query[place] * most + number


def drawn_rows(values: Tensor, times: Tensor) -> Iterator[Any]:
    """The values of the queries that each replicate draws."""
    for own in times.to(torch.int64):
        yield values.repeat_interleave(own, 0)
