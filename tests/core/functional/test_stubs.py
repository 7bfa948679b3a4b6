"""The stubs and the lists of settings say what metrics take; `python tools/stubs.py` writes them anew."""

import pytest

from tools.stubs import MODULES, PACKAGES, settings, stub


@pytest.mark.parametrize("module", MODULES)
def test_current(module):
    pytest.importorskip(module)
    path, text = stub(module)
    assert path.read_text() == text, f"{path} is out of date; run python tools/stubs.py"


@pytest.mark.parametrize("package", PACKAGES)
def test_settings_are_current(package):
    pytest.importorskip(package)
    path, text = settings(package)
    assert path.read_text() == text, f"{path} is out of date; run python tools/stubs.py"
