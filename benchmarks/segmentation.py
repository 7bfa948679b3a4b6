"""Areas and surfaces of masks, and distances of pairs of rows."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from benchmarks.row import Row


def balls(size: int, axes: int, moved: float) -> Tensor:
    """Two images of two balls each."""
    places = torch.stack(torch.meshgrid(*[torch.arange(size)] * axes, indexing="ij")).to(torch.float32)
    masks = []
    for part in (0.4, 0.45):
        centre = torch.full((axes,), size * part + moved).reshape(-1, *[1] * axes)
        masks.append((places - centre).square().sum(0).sqrt() < size * 0.3)
    return torch.stack([torch.stack(masks)] * 2)


def hausdorff(size: int, axes: int, goal: float) -> Row:
    import warnings

    from monai.metrics import compute_hausdorff_distance

    from metricore.functional import segmentation

    warnings.filterwarnings("ignore", category=FutureWarning)
    maps = balls(size, axes, 3.0), balls(size, axes, 0.0)
    return Row(
        ours=lambda: segmentation.hausdorff_distance(*maps, 2, percentile=95, include_background=True),
        others={"specialist": lambda: compute_hausdorff_distance(*maps, percentile=95, include_background=True)},
        goal=goal,
        against="specialist",
    )


def mean_iou() -> Row:
    import torchmetrics.functional.segmentation

    from metricore.functional import segmentation

    classes = 19
    maps = [torch.randint(classes, (4, 512, 512)) for _ in range(2)]
    return Row(
        ours=lambda: segmentation.mean_iou(*maps, classes, input_format="index"),
        others={
            "torchmetrics": lambda: torchmetrics.functional.segmentation.mean_iou(*maps, classes, input_format="index"),
            "bare": lambda: torch.bincount((maps[0] * classes + maps[1]).flatten(), minlength=classes**2),
        },
        goal=2.0,
        against="bare",
    )


def pairs(name: str, goal: float) -> Row:
    import sklearn.metrics.pairwise
    import torchmetrics.functional.pairwise

    from metricore.functional import pairwise

    x, y = torch.randn(2000, 64), torch.randn(2000, 64)
    arrays = x.numpy(), y.numpy()
    ours, theirs = (getattr(module, f"pairwise_{name}") for module in (pairwise, torchmetrics.functional.pairwise))
    specialist = getattr(sklearn.metrics.pairwise, f"{name}s")
    return Row(
        ours=lambda: ours(x, y),
        others={"torchmetrics": lambda: theirs(x, y), "specialist": lambda: specialist(*arrays)},
        goal=goal,
        against="torchmetrics",
    )


ROWS: dict[str, Callable[[], Row]] = {
    "HD95 2x2 masks 512x512": lambda: hausdorff(512, 2, 1.0),
    "HD95 2x2 masks 128x128x128": lambda: hausdorff(128, 3, 2.0),
    "mean IoU 4x512x512, 19 classes": mean_iou,
    "euclidean distances 2000x2000x64": lambda: pairs("euclidean_distance", 2.0),
    "manhattan distances 2000x2000x64": lambda: pairs("manhattan_distance", 0.2),
}
