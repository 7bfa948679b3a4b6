"""Selective prediction: the errors that remain when only the most confident predictions are kept."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid

from metricore._state import CatState, cat_state
from metricore._stretches import stretches, taken
from metricore.classification._elements import BinaryScores, MulticlassScores, TaskScores

_SETTINGS = {"num_classes": None, "ignore_index": None, "validate_args": True, "from_logits": None}


class Kept(NamedTuple):
    """For each prediction, what those at least as confident (`up_to`) and those more confident (`before`) amount to.

    Args:
        confidence: confidence of the prediction, in falling order.
        weight: what it counts.
        wrong: its errors, by what it counts.
        number_before: number of more confident ones.
        errors_before: errors among these.
        number: number of at least as confident ones.
        errors: errors among these.
    """

    confidence: Tensor
    weight: Tensor
    wrong: Tensor
    number_before: Tensor
    errors_before: Tensor
    number: Tensor
    errors: Tensor


class _Selective(TaskScores):
    """Predictions by confidence."""

    is_differentiable = False
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0
    updates_in_place = False

    predictions: CatState = cat_state((5,), torch.float64)  # confidence and error by reading, weight: order needs all

    def _read(self, scores: Tensor, labels: Tensor, logits: bool) -> tuple[Tensor, Tensor]:
        """Log confidence and which predictions are wrong."""
        raise NotImplementedError

    def accumulates(self) -> Hashable | None:
        return (_Selective.update, self._shape_key())

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of scores and labels."""
        elements = self._elements(preds, target, sample_weight)
        scores, labels = elements.scores.to(torch.float64), elements.labels
        known = self._see(elements)
        first = self._read(scores, labels, known)
        last = first if self._readings == 1 or known else self._read(scores, labels, True)
        columns = [part.to(torch.float64) for part in (first[0], last[0], first[1], last[1], elements.weight())]
        self.predictions.append(torch.stack(columns, -1))

    def _in_order(self) -> Iterator[Kept]:
        """Sums over the most confident predictions, some after the other; equal ones are kept together."""
        first, last, wrong_first, wrong_last, weight = self.predictions.values.unbind(-1)
        confidence, wrong = self._picked((first, last)), self._picked((wrong_first, wrong_last))
        before = weight.new_zeros(2, 1)
        for where in stretches(confidence, falling=True):
            kept = _kept(taken(confidence, where), taken(wrong, where), taken(weight, where), before)
            before = torch.stack([kept.number, kept.errors])[:, -1:].clone()
            yield kept
            del where, kept


def _kept(confidence: Tensor, wrong: Tensor, weight: Tensor, before: Tensor) -> Kept:
    """Sums over a stretch of predictions, from the number of more confident ones and the errors among these."""
    order = confidence.argsort(descending=True)
    confidence, wrong, weight = confidence[order], wrong[order], weight[order]
    amounts = torch.stack([weight, weight * wrong])
    number, errors = torch.cat([before, before + amounts.cumsum(1)], 1)
    ascending = -confidence
    start, end = (torch.searchsorted(ascending, ascending, right=right) for right in (False, True))
    return Kept(confidence, weight, amounts[1], number[start], errors[start], number[end], errors[end])


class _BinarySelective(BinaryScores, _Selective):
    """The confidence is the probability of the more probable answer."""

    def _read(self, scores: Tensor, labels: Tensor, logits: bool) -> tuple[Tensor, Tensor]:
        yes = scores > (0 if logits else 0.5)
        confidence = logsigmoid(scores.abs()) if logits else torch.maximum(scores, 1 - scores).log()
        return confidence, yes != (labels == 1)


class _MulticlassSelective(MulticlassScores, _Selective):
    """The confidence is the probability of the most probable class."""

    def _read(self, scores: Tensor, labels: Tensor, logits: bool) -> tuple[Tensor, Tensor]:
        best, chosen = scores.max(1)
        if not logits:
            return best.log(), chosen != labels
        others = scores.scatter(1, chosen.unsqueeze(1), -torch.inf).logsumexp(1)
        return logsigmoid(best - others), chosen != labels


