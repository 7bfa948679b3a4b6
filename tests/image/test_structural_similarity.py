import itertools
import math

import numpy as np
import pytest
import torch
from skimage.metrics import structural_similarity as of_skimage

from metricore import InvalidDataError
from metricore_image import StructuralSimilarityIndexMeasure
from metricore_image.functional import structural_similarity_index_measure as ssim

GAUSSIAN = {"gaussian_weights": True, "sigma": 1.5, "use_sample_covariance": False}


def pair(*shape, seed=0):
    generator = torch.Generator().manual_seed(seed)
    target = torch.rand(shape, generator=generator)
    return (target + 0.2 * torch.randn(shape, generator=generator)).clamp(0, 1), target


def expected(preds, target, data_range, **how):
    """Values and maps by scikit-image in float64."""
    pairs = zip(preds.double().numpy(), target.double().numpy(), strict=True)
    both = [of_skimage(p, t, data_range=data_range, channel_axis=0, full=True, **(GAUSSIAN | how)) for p, t in pairs]
    return np.array([value for value, _ in both]), np.stack([full for _, full in both])


def by_definition(preds, target, window, data_range, k1=0.01, k2=0.03):
    """The formula with a window given as an array, evaluated place by place in float64."""
    c1, c2 = (k1 * data_range) ** 2, (k2 * data_range) ** 2
    similarity, contrast = [], []
    for p, t in zip(preds.double().numpy(), target.double().numpy(), strict=True):
        values = []
        for channel in range(len(p)):
            places = itertools.product(*(range(s - w + 1) for s, w in zip(p.shape[1:], window.shape, strict=True)))
            for place in places:
                cut = (channel, *(slice(at, at + w) for at, w in zip(place, window.shape, strict=True)))
                mean_p, mean_t = (window * p[cut]).sum(), (window * t[cut]).sum()
                var_p, var_t = (window * (p[cut] - mean_p) ** 2).sum(), (window * (t[cut] - mean_t) ** 2).sum()
                both = (window * (p[cut] - mean_p) * (t[cut] - mean_t)).sum()
                factor = (2 * both + c2) / (var_p + var_t + c2)
                values.append(((2 * mean_p * mean_t + c1) / (mean_p**2 + mean_t**2 + c1) * factor, factor))
        similarity.append(np.mean(values, axis=0)[0])
        contrast.append(np.mean(values, axis=0)[1])
    return np.array(similarity), np.array(contrast)


def gaussian(sigmas):
    window = np.ones(())
    for sigma in sigmas:
        radius = int(3.5 * sigma + 0.5)
        weights = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2)
        window = np.multiply.outer(window, weights / weights.sum())
    return window


def check(value, reference, atol=2e-7):
    np.testing.assert_allclose(value.double().numpy(), reference, rtol=0, atol=atol)


@pytest.mark.parametrize(
    ("scale", "offset", "dtype", "data_range"),
    [
        (1.0, 0.0, torch.float32, 1.0),
        (1.0, 0.0, torch.float64, 1.0),
        (1.0, 0.0, torch.float16, 1.0),
        (1.0, 0.0, torch.bfloat16, 1.0),
        (255.0, 0.0, torch.uint8, 255),
        (60000.0, 0.0, torch.int32, 65535),
        (1e-6, 0.0, torch.float32, 1e-6),
        (1.0, 1e4, torch.float32, 1.0),
        (1.0, -300.0, torch.float32, 1.0),
    ],
)
def test_scikit_image_agrees(scale, offset, dtype, data_range):
    preds, target = ((image * scale + offset).to(dtype) for image in pair(3, 3, 32, 40))
    check(ssim(preds, target, data_range=data_range, reduction="none"), expected(preds, target, data_range)[0])


def test_piq_agrees():
    piq = pytest.importorskip("piq")
    preds, target = pair(4, 3, 24, 30)
    reference = piq.ssim(preds.double(), target.double(), downsample=False, reduction="none")
    check(ssim(preds, target, data_range=1.0, reduction="none"), reference.numpy())


@pytest.mark.parametrize("sigma", [0.5, 1.0, 2.5])
def test_width_of_the_gaussian(sigma):
    preds, target = pair(2, 1, 30, 24)
    reference, _ = expected(preds, target, 1.0, sigma=sigma)
    check(ssim(preds, target, sigma=sigma, data_range=1.0, reduction="none"), reference)
    check(ssim(preds, target, sigma=sigma, data_range=1.0, reduction="none", kernel_size=3), reference)


def test_window_of_equal_weights():
    preds, target = pair(2, 3, 20, 24)
    reference, _ = expected(preds, target, 1.0, gaussian_weights=False, win_size=7)
    settings = {"gaussian_kernel": False, "kernel_size": 7, "data_range": 1.0, "reduction": "none"}
    check(ssim(preds, target, **settings), reference)


@pytest.mark.parametrize("sigma", [(1.0, 0.5), [0.6, 1.1]])
def test_a_width_for_each_dimension(sigma):
    preds, target = pair(2, 2, 12, 13)
    reference, _ = by_definition(preds, target, gaussian(sigma), 1.0)
    check(ssim(preds, target, sigma=sigma, data_range=1.0, reduction="none"), reference)


