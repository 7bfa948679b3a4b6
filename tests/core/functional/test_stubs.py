"""The stubs say what the derived functions take; `python tools/stubs.py` writes them anew."""

import pytest

from tools.stubs import MODULES, stub


@pytest.mark.parametrize("module", MODULES)
def test_current(module):
    pytest.importorskip(module)
    path, text = stub(module)
    assert path.read_text() == text, f"{path} is out of date; run python tools/stubs.py"
