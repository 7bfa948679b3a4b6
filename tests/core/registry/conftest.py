from collections.abc import Iterator
from pathlib import Path

import pytest

from metricore._registry import Registry
from tests.core.fake_plugins import Site, made_site


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    yield from made_site(tmp_path, monkeypatch)


@pytest.fixture
def registry(site: Site) -> Registry:
    """A registry of its own for each test; nothing is discovered yet."""
    return Registry()
