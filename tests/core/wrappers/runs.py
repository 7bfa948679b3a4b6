"""A run that is stopped in the middle of an epoch: what it tracks, and its data."""

import sys

import torch

from metricore import (
    BootStrapper,
    ClasswiseWrapper,
    MetricCollection,
    MetricTracker,
    MinMaxMetric,
    MultioutputWrapper,
)
from metricore.classification import MulticlassAccuracy, MulticlassAUROC, MulticlassRecall
from metricore.wrappers import BinaryTargetTransformer, LambdaInputTransformer, Running

EPOCHS, BATCHES = 3, 4
STOP = (1, 2)  # epoch and batch that the run is stopped before


def tracker() -> MetricTracker:
    metrics = MetricCollection(
        {
            "accuracy": MulticlassAccuracy(3),
            "by": ClasswiseWrapper(MulticlassRecall(3, average="none"), ["x", "y", "z"], prefix="recall_"),
            "ends": MinMaxMetric(MulticlassAccuracy(3, average="micro")),
            "weighted": BootStrapper(MulticlassAccuracy(3, average="micro"), 8, raw=True, seed=1),
            "resampled": BootStrapper(MulticlassAUROC(3), 4, raw=True, seed=2),
            "last": Running(MulticlassAccuracy(3, average="micro"), window=2),
            "flipped": LambdaInputTransformer(MulticlassRecall(3), transform_pred=torch.neg),
        }
    )
    tracked = MetricTracker(metrics)
    tracked.persistent(True)
    return tracked


def batch(epoch: int, number: int) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(100 * epoch + number)
    return torch.randn(20, 3, generator=generator), torch.randint(3, (20,), generator=generator)


def go(tracked: MetricTracker, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Track from one place of the run up to another."""
    for epoch in range(EPOCHS):
        for number in range(BATCHES):
            if not start <= (epoch, number) < end:
                continue
            if number == 0:
                tracked.increment()
            if number % 2:
                tracked(*batch(epoch, number))
            else:
                tracked.update(*batch(epoch, number))
            if number == BATCHES - 1:
                tracked.compute()


def main(checkpoint: str, result: str) -> None:
    """Go on from a checkpoint in a process of its own, and write all values."""
    tracked = tracker()
    if checkpoint.endswith(".safetensors"):
        tracked.load_state(checkpoint)
    else:
        tracked.load_state_dict(torch.load(checkpoint, weights_only=True))
    go(tracked, STOP, (EPOCHS, 0))
    torch.save(tracked.compute_all(), result)


def on_rank(rank: int, kind: str) -> tuple[object, object]:
    """Values over ranks that have every other sample, and those of this rank afterwards."""
    metric = WRAPPERS[kind]()
    for number in range(3):
        preds, target = batch(0, number)
        metric.update(*ARGUMENTS.get(kind, lambda p, t: (p, t))(preds[rank::2], target[rank::2]))
    value = metric.compute()
    with metric.no_sync():
        return value, metric.compute()


def tracker_on_rank(rank: int) -> dict[str, torch.Tensor]:
    tracked = tracker()
    for epoch in range(2):
        tracked.increment()
        preds, target = batch(epoch, 0)
        tracked.update(preds[rank::2], target[rank::2])
    return tracked.compute_all()


WRAPPERS = {
    "classwise": lambda: ClasswiseWrapper(MulticlassRecall(3, average="none")),
    "minmax": lambda: MinMaxMetric(MulticlassAccuracy(3)),
    "multioutput": lambda: MultioutputWrapper(MulticlassAccuracy(3), 2),
    "transformed": lambda: BinaryTargetTransformer(MulticlassAccuracy(3), 1),
    "bootstrap": lambda: BootStrapper(MulticlassAccuracy(3, average="micro"), 400, seed=1),
    "resampled": lambda: BootStrapper(MulticlassAUROC(3), 30, seed=1),
}
ARGUMENTS = {"multioutput": lambda p, t: (p.unsqueeze(-1).expand(-1, -1, 2), torch.stack([t, (t + 1) % 3], 1))}


if __name__ == "__main__":
    main(*sys.argv[1:])
