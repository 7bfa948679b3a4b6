"""What the Brier score is made of."""

from __future__ import annotations

from collections.abc import Hashable

import torch
from torch import Tensor

from metricore._arguments import check_size
from metricore._state import state
from metricore.classification._calibration import bin_of
from metricore.classification._elements import Elements, MultilabelScores
from metricore.classification._probability import BinaryBrierScore, BrierScore, MulticlassBrierScore

_NOT_AVERAGED = {"num_classes": None, "num_labels": None, "ignore_index": None, "validate_args": True,
                 "from_logits": None}  # fmt: skip


class BrierDecomposition(BrierScore, family={"n_bins": 10, **_NOT_AVERAGED}):
    r"""Murphy's decomposition of the Brier score over bins of the probability.

    .. math:: \underbrace{\sum_b \tfrac{n_b}{N} (\bar p_b - \bar y_b)^2}_\text{reliability}
        - \underbrace{\sum_b \tfrac{n_b}{N} (\bar y_b - \bar y)^2}_\text{resolution}
        + \underbrace{\bar y (1 - \bar y)}_\text{uncertainty} + \text{within bins}

    The value is a dict of `brier`, `reliability` (lower is better), `resolution` (higher is better), `uncertainty` and
    `within_bins`, which is what probabilities that differ inside of a bin add; it vanishes where they do not. In the
    multiclass task each part is summed over classes, in the multilabel task averaged over labels.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        n_bins: number of bins of equal width, closed on the right.

    Reference:
        Murphy, A new vector partition of the probability score, 1973. Stephenson et al., Two extra components in the
        Brier score decomposition, 2008.

    Examples:
        >>> import torch
        >>> from metricore.classification import BrierDecomposition
        >>> metric = BrierDecomposition(task="binary")
        >>> value = metric(torch.tensor([0.2, 0.2, 0.8, 0.8]), torch.tensor([0, 1, 1, 1]))
        >>> {name: round(part.item(), 4) for name, part in value.items()}
        {'brier': 0.19, 'reliability': 0.065, 'resolution': 0.0625, 'uncertainty': 0.1875, 'within_bins': 0.0}
    """

    n_bins: int = 10

    is_differentiable = False
    higher_is_better = None  # type: ignore[assignment]
    updates_in_place = False
    plot_lower_bound = None  # type: ignore[assignment]

    bins: Tensor = state(lambda self: torch.zeros(self._readings, self._width, self.n_bins, 3, dtype=torch.float64))

    def check(self) -> None:
        super().check()
        check_size("n_bins", self.n_bins, 1)

    def accumulates(self) -> Hashable | None:
        return (BrierDecomposition, type(self)._loss, self.n_bins, self._shape_key())

    def _losses_of(self, elements: Elements) -> list[Tensor | None]:
        """Loss of each label for each reading; the probabilities go to the bins on the way."""
        given, happened = self._probabilities(elements), elements.labels
        if happened.ndim == 1:
            happened = happened.unsqueeze(1)
            if self._width > 1:
                happened = happened == torch.arange(self._width, device=happened.device)
        self.bins = self.bins + torch.stack([self._sums(p, happened, elements) for p in given])
        return [None if p is None else self._loss(p, elements.labels) for p in given]

    def _sums(self, probability: Tensor | None, happened: Tensor, elements: Elements) -> Tensor:
        """Number, probability and occurrences, by class and bin."""
        sums = torch.zeros_like(self.bins[0])
        if probability is None:
            return sums
        probability = probability.reshape(happened.shape)
        classes = torch.arange(self._width, device=probability.device)
        index = bin_of(probability, self.n_bins) + classes * self.n_bins
        columns = [torch.ones_like(probability), probability, happened.to(probability.dtype)]
        if elements.amount is not None and elements.amount.ndim < 2:
            elements = elements._replace(amount=elements.amount.unsqueeze(1))
        rows = torch.stack([elements.weighed(column) for column in columns], -1).to(sums.dtype)
        return sums.flatten(0, 1).index_add(0, index.flatten(), rows.flatten(0, 1)).reshape(sums.shape)

    def compute(self) -> dict[str, Tensor]:  # type: ignore[override]
        number, given, happened = self._picked(self.bins).unbind(-1)
        total = number.sum(-1)
        share, rate = number / total.unsqueeze(-1), happened.sum(-1) / total
        inside = number > 0
        reliability = torch.where(inside, share * ((given - happened) / number) ** 2, 0.0).sum(-1)
        resolution = torch.where(inside, share * (happened / number - rate.unsqueeze(-1)) ** 2, 0.0).sum(-1)
        parts = {"reliability": reliability, "resolution": resolution, "uncertainty": rate * (1 - rate)}
        brier = self._picked(self.loss) / self.count
        if hasattr(self, "num_labels"):
            brier = brier.nanmean()
            parts = {name: part.where(total > 0, torch.nan).nanmean() for name, part in parts.items()}
        else:
            parts = {name: part.sum().where(total[0] > 0, torch.nan) for name, part in parts.items()}
        within = brier - parts["reliability"] + parts["resolution"] - parts["uncertainty"]
        value = {"brier": brier, **parts, "within_bins": within}
        return {name: part.to(torch.get_default_dtype()) for name, part in value.items()}


class BinaryBrierDecomposition(BinaryBrierScore, BrierDecomposition, task="binary"):
    """Parts of the Brier score of the probability of yes.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryBrierDecomposition
        >>> value = BinaryBrierDecomposition()(torch.tensor([0.2, 0.2, 0.8, 0.8]), torch.tensor([0, 1, 1, 1]))
        >>> value["reliability"]
        tensor(0.0650)
    """


class MulticlassBrierDecomposition(MulticlassBrierScore, BrierDecomposition, task="multiclass"):
    """Parts of the Brier score of the probabilities of classes, summed over them.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassBrierDecomposition
        >>> metric = MulticlassBrierDecomposition(num_classes=2)
        >>> metric(torch.tensor([[0.9, 0.1], [0.2, 0.8]]), torch.tensor([0, 0]))["reliability"]
        tensor(0.6500)
    """


class MultilabelBrierDecomposition(MultilabelScores, BrierDecomposition, task="multilabel"):
    """Parts of the Brier score of the probability of each label, averaged over labels.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelBrierDecomposition
        >>> preds, target = torch.tensor([[0.9, 0.1], [0.2, 0.8]]), torch.tensor([[1, 0], [0, 0]])
        >>> MultilabelBrierDecomposition(num_labels=2)(preds, target)["uncertainty"]
        tensor(0.1250)
    """
