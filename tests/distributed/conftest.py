from collections.abc import Iterator

import pytest

from metricore.testing import Ranks


@pytest.fixture(scope="session", params=[2, 4])
def ranks(request: pytest.FixtureRequest) -> Iterator[Ranks]:
    """Real gloo processes; a call that takes too long fails and ends them."""
    processes = Ranks(request.param)
    yield processes
    processes.stop()


@pytest.fixture(scope="session")
def two() -> Iterator[Ranks]:
    processes = Ranks(2)
    yield processes
    processes.stop()


@pytest.fixture(scope="session")
def four() -> Iterator[Ranks]:
    processes = Ranks(4)
    yield processes
    processes.stop()
