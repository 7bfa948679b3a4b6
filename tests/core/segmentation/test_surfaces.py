"""Distances of surfaces, against MONAI and scipy."""

import itertools
import math
from unittest import mock

import numpy as np
import pytest
import torch
from monai.metrics import compute_average_surface_distance, compute_hausdorff_distance, compute_surface_dice
from scipy import ndimage
from scipy.spatial.distance import cdist

from metricore import MetricCollection
from metricore.functional import segmentation
from metricore.segmentation import AverageSurfaceDistance, HausdorffDistance, NormalizedSurfaceDice, _edges, _transform
from tests.core.segmentation.data import labels, masks

pytestmark = pytest.mark.filterwarnings("ignore:monai.metrics.utils:FutureWarning")

SHAPES = [((2, 3, 20, 24), None), ((2, 3, 20, 24), [0.5, 2.0]), ((2, 3, 10, 12, 9), [1.5, 0.7, 1.0])]
NORMS = {"euclidean": "euclidean", "chessboard": "chebyshev", "taxicab": "cityblock"}


@pytest.fixture(params=["by pairs", "by axes"])
def way(request, monkeypatch):
    """Few places are compared in pairs; these are few."""
    if request.param == "by axes":
        monkeypatch.setattr(_edges, "_FEW", 0)
        monkeypatch.setattr(_transform, "_NEAR", 1)
        monkeypatch.setattr(_transform, "_AT_ONCE", 64)


def functions(name):
    """The function, and the same without a look at the values, as on an accelerator."""
    function = getattr(segmentation, name)

    def without_a_look(*args, **settings):
        with mock.patch.object(_edges, "reads_at_once", return_value=False):
            return function(*args, **settings)

    return function, without_a_look


@pytest.mark.parametrize(("shape", "spacing"), SHAPES)
def test_against_monai(shape, spacing, way):
    preds, target = masks(*shape), masks(*shape)
    about = {"include_background": True, "spacing": spacing}
    for directed, percentile in itertools.product([False, True], [None, 95, 50.0, 100, 1.5]):
        settings = {**about, "directed": directed, "percentile": percentile}
        expected = compute_hausdorff_distance(preds, target, **settings).float()
        for function in functions("hausdorff_distance"):
            torch.testing.assert_close(function(preds, target, 3, **settings), expected)
    for directed in (False, True):
        expected = compute_average_surface_distance(preds, target, symmetric=not directed, **about).float()
        for function in functions("average_surface_distance"):
            torch.testing.assert_close(function(preds, target, 3, directed=directed, **about), expected)
    for tolerance in ([0.5, 1.0, 2.0], [0.0, 0.7, 1.5]):
        expected = compute_surface_dice(preds, target, tolerance, **about).float()
        for function in functions("normalized_surface_dice"):
            torch.testing.assert_close(function(preds, target, 3, tolerance=tolerance, **about), expected)


@pytest.mark.parametrize("metric", NORMS)
@pytest.mark.parametrize(("shape", "spacing"), SHAPES)
def test_other_distances(metric, shape, spacing, way):
    preds, target = masks(*shape), masks(*shape)
    step = np.ones(len(shape) - 2) if spacing is None else np.array(spacing)

    def places(mask):
        array = mask.numpy()
        return np.argwhere(array & ~ndimage.binary_erosion(array)) * step

    each = [cdist(places(p), places(t), NORMS[metric]) for p, t in zip(preds.flatten(0, 1), target.flatten(0, 1))]  # noqa: B905
    settings = {"include_background": True, "distance_metric": metric, "spacing": spacing}
    farthest = torch.tensor([max(pairs.min(0).max(), pairs.min(1).max()) for pairs in each]).reshape(2, 3)
    mean = torch.tensor([np.concatenate([pairs.min(0), pairs.min(1)]).mean() for pairs in each]).reshape(2, 3)
    for expected, name in ((farthest, "hausdorff_distance"), (mean, "average_surface_distance")):
        for function in functions(name):
            torch.testing.assert_close(function(preds, target, 3, **settings), expected.float())


