"""Sentences and what they are compared with: pairing and splitting into words."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["Texts", "listed", "paired", "words"]

Texts = str | Sequence[str]

_SEVERAL_SPACES = re.compile(r"\s\s+")


def listed(texts: Texts, name: str) -> Sequence[str]:
    """Return sentences as a sequence; a string is one sentence.

    Raises:
        TypeError: Something is not a string.
    """
    if isinstance(texts, str):
        return [texts]
    if not isinstance(texts, Sequence):
        raise TypeError(f"Expected {name} to be a string or a sequence of strings, got {type(texts).__name__}.")
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise TypeError(f"Expected strings in {name}, got {type(text).__name__} at position {place}.")
    return texts


def paired(preds: Texts, target: Texts) -> tuple[Sequence[str], Sequence[str]]:
    """Return hypotheses and their references.

    Raises:
        TypeError: Something is not a string.
        ValueError: There are not as many hypotheses as references.
    """
    hypotheses, references = listed(preds, "preds"), listed(target, "target")
    if len(hypotheses) != len(references):
        raise ValueError(f"Expected as many preds as target, got {len(hypotheses)} and {len(references)}.")
    return hypotheses, references


def words(text: str) -> list[str]:
    """Return what stands between spaces.

    Several white-space characters in a row count as a space, and a single tab or newline as part of a word: the rule of
    jiwer.
    """
    if text.isprintable():  # then the only white space is the space itself
        return text.split()
    return [word for word in _SEVERAL_SPACES.sub(" ", text).strip().split(" ") if word]
