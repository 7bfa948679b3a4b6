"""``metricore merge STATE...``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch

from metricore._cli._classes import named_values
from metricore._cli._metrics import made, wide_results
from metricore._cli._problems import blamed_on
from metricore._cli._refusals import REFUSALS, refusal
from metricore._cli._results import Report, Section, add_output_arguments, check_output, show
from metricore._cli._settings import is_config, refuse_unknown
from metricore._collection import MetricCollection
from metricore._errors import InvalidDataError, StateFileError
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
        if other.get("labels") != header.get("labels"):
            raise StateFileError(
                f"{path}: expected the labels {_listed(header)} as in {first}, got {_listed(other)}; "
                "the same number would mean another class"
            )
        if other.get("weighted") != header.get("weighted"):
            raise StateFileError(
                f"{path}: expected samples {_weighed(header)} as in {first}, got samples {_weighed(other)}"
            )
        columns, others = header.get("preds") or [], other.get("preds") or []
        if columns != others and sorted(columns) == sorted(others):
            raise StateFileError(
                f"{path}: expected --preds in the order {' '.join(columns)} as in {first}, got {' '.join(others)}; "
                "the same place would mean another class"
            )
    with blamed_on(str(first)):
        merged = made(config)
    fresh = merged.clone()
    for path, _ in headers:
        part = fresh.clone()
        part.load_state(path)
        _merge(merged, part, path)
    samples = sum(its["samples"] for _, its in headers)
    with blamed_on(", ".join(map(str, args.states))), wide_results(torch.device("cpu")):
        report = Report(Section(samples, named_values(merged, merged.compute(), header.get("labels"))))
    if args.save_state is not None:
        kept = {name: header.get(name) for name in ("labels", "preds", "weighted")}
        merged.save_state(args.save_state, {"config": config, "samples": samples, **kept})
    show(report, args)
    return 0


def _merge(merged: MetricCollection, part: MetricCollection, path: Path) -> None:
    try:
        merged.merge_state(part)
    except REFUSALS as error:
        name, problem = refusal(merged, lambda name, metric: metric.merge_state(part[name])) or ("", error)
        raise InvalidDataError(f"{path}: {name + ': ' * bool(name)}{problem}") from error


def _header(path: Path) -> dict[str, Any]:
    header = read_header(path)
    config, samples = header.get("config"), header.get("samples")
    if not is_config(config) or not isinstance(samples, int):
        raise StateFileError(
            f"{path}: expected a file of `metricore evaluate --save-state`, this one does not say how its metrics are "
            "made; load it in Python, with load_state and merge_state"
        )
    refuse_unknown(path, config)
    return header


def _shown(config: dict[str, dict[str, Any]]) -> str:
    described = []
    for name, entry in config.items():
        settings = ", ".join(f"{key}={value!r}" for key, value in entry.items() if key != "metric")
        described.append(f"{name} ({settings})" if settings else name)
    return ", ".join(described) or "no metrics"


def _weighed(header: dict[str, Any]) -> str:
    return "with weights" if header.get("weighted") else "without weights"


def _listed(header: dict[str, Any]) -> str:
    return " ".join(map(str, header.get("labels") or ())) or "(none)"
