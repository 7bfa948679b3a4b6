"""How well scores rank the labels of a sample; each is an average over samples."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import torch
from torch import Tensor

from metricore._state import state
from metricore._weights import weights_for
from metricore.classification._elements import MultilabelScores, rows_of
from metricore.classification._inputs import report_nan, valid_labels


class Ranks(NamedTuple):
    """Where the labels of each sample stand; all of shape `(M, L)`, the sums `(M,)`.

    Args:
        relevant: which labels are true and take part.
        above: number of labels that score at least as high as this one, itself included.
        relevant_above: how many of these are true.
        labels: number of labels that take part.
        true: number of those that are true.
    """

    relevant: Tensor
    above: Tensor
    relevant_above: Tensor
    labels: Tensor
    true: Tensor


class _Ranking(MultilabelScores):
    """A loss or score for each sample, averaged over samples.

    `preds` of shape `(N, L, ...)` are scores of which only the order counts, `target` of the same shape marks the true
    labels; every position of `(...)` is a sample of its own. Ignored labels are not ranked, and samples that are
    ignored throughout do not count. `sample_weight` of shape `(N,)`, or `(N, ...)` for positions, weighs samples.
    """

    _fixed: ClassVar[dict[str, Any]] = {"from_logits": True}

    is_differentiable = False
    plot_lower_bound = 0.0
    updates_in_place = False

    total: Tensor = state(0.0)
    count: Tensor = state(0.0)

    def _score(self, ranks: Ranks) -> Tensor:
        """The formula, for each sample, in float64."""
        raise NotImplementedError

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of scores and labels."""
        self._refuse_inputs(preds, target)
        weight = None if sample_weight is None else weights_for(self, sample_weight, target.select(1, 0))
        present = None if weight is None else (weight > 0).unsqueeze(1).expand(target.shape)
        valid = valid_labels(self, "target", target, 2, self.ignore_index, present)
        report_nan(self, preds, valid if present is None else present if valid is None else valid & present)
        taking_part = torch.ones_like(target, dtype=torch.bool) if valid is None else valid
        ranks = _ranked(rows_of(preds), rows_of(target == 1), rows_of(taking_part))
        amount = (ranks.labels > 0).to(torch.float64)
        if weight is not None:
            amount = amount * weight.flatten()
        self.total = self.total + torch.where(amount > 0, self._score(ranks) * amount, 0.0).sum()
        self.count = self.count + amount.sum()

    def compute(self) -> Tensor:
        return (self.total / self.count).to(torch.get_default_dtype())


def _ranked(scores: Tensor, true: Tensor, taking_part: Tensor) -> Ranks:
    """Ranks by two sorts of each row; ties get the largest rank."""
    scores = scores.detach() if scores.dtype in (torch.float32, torch.float64) else scores.detach().float()
    relevant = true & taking_part
    labels, positives = taking_part.sum(1), relevant.sum(1)
    above = _at_least(scores, taking_part, labels)
    return Ranks(relevant, above, _at_least(scores, relevant, positives), labels, positives)


def _at_least(scores: Tensor, chosen: Tensor, number: Tensor) -> Tensor:
    """How many chosen labels of a row score at least as high, for each label."""
    ordered = torch.where(chosen, scores, -torch.inf).sort(1).values
    found = scores.shape[1] - torch.searchsorted(ordered, scores.contiguous())
    return torch.minimum(found, number.unsqueeze(1))  # those left out count as well where a score is -inf


class MultilabelCoverageError(_Ranking):
    r"""How far down the ranking one has to go to meet all true labels, :math:`\max_{j: y_j = 1} \text{rank}_j`.

    A sample without true labels needs none. Ties count in full.

    Reference:
        Tsoumakas et al., Mining multi-label data, 2010.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelCoverageError
        >>> preds, target = torch.tensor([[0.9, 0.2, 0.6], [0.1, 0.8, 0.3]]), torch.tensor([[1, 0, 0], [0, 1, 1]])
        >>> MultilabelCoverageError(num_labels=3)(preds, target)
        tensor(1.5000)
    """

    higher_is_better = False

    def _score(self, ranks: Ranks) -> Tensor:
        return torch.where(ranks.relevant, ranks.above, 0).amax(1).to(torch.float64)


class MultilabelRankingAveragePrecision(_Ranking):
    r"""Share of true labels among those ranked at least as high as a true one, averaged over true labels.

    A sample of which all or no labels are true has 1.

    Reference:
        Tsoumakas et al., Mining multi-label data, 2010.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelRankingAveragePrecision
        >>> preds, target = torch.tensor([[0.9, 0.2, 0.6], [0.1, 0.8, 0.3]]), torch.tensor([[1, 0, 0], [1, 1, 0]])
        >>> MultilabelRankingAveragePrecision(num_labels=3)(preds, target)
        tensor(0.9167)
    """

    higher_is_better = True
    plot_upper_bound = 1.0

    def _score(self, ranks: Ranks) -> Tensor:
        shares = torch.where(ranks.relevant, ranks.relevant_above.to(torch.float64) / ranks.above, 0.0)
        return torch.where(ranks.true > 0, shares.sum(1) / ranks.true, 1.0)


class MultilabelRankingLoss(_Ranking):
    """Share of pairs of a true and a false label that are in the wrong order; ties are wrong.

    A sample of which all or no labels are true has 0.

    Reference:
        Tsoumakas et al., Mining multi-label data, 2010.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelRankingLoss
        >>> preds, target = torch.tensor([[0.9, 0.2, 0.6], [0.1, 0.8, 0.3]]), torch.tensor([[1, 0, 0], [1, 1, 0]])
        >>> MultilabelRankingLoss(num_labels=3)(preds, target)
        tensor(0.2500)
    """

    higher_is_better = False
    plot_upper_bound = 1.0

    def _score(self, ranks: Ranks) -> Tensor:
        wrong = torch.where(ranks.relevant, ranks.above - ranks.relevant_above, 0).sum(1)
        pairs = ranks.true * (ranks.labels - ranks.true)
        return torch.where(pairs > 0, wrong.to(torch.float64) / pairs, 0.0)
