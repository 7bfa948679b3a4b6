"""How each task keeps its scores: the accumulators behind every metric of a curve."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor

from metricore._arguments import check_flag, check_integer_labels, check_optional_integer
from metricore._checked import reads_at_once
from metricore._state import CatState, state
from metricore._stretches import taken
from metricore._weights import weights_like
from metricore.classification import _sketch
from metricore.classification._averaging import averaged
from metricore.classification._curve import Curve
from metricore.classification._family import TaskFamily
from metricore.classification._inputs import SCORES_NAN, both, same_shape, valid_labels
from metricore.classification._thresholds import Bins, check_grid, grid_of


def score_task(**own: Any) -> dict[str, Any]:
    """The settings of a family of curve metrics, with its own after those of the tasks."""
    tasks = {"thresholds": None, "num_classes": None, "num_labels": None}
    return {**tasks, **own, "ignore_index": None, "validate_args": True, "from_logits": None, "score_range": None}


_CACHED = 1 << 15  # scores binned at a time on a CPU: what they turn into stays in its cache


def _exact(metric: Any) -> bool:
    """Whether all scores are kept."""
    return metric.thresholds is None


def _binned(metric: Any) -> bool:
    return metric.thresholds is not None


class Scores(TaskFamily):
    """What the tasks share: scores and labels of all samples, or counts of them by bin.

    Args:
        thresholds: `None` keeps all scores and gives exact curves. A number of thresholds, evenly spaced, or the
            thresholds themselves, in any order, need constant memory and give the points at these thresholds.
            `"auto"` needs constant memory, no range and no choice: scores fall in bins 0.8 % wide or finer, and
            `error_bound()` of areas says how far from exact that can be.
        ignore_index: label in the target that takes its sample, or its single label, out of everything.
        validate_args: check data.
        from_logits: whether scores are logits; by default values outside of [0, 1] anywhere in the data tell. The
            order of samples is that of the scores as given, thresholds are probabilities.
        score_range: least and greatest of the thresholds for scores that are neither probabilities nor logits.
    """

    if TYPE_CHECKING:
        thresholds: Any = None
        ignore_index: int | None = None
        validate_args: bool = True
        normalization: str | None = "sigmoid"
        from_logits: bool | None = None
        score_range: tuple[float, float] | None = None

    _last: ClassVar[tuple[str, ...]] = (
        "thresholds",
        "ignore_index",
        "validate_args",
        "normalization",
        "from_logits",
        "score_range",
    )
    is_differentiable = False
    updates_in_place = False

    # All scores, since an exact curve has a point for each: scores as given; labels, -1 for what takes no part; weights
    # as int8 ones until there are any, so that batches with and without can be mixed.
    scores: CatState = state(lambda self: self._no_rows(torch.float32, self._width), "cat", when=_exact)
    labels: CatState = state(lambda self: self._no_rows(self._label_dtype, self._labels_wide), "cat", when=_exact)
    weights: CatState = state(lambda self: self._no_rows(torch.int8, self._labels_wide), "cat", when=_exact)
    histogram: Tensor = state(lambda self: self._no_counts(), when=_binned)
    bounds: Tensor = state(  # of bins, and their logits: a constant that follows the device
        lambda self: self._bins.bounds(), reduce="max", when=lambda self: self._bins is not None and self._bins.grid
    )
    outside: Tensor = state(
        lambda _: torch.zeros((), dtype=torch.int64), reduce="max", when=lambda self: self._reading == "guess"
    )

    def check(self) -> None:
        check_optional_integer("ignore_index", self.ignore_index)
        check_flag("validate_args", self.validate_args)
        if self.from_logits not in (True, False, None):
            raise ValueError(f"Expected from_logits to be True, False or None, got {self.from_logits!r}.")
        if self.normalization not in ("sigmoid", None):
            raise ValueError(f"Expected normalization to be 'sigmoid' or None, got {self.normalization!r}.")
        if self.from_logits and self._reading == "raw":
            raise ValueError(
                f"Expected from_logits=None for scores that are read as they are, got {self.from_logits!r} with "
                f"score_range={self.score_range!r}, normalization={self.normalization!r}."
            )
        check_grid(self.thresholds, self.score_range, self.normalization is None)

    def accumulates(self) -> Hashable | None:
        grid = None if self._bins is None else self._bins.grid
        return (Scores.update, self._binary, self._width, self.thresholds is None, grid, self.ignore_index,
                self.validate_args, self._reading, self.compute_on_cpu)  # fmt: skip

    # -- settings ------------------------------------------------------------------------------------------------

    _binary = True  # whether each column has labels 0 and 1 of its own
    _label_dtype = torch.int8

    @property
    def _width(self) -> int:
        """Number of columns of scores."""
        return int(getattr(self, "num_labels", 1))

    @property
    def _labels_wide(self) -> int:
        return self._width if self._binary else 1

    @functools.cached_property
    def _reading(self) -> str:
        """What scores are taken for: `"probabilities"`, `"logits"`, `"guess"` from all of them, or `"raw"`."""
        if self.score_range is not None or self.normalization is None:
            return "raw"
        return {True: "logits", False: "probabilities", None: "guess"}[self.from_logits]

    @functools.cached_property
    def _bins(self) -> Bins | None:
        if self.thresholds is None:
            return None
        grid, even = grid_of(self.thresholds, self.score_range)
        if not self._binary or not grid:  # multiclass probabilities depend on all scores of a sample
            return Bins(grid, even, (False,) * (1 if self._binary or self._reading != "guess" else 2))
        return Bins(grid, even, {"guess": (False, True), "logits": (True,)}.get(self._reading, (False,)))

    @property
    def listed(self) -> bool:
        """Whether curves have as many points as the data have scores, so that each class has its own number."""
        return self._bins is None or not self._bins.grid

    def _no_rows(self, dtype: torch.dtype, width: int) -> CatState:
        return CatState(torch.empty((0, width), dtype=dtype))

    def _no_counts(self) -> Tensor:
        assert self._bins is not None
        return torch.zeros(len(self._bins.logits), self._width, 2, self._bins.count, dtype=torch.int64)

    # -- accumulation --------------------------------------------------------------------------------------------

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of scores and labels."""
        weight = None if sample_weight is None else sample_weight.detach()
        scores, labels, weight = self._rows(preds.detach(), target, weight)
        valid = valid_labels(self, "target", labels, 2 if self._binary else self._width, self.ignore_index)
        if weight is not None:
            self.flag(~(weight >= 0), "Expected sample_weight of at least 0")
            valid = both(valid, weight > 0)
        valid = self._without_nan(scores, valid)
        if weight is not None and valid is not None:
            weight = torch.where(valid, weight, 0.0)
        self._look_outside(scores, valid)
        if self.thresholds is None:
            self.scores.append(scores)
            self.labels.append((labels if valid is None else torch.where(valid, labels, -1)).to(self._label_dtype))
            self.weights.append(torch.ones_like(labels, dtype=torch.int8) if weight is None else weight)
        else:
            self._count(scores, labels, valid, weight)

    def _rows(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None) -> tuple[Tensor, Tensor, Any]:
        """Scores, labels and weights with a row for each sample."""
        same_shape(preds, target)
        refuse_types(preds, target)
        many = hasattr(self, "num_labels")
        if many and (target.ndim < 2 or target.shape[1] != self._width):
            raise ValueError(f"Expected target of shape (N, {self._width}, ...), got {tuple(target.shape)}.")

        def rows(values: Tensor) -> Tensor:
            values = values.movedim(1, -1) if many and values.ndim > 2 else values
            return values.reshape(-1, self._width)

        weight = None if sample_weight is None else rows(weights_like(sample_weight, target))
        return rows(preds), rows(target), weight

    def _without_nan(self, scores: Tensor, valid: Tensor | None) -> Tensor | None:
        """What takes part besides NaN, which is reported."""
        if reads_at_once(scores) and not math.isnan(scores.sum().item()):
            return valid
        nan = scores.isnan()
        nan = nan if self._binary else nan.any(1, keepdim=True)
        self.flag(nan if valid is None else nan & valid, SCORES_NAN)
        return both(valid, ~nan)

    def _look_outside(self, scores: Tensor, valid: Tensor | None) -> None:
        """Notice scores that are no probabilities."""
        if self._reading not in ("guess", "probabilities"):
            return
        if reads_at_once(scores):
            if not scores.numel():
                return
            low, high = scores.aminmax()
            if low.item() >= 0 and high.item() <= 1:
                return
        wrong = (scores < 0) | (scores > 1)
        wrong = wrong if valid is None else wrong & valid
        if self._reading == "guess":
            self.outside = torch.maximum(self.outside, wrong.any().to(torch.int64))
        else:
            self.flag(wrong, "Expected probabilities in [0, 1] in preds")

    def _count(self, scores: Tensor, labels: Tensor, valid: Tensor | None, weight: Tensor | None) -> None:
        """Add to the histogram."""
        if weight is None:
            weight = torch.ones_like(labels, dtype=torch.int64) if valid is None else valid.to(torch.int64)
        if valid is not None:
            scores = torch.where(valid, scores, 0)
        counts = self.histogram
        if counts.dtype != weight.dtype:
            counts, weight = counts.to(torch.float64), weight.to(torch.float64)
        counts = counts.clone()
        flat = counts.view(-1)
        if reads_at_once(scores):
            size = max(1, _CACHED // self._width)
            for part in zip(*(torch.split(rows, size) for rows in (scores, labels, weight)), strict=True):
                self._count_into(flat, *part)
        else:
            self._count_into(flat, scores, labels, weight)
        self.histogram = counts

    def _count_into(self, counts: Tensor, scores: Tensor, labels: Tensor, weight: Tensor) -> None:
        assert self._bins is not None
        readings = (scores, self._as_probabilities(scores)) if len(self._bins.logits) == 2 else (scores,)
        column = torch.arange(self._width, device=scores.device) * 2 + self._positive(labels)
        amount = weight.expand(column.shape).flatten()
        for number, reading in enumerate(readings):
            bins = self._bins.of(reading, self.bounds if self._bins.grid else None, number)
            index = (column + number * 2 * self._width) * self._bins.count + bins
            counts.scatter_add_(0, index.flatten(), amount)

    def _positive(self, labels: Tensor) -> Tensor:
        """Which columns each label is positive in."""
        return labels == 1

    def _as_probabilities(self, scores: Tensor) -> Tensor:
        """What the second reading looks at: binary thresholds are turned into logits instead."""
        return scores

    # -- curves --------------------------------------------------------------------------------------------------

    def curves(self, micro: bool = False) -> Iterator[Iterator[Curve]]:
        """The curve of each column, or of all at once, in stretches as :meth:`Curve.in_stretches` makes them.

        If `micro`, one over all columns together.
        """
        if self.thresholds is not None:
            yield iter([self._binned_curve(micro)])
            return
        for scores, labels, positive, weight in self._columns(micro):
            yield Curve.in_stretches(scores, functools.partial(_amounts, labels, positive, weight))

    def _columns(self, micro: bool) -> Iterator[tuple[Tensor, Tensor, int, Tensor | None]]:
        """Scores, labels, the label that is positive, and weights; of each column, or of all of them."""
        scores, labels, weights = self._ranked(), self.labels.values, self.weights.values
        weight = weights if weights.is_floating_point() else None
        if micro:
            labels = self._one_by_one(labels)
            weight = None if weight is None else weight.expand_as(labels).flatten()
            yield scores.flatten(), labels.flatten(), 1, weight
            return
        for column in range(self._width):
            own, positive = (column, 1) if self._binary else (0, column)
            yield scores[:, column].contiguous(), labels[:, own], positive, None if weight is None else weight[:, own]

    def _one_by_one(self, labels: Tensor) -> Tensor:
        """Labels 0 and 1 of every column, -1 for what takes no part."""
        return labels

    @property
    def _void(self) -> int | None:
        """The column that `ignore_index` takes out."""
        return None

    def _binned_curve(self, micro: bool) -> Curve:
        assert self._bins is not None
        histogram = self.histogram[0]
        if len(self._bins.logits) == 2:
            histogram = torch.where(self.outside > 0, self.histogram[1], histogram)
        if micro:
            kept = [column for column in range(self._width) if column != self._void]
            histogram = histogram[kept].sum(0, keepdim=True)
        thresholds = self.bounds[0] if self._bins.grid else _sketch.lower_edges(histogram.device)
        return Curve.of_histogram(histogram, thresholds)

    def _ranked(self) -> Tensor:
        """All scores in an order that can be compared between samples."""
        return self.scores.values

    def shown(self, thresholds: Tensor) -> Tensor:
        """Thresholds as they are given back: probabilities, and the infinite one at the end."""
        if self.listed and self._reading != "raw":
            thresholds = self._chosen(thresholds, self._probability)
        thresholds = thresholds.to(torch.get_default_dtype())
        return torch.cat([thresholds, torch.full((1,), math.inf, dtype=thresholds.dtype, device=thresholds.device)])

    def _probability(self, threshold: Tensor) -> Tensor:
        """A threshold of logits as a probability."""
        return torch.sigmoid(threshold)

    def _chosen(self, plain: Tensor, of_logits: Callable[[Tensor], Tensor]) -> Tensor:
        """Values as they are, or what they are as logits, whichever holds."""
        if self._reading != "guess":
            return of_logits(plain) if self._reading == "logits" else plain
        if reads_at_once(self.outside):
            return of_logits(plain) if bool(self.outside > 0) else plain
        return torch.where(self.outside > 0, of_logits(plain), plain)

    # -- values --------------------------------------------------------------------------------------------------

    def by_column(
        self, formula: Callable[[Iterator[Curve]], tuple[Tensor, ...]], micro: bool = False
    ) -> tuple[Tensor, ...]:
        """What the formula gives for the curve of each column; without a dimension of columns where there is one."""
        parts = zip(*map(formula, self.curves(micro)), strict=True)
        alone = micro or (self._binary and not hasattr(self, "num_labels"))
        return tuple(part.squeeze(0) if alone else part for part in map(torch.cat, parts))

    def averaged(self, formula: Callable[[Iterator[Curve]], tuple[Tensor, Tensor]]) -> Tensor:
        """The value of each column, averaged as `average` says; columns without a value leave the average.

        Args:
            formula: gives value and positives of a curve.
        """
        average = getattr(self, "average", None)
        value, support = self.by_column(formula, micro=average == "micro")
        if average in ("macro", "weighted"):
            value = averaged(value, average, support)
        return value.to(torch.get_default_dtype())


def _amounts(labels: Tensor, positive: int, weight: Tensor | None, where: Tensor | None) -> tuple[Tensor, Tensor]:
    """How much each element at some places counts as positive, and as negative."""
    labels = taken(labels, where)
    yes = labels == positive
    no = (labels >= 0) & ~yes
    if weight is None:
        return yes, no
    weight = taken(weight, where)
    return yes * weight, no * weight


def refuse_types(preds: Tensor, target: Tensor) -> None:
    if not preds.is_floating_point():
        raise ValueError(f"Expected preds to hold floating scores, got dtype {preds.dtype}.")
    check_integer_labels("target", target)