class RiskCoverageCurve(_Selective, family=_SETTINGS):
    """Share of errors among the most confident predictions, over the share of predictions that are kept.

    The value is a tuple of coverage, risk and the confidence down to which predictions are kept, with a point for each
    distinct confidence. The order of all predictions is needed, so all of them are kept.

    Args:
        task: `"binary"` or `"multiclass"`; the other settings are those of the class it makes.

    Reference:
        El-Yaniv and Wiener, On the foundations of noise-free selective classification, 2010.

    Examples:
        >>> import torch
        >>> from metricore.classification import RiskCoverageCurve
        >>> metric = RiskCoverageCurve(task="binary")
        >>> coverage, risk, thresholds = metric(torch.tensor([0.9, 0.2, 0.6, 0.3]), torch.tensor([1, 0, 0, 1]))
        >>> coverage, risk
        (tensor([0.2500, 0.5000, 0.7500, 1.0000]), tensor([0.0000, 0.0000, 0.3333, 0.5000]))
    """

    _picture = "metricore.classification._pictures.curves:risk_coverage"

    def compute(self) -> tuple[Tensor, Tensor, Tensor]:
        number, risk, confidence = (torch.cat(part) for part in zip(*map(self._points, self._in_order()), strict=True))
        coverage = (number / number[-1:]).to(torch.get_default_dtype())
        return coverage, risk, confidence

    def _points(self, kept: Kept) -> tuple[Tensor, Tensor, Tensor]:
        """How many predictions are kept, their risk, and the least confidence, wherever there are more of them."""
        more = kept.number > torch.cat([kept.number_before[:1], kept.number[:-1]])
        number, dtype = kept.number[more], torch.get_default_dtype()
        return number, (kept.errors[more] / number).to(dtype), kept.confidence[more].exp().to(dtype)


class BinaryRiskCoverageCurve(_BinarySelective, RiskCoverageCurve, task="binary"):
    """Risk-coverage curve of yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryRiskCoverageCurve
        >>> BinaryRiskCoverageCurve()(torch.tensor([0.75, 1.0]), torch.tensor([1, 0]))
        (tensor([0.5000, 1.0000]), tensor([1.0000, 0.5000]), tensor([1.0000, 0.7500]))
    """


class MulticlassRiskCoverageCurve(_MulticlassSelective, RiskCoverageCurve, task="multiclass"):
    """Risk-coverage curve of a choice among classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassRiskCoverageCurve
        >>> metric = MulticlassRiskCoverageCurve(num_classes=2)
        >>> metric(torch.tensor([[0.75, 0.25], [0.5, 0.5], [0.0, 1.0]]), torch.tensor([0, 1, 0]))
        (tensor([0.3333, 0.6667, 1.0000]), tensor([1.0000, 0.5000, 0.6667]), tensor([1.0000, 0.7500, 0.5000]))
    """


