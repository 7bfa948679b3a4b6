"""What it costs to have the value over all ranks."""

from __future__ import annotations

import socket
import statistics
from collections.abc import Callable
from typing import Any

import torch
from torch import distributed, multiprocessing

from benchmarks.row import ROUNDS, Timing, Work, seconds

NAMES = ("Accuracy", "Precision", "Recall", "F1Score", "Specificity", "StatScores", "ConfusionMatrix")
REPEATS = 20


def seven_metrics(library: Any, classification: Any) -> Any:
    metrics = library.MetricCollection([getattr(classification, f"Multiclass{n}")(num_classes=10) for n in NAMES])
    metrics.update(torch.randn(128, 10), torch.randint(10, (128,)))
    return metrics


def synced_value(metrics: Any, compute_again: Callable[[Any], None]) -> Work:
    def work() -> None:
        compute_again(metrics)
        metrics.compute()

    return work


def forget_values(metrics: Any) -> None:
    for metric in metrics.values():
        metric._computed = None


def rank(index: int, port: int, results: Any) -> None:
    import torchmetrics
    import torchmetrics.classification

    import metricore
    import metricore.classification

    torch.set_num_threads(1)
    distributed.init_process_group("gloo", init_method=f"tcp://127.0.0.1:{port}", rank=index, world_size=2)
    small = torch.zeros(100, dtype=torch.int64)
    works: dict[str, Work] = {
        "metricore": synced_value(seven_metrics(metricore, metricore.classification), lambda metrics: None),
        "torchmetrics": synced_value(seven_metrics(torchmetrics, torchmetrics.classification), forget_values),
        "bare": lambda: distributed.all_reduce(small),
    }
    times: dict[str, list[float]] = {label: [] for label in works}
    for _ in range(ROUNDS):
        for label, work in works.items():
            distributed.barrier()
            times[label].append(seconds(work, REPEATS) / REPEATS)
    if index == 0:
        results.update({label: statistics.median(each) for label, each in times.items()})
    distributed.destroy_process_group()


def seven_metrics_over_two_ranks() -> Timing:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with multiprocessing.Manager() as manager:
        results = manager.dict()
        multiprocessing.spawn(rank, (port, results), nprocs=2)
        return Timing("compute of 7 metrics, 2 ranks", dict(results), goal=10.0, against="bare")


ROWS: dict[str, Callable[[], Timing]] = {"compute of 7 metrics, 2 ranks": seven_metrics_over_two_ranks}
