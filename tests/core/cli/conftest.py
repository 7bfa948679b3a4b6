from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from metricore import registry
from tests.core.fake_plugins import Site, made_site, offering

Metricore = Callable[..., "CompletedProcess[str]"]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    yield from made_site(tmp_path, monkeypatch)


@pytest.fixture
def metricore(site: Site) -> Metricore:
    """The command line in a process of its own, with two plugins: `acme`, which works, and `bad`, which does not."""
    about = {
        "summary": "Zed of the batch",
        "domain": "regression",
        "requires": ("no-such-lib>=2",),
        "lower_bound": -1.0,
    }
    site.add("acme", {"acme": offering("zed", **about)})
    site.add("bad", {"bad": "raise OSError('no\\nlibrary')"})

    def run(*arguments: str, **environment: str) -> "CompletedProcess[str]":
        return site.run("-m", "metricore", *arguments, **{"METRICORE_PLUGINS": "acme, bad", **environment})

    return run


@pytest.fixture
def no_plugins() -> Iterator[None]:
    """Core's own metrics alone in this process, and everything again for the tests after it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("METRICORE_PLUGINS", "")
        registry.refresh()
        yield
    registry.refresh()
