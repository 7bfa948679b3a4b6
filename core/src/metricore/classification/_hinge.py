"""How far decisions are from a margin."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_flag
from metricore._state import state
from metricore.classification._elements import BinaryScores, MulticlassScores, TaskScores

_RAW: dict[str, Any] = {"from_logits": True}
MODES = ("crammer-singer", "one-vs-all")


class HingeLoss(
    TaskScores,
    family={"num_classes": None, "squared": False, "multiclass_mode": "crammer-singer", "ignore_index": None,
            "validate_args": True},
):  # fmt: skip
    r"""Mean distance of decisions from a margin of 1, :math:`\max(0, 1 - y f(x))` with :math:`y = \pm 1`.

    Scores are taken as they are, not as probabilities.

    Args:
        task: `"binary"` or `"multiclass"`; the other settings are those of the class it makes.
        squared: square the distance of each sample.

    Reference:
        Crammer and Singer, On the algorithmic implementation of multiclass kernel-based vector machines, 2001.

    Examples:
        >>> import torch
        >>> from metricore import HingeLoss
        >>> HingeLoss(task="binary")(torch.tensor([-2.2, 2.4, 0.1]), torch.tensor([0, 1, 1]))
        tensor(0.3000)
    """

    squared: bool = False

    higher_is_better = False
    is_differentiable = True
    plot_lower_bound = 0.0
    updates_in_place = False

    loss: Tensor = state(lambda self: torch.zeros(self._losses, dtype=torch.float64))
    count: Tensor = state(0.0)

    def check(self) -> None:
        super().check()
        check_flag("squared", self.squared)

    @property
    def _losses(self) -> tuple[int, ...]:
        """Shape of the value."""
        return ()

    def _margin(self, scores: Tensor, labels: Tensor) -> Tensor:
        """By how much each decision is on the right side."""
        raise NotImplementedError

    def accumulates(self) -> Hashable | None:
        mode = getattr(self, "multiclass_mode", None)
        return (HingeLoss.update, self.squared, mode, self._shape_key())

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of scores and labels."""
        elements = self._elements(preds, target, sample_weight)
        distance = (1 - self._margin(elements.scores, elements.labels)).clamp(min=0)
        self.loss = self.loss + elements.weighed(distance**2 if self.squared else distance).sum(0)
        self.count = self.count + elements.weight().sum()

    def compute(self) -> Tensor:
        return (self.loss / self.count).to(torch.get_default_dtype())


class BinaryHingeLoss(BinaryScores, HingeLoss, task="binary"):
    """Hinge loss of yes-or-no decisions; a positive score is a yes.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryHingeLoss
        >>> BinaryHingeLoss(squared=True)(torch.tensor([-2.2, 2.4, 0.1]), torch.tensor([0, 1, 1]))
        tensor(0.2700)
    """

    _fixed: ClassVar[dict[str, Any]] = _RAW

    def _margin(self, scores: Tensor, labels: Tensor) -> Tensor:
        return torch.where(labels == 1, scores, -scores)


class MulticlassHingeLoss(MulticlassScores, HingeLoss, task="multiclass"):
    """Hinge loss of a choice among classes.

    Args:
        multiclass_mode: `"crammer-singer"` takes the score of the class less the best other one, `"one-vs-all"` gives
            the binary loss of each class.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassHingeLoss
        >>> preds = torch.tensor([[-1.0, 0.9, 0.2], [0.5, -1.1, 0.8], [2.2, -0.5, 0.3]])
        >>> MulticlassHingeLoss(num_classes=3)(preds, torch.tensor([0, 1, 0]))
        tensor(1.9333)
    """

    squared: bool = False
    multiclass_mode: str = "crammer-singer"

    _fixed: ClassVar[dict[str, Any]] = _RAW

    def check(self) -> None:
        super().check()
        check_choice("multiclass_mode", self.multiclass_mode, MODES)

    @property
    def _losses(self) -> tuple[int, ...]:
        return () if self.multiclass_mode == "crammer-singer" else (self.num_classes,)

    def _margin(self, scores: Tensor, labels: Tensor) -> Tensor:
        own = labels.unsqueeze(1) == torch.arange(self.num_classes, device=labels.device)
        if self.multiclass_mode == "one-vs-all":
            return torch.where(own, scores, -scores)
        best_other = scores.masked_fill(own, -torch.inf).amax(1)
        return scores.gather(1, labels.unsqueeze(1)).squeeze(1) - best_other