def test_a_size_for_each_dimension():
    preds, target = pair(2, 2, 12, 13)
    reference, _ = by_definition(preds, target, np.full((3, 5), 1 / 15), 1.0)
    settings = {"gaussian_kernel": False, "kernel_size": (3, 5), "data_range": 1.0, "reduction": "none"}
    check(ssim(preds, target, **settings), reference)


def test_volumes():
    preds, target = pair(2, 1, 12, 13, 14)
    pairs = zip(preds[:, 0].double().numpy(), target[:, 0].double().numpy(), strict=True)
    reference = np.array([of_skimage(p, t, data_range=1.0, **GAUSSIAN) for p, t in pairs])
    check(ssim(preds, target, data_range=1.0, reduction="none"), reference)


def test_volumes_with_a_width_for_each_dimension():
    preds, target = pair(1, 2, 6, 8, 7)
    sigma = (0.4, 0.8, 0.6)
    reference, _ = by_definition(preds, target, gaussian(sigma), 1.0)
    check(ssim(preds, target, sigma=sigma, data_range=1.0, reduction="none"), reference)


@pytest.mark.parametrize(("k1", "k2"), [(0.05, 0.2), (0.0, 0.03), (0.01, 0.0)])
def test_stabilisers(k1, k2):
    preds, target = pair(2, 3, 16, 16)
    reference, _ = expected(preds, target, 1.0, K1=k1, K2=k2)
    check(ssim(preds, target, data_range=1.0, k1=k1, k2=k2, reduction="none"), reference)


def test_contrast_sensitivity():
    preds, target = pair(3, 2, 13, 12)
    values, contrast = ssim(preds, target, data_range=1.0, return_contrast_sensitivity=True)
    similarity, reference = by_definition(preds, target, gaussian((1.5, 1.5)), 1.0)
    check(contrast, reference)
    check(values, similarity.mean())


@pytest.mark.parametrize("data_range", [1.0, None])
def test_full_image(data_range):
    preds, target = pair(4, 3, 16, 18)
    preds[0, 0, 0, :2], target[0, 0, 0, :2] = torch.tensor([0.0, 1.0]), torch.tensor([0.0, 1.0])
    metric = StructuralSimilarityIndexMeasure(data_range=data_range, reduction="none", return_full_image=True)
    metric.update(preds[:1], target[:1])
    metric.update(preds[1:], target[1:])
    values, full = metric.compute()
    reference, maps = expected(preds, target, 1.0)
    check(values, reference)
    check(full, maps, atol=2e-6)


@pytest.mark.parametrize(("reduction", "reduce"), [("elementwise_mean", np.mean), ("sum", np.sum), (None, np.array)])
def test_reductions(reduction, reduce):
    preds, target = pair(5, 1, 16, 16)
    metric = StructuralSimilarityIndexMeasure(reduction=reduction, data_range=1.0)
    metric.update(preds[:2], target[:2])
    metric.update(preds[2:], target[2:])
    check(metric.compute(), reduce(expected(preds, target, 1.0)[0]), atol=1e-6)


def test_sizes_may_differ_between_batches():
    metric = StructuralSimilarityIndexMeasure(data_range=1.0)
    values = []
    for size in (16, 20):
        preds, target = pair(2, 1, size, size + 1, seed=size)
        metric.update(preds, target)
        values.append(expected(preds, target, 1.0)[0])
    check(metric.compute(), np.mean(values))


@pytest.mark.parametrize("dtype", [torch.float32, torch.uint8])
def test_range_of_the_data_is_that_of_all_batches(dtype):
    preds, target = pair(4, 1, 16, 16)
    preds[:2] *= 0.1
    preds, target = ((200 * image).to(dtype) for image in (preds, target))
    data_range = max(float(image.double().max() - image.double().min()) for image in (preds, target))
    metric = StructuralSimilarityIndexMeasure()
    for start in range(4):
        metric.update(preds[start : start + 1], target[start : start + 1])
    check(metric.compute(), expected(preds, target, data_range)[0].mean())
    check(ssim(preds, target), expected(preds, target, data_range)[0].mean())


def test_range_as_interval_clamps():
    preds, target = pair(2, 1, 16, 16)
    wide_preds, wide_target = 3 * preds - 1, 3 * target - 1
    reference, _ = expected(wide_preds.clamp(-0.5, 1.5), wide_target.clamp(-0.5, 1.5), 2.0)
    check(ssim(wide_preds, wide_target, data_range=(-0.5, 1.5), reduction="none"), reference)


@pytest.mark.parametrize("level", [0.0, 0.3, 1e4, 200])
@pytest.mark.parametrize("data_range", [1.0, None])
def test_identical_flat_images_are_alike(level, data_range):
    flat = torch.full((2, 1, 16, 16), level)
    assert ssim(flat, flat, data_range=data_range) == 1


