"""The laws that every metric obeys, for wrappers."""

from metricore import registry
from metricore.testing import parametrize_with_checks
from metricore.testing._wrapper_cases import CASES


def test_all_are_checked():
    assert set(registry.list("metricore/*", domain="wrappers")) == set(CASES)


@parametrize_with_checks(CASES.items())
def test_law(check):
    check()
