import warnings

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from metricore_text import BLEUScore
from metricore_text.functional import bleu_score

HYPOTHESES = [
    "It is a guide to action which ensures that the military always obeys the commands of the party",
    "he read the book because he was interested in world history",
    "the the the the the the the",
]
REFERENCES = [
    [
        "It is a guide to action that ensures that the military will forever heed Party commands",
        "It is the guiding principle which guarantees the military forces always being under the command of the Party",
        "It is the practical guide for the army always to heed the directions of the party",
    ],
    ["he was interested in world history because he read the book", "he read the book"],
    ["the cat is on the mat", "there is a cat on the mat"],
]

sentences = st.lists(st.sampled_from("abc"), max_size=8).map(" ".join)
corpora = st.lists(st.tuples(sentences, st.lists(sentences, min_size=1, max_size=3)), min_size=1, max_size=4)


def of_sacrebleu(hypotheses, references, n_gram=4, smooth=False):
    """The value of sacrebleu, which wants the references the other way round, each hypothesis with as many."""
    most = max(map(len, references))
    columns = [[group[i] if i < len(group) else None for group in references] for i in range(most)]
    how = {"smooth_method": "add-k", "smooth_value": 1} if smooth else {"smooth_method": "none"}
    return BLEU(tokenize="none", max_ngram_order=n_gram, **how).corpus_score(hypotheses, columns).score / 100


@pytest.mark.parametrize("smooth", [False, True])
@pytest.mark.parametrize("n_gram", [1, 2, 3, 4, 6])
def test_sacrebleu_agrees(n_gram, smooth):
    expected = of_sacrebleu(HYPOTHESES, REFERENCES, n_gram, smooth)
    assert bleu_score(HYPOTHESES, REFERENCES, n_gram, smooth).item() == pytest.approx(expected, rel=1e-6)
    metric = BLEUScore(n_gram, smooth)
    for hypothesis, group in zip(HYPOTHESES, REFERENCES, strict=True):
        metric.update(hypothesis, [group])
    assert metric.compute().item() == pytest.approx(expected, rel=1e-6)


@settings(deadline=None)
@given(corpus=corpora, n_gram=st.integers(1, 4), smooth=st.booleans())
def test_sacrebleu_agrees_on_any_corpus(corpus, n_gram, smooth):
    hypotheses, references = (list(column) for column in zip(*corpus, strict=True))
    expected = of_sacrebleu(hypotheses, references, n_gram, smooth)
    assert bleu_score(hypotheses, references, n_gram, smooth).item() == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    "weights", [(0.25, 0.25, 0.25, 0.25), (0.4, 0.3, 0.2, 0.1), (0.5, 0.5, 0.0, 0.0), (1, 0, 0, 0)]
)
def test_nltk_agrees_on_weights(weights):
    nltk = pytest.importorskip("nltk.translate.bleu_score")
    words = [sentence.split() for sentence in HYPOTHESES], [[text.split() for text in g] for g in REFERENCES]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = nltk.corpus_bleu(words[1], words[0], weights=weights)
    assert bleu_score(HYPOTHESES, REFERENCES, weights=weights).item() == pytest.approx(expected, rel=1e-6)


def test_length_without_weight_may_have_no_match():
    assert bleu_score("a b", [["a b"]], weights=(0.5, 0.5, 0.0, 0.0)) == 1
    assert bleu_score("a b", [["a b"]]) == 0
    assert bleu_score("a b", [["a b"]], smooth=True) == 1


def test_shorter_of_two_equally_close_references_counts():
    # Of 4 and 6 words, both one off, the shorter one: no penalty, and all words match.
    assert bleu_score("a b c d e", [["a b c d", "a b c d e e"]], n_gram=1) == 1


@settings(deadline=None, max_examples=30)
@given(corpus=corpora, cut=st.integers(0, 4))
def test_any_split_gives_the_same(corpus, cut):
    parts, whole = BLEUScore(2), BLEUScore(2)
    for part in (corpus[:cut], corpus[cut:]):
        parts.update([hypothesis for hypothesis, _ in part], [group for _, group in part])
    whole.update([hypothesis for hypothesis, _ in corpus], [group for _, group in corpus])
    assert torch.equal(parts.compute(), whole.compute())


def test_one_reference_may_be_a_string():
    expected = bleu_score(HYPOTHESES, [group[:1] for group in REFERENCES], 1)
    assert bleu_score(HYPOTHESES, [group[0] for group in REFERENCES], 1) == expected
    assert bleu_score("a b", "a b", 2) == 1
    assert bleu_score("a b", ["a b"], 2) == 1


def test_no_sentence_is_undefined():
    metric = BLEUScore()
    metric.update([], [])
    assert metric.compute().isnan()


@pytest.mark.parametrize(("preds", "target"), [([""], [["a"]]), (["a"], [[""]]), ([""], [[""]])])
def test_nothing_said_is_zero(preds, target):
    assert bleu_score(preds, target) == 0 == of_sacrebleu(preds, target)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n_gram": 0}, "n_gram to be a positive integer, got 0"),
        ({"n_gram": 2.0}, "got 2.0"),
        ({"smooth": "add"}, "smooth to be True or False"),
        ({"n_gram": 2, "weights": (1.0,)}, "2 weights of at least 0"),
        ({"n_gram": 2, "weights": (1.5, -0.5)}, "2 weights of at least 0"),
    ],
)
def test_senseless_settings_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        BLEUScore(**settings)


@pytest.mark.parametrize(
    ("preds", "target", "counts"), [(["a", "b"], [["a"]], "2 and 1"), ("a", ["a", "b"], "1 and 2")]
)
def test_different_numbers_are_refused(preds, target, counts):
    with pytest.raises(ValueError, match=f"as many preds as target, got {counts}"):
        bleu_score(preds, target)


def test_hypothesis_without_reference_is_refused():
    with pytest.raises(ValueError, match="at least one reference for each hypothesis"):
        bleu_score(["a"], [[]])


@pytest.mark.parametrize(("preds", "target"), [([3], [["a"]]), (["a"], [[3]]), (["a"], [3])])
def test_what_is_not_text_is_refused(preds, target):
    with pytest.raises(TypeError, match="got int"):
        bleu_score(preds, target)
