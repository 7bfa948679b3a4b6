import jiwer
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from metricore_text import CharErrorRate, WordErrorRate
from metricore_text.functional import char_error_rate, word_error_rate

RATES = [
    pytest.param(WordErrorRate, word_error_rate, jiwer.wer, id="words"),
    pytest.param(CharErrorRate, char_error_rate, jiwer.cer, id="characters"),
]
each_rate = pytest.mark.parametrize(("metric", "function", "reference"), RATES)

HYPOTHESES = ["this is the prediction", "there is an other sample", "exact", "a a b b a", ""]
REFERENCES = ["this is the reference", "there is another one", "exact", "b a b a", "left out"]

texts = st.text(alphabet="ab .é𝄞\t\n\u00a0", max_size=12)
pairs = st.lists(st.tuples(texts, texts), min_size=1, max_size=6)


@each_rate
def test_jiwer_agrees(metric, function, reference):
    expected = reference(REFERENCES, HYPOTHESES)
    assert function(HYPOTHESES, REFERENCES).item() == pytest.approx(expected)
    instance = metric()
    for hypothesis, sentence in zip(HYPOTHESES, REFERENCES, strict=True):
        instance.update(hypothesis, sentence)
    assert instance.compute().item() == pytest.approx(expected)


@each_rate
@settings(deadline=None)
@given(data=pairs)
def test_jiwer_agrees_on_any_text(metric, function, reference, data):
    hypotheses, references = (list(column) for column in zip(*data, strict=True))
    assert function(hypotheses, references).item() == pytest.approx(reference(references, hypotheses))


@each_rate
@pytest.mark.parametrize(
    ("hypothesis", "sentence"),
    [
        ("", "a b"),
        ("a b", ""),  # the number of insertions
        ("", ""),
        ("  a   b ", "a b"),
        ("a\tb", "a b"),  # a single tab is part of a word
        ("a\n\nb", "a b"),
        ("a\u00a0b", "a b"),
        ("\t", "a"),
    ],
)
def test_white_space_and_nothing_as_in_jiwer(metric, function, reference, hypothesis, sentence):
    assert function(hypothesis, sentence).item() == pytest.approx(reference(sentence, hypothesis))


@each_rate
def test_empty_reference_among_others(metric, function, reference):
    hypotheses, references = ["word", "a b c"], ["", "a b"]
    assert function(hypotheses, references).item() == pytest.approx(reference(references, hypotheses))


@each_rate
@settings(deadline=None, max_examples=30)
@given(data=pairs, cut=st.integers(0, 6))
def test_any_split_gives_the_same(metric, function, reference, data, cut):
    instance = metric()
    for part in (data[:cut], data[cut:]):
        instance.update([hypothesis for hypothesis, _ in part], [sentence for _, sentence in part])
    whole = metric()
    whole.update([hypothesis for hypothesis, _ in data], [sentence for _, sentence in data])
    assert torch.equal(instance.compute(), whole.compute())


@each_rate
def test_no_sentence_is_undefined(metric, function, reference):
    instance = metric()
    instance.update([], [])
    assert instance.compute().isnan()


@each_rate
def test_tuples_are_sequences(metric, function, reference):
    assert function(tuple(HYPOTHESES), REFERENCES) == function(HYPOTHESES, tuple(REFERENCES))


@each_rate
@pytest.mark.parametrize(("preds", "target"), [(["a", "b"], ["a"]), ("a", ["a", "b"]), ([], "a")])
def test_different_numbers_are_refused(metric, function, reference, preds, target):
    count = [1 if isinstance(side, str) else len(side) for side in (preds, target)]
    with pytest.raises(ValueError, match=f"as many preds as target, got {count[0]} and {count[1]}"):
        function(preds, target)


@each_rate
@pytest.mark.parametrize(
    ("preds", "message"),
    [
        (["a", 3], "strings in preds, got int at position 1"),
        (5, "preds to be a string or a sequence of strings, got int"),
    ],
)
def test_what_is_not_text_is_refused(metric, function, reference, preds, message):
    instance = metric()
    instance.update("a b", "a c")
    before = instance.compute()
    with pytest.raises(TypeError, match=message):
        instance.update(preds, ["a", "b"])
    assert instance.compute() == before
