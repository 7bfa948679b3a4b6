"""Measures that value positives and negatives alike, however many there are of each."""

from __future__ import annotations

from typing import Any, ClassVar

import torch
from torch import Tensor

from metricore._settings import REQUIRED
from metricore.classification._averaging import Counts
from metricore.classification._binary_counts import BinaryCounts, MultilabelCounts
from metricore.classification._counting import TaskCounts
from metricore.classification._family import TASK_SETTINGS
from metricore.classification._multiclass_counts import MulticlassCounts
from metricore.classification._ratio import Ratio

_SETTINGS = {**TASK_SETTINGS, "from_logits": None}
_GLOBAL: dict[str, Any] = {"multidim_average": "global"}


class Informedness(Ratio, family=_SETTINGS):
    r"""How much better than chance positives and negatives are told apart (Youden's J).

    .. math:: \frac{TP}{TP + FN} + \frac{TN}{TN + FP} - 1

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Reference:
        Youden, Index for rating diagnostic tests, 1950. Powers, Evaluation: from precision, recall and F-measure to
        ROC, informedness, markedness and correlation, 2011.

    Examples:
        >>> import torch
        >>> from metricore.classification import Informedness
        >>> Informedness(task="binary")(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.5000)
    """

    plot_lower_bound = -1.0

    _counts_negatives = True
    _is_share = False

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Recall less the false positive rate, over one denominator."""
        dtype = torch.float64
        actual, negative = counts.actual.to(dtype), (counts.total - counts.actual).to(dtype)
        return counts.tp * negative - counts.fp * actual, actual * negative


class BinaryInformedness(BinaryCounts, Informedness, task="binary"):
    """Informedness of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryInformedness
        >>> BinaryInformedness()(torch.tensor([0.9, 0.2, 0.6, 0.4, 0.7]), torch.tensor([1, 1, 0, 0, 1]))
        tensor(0.1667)
    """


class MulticlassInformedness(MulticlassCounts, Informedness, task="multiclass"):
    """Informedness of a choice among classes, each against the others.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassInformedness
        >>> MulticlassInformedness(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.7222)
    """


class MultilabelInformedness(MultilabelCounts, Informedness, task="multilabel"):
    """Informedness of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelInformedness
        >>> metric = MultilabelInformedness(num_labels=2)
        >>> metric(torch.tensor([[1, 1], [0, 1], [1, 0]]), torch.tensor([[1, 0], [0, 1], [0, 0]]))
        tensor(0.5000)
    """


class Markedness(Ratio, family=_SETTINGS):
    r"""How much more than chance predictions can be relied on (delta P).

    .. math:: \frac{TP}{TP + FP} + \frac{TN}{TN + FN} - 1

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Reference:
        Powers, Evaluation: from precision, recall and F-measure to ROC, informedness, markedness and correlation, 2011.

    Examples:
        >>> import torch
        >>> from metricore.classification import Markedness
        >>> Markedness(task="binary")(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        tensor(0.5000)
    """

    plot_lower_bound = -1.0

    _counts_negatives = True
    _is_share = False

    def fraction(self, counts: Counts) -> tuple[Tensor, Tensor]:
        """Precision less the false omission rate, over one denominator."""
        dtype = torch.float64
        predicted, negative = counts.predicted.to(dtype), (counts.total - counts.predicted).to(dtype)
        return counts.tp * negative - counts.fn * predicted, predicted * negative


class BinaryMarkedness(BinaryCounts, Markedness, task="binary"):
    """Markedness of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryMarkedness
        >>> BinaryMarkedness()(torch.tensor([0.9, 0.2, 0.6, 0.4, 0.7]), torch.tensor([1, 1, 0, 0, 1]))
        tensor(0.1667)
    """


class MulticlassMarkedness(MulticlassCounts, Markedness, task="multiclass"):
    """Markedness of a choice among classes, each against the others.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassMarkedness
        >>> MulticlassMarkedness(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        tensor(0.7222)
    """


class MultilabelMarkedness(MultilabelCounts, Markedness, task="multilabel"):
    """Markedness of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelMarkedness
        >>> metric = MultilabelMarkedness(num_labels=2)
        >>> metric(torch.tensor([[1, 1], [0, 1], [1, 0]]), torch.tensor([[1, 0], [0, 1], [0, 0]]))
        tensor(0.5000)
    """


class ClassLikelihoodRatios(
    TaskCounts,
    family={"threshold": 0.5, "num_classes": None, "num_labels": None, "ignore_index": None, "validate_args": True,
            "from_logits": None},
):  # fmt: skip
    r"""How many times a prediction multiplies the odds that a sample is positive.

    .. math:: LR_+ = \frac{\text{sensitivity}}{1 - \text{specificity}}, \qquad
        LR_- = \frac{1 - \text{sensitivity}}{\text{specificity}}

    The value is a dict of `positive` and `negative`, of one number, or of one for each class or label; `nan` where
    nothing is to divide by.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.

    Reference:
        Deeks and Altman, Diagnostic tests 4: likelihood ratios, 2004.

    Examples:
        >>> import torch
        >>> from metricore.classification import ClassLikelihoodRatios
        >>> metric = ClassLikelihoodRatios(task="binary")
        >>> metric(torch.tensor([0.2, 0.8, 0.6, 0.1]), torch.tensor([0, 1, 0, 1]))
        {'positive': tensor(1.), 'negative': tensor(1.)}
    """

    is_differentiable = False
    plot_lower_bound = 0.0

    def compute(self) -> dict[str, Tensor]:
        counts = self.counts(torch.float64)
        sensitivity, false_alarms = counts.tp / counts.actual, counts.fp / (counts.total - counts.actual)
        ratios = {"positive": sensitivity / false_alarms, "negative": (1 - sensitivity) / (1 - false_alarms)}
        shape = counts.tp.shape if hasattr(self, "num_labels") or hasattr(self, "num_classes") else ()
        return {
            name: torch.where(its.isinf(), torch.nan, its).reshape(shape).to(torch.get_default_dtype())
            for name, its in ratios.items()
        }


class BinaryClassLikelihoodRatios(BinaryCounts, ClassLikelihoodRatios, task="binary"):
    """Likelihood ratios of a yes-or-no decision.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryClassLikelihoodRatios
        >>> BinaryClassLikelihoodRatios()(torch.tensor([0.9, 0.2, 0.6, 0.4, 0.7]), torch.tensor([1, 1, 0, 0, 1]))
        {'positive': tensor(1.3333), 'negative': tensor(0.6667)}
    """

    _fixed: ClassVar[dict[str, Any]] = _GLOBAL


class MulticlassClassLikelihoodRatios(MulticlassCounts, ClassLikelihoodRatios, task="multiclass"):
    """Likelihood ratios of each class against the others.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassClassLikelihoodRatios
        >>> MulticlassClassLikelihoodRatios(num_classes=3)(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        {'positive': tensor([nan, 3., nan]), 'negative': tensor([0.5000, 0.0000, 0.0000])}
    """

    num_classes: int = REQUIRED

    _fixed: ClassVar[dict[str, Any]] = {"top_k": 1, "average": "none", **_GLOBAL}


class MultilabelClassLikelihoodRatios(MultilabelCounts, ClassLikelihoodRatios, task="multilabel"):
    """Likelihood ratios of several yes-or-no decisions.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelClassLikelihoodRatios
        >>> metric = MultilabelClassLikelihoodRatios(num_labels=2)
        >>> metric(torch.tensor([[1, 1], [0, 1], [1, 0]]), torch.tensor([[1, 0], [0, 1], [0, 0]]))
        {'positive': tensor([2., 2.]), 'negative': tensor([0., 0.])}
    """

    _fixed: ClassVar[dict[str, Any]] = {"average": "none", **_GLOBAL}
