"""The conformance kit: laws that every metric obeys, tried on a metric with data and the values they should give.

In a test module::

    from metricore.testing import Case, parametrize_with_checks

    CASES = [Case(settings={}, batches=[(preds, target), (more_preds, more_target)], expected=0.75)]


    @parametrize_with_checks([("zed_score", CASES)])
    def test_law(check):
        check()

Without pytest, :func:`check_metric` runs the same checks, and so does ``metricore check NAME`` with the cases that the
metric's plugin offers through the hook ``metricore_conformance``.
"""

from metricore.testing._case import Case
from metricore.testing._laws import Law
from metricore.testing._ranks import RankError, Ranks
from metricore.testing._run import LAWS, Check, Outcome, check_metric, checks_for, outcomes, parametrize_with_checks

__all__ = [
    "LAWS",
    "Case",
    "Check",
    "Law",
    "Outcome",
    "RankError",
    "Ranks",
    "check_metric",
    "checks_for",
    "outcomes",
    "parametrize_with_checks",
]
