"""How far confidence is from accuracy."""

from __future__ import annotations

import functools
from collections.abc import Hashable
from typing import NamedTuple

import torch
from torch import Tensor

from metricore._arguments import check_choice, check_size
from metricore._checked import reads_at_once
from metricore._state import state
from metricore.classification._elements import BinaryScores, Elements, MulticlassScores, TaskScores

_SAFE = 60.0  # the exponential of scores below it, and their sum, stay within float32
_CACHED = 1 << 17  # scores whose exponentials stay in a CPU's cache
NORMS = ("l1", "l2", "max")
CALIBRATION_SETTINGS = {"n_bins": 15, "norm": "l1", "num_classes": None, "ignore_index": None, "validate_args": True,
             "from_logits": None}  # fmt: skip


class Confidence(TaskScores):
    """Confidence of each element, and whether it was right: what calibration and selection compare."""

    def _confidence(self, elements: Elements) -> tuple[list[Tensor | None], Tensor]:
        """Confidence for each reading, `None` for one that the data have ruled out, and which elements are right."""
        raise NotImplementedError


class PositiveConfidence(BinaryScores, Confidence):
    """The probability of yes is the confidence, and yes is right."""

    def _confidence(self, elements: Elements) -> tuple[list[Tensor | None], Tensor]:
        return self._probabilities(elements), elements.labels


class TopConfidence(MulticlassScores, Confidence):
    """The probability of the most probable class is the confidence."""

    def _confidence(self, elements: Elements) -> tuple[list[Tensor | None], Tensor]:
        scores, bounds, logits = elements.scores, elements.bounds, self._see(elements)
        best, right = _best(scores, elements.labels)
        if self.from_logits is False:
            return [best], right
        safe = bounds is not None and bounds[0] > -_SAFE and bounds[1] < _SAFE
        normalised = _normalised(best, scores, safe)
        return ([normalised] if self.from_logits else [None if logits else best, normalised]), right