class AURC(_Selective, family=_SETTINGS):
    r"""Area under the risk-coverage curve, :math:`\frac1N\sum_k \frac{\text{errors among the first } k}{k}`.

    Predictions are taken in falling confidence. The value is the mean over all orders of equally confident ones.

    Args:
        task: `"binary"` or `"multiclass"`; the other settings are those of the class it makes.

    Reference:
        Geifman, Uziel and El-Yaniv, Bias-reduced uncertainty estimation for deep neural classifiers, 2019.

    Examples:
        >>> import torch
        >>> from metricore.classification import AURC
        >>> AURC(task="binary")(torch.tensor([0.9, 0.2, 0.6, 0.3]), torch.tensor([1, 0, 0, 1]))
        tensor(0.2083)
    """

    higher_is_better = False

    def compute(self) -> Tensor:
        sums: Tensor = torch.stack(list(map(self._sums, self._in_order()))).sum(0)
        area, total, errors = sums.unbind()
        return ((area - self._least(total, errors)) / total).to(torch.get_default_dtype())

    def _sums(self, kept: Kept) -> Tensor:
        """Risks, predictions and errors."""
        size = kept.number - kept.number_before
        sums = _risks(kept.number_before, kept.errors_before, size, kept.errors - kept.errors_before)
        area = torch.where(kept.weight > 0, sums * kept.weight / size, 0.0).sum()
        return torch.stack([area, kept.weight.sum(), torch.where(kept.weight > 0, kept.wrong, 0.0).sum()])

    def _least(self, total: Tensor, errors: Tensor) -> Tensor:
        """The sum of risks to take off."""
        return torch.zeros_like(total)


def _risks(number: Tensor, errors: Tensor, size: Tensor, wrong: Tensor) -> Tensor:
    """Sum of the risks while a group is taken one by one in no particular order, so that errors come evenly.

    With `number` and `errors` before, the risk after `j` of the group is `(errors + wrong j / size) / (number + j)`.
    Harmonic sums are differences of digamma functions, which also serve weights that are not whole numbers.
    """
    harmonic = torch.digamma(number + size + 1) - torch.digamma(number + 1)
    return wrong + (errors - wrong * number / size) * harmonic


class BinaryAURC(_BinarySelective, AURC, task="binary"):
    """Area under the risk-coverage curve of yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryAURC
        >>> BinaryAURC()(torch.tensor([0.9, 0.2, 0.6, 0.7]), torch.tensor([1, 1, 0, 1]))
        tensor(0.3333)
    """


class MulticlassAURC(_MulticlassSelective, AURC, task="multiclass"):
    """Area under the risk-coverage curve of a choice among classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassAURC
        >>> metric = MulticlassAURC(num_classes=2)
        >>> metric(torch.tensor([[0.75, 0.25], [0.5, 0.5], [0.0, 1.0]]), torch.tensor([0, 1, 0]))
        tensor(0.7222)
    """


class ExcessAURC(AURC, family=_SETTINGS):
    """Area under the risk-coverage curve beyond that of the best order of the same predictions (E-AURC).

    In the best order all right predictions are more confident than all wrong ones, so what is left is the fault of the
    confidence alone.

    Args:
        task: `"binary"` or `"multiclass"`; the other settings are those of the class it makes.

    Reference:
        Geifman, Uziel and El-Yaniv, Bias-reduced uncertainty estimation for deep neural classifiers, 2019.

    Examples:
        >>> import torch
        >>> from metricore.classification import ExcessAURC
        >>> ExcessAURC(task="binary")(torch.tensor([0.9, 0.2, 0.6, 0.3]), torch.tensor([1, 0, 1, 1]))
        tensor(0.0833)
    """

    def _least(self, total: Tensor, errors: Tensor) -> Tensor:
        nothing = torch.zeros_like(total)
        return torch.where(errors > 0, _risks(total - errors, nothing, errors, errors), nothing)


class BinaryExcessAURC(_BinarySelective, ExcessAURC, task="binary"):
    """Excess area under the risk-coverage curve of yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryExcessAURC
        >>> BinaryExcessAURC()(torch.tensor([0.9, 0.2, 0.6, 0.7]), torch.tensor([1, 1, 0, 1]))
        tensor(0.1250)
    """


class MulticlassExcessAURC(_MulticlassSelective, ExcessAURC, task="multiclass"):
    """Excess area under the risk-coverage curve of a choice among classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassExcessAURC
        >>> metric = MulticlassExcessAURC(num_classes=2)
        >>> metric(torch.tensor([[0.75, 0.25], [0.5, 0.5], [0.0, 1.0]]), torch.tensor([0, 1, 0]))
        tensor(0.3333)
    """
