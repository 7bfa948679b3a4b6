"""A metric over steps, and the best of them."""

import copy
import pickle

import pytest
import torch

from metricore import (
    BootStrapper,
    ClasswiseWrapper,
    MeanAbsoluteError,
    MeanMetric,
    MeanSquaredError,
    MetricCollection,
    MetricTracker,
    MinMaxMetric,
    StateFileError,
    SumMetric,
)
from metricore.classification import MulticlassAccuracy, MulticlassRecall

ERRORS = (1.0, 3.0, 2.0)
ZERO = torch.zeros(1)


def tracked(metric, *errors, **settings) -> MetricTracker:
    tracker = MetricTracker(metric, **settings)
    for error in errors:
        tracker.increment()
        tracker.update(torch.tensor([error]), ZERO)
    return tracker


def test_a_metric_over_steps():
    tracker = tracked(MeanSquaredError(), *ERRORS)
    assert tracker.n_steps == len(tracker) == 3
    assert tracker.compute_all().tolist() == [1.0, 9.0, 4.0]
    assert tracker.compute() == 4.0
    assert tracker.best_metric() == 1.0
    assert tracker.best_metric(return_step=True) == (1.0, 0)
    assert tracked(MeanSquaredError(), *ERRORS, maximize=True).best_metric(return_step=True) == (9.0, 1)


def test_forward_gives_the_batch_of_the_current_step():
    tracker = MetricTracker(MeanSquaredError())
    tracker.increment()
    assert tracker(torch.tensor([2.0]), ZERO) == 4.0
    assert tracker(torch.tensor([4.0]), ZERO) == 16.0
    assert tracker.compute() == 10.0


def test_reset_is_of_the_current_step_and_reset_all_of_every():
    tracker = tracked(MeanSquaredError(), *ERRORS)
    tracker.reset()
    tracker.update(torch.tensor([5.0]), ZERO)
    assert tracker.compute_all().tolist() == [1.0, 9.0, 25.0]
    tracker.reset_all()
    assert [step.update_count for step in tracker] == [0, 0, 0]


def test_a_collection_over_steps():
    collection = MetricCollection([MeanSquaredError(), MeanAbsoluteError()], prefix="val_")
    tracker = tracked(collection, *ERRORS, maximize=[False, True])
    everything = tracker.compute_all()
    assert everything["val_MeanSquaredError"].tolist() == [1.0, 9.0, 4.0]
    assert tracker.best_metric() == {"val_MeanSquaredError": 1.0, "val_MeanAbsoluteError": 3.0}
    _, steps = tracker.best_metric(return_step=True)
    assert steps == {"val_MeanSquaredError": 0, "val_MeanAbsoluteError": 1}


def test_entries_of_wrappers_in_a_collection_are_as_their_metric():
    collection = MetricCollection(
        {
            "by": ClasswiseWrapper(MulticlassRecall(2, average="none"), ["x", "y"], prefix="recall_"),
            "accuracy": MulticlassAccuracy(2, average="micro"),
        }
    )
    tracker = MetricTracker(collection)
    target = torch.tensor([0, 0, 1, 1])
    for preds in ([0, 0, 0, 0], [0, 1, 1, 1]):
        tracker.increment()
        tracker.update(torch.tensor(preds), target)
    best, steps = tracker.best_metric(return_step=True)
    assert best == {"recall_x": 1.0, "recall_y": 1.0, "accuracy": 0.75}
    assert steps == {"recall_x": 0, "recall_y": 1, "accuracy": 1}


def test_nan_is_never_best():
    tracker = MetricTracker(MeanMetric(), maximize=True)
    for values in ([], [2.0], []):
        tracker.increment()
        tracker.update(torch.tensor(values))
    assert tracker.best_metric(return_step=True) == (2.0, 1)


def test_a_vector_has_no_best():
    tracker = MetricTracker(MulticlassRecall(2, average="none"))
    tracker.increment()
    tracker.update(torch.tensor([0, 1]), torch.tensor([0, 1]))
    with pytest.warns(UserWarning, match="no best value of MulticlassRecall"):
        assert tracker.best_metric(return_step=True) == (None, None)


def test_the_given_metric_is_left_alone():
    base = MeanSquaredError()
    base.update(torch.tensor([7.0]), ZERO)
    tracker = tracked(base, 1.0)
    assert (tracker.compute(), base.compute()) == (1.0, 49.0)


