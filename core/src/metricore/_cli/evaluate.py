"""``metricore evaluate SOURCE...``."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import torch

from metricore._cli._accumulating import Accumulated, refuse_arguments
from metricore._cli._bootstrap import Rows, SampleStates, interval
from metricore._cli._classes import named_value, named_values
from metricore._cli._metrics import made, wide_results
from metricore._cli._pictures import check_pictures, draw_all
from metricore._cli._problems import blamed_on
from metricore._cli._progress import progress
from metricore._cli._ranks import Ranks, connected
from metricore._cli._results import Report, Section, add_output_arguments, check_output, show
from metricore._cli._settings import (
    Config,
    configuration,
    count_classes,
    domains_of,
    parsed,
    refuse_missing,
    settings_of,
)
from metricore._cli.reading.batch import Source, share
from metricore._cli.reading.opening import KINDS, kind_of, opened
from metricore._collection import MetricCollection
from metricore._errors import InvalidDataError

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "sources", nargs="+", type=Path, metavar="SOURCE",
        help="one table; or predictions and targets: two text files, two folders or two files of images or audio",
    )  # fmt: skip
    parser.add_argument("--kind", choices=KINDS, help="what the sources are (default: by extension and metric)")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "--metric", nargs="+", action="extend", metavar="NAME", help="metrics, as `metricore list` has them"
    )
    which.add_argument(
        "--config", type=Path, metavar="FILE", help="JSON or TOML: for each name its metric and settings"
    )
    _add_table_arguments(parser.add_argument_group("columns of a table"))
    _add_settings(parser.add_argument_group("settings, for the metrics that take them"))
    uncertainty = parser.add_argument_group("bootstrap")
    uncertainty.add_argument("--ci", nargs="?", const=0.95, type=_level, metavar="LEVEL", help="add intervals (0.95)")
    uncertainty.add_argument("--bootstrap", type=_count, metavar="N", help="replicates (1000)")
    uncertainty.add_argument("--seed", type=int, metavar="N", help="seed of the replicates (0)")
    add_output_arguments(parser)
    parser.add_argument("--plot", type=Path, metavar="DIR", help="draw each metric into DIR/NAME.png")
    parser.add_argument("--save-state", type=Path, metavar="FILE", help="save the states for `metricore merge`")
    parser.add_argument("--batch-size", type=_count, metavar="N", help="samples in one update")
    parser.add_argument("--device", default="cpu", type=_device, help="device to compute on, cpu or cuda (cpu)")


def _add_table_arguments(group: Any) -> None:
    group.add_argument(
        "--preds", nargs="+", metavar="COLUMN", help="predictions; several are scores of classes or labels"
    )
    group.add_argument(
        "--target", nargs="+", metavar="COLUMN", help="targets; several are labels, or references of a text"
    )
    group.add_argument("--weight", metavar="COLUMN", help="weight of each sample")
    group.add_argument(
        "--input", nargs="+", action="extend", type=_input, metavar="NAME=COLUMN", help="further arguments of `update`"
    )
    group.add_argument("--by", metavar="COLUMN", help="values for each group of rows too")
    group.add_argument(
        "--labels",
        nargs="+",
        metavar="NAME",
        help="names of the classes in order, where labels are names; gives their number, too",
    )
    group.add_argument(
        "--preds-type", choices=("auto", "labels", "scores", "text"), default="auto",
        help="what a single column of predictions holds (default: labels if its first rows are integers)",
    )  # fmt: skip


def _add_settings(group: Any) -> None:
    group.add_argument("--task", help="binary, multiclass or multilabel")
    group.add_argument("--num-classes", type=int, metavar="N")
    group.add_argument("--num-labels", type=int, metavar="N")
    group.add_argument("--average", help="micro, macro, weighted or none")
    group.add_argument("--threshold", type=float)
    group.add_argument("--top-k", type=int, metavar="K")
    group.add_argument("--ignore-index", type=int, metavar="LABEL")
    group.add_argument("--data-range", type=float, metavar="RANGE", help="for images 255 unless given")
    group.add_argument(
        "--set",
        nargs="+",
        action="extend",
        type=parsed,
        metavar="NAME=VALUE",
        help="any setting, JSON or a string; METRIC.NAME=VALUE for one metric",
    )


def run(args: argparse.Namespace) -> int:
    """Compute the metrics and show them; under torchrun every rank reads its share."""
    with connected(args.device) as ranks:
        job = ranks.agree(lambda: _Job(args, ranks))
        ranks.agree(job.read)
        with wide_results(torch.device(args.device)):
            report = ranks.agree(job.report)
        if args.plot is not None:
            ranks.agree(job.draw)
        ranks.agree(lambda: show(report, args) if ranks.first else None)
    return 0


class _Job:
    """One evaluation, step by step."""

    def __init__(self, args: argparse.Namespace, ranks: Ranks) -> None:
        check_output(args, args.sources)
        _refuse_twice("--labels", args.labels or ())
        _complete_bootstrap(args)
        self.args = args
        self.ranks = ranks
        self.config = configuration(args)
        if args.plot is not None:
            check_pictures(args.plot, self.config)
        domains = domains_of(self.config)
        kind = args.kind or kind_of(args.sources, domains)
        if kind == "image":
            _set_data_range(self.config)
        if args.labels:
            count_classes(self.config, args.labels)
        if args.config is None:
            refuse_missing(self.config)
        self.source: Source = opened(args, kind, domains)
        with blamed_on(str(args.config)) if args.config is not None else nullcontext():
            collection = made(self.config)
        inputs = 1 + bool(args.target) if kind == "table" else min(len(args.sources), 2)
        named = dict(args.input or ()) | ({"sample_weight": args.weight} if args.weight else {})
        refuse_arguments(collection, inputs, named, kind)
        device = torch.device(args.device)
        self.accumulated = Accumulated(collection.to(device), device)
        resampler = Rows if kind == "table" else SampleStates
        self.resampler = resampler(collection) if args.ci is not None else None

    def read(self) -> None:
        """Accumulate the share of this rank."""
        start, stop = 0, None
        if self.ranks.world > 1:
            start, stop = share(self.source.count(), self.ranks.rank, self.ranks.world)
        with progress("reading", None if stop is None else stop - start, self.ranks.first) as advance:

            def seen(batch: Any) -> None:
                advance(len(batch))
                if self.resampler is not None:
                    self.resampler.see(batch)

            self.accumulated.read(self.source, start, stop, seen)

    def report(self) -> Report:
        """The values over all ranks; the states are saved on the way."""
        accumulated, args, ranks = self.accumulated, self.args, self.ranks
        samples = sum(ranks.gather(accumulated.samples))
        if not samples:
            raise InvalidDataError(f"{self.source.name}: expected at least one sample, found none")
        report = Report(self._section(samples, accumulated.overall, None), confidence=args.ci)
        if args.by is not None:
            counts = ranks.gather(accumulated.group_samples)
            names = sorted({name for part in counts for name in part}, key=_natural)
            report.groups = {
                name: self._section(sum(part.get(name, 0) for part in counts), accumulated.group(name), name)
                for name in names
            }
        if args.ci is not None:
            self._add_intervals(report)
        if args.save_state is not None:
            with accumulated.overall.sync_context():
                if ranks.first:
                    metadata = {
                        "config": self.config,
                        "samples": samples,
                        "labels": args.labels,
                        "preds": args.preds,
                        "weighted": bool(args.weight),
                    }
                    accumulated.overall.save_state(args.save_state, metadata)
        return report

    def draw(self) -> None:
        """Draw what was found over all samples and all ranks."""
        args, overall = self.args, self.accumulated.overall
        several = args.target if args.target and len(args.target) > 1 else None
        with blamed_on(self.source.name):
            values = overall._to_draw()
        if self.ranks.first:
            draw_all(overall, values, args.plot, args.labels or several)

    def _section(self, samples: int, collection: MetricCollection, group: str | None) -> Section:
        place = self.source.name if group is None else f"{self.source.name}, group {group!r}"
        with blamed_on(place):
            return Section(samples, named_values(collection, collection.compute(), self.args.labels))

    def _add_intervals(self, report: Report) -> None:
        args, ranks, resampler = self.args, self.ranks, self.resampler
        assert resampler is not None
        kept: list[Any] = [item for part in ranks.gather(resampler.kept) for item in part]
        which = range(ranks.rank, args.bootstrap, ranks.world)
        targets: Iterable[tuple[str | None, Section]] = [(None, report.overall), *(report.groups or {}).items()]
        with progress("bootstrap", len(which) * (1 + len(report.groups or {})), ranks.first) as advance:
            for group, section in targets:
                own = []
                for values in resampler.replicates(kept, group, args.seed, which):
                    own.append(values)
                    advance(1)
                parts = ranks.gather(own)
                every = [parts[i % ranks.world][i // ranks.world] for i in range(args.bootstrap)]
                bounds = {name: interval([values[name] for values in every], args.ci) for name in every[0]}
                section.intervals = {
                    name: its and [named_value(self.accumulated.overall, name, bound, args.labels) for bound in its]
                    for name, its in bounds.items()
                }


def _complete_bootstrap(args: argparse.Namespace) -> None:
    """Set what was not given of the options of intervals, which say nothing without them."""
    for option, default in (("bootstrap", 1000), ("seed", 0)):
        if getattr(args, option) is None:
            setattr(args, option, default)
        elif args.ci is None:
            raise InvalidDataError(f"--{option}: expected --ci beside it, which asks for intervals")


def _set_data_range(config: Config) -> None:
    for entry in config.values():
        if "data_range" in settings_of(entry["metric"]):
            entry.setdefault("data_range", 255.0)


def _refuse_twice(option: str, names: Sequence[str]) -> None:
    twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
    if twice is not None:
        raise InvalidDataError(f"{option}: expected each name once, got {twice!r} twice")


def _natural(name: str) -> tuple[int, float, str]:
    """Numbers by size, then names."""
    try:
        number = float(name)
    except ValueError:
        number = math.nan
    return (1, 0.0, name) if math.isnan(number) else (0, number, name)


def _level(text: str) -> float:
    try:
        level = float(text)
    except ValueError:
        level = 0.0
    if not 0 < level < 1:
        raise argparse.ArgumentTypeError(f"expected a level between 0 and 1, got {text}")
    return level


def _device(text: str) -> str:
    try:
        torch.device(text)
    except RuntimeError:
        raise argparse.ArgumentTypeError(f"expected a device such as cpu or cuda, got {text!r}") from None
    return text


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"expected a number of at least 1, got {text}")
    return int(text)


def _input(text: str) -> tuple[str, str]:
    name, equals, column = text.partition("=")
    if not (equals and name and column):
        raise argparse.ArgumentTypeError(f"expected NAME=COLUMN, got {text!r}")
    return name, column
