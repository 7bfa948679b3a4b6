"""Areas, against MONAI and scikit-learn."""

import math

import pytest
import sklearn.metrics
import torch
from monai.metrics import compute_dice, compute_generalized_dice, compute_iou

from metricore.functional import segmentation
from metricore.segmentation import BoundaryIoU, DiceScore, GeneralizedDiceScore, MeanIoU, PixelAccuracy
from tests.core.segmentation.data import labels, masks, one_hot

SHAPES = [(3, 4, 9, 8), (2, 4, 6, 5, 7)]
INDEX = {"num_classes": 4, "input_format": "index"}


def defined(values, preds, target):
    """MONAI gives classes that are in neither map a value."""
    return torch.where((preds | target).flatten(2).any(2), values.to(torch.float32), torch.nan)


@pytest.fixture(params=SHAPES)
def maps(request):
    preds, target = masks(*request.param), masks(*request.param)
    preds[0, 1] = target[0, 1] = False
    target[1, 2] = False
    return preds, target


@pytest.mark.parametrize("background", [True, False])
def test_against_monai(maps, background):
    first = 0 if background else 1
    with_background = {"include_background": background}
    got = segmentation.dice_score(*maps, 4, average="none", **with_background)
    expected = compute_dice(*maps, include_background=background, ignore_empty=False)
    torch.testing.assert_close(got, defined(expected, *(part[:, first:] for part in maps)), equal_nan=True)
    got = segmentation.mean_iou(*maps, per_class=True, **with_background)
    expected = compute_iou(*maps, include_background=background, ignore_empty=False)
    torch.testing.assert_close(got, defined(expected, *(part[:, first:] for part in maps)), equal_nan=True)
    for ours, theirs in (("square", "square"), ("simple", "simple"), ("linear", "uniform")):
        got = segmentation.generalized_dice_score(*maps, 4, weight_type=ours, **with_background)
        expected = compute_generalized_dice(
            *maps, include_background=background, weight_type=theirs, sum_over_classes=True
        )
        torch.testing.assert_close(got, expected.squeeze(1))


@pytest.mark.parametrize("average", ["micro", "macro", "weighted", "none"])
@pytest.mark.parametrize("ignored", [None, 255, 2])
def test_all_data_against_sklearn(average, ignored):
    preds, target = labels(6, 7, 5), labels(6, 7, 5)
    if ignored == 255:
        target[:, :2] = 255
    seen = target.flatten() != (-1 if ignored is None else ignored)
    classes = [c for c in range(4) if c != ignored]
    pairs = target.flatten()[seen], preds.flatten()[seen]
    how = None if average == "none" else average
    settings = {**INDEX, "average": average, "ignore_index": ignored, "aggregation_level": "global"}

    def full(values):
        if average != "none" or ignored != 2:
            return torch.as_tensor(values, dtype=torch.float32)
        return torch.tensor([values[0], values[1], math.nan, values[2]], dtype=torch.float32)

    dice = sklearn.metrics.f1_score(*pairs, labels=classes, average=how)
    recall = sklearn.metrics.recall_score(*pairs, labels=classes, average=how)
    for metric, expected in ((DiceScore(**settings), dice), (PixelAccuracy(**settings), recall)):
        for batch in zip(preds.split(2), target.split(2), strict=True):
            metric.update(*batch)
        torch.testing.assert_close(metric.compute(), full(expected), equal_nan=True)
    if average in ("macro", "none"):
        settings["per_class"] = settings.pop("average") == "none"
        iou = sklearn.metrics.jaccard_score(*pairs, labels=classes, average=how)
        torch.testing.assert_close(MeanIoU(**settings)(preds, target), full(iou), equal_nan=True)


@pytest.mark.parametrize("classes", [2, 9])
def test_forms_of_input(classes):
    preds, target = labels(3, 8, 9, classes=classes), labels(3, 8, 9, classes=classes)
    scores = torch.rand(3, classes, 8, 9, generator=torch.Generator().manual_seed(1)) + one_hot(preds, classes) * 2
    forms = {
        "index": [(preds, target), (preds.to(torch.int32), target.to(torch.uint8))],
        "one-hot": [
            (one_hot(preds, classes), one_hot(target, classes).bool()),
            (scores, one_hot(target, classes).float()),
            (one_hot(preds, classes).bool(), one_hot(target, classes).half()),
        ],
        "mixed": [(one_hot(preds, classes), target), (preds, one_hot(target, classes).bool()), (scores, target)],
    }
    expected = [
        segmentation.dice_score(preds, target, classes, input_format="index"),
        segmentation.hausdorff_distance(preds, target, classes, input_format="index"),
    ]
    for form, pairs in forms.items():
        for pair in pairs:
            torch.testing.assert_close(segmentation.dice_score(*pair, classes, input_format=form), expected[0])
            torch.testing.assert_close(segmentation.hausdorff_distance(*pair, classes, input_format=form), expected[1])


