import math

import fast_bss_eval
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from metricore import InvalidDataError
from metricore_audio import ScaleInvariantSignalDistortionRatio, ScaleInvariantSignalNoiseRatio, SignalNoiseRatio
from metricore_audio.functional import (
    scale_invariant_signal_distortion_ratio,
    scale_invariant_signal_noise_ratio,
    signal_noise_ratio,
)

CLASSES = [SignalNoiseRatio, ScaleInvariantSignalDistortionRatio, ScaleInvariantSignalNoiseRatio]
FUNCTIONS = [signal_noise_ratio, scale_invariant_signal_distortion_ratio, scale_invariant_signal_noise_ratio]

PAIRS = list(zip(CLASSES, FUNCTIONS, strict=True))


def pair(*shape, noise=0.3, offset=0.0, seed=0):
    generator = torch.Generator().manual_seed(seed)
    target = torch.randn(shape, generator=generator) + offset
    return 0.7 * target + noise * torch.randn(shape, generator=generator), target


def snr(preds, target, zero_mean=False):
    """The definition in float64."""
    preds, target = preds.double().numpy(), target.double().numpy()
    if zero_mean:
        preds, target = (samples - samples.mean(-1, keepdims=True) for samples in (preds, target))
    return 10 * np.log10((target**2).sum(-1) / ((target - preds) ** 2).sum(-1))


def si_sdr(preds, target, zero_mean=False):
    """The value of fast_bss_eval, which compares all recordings of a sample: one a sample here."""
    rows = (samples.double().reshape(-1, 1, samples.shape[-1]) for samples in (target, preds))
    loss = fast_bss_eval.torch.si_sdr_loss(*reversed(list(rows)), zero_mean=zero_mean)
    return -loss.reshape(preds.shape[:-1]).numpy()


@pytest.mark.parametrize("zero_mean", [False, True])
@pytest.mark.parametrize("shape", [(1000,), (4, 1000), (3, 2, 1000)])
def test_snr_of_each_recording(shape, zero_mean):
    preds, target = pair(*shape, offset=0.5)
    value = signal_noise_ratio(preds, target, zero_mean)
    assert value.shape == shape[:-1]
    np.testing.assert_allclose(value.numpy(), snr(preds, target, zero_mean), rtol=1e-5)


@pytest.mark.parametrize("zero_mean", [False, True])
@pytest.mark.parametrize("shape", [(1000,), (4, 1000), (3, 2, 1000)])
@pytest.mark.parametrize("noise", [3.0, 0.3, 1e-4])
def test_si_sdr_of_each_recording(shape, zero_mean, noise):
    preds, target = pair(*shape, noise=noise, offset=0.5)
    value = scale_invariant_signal_distortion_ratio(preds, target, zero_mean)
    assert value.shape == shape[:-1]
    np.testing.assert_allclose(value.numpy(), si_sdr(preds, target, zero_mean), rtol=2e-5, atol=2e-5)


def test_si_snr_is_si_sdr_without_means():
    preds, target = pair(4, 1000, offset=2.0)
    value = scale_invariant_signal_noise_ratio(preds, target)
    np.testing.assert_allclose(value.numpy(), si_sdr(preds, target, zero_mean=True), rtol=2e-5)


@pytest.mark.parametrize(("metric", "function"), PAIRS)
def test_class_is_mean_of_recordings(metric, function):
    preds, target = pair(5, 2, 100)
    instance = metric()
    instance.update(preds[:2], target[:2])
    instance.update(preds[2:], target[2:])
    torch.testing.assert_close(instance.compute(), function(preds, target).mean())


@pytest.mark.parametrize("zero_mean", [False, True])
@pytest.mark.parametrize("scale", [1e-6, 1e-3, 1e6])
def test_level_does_not_matter(scale, zero_mean):
    preds, target = (samples.double() for samples in pair(3, 100))
    for function in FUNCTIONS[:2]:
        plain = function(preds, target, zero_mean)
        torch.testing.assert_close(function((scale * preds).float(), (scale * target).float(), zero_mean), plain)
    one_sided = scale_invariant_signal_distortion_ratio(scale * preds, target, zero_mean)
    torch.testing.assert_close(one_sided, scale_invariant_signal_distortion_ratio(preds, target, zero_mean))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_perfect_prediction_is_infinite(function):
    _, target = pair(3, 1000)
    assert (function(target, target) == math.inf).all()


@pytest.mark.parametrize("function", FUNCTIONS[1:])
@pytest.mark.parametrize("factor", [2.0, -0.5])
def test_rescaled_prediction_is_infinite(function, factor):
    _, target = pair(3, 1000)
    assert (function(factor * target, target) == math.inf).all()


@pytest.mark.parametrize("function", FUNCTIONS[:2])
def test_orthogonal_or_silent_prediction(function):
    target = torch.tensor([1.0, 1.0, 0.0, 0.0])
    assert scale_invariant_signal_distortion_ratio(torch.tensor([0.0, 0.0, 1.0, 1.0]), target) == -math.inf
    silent = function(torch.zeros(4), target)
    assert silent == 0 if function is signal_noise_ratio else silent.isnan()


