"""One metric for each output, against the metric on that output alone."""

import pytest
import torch

from metricore import MeanMetric, MeanSquaredError, MultioutputWrapper
from metricore.classification import MulticlassAccuracy, MulticlassStatScores

GENERATOR = torch.Generator().manual_seed(2)
PREDS, TARGET = torch.rand(20, 3, generator=GENERATOR), torch.rand(20, 3, generator=GENERATOR)


@pytest.mark.parametrize("output_dim", [-1, 1])
def test_equals_each_output_alone(output_dim):
    metric = MultioutputWrapper(MeanSquaredError(), 3, output_dim)
    batches = [metric(PREDS[:7], TARGET[:7]), metric(PREDS[7:], TARGET[7:])]
    torch.testing.assert_close(metric.compute(), ((PREDS - TARGET) ** 2).mean(0))
    torch.testing.assert_close(batches[1], ((PREDS - TARGET) ** 2)[7:].mean(0))


def test_rows_with_nan_leave_their_output():
    preds, target = PREDS.clone(), TARGET.clone()
    preds[3, 0] = target[5, 0] = target[7, 2] = torch.nan
    metric = MultioutputWrapper(MeanSquaredError(), 3)
    metric.update(preds, target=target)
    torch.testing.assert_close(metric.compute(), ((preds - target) ** 2).nanmean(0))
    kept = MultioutputWrapper(MeanMetric("disable"), 3, remove_nans=False)
    kept.update(preds)
    assert kept.compute().isnan().tolist() == [True, False, False]


def test_weights_of_samples_go_to_all_outputs():
    weight = torch.rand(20, generator=GENERATOR)
    expected = (((PREDS - TARGET) ** 2) * weight[:, None]).sum(0) / weight.sum()
    for call in (lambda m: m.update(PREDS, TARGET, weight), lambda m: m.update(PREDS, TARGET, sample_weight=weight)):
        metric = MultioutputWrapper(MeanSquaredError(), 3)
        call(metric)
        torch.testing.assert_close(metric.compute(), expected)


def test_the_dimension_of_outputs_can_stay():
    metric = MultioutputWrapper(MeanSquaredError(num_outputs=1), 3, squeeze_outputs=False)
    metric.update(PREDS, TARGET)
    torch.testing.assert_close(metric.compute().flatten(), ((PREDS - TARGET) ** 2).mean(0))


def test_values_of_several_entries_are_stacked():
    labels = torch.randint(3, (20, 2), generator=GENERATOR)
    metric = MultioutputWrapper(MulticlassStatScores(3, average="none"), 2)
    metric.update(labels, labels.flip(1))
    assert metric.compute().shape == (2, 3, 5)


def test_scores_with_another_dimension():
    scores, labels = torch.randn(20, 3, 2, generator=GENERATOR), torch.randint(3, (20, 2), generator=GENERATOR)
    metric = MultioutputWrapper(MulticlassAccuracy(3, average="micro"), 2)
    metric.update(scores, labels)
    torch.testing.assert_close(metric.compute(), (scores.argmax(1) == labels).float().mean(0))


def test_other_numbers_of_outputs_and_rows_are_refused():
    metric = MultioutputWrapper(MeanSquaredError(), 2)
    with pytest.raises(ValueError, match="2 outputs in dimension -1"):
        metric.update(PREDS, TARGET)
    metric = MultioutputWrapper(MeanSquaredError(), 3)
    with pytest.raises(ValueError, match="number of rows"):
        metric.update(torch.full((4, 3), torch.nan), TARGET)
    assert metric.update_count == metric.metrics[0].update_count == 0


def test_a_later_output_that_fails_changes_no_earlier_one():
    metric = MultioutputWrapper(MulticlassAccuracy(3), 2)
    with pytest.raises(ValueError, match="labels"):
        metric.update(torch.tensor([[0, 0]]), torch.tensor([[0, 7]]))
    assert metric.metrics[0].update_count == 0


@pytest.mark.parametrize(
    "settings",
    [
        {"num_outputs": 0},
        {"num_outputs": "2"},
        {"num_outputs": 2, "output_dim": None},
        {"num_outputs": 2, "remove_nans": 1},
        {"num_outputs": 2, "squeeze_outputs": "no"},
    ],
)
def test_senseless_settings(settings):
    with pytest.raises(ValueError, match="Expected"):
        MultioutputWrapper(MeanSquaredError(), **settings)
