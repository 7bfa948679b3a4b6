from metricore.testing import parametrize_with_checks
from metricore_text._cases import CASES


@parametrize_with_checks(CASES.items())
def test_law(check):
    check()
