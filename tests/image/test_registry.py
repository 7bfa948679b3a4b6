import pytest

import metricore_image
import metricore_image.functional
from metricore import registry

NAMES = {
    "peak_signal_noise_ratio": ("psnr", metricore_image.PeakSignalNoiseRatio),
    "structural_similarity_index_measure": ("ssim", metricore_image.StructuralSimilarityIndexMeasure),
}


@pytest.mark.parametrize("name", NAMES)
def test_found_by_name_alias_and_id(name):
    alias, metric = NAMES[name]
    for each in (name, alias, alias.upper(), f"image/{name}", metric.__name__):
        assert registry.get(each) is metric


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_of_it(name):
    info = registry.info(name)
    assert (info.domain, info.output, info.higher_is_better) == ("image", "scalar", True)
    assert (info.lower_bound, info.upper_bound) == ((-1.0, 1.0) if "similarity" in name else (None, None))
    assert info.functional == f"metricore_image.functional:{name}"


def test_everything_exported_is_registered():
    exported = {getattr(metricore_image, name) for name in metricore_image.__all__}
    assert exported == {metric for _, metric in NAMES.values()}
    assert set(metricore_image.functional.__all__) == set(NAMES)
    assert set(NAMES) <= set(dir(metricore_image.functional))
    assert set(metricore_image.__all__) <= set(dir(metricore_image))


def test_the_root_of_metricore_forwards():
    import metricore

    assert all(getattr(metricore, name) is getattr(metricore_image, name) for name in metricore_image.__all__)
