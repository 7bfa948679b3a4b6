"""Cases for the testing kit, worked out by hand."""

from __future__ import annotations

import math

import torch

from metricore.testing import Case

__all__ = ["CASES"]

_HEARD = [
    (["the cat sat", "hello"], ["the cat sat down", "hello world"]),  # a word left out of 4, and of 2
    (["one to tree"], ["one two three"]),  # two words of 3 replaced: a letter left out of each
    ([""], ["so"]),
]
# Letters: " down" and " world", then "w" and "h", then "so"; the references have 16 + 11 + 13 + 2.
_WORDS, _LETTERS = (1 + 1 + 2 + 1) / (4 + 2 + 3 + 1), (5 + 6 + 2 + 2) / (16 + 11 + 13 + 2)

_TRANSLATED = [
    (["a b c d e"], [["a b c d f", "x y"]]),  # shared: 4 of 5 words, 3 of 4 pairs, 2 of 3 triples, 1 of 2 quadruples
    (["a a b"], [["a b a a", "c d e f g h"]]),  # all 3 words, both pairs, but not the triple; one word too short
]
# Over both: 7 of 8 words, 5 of 6 pairs; 8 words against 9 of the closest references.
_PAIRS = math.exp(1 - 9 / 8) * math.sqrt(7 / 8 * 5 / 6)
_SMOOTH = math.exp(1 - 9 / 8) * (7 / 8 * (5 + 1) / (6 + 1) * (2 + 1) / (4 + 1) * (1 + 1) / (2 + 1)) ** 0.25

CASES = {
    "word_error_rate": [Case(settings={}, batches=_HEARD, expected=torch.tensor(_WORDS))],
    "char_error_rate": [Case(settings={}, batches=_HEARD, expected=torch.tensor(_LETTERS))],
    "bleu_score": [
        Case(settings={"n_gram": 2}, batches=_TRANSLATED, expected=torch.tensor(_PAIRS)),
        Case(settings={"smooth": True}, batches=_TRANSLATED, expected=torch.tensor(_SMOOTH)),
        Case(
            settings={"n_gram": 2, "weights": (1.0, 0.0)},
            batches=_TRANSLATED,
            expected=torch.tensor(math.exp(1 - 9 / 8) * 7 / 8),
        ),
    ],
}
