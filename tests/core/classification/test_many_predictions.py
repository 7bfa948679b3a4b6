"""Metrics of the order of so many predictions that they look at some after the other."""

import numpy as np
import pytest
import torch

from metricore.classification import BinaryAdaptiveCalibrationError, BinaryAURC, BinaryRiskCoverageCurve

SIZE = 140_000


@pytest.fixture(params=[False, True], ids=["distinct", "ties"])
def data(request):
    # In 256ths, `s` and `1 - s` are equally confident to the last digit.
    generator = torch.Generator().manual_seed(11)
    scores = torch.rand(SIZE, generator=generator, dtype=torch.float64)
    target = (torch.rand(SIZE, generator=generator) < scores).long()
    return (scores * 256).round() / 256 if request.param else scores, target


def in_order(scores, target):
    """Confidences from the highest down, and errors; equal confidences in no particular order."""
    confidence = torch.maximum(scores, 1 - scores).numpy()
    wrong = ((scores > 0.5).long() != target).double().numpy()
    order = np.argsort(-confidence, kind="stable")
    return confidence[order], wrong[order]


def test_risk_and_coverage(data):
    confidence, wrong = in_order(*data)
    last = np.append(confidence[1:] != confidence[:-1], True)
    number = np.arange(1, SIZE + 1)
    expected = ((number / SIZE)[last], (wrong.cumsum() / number)[last], confidence[last])
    for line, points in zip(BinaryRiskCoverageCurve()(*data), expected, strict=True):
        np.testing.assert_allclose(line, points, rtol=1e-6)


def test_area(data):
    scores, target = data
    confidence, wrong = in_order(scores, target)
    _, group = np.unique(-confidence, return_inverse=True)
    # Errors of equally confident predictions come evenly.
    even = (np.bincount(group, wrong) / np.bincount(group))[group]
    expected = (even.cumsum() / np.arange(1, SIZE + 1)).mean()
    assert BinaryAURC()(scores, target).item() == pytest.approx(expected, rel=1e-5)


def test_adaptive_bins(data):
    scores, target = data
    order = scores.argsort(stable=True)
    ordered, right = scores[order], target[order].double()
    first = torch.searchsorted(ordered, ordered)
    index = first * 15 // SIZE
    size = torch.bincount(index, minlength=15)
    gaps = (torch.bincount(index, ordered, 15) - torch.bincount(index, right, 15)).abs()
    metric = BinaryAdaptiveCalibrationError(n_bins=15)
    metric.update(scores[:5000], target[:5000])
    metric.update(scores[5000:], target[5000:])
    assert metric.compute().item() == pytest.approx((gaps.sum() / SIZE).item(), rel=1e-5)
    low, high = metric._edges().T
    there = size > 0
    starts = [ordered[index == number] for number in there.nonzero().flatten()]
    torch.testing.assert_close(low[there], torch.stack([part[0] for part in starts]))
    torch.testing.assert_close(high[there], torch.stack([part[-1] for part in starts]))
