"""Likeness of translations to references by the runs of words they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import torch
from torch import Tensor

from metricore import Metric, state
from metricore_text._ngrams import matches
from metricore_text._sentences import Texts, listed

__all__ = ["BLEUScore"]


class BLEUScore(Metric):
    r"""BLEU of a corpus of translations, between 0 and 1 (best).

    .. math:: \min\left(1, e^{1 - r / h}\right) \prod_{n=1}^{N} p_n^{w_n}

    where :math:`p_n` is the share of the runs of :math:`n` words in the hypotheses that are in a reference too,
    :math:`h` is the number of words in the hypotheses and :math:`r` that in the references closest to them in length
    (of two equally close ones, the shorter). Counts are over the corpus: this is not a mean over sentences. Words are
    what white space separates. Without a match of some length the value is 0.

    Args:
        n_gram: the longest runs of words, :math:`N`.
        smooth: add one to the counts of runs of two words and more, so that their lack is not fatal.
        weights: :math:`w_n`, one for each length; :math:`1 / N` by default.

    Shapes:
        - `preds`: a hypothesis, or a sequence of them.
        - `target`: for each hypothesis a reference or a sequence of references.
        - returns: scalar; `nan` before any sentence.

    Raises:
        TypeError: something is not a string.
        ValueError: a setting makes no sense, there are not as many hypotheses as references, or a hypothesis has none.

    Reference:
        Papineni, Roukos, Ward, Zhu: BLEU: a method for automatic evaluation of machine translation. ACL 2002.
        Lin, Och: ORANGE: a method for evaluating automatic evaluation metrics for machine translation. COLING 2004 (for
        the smoothing).

    Examples:
        >>> from metricore_text import BLEUScore
        >>> metric = BLEUScore()
        >>> metric.update(["the cat is on the mat"], [["there is a cat on the mat", "a cat is on the mat"]])
        >>> metric.compute()
        tensor(0.7598)
    """

    higher_is_better = True
    is_differentiable = False
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0
    updates_in_place = False

    n_gram: int = 4
    smooth: bool = False
    weights: Sequence[float] | None = None

    matched: Tensor = state(lambda self: torch.zeros(self.n_gram, dtype=torch.int64))
    possible: Tensor = state(lambda self: torch.zeros(self.n_gram, dtype=torch.int64))
    preds_len: Tensor = state(0)
    target_len: Tensor = state(0)
    sentences: Tensor = state(0)

    def check(self) -> None:
        if not isinstance(self.n_gram, int) or self.n_gram < 1:
            raise ValueError(f"Expected n_gram to be a positive integer, got {self.n_gram!r}.")
        if not isinstance(self.smooth, bool):
            raise ValueError(f"Expected smooth to be True or False, got {self.smooth!r}.")
        weights = self.weights
        if weights is not None and (len(weights) != self.n_gram or not all(weight >= 0 for weight in weights)):
            raise ValueError(f"Expected {self.n_gram} weights of at least 0, one for each length, got {weights!r}.")

    def update(self, preds: Texts, target: str | Sequence[Texts]) -> None:
        hypotheses = listed(preds, "preds")
        references = [target] if isinstance(target, str) else target
        if len(hypotheses) != len(references):
            raise ValueError(f"Expected as many preds as target, got {len(hypotheses)} and {len(references)}.")
        matched: Counter[int] = Counter()
        lengths, target_len = [], 0
        for hypothesis, group in zip(hypotheses, references, strict=True):
            own, theirs = hypothesis.split(), [text.split() for text in listed(group, "target")]
            if not theirs:
                raise ValueError("Expected at least one reference for each hypothesis, got an empty list.")
            matched.update(matches(own, theirs, self.n_gram))
            lengths.append(len(own))
            target_len += min((abs(len(words) - len(own)), len(words)) for words in theirs)[1]
        self._add("matched", [matched[n + 1] for n in range(self.n_gram)])
        self._add("possible", [sum(max(length - n, 0) for length in lengths) for n in range(self.n_gram)])
        self.preds_len = self.preds_len + sum(lengths)
        self.target_len = self.target_len + target_len
        self.sentences = self.sentences + len(hypotheses)

    def _add(self, name: str, numbers: list[int]) -> None:
        setattr(self, name, getattr(self, name) + torch.tensor(numbers, device=self.device))

    def compute(self) -> Tensor:
        dtype = torch.get_default_dtype()
        weights = self.weights or [1 / self.n_gram] * self.n_gram
        extra = torch.arange(self.n_gram, device=self.device).clamp(max=1) if self.smooth else 0
        precisions = (self.matched + extra) / (self.possible + extra).clamp(min=1)
        powers = precisions.pow(torch.tensor(weights, dtype=dtype, device=self.device))
        brevity = (1 - self.target_len / self.preds_len.clamp(min=1)).clamp(max=0).exp()
        return torch.where(self.sentences > 0, brevity * powers.prod(), torch.nan).to(dtype)
