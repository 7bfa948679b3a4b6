import pytest

import metricore_text
import metricore_text.functional
from metricore import registry

NAMES = {
    "bleu_score": ("bleu", metricore_text.BLEUScore),
    "char_error_rate": ("cer", metricore_text.CharErrorRate),
    "word_error_rate": ("wer", metricore_text.WordErrorRate),
}


@pytest.mark.parametrize("name", NAMES)
def test_found_by_name_alias_and_id(name):
    alias, metric = NAMES[name]
    for each in (name, alias, alias.upper(), f"text/{name}", metric.__name__):
        assert registry.get(each) is metric


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_of_it(name):
    info = registry.info(name)
    assert (info.domain, info.output, info.higher_is_better) == ("text", "scalar", name == "bleu_score")
    assert (info.lower_bound, info.upper_bound) == (0.0, 1.0 if name == "bleu_score" else None)
    assert info.functional == f"metricore_text.functional:{name}"


def test_everything_exported_is_registered():
    exported = {getattr(metricore_text, name) for name in metricore_text.__all__}
    assert exported == {metric for _, metric in NAMES.values()}
    assert set(metricore_text.functional.__all__) == set(NAMES)
    assert set(NAMES) <= set(dir(metricore_text.functional))
    assert set(metricore_text.__all__) <= set(dir(metricore_text))


def test_the_root_of_metricore_forwards():
    import metricore

    assert all(getattr(metricore, name) is getattr(metricore_text, name) for name in metricore_text.__all__)