@pytest.mark.parametrize("data_range", [1.0, None])
def test_identical_images_are_alike(data_range):
    image, _ = pair(2, 3, 16, 16)
    assert ssim(image, image, data_range=data_range) == 1


def test_different_flat_images_differ_in_brightness_only():
    one, two = torch.full((1, 1, 16, 16), 0.9), torch.full((1, 1, 16, 16), 0.3)
    check(ssim(one, two), 2 * 0.9 * 0.3 / (0.9**2 + 0.3**2))
    check(ssim(one, two, data_range=1.0), (2 * 0.9 * 0.3 + 1e-4) / (0.9**2 + 0.3**2 + 1e-4))


@pytest.mark.parametrize("settings", [{"data_range": 1.0}, {}, {"data_range": 1.0, "return_full_image": True}])
def test_gradient(settings):
    # No two pixels are equal: the range has no gradient where it has two ends to choose from.
    preds, target = (pair(1, 1, 11, 12, seed=seed)[1].double() for seed in (1, 2))

    def value(images):
        result = ssim(images, target, **settings)
        return result[0] + result[1].square().sum() if isinstance(result, tuple) else result

    torch.set_default_dtype(torch.float64)
    try:
        assert torch.autograd.gradcheck(value, preds.requires_grad_())
    finally:
        torch.set_default_dtype(torch.float32)


def test_value_of_a_batch_in_training_keeps_its_graph():
    preds, target = pair(2, 1, 16, 16)
    metric = StructuralSimilarityIndexMeasure(data_range=1.0)
    preds.requires_grad_()
    metric(preds, target).backward()
    assert preds.grad.abs().sum() > 0
    assert not metric.total.requires_grad


def test_half_precision_of_autocast_is_not_used():
    preds, target = pair(2, 1, 16, 16)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        value = ssim(preds, target, data_range=1.0)
    assert value == ssim(preds, target, data_range=1.0)


@pytest.mark.parametrize("settings", [{}, {"data_range": 1.0}, {"reduction": "sum", "data_range": 1.0}])
def test_nothing(settings):
    metric = StructuralSimilarityIndexMeasure(**settings)
    metric.update(torch.zeros(0, 1, 16, 16), torch.zeros(0, 1, 16, 16))
    value = metric.compute()
    assert value == 0 if settings.get("reduction") == "sum" else value.isnan()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"data_range": 0.0}, "data_range to be a positive number or a tuple"),
        ({"data_range": (1.0, 1.0)}, "data_range"),
        ({"sigma": 0.0}, "sigma to be positive, got 0.0"),
        ({"sigma": (1.0, -1.0)}, "sigma"),
        ({"kernel_size": 4}, "kernel_size to be positive and odd, got 4"),
        ({"kernel_size": (3, 0)}, "kernel_size"),
        ({"kernel_size": 3.0}, "kernel_size"),
        ({"reduction": "mean"}, "reduction to be one of"),
        ({"k1": -0.1}, "k1 and k2 not to be negative"),
        ({"return_full_image": True, "return_contrast_sensitivity": True}, "at most one of"),
    ],
)
def test_senseless_settings_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        StructuralSimilarityIndexMeasure(**settings)


@pytest.mark.parametrize(
    ("shapes", "settings", "message"),
    [
        (((1, 1, 16, 16), (1, 1, 16, 17)), {}, r"\(1, 1, 16, 16\) and \(1, 1, 16, 17\)"),
        (((1, 16, 16), (1, 16, 16)), {}, r"\(N, C, H, W\) or \(N, C, D, H, W\), got the shape \(1, 16, 16\)"),
        (((1, 1, 16, 10), (1, 1, 16, 10)), {}, r"at least \(11, 11\) pixels, the window, got \(16, 10\)"),
        (((1, 1, 16, 16), (1, 1, 16, 16)), {"sigma": (1.0, 1.0, 1.0)}, "one sigma for each of 2 dimensions"),
        (
            ((1, 1, 16, 16), (1, 1, 16, 16)),
            {"kernel_size": (3, 3, 3), "gaussian_kernel": False},
            "one kernel_size for each of 2 dimensions",
        ),
    ],
)
def test_shapes_that_do_not_fit_are_refused(shapes, settings, message):
    with pytest.raises(ValueError, match=message):
        ssim(*map(torch.zeros, shapes), data_range=1.0, **settings)


@pytest.mark.parametrize("settings", [{}, {"data_range": 1.0, "return_full_image": True}])
def test_kept_images_have_one_size(settings):
    metric = StructuralSimilarityIndexMeasure(**settings)
    metric.update(*pair(1, 1, 16, 16))
    with pytest.raises(ValueError, match=r"one size with .*, got \(1, 16, 17\) after \(1, 16, 16\)"):
        metric.update(*pair(1, 1, 16, 17))


@pytest.mark.parametrize("data_range", [1.0, None])
@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_nan_is_refused(data_range, bad):
    preds, target = pair(2, 1, 16, 16)
    preds[1, 0, 0, 0] = bad
    with pytest.raises(InvalidDataError, match="finite pixels; 1 of 2"):
        ssim(preds, target, data_range=data_range)
