"""Text metrics as functions of one batch."""

from __future__ import annotations

from metricore._functional import functional_form
from metricore_text._bleu import BLEUScore
from metricore_text._error_rates import CharErrorRate, WordErrorRate

__all__ = ["bleu_score", "char_error_rate", "word_error_rate"]

bleu_score = functional_form(BLEUScore, name="bleu_score")
char_error_rate = functional_form(CharErrorRate, name="char_error_rate")
word_error_rate = functional_form(WordErrorRate, name="word_error_rate")
