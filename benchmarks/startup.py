"""Fresh processes: what the command and the import cost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from benchmarks.row import Row, Work


def python(*arguments: str) -> Work:
    return lambda: subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)


def command_list() -> Row:
    bare = {"bare": python("-c", "pass")}
    return Row(ours=python("-m", "metricore", "list"), others=bare, goal=12.0, against="bare")


def import_with_torch() -> Row:
    code = "import torch, metricore"
    return Row(ours=python("-c", code), others={"bare": python("-c", "import torch")}, goal=1.05, against="bare")


ROWS: dict[str, Callable[[], Row]] = {"metricore list": command_list, "import metricore": import_with_torch}
