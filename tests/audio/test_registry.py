import pytest

import metricore_audio
import metricore_audio.functional
from metricore import registry

NAMES = {
    "scale_invariant_signal_distortion_ratio": ("si_sdr", metricore_audio.ScaleInvariantSignalDistortionRatio),
    "scale_invariant_signal_noise_ratio": ("si_snr", metricore_audio.ScaleInvariantSignalNoiseRatio),
    "signal_noise_ratio": ("snr", metricore_audio.SignalNoiseRatio),
}


@pytest.mark.parametrize("name", NAMES)
def test_found_by_name_alias_and_id(name):
    alias, metric = NAMES[name]
    for each in (name, alias, alias.upper(), f"audio/{name}", metric.__name__):
        assert registry.get(each) is metric


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_of_it(name):
    info = registry.info(name)
    assert (info.domain, info.output, info.higher_is_better) == ("audio", "scalar", True)
    assert (info.lower_bound, info.upper_bound) == (None, None)
    assert info.functional == f"metricore_audio.functional:{name}"


def test_everything_exported_is_registered():
    exported = {getattr(metricore_audio, name) for name in metricore_audio.__all__}
    assert exported == {metric for _, metric in NAMES.values()}
    assert set(metricore_audio.functional.__all__) == set(NAMES)
    assert set(NAMES) <= set(dir(metricore_audio.functional))
    assert set(metricore_audio.__all__) <= set(dir(metricore_audio))


def test_the_root_of_metricore_forwards():
    import metricore

    assert all(getattr(metricore, name) is getattr(metricore_audio, name) for name in metricore_audio.__all__)
