# Written by tools/stubs.py; do not edit.

from collections.abc import Sequence

from torch import Tensor

from metricore_text._sentences import Texts

__all__ = [
    "bleu_score",
    "char_error_rate",
    "word_error_rate",
]

def bleu_score(
    preds: Texts,
    target: str | Sequence[Texts],
    n_gram: int = 4,
    smooth: bool = False,
    weights: Sequence[float] | None = None,
) -> Tensor: ...
def char_error_rate(
    preds: Texts,
    target: Texts,
) -> Tensor: ...
def word_error_rate(
    preds: Texts,
    target: Texts,
) -> Tensor: ...
