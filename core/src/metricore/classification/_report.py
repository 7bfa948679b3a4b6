"""Precision, recall and F1 of every class at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import torch
from torch import Tensor

from metricore._settings import REQUIRED
from metricore.classification._averaging import quotient
from metricore.classification._counting import BinaryCounts, MulticlassCounts, TaskCounts

_COLUMNS = ("precision", "recall", "f1-score")


class ClassificationReport(
    TaskCounts,
    family={"threshold": 0.5, "num_classes": None, "target_names": None, "ignore_index": None, "validate_args": True,
            "zero_division": 0.0, "from_logits": None},
):  # fmt: skip
    """Precision, recall, F1 and support of each class that occurs, accuracy, and their averages.

    The value is a dict of dicts in the form of scikit-learn's `classification_report`; :meth:`text` lays it out as a
    table. A class that was neither predicted nor actual has no row and is in no average.

    Args:
        task: `"binary"` or `"multiclass"`; the other settings are those of the class it makes.
        target_names: names of the classes, in order; by default their numbers.
        zero_division: value of a score that would divide by zero.

    Example:
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
        names, classes = self.target_names, getattr(self, "num_classes", 2)
        if names is not None and (isinstance(names, str) or len({str(name) for name in names}) != classes):
            raise ValueError(f"Expected target_names to be {classes} different names, got {names!r}.")

    def _classes(self) -> tuple[Tensor, Tensor, Tensor]:
        """True positives, predicted and actual samples of each class."""
        raise NotImplementedError

    def compute(self) -> dict[str, Any]:
        tp, predicted, actual = self._classes()
        scores = [quotient(tp, predicted), quotient(tp, actual), quotient(2 * tp, predicted + actual)]
        table = torch.stack([torch.where(s.isnan(), self.zero_division, s) for s in scores], -1)
        names = [str(name) for name in self.target_names or range(len(tp))]
        present = [place for place, occurs in enumerate((predicted + actual > 0).tolist()) if occurs]
        report: dict[str, Any] = {names[place]: _row(table[place], actual[place]) for place in present}
        total = actual.sum()
        report["accuracy"] = quotient(tp.sum(), total)
        rows, support = table[present], actual[present]
        share = quotient(support, total).unsqueeze(-1)
        weighted = torch.where(share > 0, rows * share, 0.0).sum(0)
        report["macro avg"] = _row(rows.nanmean(0), total)
        report["weighted avg"] = _row(torch.where(total > 0, weighted, torch.nan), total)
        return report

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
            if name == "accuracy":
                support = value["macro avg"]["support"]
                lines += ["", f"{name:>{width}} {'':>9} {'':>9}  {_number(its, digits)} {_support(support)}"]
                continue
            cells = "".join(f" {_number(its[column], digits)}" for column in _COLUMNS)
            lines.append(f"{name:>{width}} {cells} {_support(its['support'])}")
        return "\n".join(lines) + "\n"


def _row(scores: Tensor, support: Tensor) -> dict[str, Tensor]:
    return {**dict(zip(_COLUMNS, scores.unbind(-1), strict=True)), "support": support}


def _number(value: Tensor, digits: int) -> str:
    return f"{float(value):>9.{digits}f}"


def _support(value: Tensor) -> str:
    number = float(value)
    return f"{int(number) if number == int(number) else number:>9}"


class BinaryClassificationReport(BinaryCounts, ClassificationReport, task="binary"):
    """Report of no and yes.

    Example:
        >>> import torch
        >>> from metricore.classification import BinaryClassificationReport
        >>> value = BinaryClassificationReport()(torch.tensor([0.2, 0.8, 0.6]), torch.tensor([0, 1, 0]))
        >>> value["1"]["precision"], value["accuracy"]
        (tensor(0.5000), tensor(0.6667))
    """

    _fixed: ClassVar[dict[str, Any]] = {"multidim_average": "global"}

    def _classes(self) -> tuple[Tensor, Tensor, Tensor]:
        counts = self.counts().summed()
        sides = ((counts.tn, counts.tp), (counts.total - counts.predicted, counts.predicted))
        tp, predicted = (torch.stack(pair) for pair in sides)
        return tp, predicted, torch.stack([counts.total - counts.actual, counts.actual])


class MulticlassClassificationReport(MulticlassCounts, ClassificationReport, task="multiclass"):
    """Report of a choice among classes.

    Example:
        >>> import torch
        >>> from metricore.classification import MulticlassClassificationReport
        >>> metric = MulticlassClassificationReport(num_classes=3)
        >>> metric(torch.tensor([2, 1, 0, 1]), torch.tensor([2, 1, 0, 0]))["macro avg"]["recall"]
        tensor(0.8333)
    """

    num_classes: int = REQUIRED

    _fixed: ClassVar[dict[str, Any]] = {"top_k": 1, "average": "none", "multidim_average": "global"}

    def _classes(self) -> tuple[Tensor, Tensor, Tensor]:
        counts = self.counts()
        void = self.void(counts)
        parts = (counts.tp, counts.predicted, counts.actual)
        tp, predicted, actual = (part if void is None else torch.where(void, 0, part) for part in parts)
        return tp, predicted, actual
