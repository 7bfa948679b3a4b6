"""``metricore merge STATE...``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from metricore._cli._problems import blamed_on
from metricore._cli._results import Report, Section, add_output_arguments, check_output, plain, show
from metricore._cli._settings import made, names_of
from metricore._errors import StateFileError
from metricore._storage import read_header

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("states", nargs="+", type=Path, metavar="STATE", help="files of `evaluate --save-state`")
    add_output_arguments(parser)
    parser.add_argument("--save-state", type=Path, metavar="FILE", help="save the merged states")


def run(args: argparse.Namespace) -> int:
    """Merge the states in the given order and show the values."""
    check_output(args)
    headers = [(path, _header(path)) for path in args.states]
    first, header = headers[0]
    config = header["config"]
    for path, other in headers[1:]:
        if other["config"] != config:
            raise StateFileError(
                f"{path}: expected states of {_shown(config)} as in {first}, got {_shown(other['config'])}"
            )
    with blamed_on(str(first)):
        merged = made(config)
    for path, _ in headers:
        part = merged.clone()
        part.reset()
        part.load_state(path)
        merged.merge_state(part)
    samples = sum(its["samples"] for _, its in headers)
    with blamed_on(names_of(config)):
        report = Report(Section(samples, {name: plain(value) for name, value in merged.compute().items()}))
    if args.save_state is not None:
        merged.save_state(args.save_state, {"config": config, "samples": samples})
    show(report, args)
    return 0


def _header(path: Path) -> dict[str, Any]:
    header = read_header(path)
    config, samples = header.get("config"), header.get("samples")
    fitting = isinstance(config, dict) and all(isinstance(its, dict) and "metric" in its for its in config.values())
    if not fitting or not isinstance(samples, int):
        raise StateFileError(
            f"{path}: expected a file of `metricore evaluate --save-state`, this one does not say how its metrics are "
            "made; load it in Python, with load_state and merge_state"
        )
    return header


def _shown(config: dict[str, dict[str, Any]]) -> str:
    described = []
    for name, entry in config.items():
        settings = ", ".join(f"{key}={value!r}" for key, value in entry.items() if key != "metric")
        described.append(f"{name} ({settings})" if settings else name)
    return ", ".join(described) or "no metrics"