def test_nothing_without_a_step():
    tracker = MetricTracker(MeanSquaredError())
    for call in (tracker.compute, tracker.compute_all, tracker.best_metric, tracker.reset, lambda: tracker.update(1)):
        with pytest.raises(ValueError, match="increment"):
            call()


@pytest.mark.parametrize("how", ["state_dict", "file", "pickle", "copy"])
@pytest.mark.parametrize("before", [0, 1, 5])
def test_saved_and_loaded(how, before, tmp_path):
    metric = MetricCollection({"raw": MeanSquaredError(), "ends": MinMaxMetric(MeanAbsoluteError())})
    tracker = tracked(metric, *ERRORS)
    tracker.persistent(True)
    expected = tracker.compute_all()
    twin = tracked(metric, *[9.0] * before)
    if how == "state_dict":
        twin.persistent(True)
        twin.load_state_dict(tracker.state_dict())
    elif how == "file":
        tracker.save_state(tmp_path / "t.safetensors")
        twin.load_state(tmp_path / "t.safetensors")
    else:
        twin = copy.deepcopy(tracker) if how == "copy" else pickle.loads(pickle.dumps(tracker))
    assert twin.n_steps == 3
    got = twin.compute_all()
    assert all(torch.equal(got[name], expected[name]) for name in expected)
    twin.update(torch.tensor([0.0]), ZERO)
    assert twin.compute_all()["raw"].tolist() == [1.0, 9.0, 2.0]
    assert tracker.compute_all()["raw"].tolist() == [1.0, 9.0, 4.0]


def test_a_file_of_something_else(tmp_path):
    metric = MeanSquaredError()
    metric.update(torch.tensor([7.0]), ZERO)
    metric.save_state(tmp_path / "m.safetensors")
    tracker = tracked(MeanSquaredError(), 2.0)
    with pytest.raises(StateFileError, match="steps"):
        tracker.load_state(tmp_path / "m.safetensors")
    tracked(MeanAbsoluteError(), 1.0, 2.0).save_state(tmp_path / "t.safetensors")
    with pytest.raises(StateFileError, match="MeanAbsoluteError"):
        tracker.load_state(tmp_path / "t.safetensors")
    assert tracker.compute_all().tolist() == [4.0]


def test_shards_merge_step_by_step():
    tracker = tracked(MeanSquaredError(), *ERRORS)
    tracker.merge_state([tracked(MeanSquaredError(), *ERRORS[::-1]), tracked(MeanSquaredError(), *ERRORS)])
    assert tracker.compute_all().tolist() == pytest.approx([2.0, 9.0, 3.0])
    with pytest.raises(ValueError, match="tracker of 3 steps"):
        tracker.merge_state(tracked(MeanSquaredError(), 1.0))
    with pytest.raises(ValueError, match="MeanSquaredError to merge"):
        tracker.merge_state(tracked(MeanAbsoluteError(), *ERRORS))
    assert tracker.compute_all().tolist() == pytest.approx([2.0, 9.0, 3.0])


def test_moves_with_its_model():
    model = torch.nn.Module()
    model.tracker = tracked(MeanSquaredError(), 1.0)
    model.to("meta")
    model.tracker.increment()
    assert [step.device.type for step in model.tracker] == ["meta", "meta"]


def test_wrappers_are_tracked():
    tracker = MetricTracker(BootStrapper(MeanSquaredError(), 20, seed=1), maximize=False)
    for error in ERRORS:
        tracker.increment()
        tracker.update(torch.full((30,), error), torch.zeros(30))
    assert tracker.compute_all()["mean"].tolist() == [1.0, 9.0, 4.0]
    assert tracker.best_metric(return_step=True) == ({"mean": 1.0, "std": 0.0}, {"mean": 0, "std": 0})


def test_senseless_settings():
    with pytest.raises(TypeError, match="metric"):
        MetricTracker(3)
    with pytest.raises(ValueError, match="SumMetric does not say"):
        MetricTracker(SumMetric())
    with pytest.raises(ValueError, match="maximize"):
        MetricTracker(SumMetric(), maximize="yes")
    with pytest.raises(ValueError, match="an entry for each metric"):
        MetricTracker(MetricCollection([SumMetric(), MeanMetric()]), maximize=[True])
