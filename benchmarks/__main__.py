"""Prints how long metricore and others take for the same work: ``python -m benchmarks [--only NAME] [--json]``."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

import torch

from benchmarks import (
    classification,
    clustering,
    curves,
    domains,
    ranks,
    regression,
    retrieval,
    segmentation,
    startup,
    wrappers,
)
from benchmarks.row import Timing, measure

ROWS = {
    **{**classification.ROWS, **curves.ROWS, **ranks.ROWS, **domains.ROWS},
    **clustering.ROWS,
    **{**regression.ROWS, **retrieval.ROWS, **segmentation.ROWS, **wrappers.ROWS, **startup.ROWS},
}
COLUMNS = ("metricore", "torchmetrics", "specialist", "bare")


def as_text(timing: Timing) -> str:
    cells = [f"{timing.seconds[label] * 1e6:>13.1f}" if label in timing.seconds else f"{'-':>13}" for label in COLUMNS]
    verdict = "met" if timing.is_met else "MISSED"
    return f"{timing.name:<32}{''.join(cells)}  {timing.ratio:6.2f}x {timing.against}, goal {timing.goal}x: {verdict}"


def in_own_process(name: str) -> Timing:
    """A row measured where no other row has been."""
    command = [sys.executable, "-m", "benchmarks", "--here", name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{name} failed:\n{done.stderr}")
    return Timing(**json.loads(done.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Timings beside other libraries.")
    parser.add_argument("--only", metavar="NAME", help="rows with this in their name")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--here", choices=ROWS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    if options.here:
        row = ROWS[options.here]()
        print(json.dumps(vars(row if isinstance(row, Timing) else measure(options.here, row))))
        return
    if not options.json:
        print(f"{'microseconds':<32}{''.join(f'{label:>13}' for label in COLUMNS)}")
    timings = []
    for name in ROWS:
        if not options.only or options.only in name:
            timings.append(in_own_process(name))
            if not options.json:
                print(as_text(timings[-1]), flush=True)
    if options.json:
        print(json.dumps([{**vars(timing), "ratio": timing.ratio, "met": timing.is_met} for timing in timings]))


if __name__ == "__main__":
    main()
