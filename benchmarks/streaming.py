"""A long stream of many classes: what counts, calibration and binned curves need must not grow with it.

`python -m benchmarks.streaming` takes 10 million samples of 1,000 classes, in batches of 10,000 that are made when
they are needed, and prints the memory that the process holds on the way.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import torch
from torch import Tensor

from metricore import Metric
from metricore.classification import (
    MulticlassAccuracy,
    MulticlassAUROC,
    MulticlassCalibrationError,
    MulticlassConfusionMatrix,
)

SHOWN = (0.1, 0.5, 1.0)


def resident() -> float:
    """Memory held by the process, in MiB; the most there ever was where the system does not tell."""
    table = Path("/proc/self/statm")
    if table.exists():
        return int(table.read_text().split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def batches(number: int, size: int, classes: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Logits that favour the right class, and labels."""
    generator = torch.Generator().manual_seed(0)
    for _ in range(number):
        target = torch.randint(classes, (size,), generator=generator)
        preds = torch.randn(size, classes, generator=generator)
        yield preds.scatter_add_(1, target.unsqueeze(1), torch.full((size, 1), 3.0)), target


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--samples", type=int, default=10_000_000)
    parser.add_argument("--batch", type=int, default=10_000)
    parser.add_argument("--classes", type=int, default=1_000)
    args = parser.parse_args()
    torch.set_num_threads(1)
    metrics: list[Metric] = [
        MulticlassAccuracy(args.classes, average="macro"),
        MulticlassConfusionMatrix(args.classes),
        MulticlassCalibrationError(args.classes),
        MulticlassAUROC(num_classes=args.classes, thresholds=50),
    ]
    number = max(1, args.samples // args.batch)
    spent, begin = [0.0] * len(metrics), time.perf_counter()
    print(f"at the start: {resident():.0f} MiB")
    for done, batch in enumerate(batches(number, args.batch, args.classes), 1):
        for place, metric in enumerate(metrics):
            start = time.perf_counter()
            metric.update(*batch)
            spent[place] += time.perf_counter() - start
        if done in {max(1, round(number * share)) for share in SHOWN}:
            print(f"after {done * args.batch:,} samples: {resident():.0f} MiB")
    total = time.perf_counter() - begin
    for metric, seconds in zip(metrics, spent, strict=True):
        value = metric.compute()
        shown = f"{float(value):.4f}" if value.ndim == 0 else f"sum {int(value.sum()):,}"
        print(f"{type(metric).__name__}: {shown}; updates took {seconds:.1f} s")
    print(f"all updates: {sum(spent):.1f} s, with making the data {total:.1f} s")


if __name__ == "__main__":
    main()
