"""Procrustes disparity against scipy, and the laws of the testing kit."""

import math
from unittest import mock

import pytest
import scipy.linalg
import scipy.spatial
import torch

from metricore import InvalidDataError, registry
from metricore.functional.shape import procrustes_disparity
from metricore.shape import ProcrustesDisparity, _procrustes
from metricore.testing import parametrize_with_checks
from metricore.testing._shape_cases import CASES

GENERATOR = torch.Generator().manual_seed(0)


def clouds(*shape, dtype=torch.float32):
    return [torch.randn(shape, generator=GENERATOR).mul(3).to(dtype) for _ in range(2)]


def scipy_disparity(first, second):
    pairs = zip(first.double().numpy(), second.double().numpy(), strict=True)
    return torch.tensor([scipy.spatial.procrustes(a, b)[2] for a, b in pairs], dtype=torch.float64)


def test_all_are_checked():
    assert set(registry.list("metricore/*", domain="shape")) == set(CASES)


@parametrize_with_checks(CASES.items())
def test_law(check):
    check()


@pytest.mark.parametrize("shape", [(4, 10, 2), (3, 7, 3), (2, 3, 5), (5, 6, 1), (1, 2, 2)])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.int64])
def test_against_scipy(shape, dtype):
    first, second = clouds(*shape, dtype=dtype)
    first[:, 0] += 3  # integers of one cloud must not all be equal
    expected = scipy_disparity(first, second)
    torch.testing.assert_close(procrustes_disparity(first, second), expected.float(), rtol=1e-6, atol=1e-7)
    metric = ProcrustesDisparity(reduction="sum")
    torch.testing.assert_close(metric(first, second), expected.sum().float(), rtol=1e-6, atol=1e-7)
    torch.testing.assert_close(ProcrustesDisparity()(first, second), expected.mean().float(), rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("shape", [(4, 10, 2), (3, 7, 3), (2, 9, 4), (5, 6, 1), (6, 2, 3), (4, 3, 4)])
def test_without_a_look_at_the_values(shape):
    first, second = clouds(*shape, dtype=torch.float64)
    metric, expected = ProcrustesDisparity(), scipy_disparity(first, second).mean()
    with mock.patch.object(_procrustes, "reads_at_once", return_value=False):
        torch.testing.assert_close(metric(first, second), expected.float(), rtol=1e-6, atol=1e-7)
        assert metric(first, 2 * first + 1) < 1e-12
        first[0] = 0.1
        torch.testing.assert_close(metric(first, second), procrustes_disparity(first, second).nanmean())
        torch.set_default_dtype(torch.float64)
        try:
            inputs = [part[1:].clone().requires_grad_() for part in (first, second)]
            assert torch.autograd.gradcheck(lambda a, b: ProcrustesDisparity()(a, b), inputs)
        finally:
            torch.set_default_dtype(torch.float32)


def test_scale_and_rotation_lay_one_on_the_other():
    first, second = clouds(3, 8, 3, dtype=torch.float64)
    disparity, scale, rotation = procrustes_disparity(first, second, return_all=True)
    assert (scale.shape, rotation.shape) == ((3, 1), (3, 3, 3))
    for pair in range(3):
        ours, theirs, expected = scipy.spatial.procrustes(first[pair].numpy(), second[pair].numpy())
        centred = second[pair] - second[pair].mean(0)
        laid = scale[pair] * centred / centred.norm() @ rotation[pair].T.double()
        torch.testing.assert_close(laid, torch.from_numpy(theirs), rtol=1e-5, atol=1e-6)
        assert disparity[pair].item() == pytest.approx(expected, rel=1e-6)
        angle, size = scipy.linalg.orthogonal_procrustes(torch.from_numpy(theirs).numpy(), ours)
        assert size == pytest.approx(scale[pair].item() ** 2, rel=1e-5)
        torch.testing.assert_close(torch.from_numpy(angle), torch.eye(3, dtype=torch.float64), rtol=0, atol=1e-6)


@pytest.mark.parametrize("offset", [1e4, 1e8])
def test_far_from_zero(offset):
    first, second = (part + offset for part in clouds(4, 10, 2, dtype=torch.float64))
    expected = scipy_disparity(first - offset, second - offset)
    torch.testing.assert_close(procrustes_disparity(first, second), expected.float(), rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("size", [1e-30, 1e30])
def test_any_size(size):
    first, second = clouds(4, 10, 2)
    expected = procrustes_disparity(first, second)
    torch.testing.assert_close(procrustes_disparity(first * size, second * size), expected, rtol=1e-4, atol=1e-6)


def test_equal_points_are_undefined_for_their_own_pair():
    first, second = clouds(3, 5, 2)
    first[1] = 0.1  # the mean of several 0.1 is not 0.1 in floating point
    got = procrustes_disparity(first, second)
    assert got.isnan().tolist() == [False, True, False]
    torch.testing.assert_close(ProcrustesDisparity()(first, second), got[[0, 2]].mean())
    metric = ProcrustesDisparity(reduction="sum")
    assert metric(first[1:2], second[1:2]).isnan()
    assert procrustes_disparity(first[:, :1], second[:, :1]).isnan().all()


def test_the_same_shape_is_no_distance_away():
    (first, _), turn = (
        clouds(2, 6, 3, dtype=torch.float64),
        scipy.linalg.qr(torch.randn(3, 3, generator=GENERATOR, dtype=torch.float64).numpy())[0],
    )
    second = first @ torch.from_numpy(turn) * 5 - 2
    assert procrustes_disparity(first, second).max() < 1e-25


def test_gradient():
    first, second = (part.requires_grad_() for part in clouds(2, 6, 3, dtype=torch.float64))
    torch.set_default_dtype(torch.float64)
    try:
        assert torch.autograd.gradcheck(procrustes_disparity, (first, second))
    finally:
        torch.set_default_dtype(torch.float32)
    square = torch.tensor([[[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]], requires_grad=True)
    (procrustes_disparity(square, torch.tensor([[[0.0, 0.0], [0.0, 2.0], [1.0, 1.0], [1.0, 0.0]]]))).sum().backward()
    assert square.grad.isfinite().all()  # equal singular values


def test_bad_input():
    with pytest.raises(ValueError, match="reduction to be one of"):
        ProcrustesDisparity(reduction="none")
    for shapes in (((4, 2), (4, 2)), ((1, 4, 2), (1, 5, 2)), ((1, 0, 2), (1, 0, 2))):
        with pytest.raises(ValueError, match=r"same shape \(N, M, D\) with points, got"):
            ProcrustesDisparity().update(*(torch.zeros(shape) for shape in shapes))
    first, second = clouds(2, 5, 2)
    first[0, 0, 0] = math.nan
    with pytest.raises(InvalidDataError, match="coordinates in point_cloud1 that are finite; 1 of 20"):
        procrustes_disparity(first, second)
    with pytest.raises(ValueError, match="return_all to be True or False, got 1"):
        procrustes_disparity(second, second, return_all=1)
    for function in (ProcrustesDisparity(), procrustes_disparity):
        with pytest.raises(TypeError, match="point_cloud2 to be a tensor, got list"):
            function(second, second.tolist())