def _normalised(best: Tensor, scores: Tensor, safe: bool) -> Tensor:
    """The probability of the best class; `safe` where exponentials of scores cannot leave their type."""
    if reads_at_once(scores) and scores.numel() > _CACHED:
        size = max(1, _CACHED // scores.shape[1])
        pieces = zip(torch.split(best, size), torch.split(scores, size), strict=True)
        return torch.cat([_normalised_at_once(*piece, safe) for piece in pieces])
    return _normalised_at_once(best, scores, safe)


def _normalised_at_once(best: Tensor, scores: Tensor, safe: bool) -> Tensor:
    return best.exp() / scores.exp().sum(1) if safe else (best - scores.logsumexp(1)).exp()


def _best(scores: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
    """The best score of each row, and whether the label is the first that has it."""
    if reads_at_once(scores) and 0 < scores.numel() <= _CACHED:  # two looks at the values are faster than at places
        place = labels.unsqueeze(1)
        own, others = scores.gather(1, place).squeeze(1), scores.scatter(1, place, -torch.inf).amax(1)
        if not bool((own == others).any()):  # no ties, so no search for the first
            return torch.maximum(own, others), own > others
    best, chosen = scores.max(1)
    return best, chosen == labels


class Bins(NamedTuple):
    """What a reliability diagram shows.

    Args:
        error: the value of the metric.
        sums: number, confidence and right ones by bin, of shape `(B, 3)` or `(C, B, 3)`.
        edges: lower and upper edge of each bin, of shape `(B, 2)`.
    """

    error: Tensor
    sums: Tensor
    edges: Tensor


class Binned(TaskScores):
    """Sums by bin of confidence.

    Args:
        n_bins: number of bins of equal width, closed on the right; 0 belongs to the first.
        norm: `"l1"` (expected error), `"l2"` (root of the expected square) or `"max"` (largest error of a bin).
    """

    n_bins: int = 15
    norm: str = "l1"

    higher_is_better = False
    is_differentiable = False
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0
    _picture = "metricore.classification._pictures.reliability:reliability"

    def check(self) -> None:
        super().check()
        check_size("n_bins", self.n_bins, 1)
        check_choice("norm", self.norm, NORMS)

    def _by_bin(self) -> Tensor:
        """Number, confidence and right ones by bin, in the last two dimensions."""
        raise NotImplementedError

    def _edges(self) -> Tensor:
        """Lower and upper edge of each bin."""
        return torch.linspace(0, 1, self.n_bins + 1, dtype=torch.float64).unfold(0, 2, 1)

    def _to_draw(self) -> Bins:
        with self.sync_context(should_sync=self.sync_on_compute and self.__dict__["_to_sync"]):
            return Bins(self.compute(), self._by_bin(), self._edges())


class CalibrationError(Binned, Confidence, family=CALIBRATION_SETTINGS):
    r"""Distance of confidence and accuracy over bins of confidence.

    .. math:: \sum_b \frac{n_b}{N} |a_b - c_b|, \quad \sqrt{\sum_b \frac{n_b}{N} (a_b - c_b)^2}, \quad
        \max_b |a_b - c_b|

    with accuracy :math:`a_b` and mean confidence :math:`c_b` of the :math:`n_b` samples of a bin; empty bins are left
    out. Bins are closed on the right. The state is three sums for each bin.

    Args:
        task: `"binary"` or `"multiclass"`; the other settings are those of the class it makes.

    Reference:
        Guo et al., On calibration of modern neural networks, 2017.
        Kumar et al., Verified uncertainty calibration, 2019.

    Examples:
        >>> import torch
        >>> from metricore import CalibrationError
        >>> metric = CalibrationError(task="binary", n_bins=2)
        >>> metric(torch.tensor([0.25, 0.25, 0.55, 0.75, 0.75]), torch.tensor([0, 0, 1, 1, 1]))
        tensor(0.2900)
    """

    updates_in_place = False

    bins: Tensor = state(lambda self: torch.zeros(self._readings, self.n_bins, 3, dtype=torch.float64))

    def accumulates(self) -> Hashable | None:
        return (CalibrationError.update, self.n_bins, self._shape_key())

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch of scores and labels."""
        elements = self._elements(preds, target, sample_weight)
        readings, right = self._confidence(elements)
        confidence = torch.stack([reading for reading in readings if reading is not None])
        index, nothing = bin_of(confidence, self.n_bins), torch.zeros_like(self.bins[-len(confidence) :, :, 0])
        columns = (
            elements.weight().expand(confidence.shape),
            torch.stack([elements.weighed(reading) for reading in confidence]),
            elements.weighed(right).expand(confidence.shape),
        )
        sums = torch.stack([nothing.scatter_add(1, index, column) for column in columns], -1)
        if len(sums) < len(self.bins):  # the data have ruled out that scores are probabilities
            sums = torch.cat([torch.zeros_like(self.bins[:1]), sums])
        self.bins = self.bins + sums

    def _by_bin(self) -> Tensor:
        return self._picked(self.bins)

    def compute(self) -> Tensor:
        return distance(self._by_bin(), self.norm).to(torch.get_default_dtype())


def bin_of(confidence: Tensor, n_bins: int) -> Tensor:
    """Index of the right-closed bin of equal width that a probability belongs to."""
    confidence = confidence.detach().nan_to_num(0.0)  # what has no probability makes its sums, and the value, nan
    upper = (confidence * n_bins).ceil().clamp(1, n_bins)
    if not (reads_at_once(upper) and _products_tell(n_bins, upper.dtype)):
        below, above = confidence <= (upper - 1) / n_bins, confidence > upper / n_bins
        upper = (upper - below.to(upper.dtype) + above.to(upper.dtype)).clamp(1, n_bins)
    return upper.to(torch.int64) - 1


@functools.lru_cache(maxsize=16)
def _products_tell(n_bins: int, dtype: torch.dtype) -> bool:
    """Whether no product of a probability with the number of bins is rounded across an edge.

    Rounding keeps order, so the edges and their upper neighbours tell for all.
    """
    numbers = torch.arange(1, n_bins, dtype=dtype, device="cpu")
    edges = numbers / n_bins
    beyond = torch.nextafter(edges, torch.ones_like(edges))
    return bool(((edges * n_bins).ceil() == numbers).all() and ((beyond * n_bins).ceil() == numbers + 1).all())


def distance(sums: Tensor, norm: str) -> Tensor:
    """The error over bins of number, confidence and right ones, in the last two dimensions."""
    number, confidence, right = sums.unbind(-1)
    gap = torch.where(number > 0, (right - confidence).abs() / number, 0.0)
    total = number.sum(-1)
    if norm == "max":
        return torch.where(total > 0, gap.amax(-1), torch.nan)
    if norm == "l2":
        return ((number * gap**2).sum(-1) / total).sqrt()
    return (number * gap).sum(-1) / total


class BinaryCalibrationError(PositiveConfidence, CalibrationError, task="binary"):
    """Distance of the probability of yes and its frequency.

    Examples:
        >>> import torch
        >>> from metricore.classification import BinaryCalibrationError
        >>> metric = BinaryCalibrationError(n_bins=2, norm="max")
        >>> metric(torch.tensor([0.25, 0.25, 0.55, 0.75, 0.75]), torch.tensor([0, 0, 1, 1, 1]))
        tensor(0.3167)
    """


class MulticlassCalibrationError(TopConfidence, CalibrationError, task="multiclass"):
    """Distance of the probability of the most probable class and its accuracy.

    Examples:
        >>> import torch
        >>> from metricore.classification import MulticlassCalibrationError
        >>> preds = torch.tensor([[0.25, 0.20, 0.55], [0.55, 0.05, 0.40], [0.10, 0.30, 0.60], [0.90, 0.05, 0.05]])
        >>> MulticlassCalibrationError(num_classes=3, n_bins=3)(preds, torch.tensor([0, 1, 2, 0]))
        tensor(0.2000)
    """
