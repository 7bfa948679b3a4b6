"""Settings and maps that cannot be meant."""

import inspect
import math

import pytest
import torch

from metricore import InvalidDataError, segmentation
from metricore.functional import segmentation as functions
from tests.core.segmentation.data import labels, one_hot

MAPS = labels(2, 4, 4, classes=3), labels(2, 4, 4, classes=3)
MASKS = tuple(one_hot(part, 3) for part in MAPS)


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("DiceScore", {"num_classes": 0}, "num_classes to be an integer of at least 1, got 0"),
        ("DiceScore", {"num_classes": 2.0}, "num_classes to be an integer of at least 1, got 2.0"),
        ("DiceScore", {"num_classes": 1, "include_background": False}, "more than one class where the background"),
        ("DiceScore", {"num_classes": 3, "include_background": 1}, "include_background to be True or False, got 1"),
        ("DiceScore", {"num_classes": 3, "average": "mean"}, "average to be one of .*, got 'mean'"),
        ("DiceScore", {"num_classes": 3, "aggregation_level": "all"}, "aggregation_level to be one of .*, got 'all'"),
        ("DiceScore", {"num_classes": 3, "input_format": "onehot"}, "input_format to be one of .*, got 'onehot'"),
        ("DiceScore", {"num_classes": 3, "ignore_index": 1.0}, "ignore_index to be an integer or None, got 1.0"),
        ("DiceScore", {"num_classes": 3, "reduction": "sum"}, "reduction to be one of .*, got 'sum'"),
        ("GeneralizedDiceScore", {"num_classes": 3, "weight_type": "uniform"}, "weight_type to be one of"),
        ("GeneralizedDiceScore", {"num_classes": 3, "per_class": None}, "per_class to be True or False, got None"),
        ("MeanIoU", {"input_format": "index"}, "num_classes for input_format='index', got None"),
        ("MeanIoU", {"aggregation_level": "global"}, "num_classes for aggregation_level='global', got None"),
        ("BoundaryIoU", {"dilation_ratio": 0}, r"dilation_ratio to be a number in \(0, 1\], got 0"),
        ("HausdorffDistance", {"num_classes": 1}, "more than one class where the background is left out"),
        ("HausdorffDistance", {"num_classes": 3, "distance_metric": "cosine"}, "distance_metric to be one of"),
        ("HausdorffDistance", {"num_classes": 3, "directed": 2}, "directed to be True or False, got 2"),
        ("HausdorffDistance", {"num_classes": 3, "percentile": 0}, r"percentile to be a number in \(0, 100\], got 0"),
        ("HausdorffDistance", {"num_classes": 3, "percentile": 101}, r"a number in \(0, 100\], got 101"),
        ("HausdorffDistance", {"num_classes": 3, "spacing": [1.0, 0.0]}, "spacing to be a positive number for each"),
        ("HausdorffDistance", {"num_classes": 3, "spacing": 2.0}, "spacing to be a positive number for each axis"),
        ("NormalizedSurfaceDice", {"num_classes": 3, "tolerance": -1.0}, "tolerance to be a number of at least 0"),
        ("NormalizedSurfaceDice", {"num_classes": 3, "tolerance": [1.0] * 3}, "or one for each of 2 classes"),
    ],
)
def test_settings(name, settings, message):
    with pytest.raises(ValueError, match=message):
        getattr(segmentation, name)(**settings)


@pytest.mark.parametrize("name", ["DiceScore", "HausdorffDistance"])
@pytest.mark.parametrize(
    ("form", "maps", "message"),
    [
        ("index", (MAPS[0].float(), MAPS[1]), "preds to hold integer labels, got dtype torch.float32"),
        ("index", (MAPS[0][:1], MAPS[1]), r"the same but for the classes, got \(1, 4, 4\) and \(2, 4, 4\)"),
        (
            "index",
            (MAPS[0][:, 0, 0], MAPS[1][:, 0, 0]),
            r"preds of shape \(N, \.\.\.\) with places to label, got \(2,\)",
        ),
        (
            "one-hot",
            (MASKS[0][:, :2], MASKS[1]),
            r"of shape \(N, 3, \.\.\.\) and .* got \(2, 2, 4, 4\)",
        ),
        ("one-hot", (MASKS[0][..., :0], MASKS[1][..., :0]), r"with places to label, got \(2, 3, 4, 0\)"),
        ("one-hot", MAPS, "labels are input_format='index'"),
        ("mixed", MAPS, r"for input_format='mixed', got \(2, 4, 4\) and \(2, 4, 4\)"),
        ("mixed", (MASKS[0], MAPS[1].float()), "target to hold integer labels, got dtype torch.float32"),
    ],
)
def test_shapes_and_dtypes(name, form, maps, message):
    metric = getattr(segmentation, name)(3, input_format=form)
    with pytest.raises(ValueError, match=message):
        metric.update(*maps)
    assert metric.update_count == 0