@pytest.mark.parametrize("metric", NORMS)
def test_compiled(metric):
    torch._dynamo.reset()
    about = {"include_background": True, "distance_metric": metric, "spacing": [1.5, 0.7, 1.0]}
    maps = masks(2, 3, 7, 6, 5), masks(2, 3, 7, 6, 5)
    hausdorff = HausdorffDistance(3, **about)
    step = torch.compile(hausdorff.update_state, fullgraph=True, backend="eager")
    got = hausdorff.compute_state(step(hausdorff.init_state(), *maps))
    torch.testing.assert_close(got, segmentation.hausdorff_distance(*maps, 3, **about).mean())


def test_a_class_without_edges(way):
    preds, target = torch.zeros(4, 2, 6, 6, dtype=torch.bool), torch.zeros(4, 2, 6, 6, dtype=torch.bool)
    preds[0, 1, 2:4, 2:4] = preds[1, 1, 2, 2] = target[1, 1, 2, 5] = target[2, 1, 0, 0] = True
    for function in functions("hausdorff_distance"):
        assert function(preds, target, 2).flatten().tolist()[:3] == [math.inf, 3.0, math.inf]
        assert function(preds, target, 2, directed=True).flatten().tolist()[:2] == [math.inf, 3.0]
        assert function(preds, target, 2, directed=True).flatten()[2:].isnan().all()
        assert function(preds, target, 2, percentile=95).flatten().tolist()[:3] == [math.inf, 3.0, math.inf]
        assert function(preds, target, 2)[3].isnan().all()
    for function in functions("average_surface_distance"):
        assert function(preds, target, 2).flatten().tolist()[:3] == [math.inf, 3.0, math.inf]
        assert function(preds, target, 2)[3].isnan().all()
    for function in functions("normalized_surface_dice"):
        assert function(preds, target, 2, tolerance=3.0).flatten().tolist()[:3] == [0.0, 1.0, 0.0]
        assert function(preds, target, 2)[3].isnan().all()
    metric = HausdorffDistance(2)
    assert metric(preds[[1, 3]], target[[1, 3]]) == 3  # what is in neither map leaves the mean


def test_a_tolerance_of_some_elements_includes_them():
    preds, target = torch.zeros(1, 2, 3, 9, dtype=torch.bool), torch.zeros(1, 2, 3, 9, dtype=torch.bool)
    preds[0, 1, 1, 1] = target[0, 1, 1, 4] = True  # 3 * 0.1 is a little more than 0.3 in floating point
    assert NormalizedSurfaceDice(2, tolerance=0.3, spacing=[0.1, 0.1])(preds, target) == 1
    assert NormalizedSurfaceDice(2, tolerance=0.29, spacing=[0.1, 0.1])(preds, target) == 0


def test_images_of_one_axis(way):
    preds, target = torch.tensor([[1, 1, 0, 0, 0]]), torch.tensor([[0, 0, 0, 1, 1]])
    for function in functions("hausdorff_distance"):
        assert function(preds, target, 2, input_format="index", spacing=[2.0]).item() == 6


def test_distances_are_found_once_in_a_collection(monkeypatch):
    calls = []
    found = _edges.surface_distances

    def counted(*args):
        calls.append(args)
        return found(*args)

    monkeypatch.setattr("metricore.segmentation._surfaces.surface_distances", counted)
    settings = {"num_classes": 3, "input_format": "index", "spacing": [1.0, 2.0]}
    metrics = MetricCollection(
        {
            "hd": HausdorffDistance(**settings),
            "hd95": HausdorffDistance(**settings, percentile=95),
            "asd": AverageSurfaceDistance(**settings),
            "nsd": NormalizedSurfaceDice(**settings),
            "other": AverageSurfaceDistance(**{**settings, "spacing": None}),
        }
    )
    batches = [(labels(2, 8, 9, classes=3), labels(2, 8, 9, classes=3)) for _ in range(2)]
    metrics.update(*batches[0])
    assert len(calls) == 2
    metrics(*batches[1])
    assert len(calls) == 4
    for name, metric in metrics.items():
        alone = metric.clone()
        alone.reset()
        for batch in batches:
            alone.update(*batch)
        torch.testing.assert_close(metrics[name].compute(), alone.compute())
