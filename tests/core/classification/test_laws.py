"""The laws of the testing kit for every metric of classification."""

import pytest

from metricore import registry
from metricore.testing import checks_for
from metricore.testing._decision_cases import CASES as OF_DECISIONS
from metricore.testing._score_cases import CASES as OF_SCORES

CASES = {**OF_DECISIONS, **OF_SCORES}
OF_UPDATE = ("compiles", "compiled_step")  # slow, and the same for metrics that accumulate the same


def test_all_have_cases():
    assert set(registry.list(domain="classification")) == CASES.keys()


def checks():
    seen = set()
    for name, cases in CASES.items():
        for case in cases:
            if "task" in case.settings:
                continue  # makes one of the other metrics
            key = (registry.create(name, **case.settings).accumulates(), len(case.batches[0]))
            yield from (c for c in checks_for(name, [case]) if key not in seen or c.law.name not in OF_UPDATE)
            seen.add(key)


@pytest.mark.parametrize("check", [pytest.param(check, id=check.id) for check in checks()])
def test_law(check):
    check()
