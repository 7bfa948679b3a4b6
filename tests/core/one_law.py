"""One law of the testing kit, by name."""

from collections.abc import Sequence

import pytest

from metricore.testing import Case, checks_for
from metricore.testing._checks_accelerator import is_imitated

ON_ACCELERATORS = {"no_host_sync", "forward_no_host_sync", "no_float64", "functional_on_accelerator"}


def check_of(law: str, metric: type, cases: Sequence[Case]):
    """The check of a law, or a skip where this PyTorch cannot make it."""
    if law in ON_ACCELERATORS and not is_imitated():
        pytest.skip("this PyTorch cannot imitate an accelerator without its driver")
    return next(check for check in checks_for(metric, cases) if check.law.name == law)
