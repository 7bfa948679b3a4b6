"""Runs of words, and how many of them two texts have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

__all__ = ["matches"]

Run = tuple[str, ...]


def matches(hypothesis: Sequence[str], references: Sequence[Sequence[str]], longest: int) -> Counter[int]:
    """Return for each length how many runs of words of a hypothesis are in the references.

    One counts as often as it occurs in that reference where it is most frequent.
    """
    own, theirs = _runs(hypothesis, longest), [_runs(words, longest) for words in references]
    different = set(own)
    common = different.intersection(chain.from_iterable(theirs))
    found = Counter(map(len, common))
    if len(different) < len(own):  # most runs occur once, and need no counting
        occurrences = [Counter(runs) for runs in theirs]
        for run, times in Counter(own).items():
            if times > 1 and run in common:
                found[len(run)] += min(times, max(counts[run] for counts in occurrences)) - 1
    return found


def _runs(words: Sequence[str], longest: int) -> list[Run]:
    """Return the runs of 1 to `longest` words."""
    shifted = [words[start:] for start in range(longest)]
    return list(chain.from_iterable(zip(*shifted[:length]) for length in range(1, longest + 1)))  # noqa: B905
