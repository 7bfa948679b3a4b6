"""The laws of the testing kit for every metric of nominal variables."""

from metricore import registry
from metricore.testing import parametrize_with_checks
from metricore.testing._nominal_cases import CASES


def test_all_are_checked():
    assert set(registry.list("metricore/*", domain="nominal")) == set(CASES)


@parametrize_with_checks(CASES.items())
def test_law(check):
    check()