@pytest.mark.parametrize(("metric", "function"), PAIRS)
def test_silent_target_is_undefined_for_itself_only(metric, function):
    preds, target = pair(4, 100)
    target[1] = 0.0
    values = function(preds, target)
    assert values.isnan().tolist() == [False, True, False, False]
    instance = metric()
    instance.update(preds, target)
    torch.testing.assert_close(instance.compute(), values[[0, 2, 3]].mean())


@pytest.mark.parametrize("metric", CLASSES)
def test_all_silent_is_undefined(metric):
    instance = metric()
    instance.update(torch.ones(2, 10), torch.zeros(2, 10))
    assert instance.compute().isnan()


@pytest.mark.parametrize("function", FUNCTIONS)
def test_constant_target_is_silent_without_its_mean(function):
    preds, _ = pair(1, 33333)
    settings = {} if function is scale_invariant_signal_noise_ratio else {"zero_mean": True}
    assert function(preds, torch.full((1, 33333), 0.1), **settings).isnan().all()


@pytest.mark.parametrize("metric", CLASSES)
def test_no_recording_is_undefined(metric):
    instance = metric()
    instance.update(torch.zeros(0, 10), torch.zeros(0, 10))
    assert instance.compute().isnan()


@pytest.mark.parametrize("dtype", [torch.int16, torch.uint8, torch.int32, torch.float16, torch.bfloat16])
def test_other_dtypes(dtype):
    preds, target = ((30 * samples + 100).to(dtype) for samples in pair(2, 500))
    np.testing.assert_allclose(signal_noise_ratio(preds, target).numpy(), snr(preds, target), rtol=1e-5)
    value = scale_invariant_signal_distortion_ratio(preds, target)
    np.testing.assert_allclose(value.numpy(), si_sdr(preds, target), rtol=1e-5)


def test_loud_16_bit_samples_do_not_wrap():
    preds = torch.tensor([32767, -32768], dtype=torch.int16)
    assert signal_noise_ratio(preds, -preds - 1).item() == pytest.approx(-10 * math.log10(4), abs=1e-3)


def test_long_recordings_keep_their_digits():
    preds, target = pair(2_000_000, noise=1e-5)
    value = scale_invariant_signal_distortion_ratio(preds, target).item()
    assert value == pytest.approx(si_sdr(preds, target).item(), abs=0.01)


@settings(deadline=None, max_examples=30)
@given(
    seed=st.integers(0, 1000),
    factor=st.floats(1e-3, 1e3),
    batch=st.integers(1, 4),
    noise=st.floats(1e-3, 10),
)
def test_si_sdr_ignores_scale_and_order(seed, factor, batch, noise):
    preds, target = (samples.double() for samples in pair(batch, 50, noise=noise, seed=seed))
    value = scale_invariant_signal_distortion_ratio(preds, target)
    torch.testing.assert_close(scale_invariant_signal_distortion_ratio(factor * preds, target), value)
    torch.testing.assert_close(scale_invariant_signal_distortion_ratio(preds.flip(-1), target.flip(-1)), value)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_gradient(function):
    preds, target = (samples.double() for samples in pair(2, 20))
    torch.set_default_dtype(torch.float64)
    try:
        assert torch.autograd.gradcheck(lambda p: function(p, target), preds.requires_grad_())
    finally:
        torch.set_default_dtype(torch.float32)


@pytest.mark.parametrize("metric", CLASSES)
def test_silence_in_a_training_batch_leaves_the_gradients_of_others(metric):
    preds, target = pair(3, 100)
    target[1] = 0.0
    preds.requires_grad_()
    metric()(preds, target).backward()
    assert preds.grad.isfinite().all()
    assert (preds.grad[1] == 0).all()
    assert (preds.grad[[0, 2]] != 0).any(-1).all()


@pytest.mark.parametrize("metric", CLASSES)
@pytest.mark.parametrize(
    ("preds", "target", "message"),
    [
        ((2, 100), (2, 99), r"\(2, 100\) and \(2, 99\)"),
        ((100,), (1, 100), r"\(100,\) and \(1, 100\)"),
        ((), (), r"\(\)"),
    ],
)
def test_different_lengths_are_refused(metric, preds, target, message):
    with pytest.raises(ValueError, match=message):
        metric().update(torch.ones(preds), torch.ones(target))


@pytest.mark.parametrize("metric", CLASSES)
@pytest.mark.parametrize("bad", [math.nan, math.inf])
@pytest.mark.parametrize("where", [0, 1])
def test_nan_leaves_the_metric_as_it_was(metric, bad, where):
    preds, target = pair(3, 100)
    instance = metric()
    instance.update(preds, target)
    before = instance.compute()
    broken = [preds.clone(), target.clone()]
    broken[where][1, 5] = bad
    with pytest.raises(InvalidDataError, match="finite samples; 1 of 3"):
        instance.update(*broken)
    assert instance.compute() == before


def test_complex_samples_are_refused():
    with pytest.raises(TypeError, match="complex64"):
        signal_noise_ratio(torch.zeros(3, dtype=torch.complex64), torch.zeros(3))


@pytest.mark.parametrize("metric", CLASSES[:2])
def test_senseless_settings_are_refused(metric):
    with pytest.raises(ValueError, match="zero_mean to be True or False, got 'yes'"):
        metric(zero_mean="yes")
