"""Precision, recall and F1 of every class at a glance."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, ClassVar

import torch
from torch import Tensor

from metricore._settings import REQUIRED
from metricore._state import state
from metricore.classification._averaging import averaged, quotient
from metricore.classification._binary_counts import BinaryCounts, MultilabelCounts
from metricore.classification._counting import TaskCounts
from metricore.classification._multiclass_counts import MulticlassCounts

_COLUMNS = ("precision", "recall", "f1-score")
_OVER_ALL = ("accuracy", "micro avg", "macro avg", "weighted avg", "samples avg")


class ClassificationReport(
    TaskCounts,
    family={"threshold": 0.5, "num_classes": None, "num_labels": None, "target_names": None, "ignore_index": None,
            "validate_args": True, "zero_division": 0.0, "from_logits": None},
):  # fmt: skip
    """Precision, recall, F1 and support of each class that occurs, accuracy, and their averages.

    The value is a dict of dicts in the form of scikit-learn's `classification_report`; :meth:`text` lays it out as a
    table. A class that was neither predicted nor actual, or a label that was ignored throughout, has no row and is in
    no average.

    Args:
        task: `"binary"`, `"multiclass"` or `"multilabel"`; the other settings are those of the class it makes.
        target_names: names of the classes or labels, in order; by default their numbers.
        zero_division: value of a score that would divide by zero; `nan` leaves it out of averages.

    Examples:
        >>> import torch
        >>> from metricore.classification import ClassificationReport
        >>> metric = ClassificationReport(task="multiclass", num_classes=3, target_names=["ant", "bee", "cat"])
        >>> value = metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))
        >>> value["bee"]["precision"]
        tensor(0.5000)
        >>> print(metric.text())
                      precision    recall  f1-score   support
        <BLANKLINE>
                 ant       1.00      0.50      0.67         2
                 bee       0.50      1.00      0.67         1
                 cat       1.00      1.00      1.00         1
        <BLANKLINE>
            accuracy                           0.75         4
           macro avg       0.83      0.83      0.78         4
        weighted avg       0.88      0.75      0.75         4
        <BLANKLINE>
    """

    target_names: Sequence[str] | None = None
    zero_division: float = 0.0

    is_differentiable = False
    plot_lower_bound = 0.0

    def check(self) -> None:
        super().check()
        zero = self.zero_division
        if isinstance(zero, bool) or not isinstance(zero, (int, float)) or not (0 <= zero <= 1 or zero != zero):
            raise ValueError(f"Expected zero_division in [0, 1] or nan, got {zero!r}.")
        names, classes = self.target_names, getattr(self, "num_labels", getattr(self, "num_classes", 2))
        if names is not None and (isinstance(names, str) or len({str(name) for name in names}) != classes):
            raise ValueError(f"Expected target_names to be {classes} different names, got {names!r}.")
        if names is not None and not {str(name) for name in names}.isdisjoint(_OVER_ALL):
            raise ValueError(f"Expected target_names to be none of {_OVER_ALL}, got {names!r}.")

    def _classes(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """True positives, predicted and actual samples of each class, and whether it has a row."""
        raise NotImplementedError

    def _over_all(self, tp: Tensor, predicted: Tensor, actual: Tensor) -> dict[str, Any]:
        """What comes before the averages."""
        return {"accuracy": quotient(tp.sum(), actual.sum())}

    def compute(self) -> dict[str, Any]:
        parts = self._classes()
        kept = [place for place, occurs in enumerate(parts[-1].tolist()) if occurs]
        tp, predicted, actual = (part[kept] for part in parts[:-1])
        table, total = self._scores(tp, predicted, actual), actual.sum()
        names = [str(name) for name in self.target_names or range(len(parts[-1]))]
        report: dict[str, Any] = {names[kept[row]]: _row(table[row], actual[row]) for row in range(len(kept))}
        report |= self._over_all(tp, predicted, actual)
        report["macro avg"] = _row(table.nanmean(0), total)
        report["weighted avg"] = _row(averaged(table.mT, "weighted", actual, undefined=self.zero_division), total)
        return report

    def _scores(self, tp: Tensor, predicted: Tensor, actual: Tensor) -> Tensor:
        """Precision, recall and F1 in the last dimension."""
        scores = torch.stack([quotient(*each) for each in _fractions(tp, predicted, actual)], -1)
        return torch.where(scores.isnan(), self.zero_division, scores)

    def text(self, value: dict[str, Any] | None = None, digits: int = 2) -> str:
        """The report as a table, in the layout of scikit-learn's.

        Args:
            value: what `compute` or `forward` returned; by default `compute()` is called.
            digits: number of decimals.
        """
        value = self.compute() if value is None else value
        width = max(len(name) for name in [*value, "weighted avg"])
        lines = [" " * width + " " + "".join(f" {head:>9}" for head in (*_COLUMNS, "support")), ""]
        for name, its in value.items():
            if name in _OVER_ALL[:2]:
                lines.append("")
            if name == "accuracy":
                support = value["macro avg"]["support"]
                lines += [f"{name:>{width}} {'':>9} {'':>9}  {_number(its, digits)} {_support(support)}"]
                continue
            cells = "".join(f" {_number(its[column], digits)}" for column in _COLUMNS)
            lines.append(f"{name:>{width}} {cells} {_support(its['support'])}")
        return "\n".join(lines) + "\n"


def _fractions(tp: Tensor, predicted: Tensor, actual: Tensor) -> tuple[tuple[Tensor, Tensor], ...]:
    """Numerators and denominators of precision, recall and F1."""
    return (tp, predicted), (tp, actual), (2 * tp, predicted + actual)


def _row(scores: Tensor, support: Tensor) -> dict[str, Tensor]:
    return {**dict(zip(_COLUMNS, scores.unbind(-1), strict=True)), "support": support}


def _number(value: Tensor, digits: int) -> str:
    return f"{float(value):>9.{digits}f}"


def _support(value: Tensor) -> str:
    number = float(value)
    return f"{int(number) if number == int(number) else number:>9}"


class BinaryClassificationReport(BinaryCounts, ClassificationReport, task="binary"):
    """Report of no and yes.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryClassificationReport
        >>> value = BinaryClassificationReport()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        >>> value["1"]["precision"], value["accuracy"]
        (tensor(0.5000), tensor(0.6667))
    """

    _fixed: ClassVar[dict[str, Any]] = {"multidim_average": "global"}

    def _classes(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        counts = self.counts().summed()
        sides = ((counts.tn, counts.tp), (counts.total - counts.predicted, counts.predicted))
        tp, predicted = (torch.stack(pair) for pair in sides)
        actual = torch.stack([counts.total - counts.actual, counts.actual])
        return tp, predicted, actual, predicted + actual > 0


class MulticlassClassificationReport(MulticlassCounts, ClassificationReport, task="multiclass"):
    """Report of a choice among classes.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassClassificationReport
        >>> metric = MulticlassClassificationReport(num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))["macro avg"]["recall"]
        tensor(0.8333)
    """

    num_classes: int = REQUIRED

    _fixed: ClassVar[dict[str, Any]] = {"top_k": 1, "average": "none", "multidim_average": "global"}

    def _classes(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        counts = self.counts()
        return counts.tp, counts.predicted, counts.actual, self.counted(counts)


class MultilabelClassificationReport(MultilabelCounts, ClassificationReport, task="multilabel"):
    """Report of yes or no for several labels, with averages over labels, over decisions and over samples.

    A sample weighs as much as the heaviest of its labels; one without labels that count is in no average.

    Examples:
        >>> import torch
        >>> from metricore.classification import MultilabelClassificationReport
        >>> metric = MultilabelClassificationReport(num_labels=2)
        >>> value = metric(torch.tensor([[0.9, 0.8], [0.1, 0.6]]), torch.tensor([[1, 1], [0, 0]]))
        >>> value["1"]["precision"], value["samples avg"]["recall"]
        (tensor(0.5000), tensor(0.5000))
    """

    num_labels: int = REQUIRED

    updates_in_place = False

    # Of precision, recall and F1 of the samples: the sum of those that have a value, how many have, how many have not.
    sample_sums: Tensor = state(lambda self: torch.zeros(self._readings, 3, 3, dtype=torch.float64))

    _fixed: ClassVar[dict[str, Any]] = {"average": "none", "multidim_average": "global"}

    def accumulates(self) -> Hashable | None:
        return (ClassificationReport, super().accumulates())

    def _count(self, decided: list[Tensor], actual: Tensor, amount: Tensor | None) -> None:
        super()._count(decided, actual, amount)
        sums = torch.stack([self._of_samples(each, actual, amount) for each in decided])
        self.sample_sums = self.sample_sums + sums  # labels read the same either way

    def _of_samples(self, decided: Tensor, actual: Tensor, amount: Tensor | None) -> Tensor:
        dtype = torch.float64
        amount = torch.ones_like(actual, dtype=dtype) if amount is None else amount.to(dtype)
        tp, predicted, true = ((part * amount).sum(1) for part in (decided & actual, decided, actual))
        weight, rows = amount.amax(1), []
        for part, whole in _fractions(tp, predicted, true):
            scores = torch.where(whole > 0, part / whole, 0.0) * weight
            rows.append(torch.stack([scores.sum(), (weight * (whole > 0)).sum(), (weight * (whole == 0)).sum()]))
        return torch.stack(rows)

    def _classes(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        counts = self.counts()
        return counts.tp, counts.predicted, counts.actual, self.counted(counts)

    def _over_all(self, tp: Tensor, predicted: Tensor, actual: Tensor) -> dict[str, Any]:
        return {"micro avg": _row(self._scores(tp.sum(), predicted.sum(), actual.sum()), actual.sum())}

    def compute(self) -> dict[str, Any]:
        report = super().compute()
        sums = self.sample_sums
        picked = torch.where(self.outside > 0, sums[-1], sums[0]) if self._readings == 2 else sums[0]
        total, defined, undefined = picked.unbind(-1)
        if self.zero_division == self.zero_division:
            total, defined = total + self.zero_division * undefined, defined + undefined
        report["samples avg"] = _row(quotient(total, defined), report["macro avg"]["support"])
        return report
