"""What metricore reads to list the text metrics; nothing heavy is imported here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from metricore import MetricSpec, hookimpl

__all__ = ["metricore_conformance", "metricore_metrics"]


@hookimpl
def metricore_metrics() -> list[MetricSpec]:
    """Return the specs of the text metrics."""
    return [
        MetricSpec(
            name="word_error_rate",
            target="metricore_text:WordErrorRate",
            aliases=("wer",),
            summary="Words to edit, in parts of the words in the references",
            domain="text",
            higher_is_better=False,
            lower_bound=0.0,
            functional="metricore_text.functional:word_error_rate",
        ),
        MetricSpec(
            name="char_error_rate",
            target="metricore_text:CharErrorRate",
            aliases=("cer",),
            summary="Characters to edit, in parts of the characters in the references",
            domain="text",
            higher_is_better=False,
            lower_bound=0.0,
            functional="metricore_text.functional:char_error_rate",
        ),
        MetricSpec(
            name="bleu_score",
            target="metricore_text:BLEUScore",
            aliases=("bleu",),
            summary="Runs of words that translations share with references",
            domain="text",
            higher_is_better=True,
            lower_bound=0.0,
            upper_bound=1.0,
            functional="metricore_text.functional:bleu_score",
        ),
    ]


@hookimpl
def metricore_conformance() -> Mapping[str, Sequence[object]]:
    """Return the cases for `metricore check`."""
    from metricore_text._cases import CASES

    return CASES
