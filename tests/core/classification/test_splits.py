"""Any split of the data into batches, or into parts that are merged, gives the same counts."""

import itertools

import hypothesis.strategies as st
import torch
from hypothesis import given, settings

from tests.core.classification.data import make


@st.composite
def multiclass(draw):
    n, classes = draw(st.integers(0, 12)), draw(st.sampled_from([2, 3, 66]))
    score = st.floats(-3, 3, width=16)
    rows = st.lists(st.lists(score, min_size=3, max_size=3), min_size=n, max_size=n)
    scores = torch.zeros(n, classes)
    scores[:, :3] = torch.tensor(draw(rows), dtype=torch.float32).reshape(n, 3)[:, :classes]
    target = torch.tensor(draw(st.lists(st.integers(-1, classes - 1), min_size=n, max_size=n)), dtype=torch.long)
    options = {"num_classes": classes, "average": "none", "ignore_index": -1, "top_k": draw(st.integers(1, 2))}
    return "MulticlassStatScores", options, scores, target


@st.composite
def decisions(draw):
    n, shape = draw(st.integers(0, 12)), draw(st.sampled_from([(), (2,), (2, 3)]))
    size = n * torch.Size(shape).numel()
    bound = draw(st.sampled_from([1, 1, 3]))
    scores = draw(st.lists(st.floats(1 - bound, bound, width=16), min_size=size, max_size=size))
    target = draw(st.lists(st.integers(-1, 1), min_size=size, max_size=size))
    options = {"ignore_index": -1, "from_logits": draw(st.sampled_from([None, True]))}
    if shape:
        options |= {"num_labels": 2, "average": "none"}
    name = "MultilabelStatScores" if shape else "BinaryStatScores"
    return (
        name,
        options,
        torch.tensor(scores).reshape(n, *shape),
        torch.tensor(target, dtype=torch.long).reshape(n, *shape),
    )


@settings(deadline=None, max_examples=60)
@given(st.one_of(multiclass(), decisions()), st.lists(st.integers(0, 12), max_size=4), st.booleans(), st.booleans())
def test_any_split(case, places, weighted, merged):
    name, options, preds, target = case
    data = [preds, target] + ([torch.arange(len(target)) % 3 / 2] if weighted else [])
    whole = make(name, **options)
    whole.update(*data)
    bounds = [0, *sorted(min(place, len(target)) for place in places), len(target)]
    parts = [[t[a:b] for t in data] for a, b in itertools.pairwise(bounds)]
    metric = make(name, **options)
    for part in parts:
        if merged:
            other = make(name, **options)
            other.update(*part)
            metric.merge_state(other)
        else:
            metric.update(*part)
    assert torch.equal(metric.compute(), whole.compute())
