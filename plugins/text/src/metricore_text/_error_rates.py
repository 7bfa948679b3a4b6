"""Edits that turn hypotheses into references, in parts of the length of the references."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from itertools import count

import torch
from rapidfuzz.distance import Levenshtein
from torch import Tensor

from metricore import Metric, state
from metricore_text._sentences import Texts, paired, words

__all__ = ["CharErrorRate", "WordErrorRate"]


class _ErrorRate(Metric):
    """Edits over all sentences, divided by the number of tokens in the references."""

    higher_is_better = False
    is_differentiable = False
    plot_lower_bound = 0.0
    updates_in_place = False

    errors: Tensor = state(0)
    tokens: Tensor = state(0)
    sentences: Tensor = state(0)

    def _tokens(self, texts: Sequence[str]) -> list[Sequence[Hashable]]:
        """Each text as a sequence of tokens."""
        raise NotImplementedError

    def update(self, preds: Texts, target: Texts) -> None:
        hypotheses, references = paired(preds, target)
        tokens = self._tokens([*hypotheses, *references])
        of_references = tokens[len(hypotheses) :]
        self.errors = self.errors + sum(map(Levenshtein.distance, tokens, of_references))
        self.tokens = self.tokens + sum(map(len, of_references))
        self.sentences = self.sentences + len(references)

    def compute(self) -> Tensor:
        rate = self.errors / self.tokens.clamp(min=1)
        return torch.where(self.sentences > 0, rate, torch.nan).to(torch.get_default_dtype())


class WordErrorRate(_ErrorRate):
    r"""Word error rate (WER): edits in parts of the words in the references; 0 is best, and more than 1 is possible.

    .. math:: \frac{S + D + I}{N}

    with the least number of words substituted, deleted and inserted to turn the hypotheses into the references, over
    all sentences, and :math:`N` words in the references. If these have no word at all, it is the number of
    insertions, as in jiwer.

    Shapes:
        - `preds`: a hypothesis, or a sequence of them; words are separated by spaces.
        - `target`: as many references.
        - returns: scalar; `nan` before any sentence.

    Raises:
        TypeError: something is not a string.
        ValueError: there are not as many hypotheses as references.

    Examples:
        >>> from metricore_text import WordErrorRate
        >>> metric = WordErrorRate()
        >>> metric.update(["the cat sat", "hello"], ["the cat sat down", "hello world"])
        >>> metric.compute()
        tensor(0.3333)
    """

    def _tokens(self, texts: Sequence[str]) -> list[Sequence[Hashable]]:
        numbers: defaultdict[str, int] = defaultdict(count().__next__)  # equal words have equal numbers
        return [list(map(numbers.__getitem__, words(text))) for text in texts]


class CharErrorRate(_ErrorRate):
    r"""Character error rate (CER): edits in parts of the characters in the references; 0 is best, 1 can be exceeded.

    .. math:: \frac{S + D + I}{N}

    with the least number of characters substituted, deleted and inserted to turn the hypotheses into the references,
    over all sentences, and :math:`N` characters in the references. White space counts, except at the ends. If the
    references have no character at all, it is the number of insertions, as in jiwer.

    Shapes:
        - `preds`: a hypothesis, or a sequence of them.
        - `target`: as many references.
        - returns: scalar; `nan` before any sentence.

    Raises:
        TypeError: something is not a string.
        ValueError: there are not as many hypotheses as references.

    Examples:
        >>> from metricore_text import CharErrorRate
        >>> metric = CharErrorRate()
        >>> metric.update(["kitten", "sun day"], ["sitting", "sunday"])
        >>> metric.compute()
        tensor(0.3077)
    """

    def _tokens(self, texts: Sequence[str]) -> list[Sequence[Hashable]]:
        return [text.strip() for text in texts]
