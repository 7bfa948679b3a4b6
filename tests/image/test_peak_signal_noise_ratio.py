import math

import numpy as np
import pytest
import torch
from skimage.metrics import peak_signal_noise_ratio as of_skimage

from metricore import InvalidDataError
from metricore_image import PeakSignalNoiseRatio
from metricore_image.functional import peak_signal_noise_ratio

IMAGES = (1, 2, 3)


def pair(*shape, seed=0, scale=1.0):
    generator = torch.Generator().manual_seed(seed)
    target = torch.rand(shape, generator=generator)
    return scale * (target + 0.1 * torch.randn(shape, generator=generator)).clamp(0, 1), scale * target


def by_image(preds, target, data_range):
    pairs = zip(preds.double().numpy(), target.double().numpy(), strict=True)
    return [of_skimage(t, p, data_range=data_range) for p, t in pairs]


@pytest.mark.parametrize("data_range", [1.0, 255, 0.5])
def test_all_pixels_count_alike(data_range):
    preds, target = pair(6, 3, 16, 20)
    metric = PeakSignalNoiseRatio(data_range)
    metric.update(preds[:1], target[:1])
    metric.update(preds[1:], target[1:])
    expected = of_skimage(target.double().numpy(), preds.double().numpy(), data_range=data_range)
    assert metric.compute().item() == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(("reduction", "reduce"), [("elementwise_mean", np.mean), ("sum", np.sum), ("none", np.array)])
def test_value_by_image(reduction, reduce):
    preds, target = pair(6, 3, 16, 20)
    metric = PeakSignalNoiseRatio(1.0, reduction=reduction, dim=IMAGES)
    metric.update(preds[:2], target[:2])
    metric.update(preds[2:], target[2:])
    np.testing.assert_allclose(metric.compute().numpy(), reduce(by_image(preds, target, 1.0)), rtol=1e-6)


def test_dimensions_may_be_negative_or_one():
    preds, target = pair(2, 3, 8, 8)
    of_channels = peak_signal_noise_ratio(preds, target, 1.0, reduction="none", dim=(-1, -2))
    torch.testing.assert_close(of_channels, peak_signal_noise_ratio(preds, target, 1.0, reduction="none", dim=(2, 3)))
    expected = [value for p, t in zip(preds, target, strict=True) for value in by_image(p, t, 1.0)]
    np.testing.assert_allclose(of_channels.numpy(), expected, rtol=1e-6)
    assert peak_signal_noise_ratio(preds, target, 1.0, reduction="none", dim=1).shape == (128,)


@pytest.mark.parametrize("base", [2.0, 10.0, math.e])
def test_base(base):
    preds, target = pair(2, 3, 8, 8)
    error = (preds.double() - target.double()).square().mean().item()
    value = peak_signal_noise_ratio(preds, target, 3.0, base=base).item()
    assert value == pytest.approx(10 * math.log(9 / error, base), rel=1e-6)


def test_range_as_interval_clamps():
    preds, target = torch.tensor([-5.0, 0.5, 9.0]), torch.tensor([0.0, 0.5, 0.5])
    assert peak_signal_noise_ratio(preds, target, (0.0, 1.0)).item() == pytest.approx(10 * math.log10(3 / 0.25))


def test_bytes_do_not_wrap():
    preds, target = torch.tensor([0, 255], dtype=torch.uint8), torch.tensor([255, 0], dtype=torch.uint8)
    assert peak_signal_noise_ratio(preds, target, 255).item() == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64, torch.int32])
def test_other_dtypes(dtype):
    preds, target = pair(2, 3, 16, 16, scale=200.0)
    preds, target = preds.to(dtype), target.to(dtype)
    expected = of_skimage(target.double().numpy(), preds.double().numpy(), data_range=255)
    assert peak_signal_noise_ratio(preds, target, 255).item() == pytest.approx(expected, rel=1e-6)


def test_scale_does_not_matter():
    preds, target = pair(2, 3, 16, 16)
    small = peak_signal_noise_ratio(preds * 1e-6, target * 1e-6, 1e-6)
    torch.testing.assert_close(small, peak_signal_noise_ratio(preds, target, 1.0))


def test_equal_images_are_infinite():
    image = torch.rand(1, 3, 8, 8)
    assert peak_signal_noise_ratio(image, image, 1.0) == math.inf
    assert peak_signal_noise_ratio(image, image, 1.0, dim=IMAGES) == math.inf


def test_nothing_is_undefined():
    metric = PeakSignalNoiseRatio(1.0)
    metric.update(torch.zeros(0, 3, 8, 8), torch.zeros(0, 3, 8, 8))
    assert metric.compute().isnan()


def test_gradient():
    preds, target = (image.double() for image in pair(2, 1, 4, 4))
    torch.set_default_dtype(torch.float64)
    try:
        for dim in (None, IMAGES):
            assert torch.autograd.gradcheck(
                lambda p, dim=dim: peak_signal_noise_ratio(p, target, 1.0, dim=dim), preds.clone().requires_grad_()
            )
    finally:
        torch.set_default_dtype(torch.float32)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"data_range": None}, "data_range to be a positive number or a tuple"),
        ({"data_range": 0}, "got 0"),
        ({"data_range": -1.0}, "got -1.0"),
        ({"data_range": True}, "got True"),
        ({"data_range": (1.0, 0.0)}, r"got \(1.0, 0.0\)"),
        ({"data_range": (0.0, 1.0, 2.0)}, "data_range"),
        ({"data_range": 1.0, "base": 1}, "base to be positive and not 1"),
        ({"data_range": 1.0, "base": 0.0}, "base"),
        ({"data_range": 1.0, "reduction": "mean"}, "reduction to be one of"),
        ({"data_range": 1.0, "dim": (1, "2")}, "dim to be an integer"),
    ],
)
def test_senseless_settings_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        PeakSignalNoiseRatio(**settings)


def test_range_is_needed():
    with pytest.raises(TypeError, match="data_range"):
        PeakSignalNoiseRatio()


@pytest.mark.parametrize("dim", [4, -5, (1, 1), (1, -3)])
def test_dimension_that_is_not_there_is_refused(dim):
    with pytest.raises(ValueError, match="different dimensions of 4-dimensional images"):
        peak_signal_noise_ratio(*pair(2, 3, 8, 8), 1.0, dim=dim)


def test_different_sizes_are_refused():
    with pytest.raises(ValueError, match=r"\(1, 3, 8, 8\) and \(1, 3, 8, 9\)"):
        peak_signal_noise_ratio(torch.zeros(1, 3, 8, 8), torch.zeros(1, 3, 8, 9), 1.0)


def test_complex_pixels_are_refused():
    with pytest.raises(TypeError, match="complex64"):
        peak_signal_noise_ratio(torch.zeros(2, 2, dtype=torch.complex64), torch.zeros(2, 2), 1.0)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
@pytest.mark.parametrize("dim", [None, IMAGES])
def test_nan_leaves_the_metric_as_it_was(bad, dim):
    preds, target = pair(2, 3, 8, 8)
    metric = PeakSignalNoiseRatio(1.0, dim=dim)
    metric.update(preds, target)
    broken = preds.clone()
    broken[0, 0, 0, 0] = bad
    with pytest.raises(InvalidDataError, match="finite pixels"):
        metric.update(broken, target)
    torch.testing.assert_close(metric.compute(), peak_signal_noise_ratio(preds, target, 1.0, dim=dim))