def test_masks_with_an_ignored_class():
    preds, target = labels(3, 8, 9), labels(3, 8, 9)
    expected = segmentation.mean_iou(preds, target, **INDEX, per_class=True, ignore_index=0)
    assert expected[:, 0].isnan().all()
    got = segmentation.mean_iou(one_hot(preds), one_hot(target).bool(), per_class=True, ignore_index=0)
    torch.testing.assert_close(got, expected, equal_nan=True)
    with pytest.raises(ValueError, match="target to hold labels for ignore_index=255, got masks of 4 classes"):
        MeanIoU(ignore_index=255).update(one_hot(preds), one_hot(target))


def test_ignored_elements_may_be_predicted_as_anything():
    preds, target = labels(2, 6, 6), labels(2, 6, 6)
    target[:, 0] = -1
    settings = {**INDEX, "ignore_index": -1}
    expected = segmentation.dice_score(preds[:, 1:], target[:, 1:], **INDEX)
    torch.testing.assert_close(segmentation.dice_score(preds, target, **settings), expected)
    preds[:, 0] = 77
    torch.testing.assert_close(segmentation.dice_score(preds, target, **settings), expected)


@pytest.mark.parametrize("ignored", [-1, 2])
@pytest.mark.parametrize("anything", [0, 1])
def test_boundaries_of_ignored_elements_are_those_of_the_target(ignored, anything):
    target = labels(2, 12, 12)
    target[:, :5] = ignored
    preds = target.clone()
    preds[target == ignored] = anything
    for pair, form in (((preds, target), "index"), ((one_hot(preds), target), "mixed")):
        values = segmentation.boundary_iou(*pair, num_classes=4, input_format=form, ignore_index=ignored)
        assert values.tolist() == [1.0, 1.0]


def test_nothing_in_any_image_is_undefined():
    empty = torch.zeros(2, 3, 4, 4, dtype=torch.bool)
    for metric in (
        *(DiceScore(3, average=average) for average in ("micro", "macro", "weighted", "none")),
        *(GeneralizedDiceScore(3, weight_type=weight) for weight in ("square", "simple", "linear")),
        *(MeanIoU(), MeanIoU(3, aggregation_level="global"), PixelAccuracy(3), BoundaryIoU()),
    ):
        assert metric(empty, empty).isnan().all()
        metric.reset()
        metric.update(empty[:0], empty[:0])
        assert metric.compute().isnan().all()


def test_found_where_there_is_nothing_is_no_overlap():
    empty, full = torch.zeros(1, 2, 4, 4, dtype=torch.bool), torch.ones(1, 2, 4, 4, dtype=torch.bool)
    assert DiceScore(2)(full, empty) == 0
    assert GeneralizedDiceScore(2)(full, empty) == 0
    assert MeanIoU()(empty, full) == 0


def test_means_over_images_leave_out_the_undefined():
    preds, target = labels(2, 4, 4), labels(2, 4, 4)
    preds[0][preds[0] == 3] = target[0][target[0] == 3] = 0
    preds[1] = target[1] = 3
    each = segmentation.mean_iou(preds, target, **INDEX, per_class=True)
    torch.testing.assert_close(MeanIoU(**INDEX)(preds, target), (each[0, :3].mean() + 1) / 2)
    torch.testing.assert_close(MeanIoU(**INDEX, per_class=True)(preds, target), each.nanmean(0))


@pytest.mark.parametrize("ratio", [0.02, 0.1, 0.5])
@pytest.mark.parametrize("shape", [(2, 3, 20, 17), (2, 3, 12, 9, 10)])
def test_boundary_against_erosion(ratio, shape):
    import numpy as np
    from scipy import ndimage

    preds, target = masks(*shape), masks(*shape)
    width = max(1, round(ratio * math.sqrt(sum(size**2 for size in shape[2:]))))
    box = np.ones((3,) * (len(shape) - 2))

    def near(mask):
        return mask & ~torch.from_numpy(ndimage.binary_erosion(mask.numpy(), box, iterations=width))

    expected = [
        [compute_iou(near(p)[None, None], near(t)[None, None]).item() for p, t in zip(*pair, strict=True)]
        for pair in zip(preds, target, strict=True)
    ]
    got = segmentation.boundary_iou(preds, target, per_class=True, dilation_ratio=ratio)
    torch.testing.assert_close(got, torch.tensor(expected))


def test_boundary_of_a_smaller_hole():
    target = torch.zeros(1, 1, 9, 9, dtype=torch.bool)
    target[..., 2:8, 2:8] = True
    wider = torch.zeros_like(target)
    wider[..., 1:9, 1:9] = True
    assert BoundaryIoU()(wider, target) == 0  # one element apart, with a boundary of one element
    assert MeanIoU()(wider, target) == 36 / 64


def test_areas_are_shared_by_metrics_of_all_data():
    from metricore import MetricCollection

    settings = {**INDEX, "aggregation_level": "global"}
    metrics = MetricCollection(
        {
            "dice": DiceScore(**settings),
            "iou": MeanIoU(**settings, per_class=True),
            "accuracy": PixelAccuracy(**settings, include_background=False),
            "boundary": BoundaryIoU(**settings),
        }
    )
    preds, target = labels(2, 12, 12), labels(2, 12, 12)
    metrics.update(preds, target)
    assert list(metrics.compute_groups.values()) == [["dice", "iou", "accuracy"], ["boundary"]]
    for name, metric in metrics.items():
        torch.testing.assert_close(metric.compute(), metric.clone().cpu().forward(preds, target), msg=name)
