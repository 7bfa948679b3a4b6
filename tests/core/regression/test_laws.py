"""The laws of the testing kit for every metric of regression."""

from metricore import registry
from metricore.testing import parametrize_with_checks
from metricore.testing._regression_cases import CASES


def test_all_are_checked():
    ours = set(registry.list("metricore/*", domain="regression"))
    assert ours == {*CASES, "mean_squared_error", "mean_absolute_error"}


@parametrize_with_checks(CASES.items())
def test_law(check):
    check()
