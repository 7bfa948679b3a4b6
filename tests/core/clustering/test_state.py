"""What scores of labellings keep: a table that does not grow with the samples, and that all of them share."""

import itertools

import pytest
import torch
from sklearn.metrics import adjusted_mutual_info_score, adjusted_rand_score

from metricore import MetricCollection, clustering

NAMES = (
    *("AdjustedMutualInfoScore", "AdjustedRandScore", "BCubedFScore", "CompletenessScore", "FowlkesMallowsIndex"),
    *("HomogeneityScore", "MutualInfoScore", "NormalizedMutualInfoScore", "PairConfusionMatrix", "Purity", "RandScore"),
    *("VMeasureScore", "VariationOfInformation"),
)


def labels(n, seed, most=20):
    g = torch.Generator().manual_seed(seed)
    return torch.randint(most, (n,), generator=g) * 10**12 - 7, torch.randint(most, (n,), generator=g)


def rows(metric):
    return sum(len(chunk) for chunk in metric.rows)


@pytest.mark.parametrize("batch", [1, 7, 1000, 100_000])
def test_rows_are_pairs_of_labels(batch):
    metric = clustering.AdjustedRandScore()
    for number in range(100 if batch < 1000 else 2):
        metric.update(*labels(batch, number))
        assert rows(metric) <= 2 * 400
    assert int(metric.rows.values[:, 2].sum()) == metric.update_count * batch


def test_forward_keeps_no_more():
    metric = clustering.AdjustedRandScore()
    for number in range(30):
        metric(*labels(300, number))
        assert rows(metric) <= 2 * 400


def test_many_pairs_grow_like_the_pairs():
    metric, seen = clustering.AdjustedRandScore(), []
    for number in range(40):
        batch = labels(50, number, most=200)
        metric.update(*batch)
        seen.append(torch.stack(batch, 1))
        assert rows(metric) <= 2 * len(torch.cat(seen).unique(dim=0))
    preds, target = torch.cat(seen).unbind(1)
    assert metric.compute() == pytest.approx(adjusted_rand_score(target, preds), abs=1e-6)


def test_merged_shards_become_one_table():
    whole, shards = clustering.AdjustedRandScore(), [clustering.AdjustedRandScore() for _ in range(5)]
    for number, shard in enumerate(shards):
        shard.update(*labels(500, number))
        whole.update(*labels(500, number))
    shards[0].merge_state(shards[1:])
    assert rows(shards[0]) <= 2 * 400
    assert shards[0].compute() == whole.compute()
    shards[0].update(*labels(3000, 9))
    assert rows(shards[0]) <= 2 * 400


@pytest.mark.parametrize("settings", [{}, {"num_classes": 5}], ids=["any", "bounded"])
def test_all_share_one_table(settings):
    names = [*NAMES, "ClusterAccuracy"] if settings else NAMES
    metrics = MetricCollection([getattr(clustering, name)(**settings) for name in names])
    assert [*metrics.compute_groups.values()] == [list(names)]
    preds, target = torch.arange(40) % 5, torch.arange(40) // 8
    metrics(preds, target)
    metrics.update(preds, target)
    values = metrics.compute()
    for name in names:
        alone = getattr(clustering, name)(**settings)
        alone.update(preds.repeat(2), target.repeat(2))
        assert torch.equal(values[name], alone.compute())


@pytest.mark.parametrize("name", [*NAMES[1:], "CalinskiHarabaszScore", "SilhouetteScore"])
def test_same_value_in_shapes_that_do_not_depend_on_the_data(name):
    """As on an accelerator: here a compiled function may not look at the data either."""
    metric = getattr(clustering, name)()
    labels_only = name in NAMES
    first = torch.tensor([5, 5, -3, 5, 8, 8, 5]) if labels_only else torch.arange(14.0).view(7, 2).square()
    second = torch.tensor([1, 1, 1, 2, 2, 9, 1])

    def value(*batch):
        return metric.compute_state(metric.update_state(metric.init_state(), *batch))

    torch._dynamo.reset()
    compiled = torch.compile(value, fullgraph=True, backend="eager")(first, second)
    torch.testing.assert_close(compiled, value(first, second))


def test_expected_information_of_all_arrangements():
    """The mean over all orders of one labelling is what is expected."""
    preds, target = torch.tensor([0, 0, 0, 1, 2, 2]), torch.tensor([0, 0, 1, 1, 1, 1])
    information = clustering.MutualInfoScore()
    values = []
    for order in itertools.permutations(range(6)):
        information.reset()
        information.update(preds[list(order)], target)
        values.append(information.compute().double())
    expected = torch.stack(values).mean()
    normalised = clustering.NormalizedMutualInfoScore()
    information.reset()
    information.update(preds, target)
    normalised.update(preds, target)
    mutual = information.compute().double()
    mean = mutual / normalised.compute()
    adjusted = clustering.AdjustedMutualInfoScore()
    adjusted.update(preds, target)
    assert adjusted.compute() == pytest.approx(float((mutual - expected) / (mean - expected)), abs=1e-6)


def test_adjusted_information_of_many_samples():
    preds, target = torch.arange(300_000) % 7, torch.arange(300_000) % 11 // 3
    metric = clustering.AdjustedMutualInfoScore(num_classes=7)
    metric.update(torch.where(torch.arange(300_000) % 3 == 0, target, preds), target)
    want = adjusted_mutual_info_score(target, torch.where(torch.arange(300_000) % 3 == 0, target, preds))
    assert metric.compute() == pytest.approx(want, rel=1e-6)