@pytest.mark.parametrize("name", ["DiceScore", "HausdorffDistance"])
def test_values(name):
    metric_class = getattr(segmentation, name)
    metric = metric_class(3, input_format="index")
    metric.update(*MAPS)
    value = metric.compute()
    with pytest.raises(InvalidDataError, match="preds to hold labels from 0 to 2; 32 of 32"):
        metric.update(MAPS[0] + 3, MAPS[1])
    with pytest.raises(InvalidDataError, match="target to hold labels from 0 to 2"):
        metric.update(MAPS[0], MAPS[1] - 3)
    assert metric.compute() == value
    with pytest.raises(InvalidDataError, match="masks of 0 and 1 in target; 32 of 96"):
        metric_class(3).update(MASKS[0], MASKS[1] * 2)
    scores = MASKS[0].float()
    scores[0, 0, 0, 0] = math.nan
    with pytest.raises(InvalidDataError, match="scores in preds without NaN; 1 of 96"):
        metric_class(3).update(scores, MASKS[1])


def test_masks_of_a_single_class_or_none():
    metric, mask = segmentation.MeanIoU(), torch.ones(2, 1, 4, 4)
    with pytest.raises(ValueError, match="of a single class as booleans or integers, got scores"):
        metric.update(mask, mask.bool())
    with pytest.raises(ValueError, match=r"with places to label, got \(2, 0, 4, 4\)"):
        metric.update(mask[:, :0], mask[:, :0])
    assert metric(mask.bool(), mask.int()) == 1


def test_only_tensors():
    with pytest.raises(TypeError, match="Expected target to be a tensor, got list"):
        segmentation.DiceScore(3).update(MASKS[0], MASKS[1].tolist())


def test_spacing_of_another_number_of_axes():
    metric = segmentation.HausdorffDistance(3, spacing=[1.0, 1.0, 1.0], input_format="index")
    with pytest.raises(ValueError, match=r"spacing for each of 2 axes of the image, got \(1.0, 1.0, 1.0\)"):
        metric.update(*MAPS)


def test_spacing_may_be_a_tensor():
    metric = segmentation.HausdorffDistance(3, spacing=torch.tensor([1.0, 2.0]), input_format="index")
    assert metric(*MAPS) == segmentation.HausdorffDistance(3, spacing=(1, 2), input_format="index")(*MAPS)


ORDER = {
    "dice_score": "num_classes include_background average input_format aggregation_level",
    "generalized_dice_score": "num_classes include_background per_class weight_type input_format",
    "hausdorff_distance": "num_classes include_background distance_metric spacing directed input_format",
    "mean_iou": "num_classes include_background per_class input_format",
}


@pytest.mark.parametrize("name", ORDER)
def test_names_and_order_of_arguments(name):
    names = ORDER[name].split()
    function = getattr(functions, name)
    assert list(inspect.signature(function).parameters)[: len(names) + 2] == ["preds", "target", *names]
    settings = list(inspect.signature(function.metric_class).parameters)
    if name == "dice_score":
        names[-2:] = names[:-3:-1]
    assert settings[: len(names)] == names


@pytest.mark.parametrize("name", functions.__all__)
def test_functions_give_a_value_for_each_image(name):
    about = {"num_classes": 3, "input_format": "index"}
    each = getattr(functions, name)(*MAPS, **about)
    surfaces = "distance" in name or "surface" in name
    if name != "pixel_accuracy":
        assert each.shape == ((2, 2) if surfaces else (2,))
    metric = getattr(functions, name).metric_class(**about)
    torch.testing.assert_close(metric(*MAPS), each.nanmean(1).mean() if surfaces else each.mean())
