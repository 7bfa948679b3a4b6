"""`thresholds="auto"`: constant memory, merging by sums, and an error that stays within the bound it states."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn import metrics as reference

from metricore.classification import (
    BinaryAUROC,
    BinaryAveragePrecision,
    BinaryGini,
    BinaryROC,
    MulticlassAUROC,
    MulticlassAveragePrecision,
    MultilabelAUROC,
)

SLACK = 1e-6  # values are given in float32
FINITE = {"allow_nan": False, "allow_infinity": False, "width": 32}


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    """Many small computations, for which threads only wait for each other."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


REGIMES = (
    st.floats(**FINITE),  # all magnitudes, denormals included
    st.floats(0, 1, width=32),
    st.floats(1.0, 1.015625, width=32),  # two bins
    st.floats(1 - 2**-13, 1, width=32),
    # Rounded to float32 first: NumPy 1 compares a value that it rounds with the double that it was.
    st.sampled_from(np.float32([0.0, -0.0, 0.5, 1.0, 1e-45, -1e-45, 3e38, -3e38, 1e-38, 1 - 2**-24]).tolist()),
)


@st.composite
def samples(draw, weighted):
    """Scores of two regimes, with both labels among them."""
    parts = [
        draw(hnp.arrays(np.float32, draw(st.integers(1, 20)), elements=draw(st.sampled_from(REGIMES)))) for _ in "ab"
    ]
    scores = np.concatenate(parts)
    labels = draw(hnp.arrays(np.int64, len(scores), elements=st.integers(0, 1)))
    labels[0], labels[-1] = 0, 1
    weight = st.sampled_from([0.5, 1.0, 3.0])
    return scores, labels, draw(hnp.arrays(np.float64, len(scores), elements=weight)) if weighted else None


def updated(metric, scores, labels, weights=None):
    middle = len(scores) // 2
    for part in (slice(0, middle), slice(middle, None)):
        extra = () if weights is None else (torch.as_tensor(weights[part]),)
        metric.update(torch.as_tensor(scores[part]), torch.as_tensor(labels[part]), *extra)
    return metric


@settings(max_examples=40, deadline=None)
@given(data=st.data(), weighted=st.booleans(), thresholds=st.sampled_from(["auto", "auto", 5]))
def test_error_is_within_its_bound(data, weighted, thresholds):
    scores, labels, weights = data.draw(samples(weighted))
    for cls, exact in (
        (BinaryAUROC, reference.roc_auc_score),
        (BinaryAveragePrecision, reference.average_precision_score),
    ):
        metric = cls(thresholds=thresholds, from_logits=None if thresholds == "auto" else True)
        metric = updated(metric, scores, labels, weights)
        error = abs(float(metric.compute()) - exact(labels, scores.astype(np.float64), sample_weight=weights))
        assert error <= float(metric.error_bound()) + SLACK


@settings(max_examples=20, deadline=None)
@given(scores=hnp.arrays(np.float32, 40, elements=st.floats(**FINITE)))
def test_bins_keep_the_order(scores):
    labels = np.arange(40) % 2
    _, tpr, thresholds = updated(BinaryROC(thresholds="auto", normalization=None), scores, labels).compute()
    assert bool((thresholds.diff() < 0).all())
    for at, rate in zip(thresholds[1:].numpy(), tpr[1:].numpy(), strict=True):
        assert np.isclose((scores[labels == 1] >= at).mean(), rate)


def test_bound_of_one_bin_is_half():
    metric = BinaryAUROC(thresholds="auto")
    metric.update(torch.tensor([2.0, 2.0001, 2.0002, 2.0003]), torch.tensor([0, 1, 0, 1]))
    assert float(metric.compute()) == 0.5
    assert float(metric.error_bound()) == 0.5


@pytest.mark.parametrize(
    "scores",
    [
        torch.rand(20000, generator=torch.Generator().manual_seed(0)),
        torch.randn(20000, generator=torch.Generator().manual_seed(1)).exp() * 1e6,
        torch.randn(20000, generator=torch.Generator().manual_seed(2)) * 8,
        (torch.randn(20000, generator=torch.Generator().manual_seed(3)) * 6).double().sigmoid().float(),
    ],
    ids=["uniform", "heavy", "logits", "near the ends"],
)
def test_bound_is_small_for_spread_scores(scores):
    labels = (torch.rand(20000, generator=torch.Generator().manual_seed(4)) < 0.3).long()
    auroc, ap = BinaryAUROC(thresholds="auto"), BinaryAveragePrecision(thresholds="auto")
    auroc.update(scores, labels)
    ap.update(scores, labels)
    assert float(auroc.error_bound()) < 0.005
    assert float(ap.error_bound()) < 0.03
    assert auroc.histogram.numel() < 200_000


def test_bound_of_gini_is_twice_that_of_the_area():
    gini, area = BinaryGini(thresholds="auto"), BinaryAUROC(thresholds="auto")
    for metric in (gini, area):
        metric.update(torch.arange(1000) / 1000, torch.arange(1000) % 3 % 2)
    assert torch.equal(gini.error_bound(), 2 * area.error_bound())


def test_exact_curves_have_no_error():
    metric = BinaryAUROC()
    metric.update(torch.rand(10), torch.arange(10) % 2)
    assert float(metric.error_bound()) == 0


@pytest.mark.parametrize("average", ["macro", "weighted", "none", "micro"])
def test_bounds_are_averaged_like_values(average):
    g = torch.Generator().manual_seed(7)
    preds, target = torch.randn(300, 3, generator=g), torch.randint(0, 3, (300,), generator=g)
    for cls in (MulticlassAUROC, MulticlassAveragePrecision):
        exact, sketch = cls(3, average=average), cls(3, average=average, thresholds="auto")
        exact.update(preds, target)
        sketch.update(preds, target)
        error = (exact.compute() - sketch.compute()).abs()
        assert bool((error <= sketch.error_bound() + SLACK).all())
        assert float(sketch.error_bound().max()) < 0.02


def test_shards_merge_by_sums():
    g = torch.Generator().manual_seed(8)
    preds, target = torch.randn(90, 3, generator=g), torch.randint(0, 2, (90, 3), generator=g)
    whole = MultilabelAUROC(3, thresholds="auto")
    whole.update(preds, target)
    shards = [MultilabelAUROC(3, thresholds="auto") for _ in range(3)]
    for number, shard in enumerate(shards):
        shard.update(preds[number::3], target[number::3])
    shards[0].merge_state(shards[1:])
    assert torch.equal(shards[0].compute(), whole.compute())
    assert torch.equal(shards[0].histogram, whole.histogram)


def test_partial_area_has_no_bound():
    metric = BinaryAUROC(max_fpr=0.5, thresholds="auto")
    metric.update(torch.rand(10), torch.arange(10) % 2)
    with pytest.raises(ValueError, match="whole area"):
        metric.error_bound()
