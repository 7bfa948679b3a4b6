"""Arguments that are no tensors, and rows that fit no others."""

import pytest
import torch

from metricore import CatState, Metric, cat_state
from metricore.classification import MulticlassAccuracy
from metricore.functional import accuracy
from metricore.functional.classification import multiclass_accuracy

SCORES, LABELS = torch.eye(3), torch.arange(3)


class Rows(Metric):
    rows: CatState = cat_state((2,))

    def update(self, value: torch.Tensor) -> None:
        self.rows.append(value)

    def compute(self) -> torch.Tensor:
        return self.rows.values


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
@pytest.mark.parametrize("method", ["update", "forward"])
def test_an_argument_that_is_no_tensor_is_named(method, dtype):
    metric = MulticlassAccuracy(3).set_dtype(dtype)
    metric.update(SCORES, LABELS)
    with pytest.raises(TypeError, match=r"Expected target to be a tensor, got list\."):
        getattr(metric, method)(SCORES, [0, 1, 2])
    with pytest.raises(TypeError, match=r"Expected preds to be a tensor, got ndarray\."):
        getattr(metric, method)(preds=SCORES.numpy(), target=LABELS)
    assert (metric.update_count, metric.compute().item()) == (1, 1.0)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
@pytest.mark.parametrize("method", ["update", "forward"])
def test_a_wrong_call_names_the_metric_and_not_the_base_that_wrote_update(method, dtype):
    metric = MulticlassAccuracy(3).set_dtype(dtype)
    metric.update(SCORES, LABELS)
    with pytest.raises(TypeError, match=r"^MulticlassAccuracy\.update\(\) missing 1 .* argument: 'target'"):
        getattr(metric, method)(SCORES)
    with pytest.raises(TypeError, match=r"^MulticlassAccuracy\.update\(\) got an unexpected .* 'weights'"):
        getattr(metric, method)(SCORES, LABELS, weights=None)
    assert (metric.update_count, metric.compute().item()) == (1, 1.0)


def test_none_is_no_tensor_where_one_is_needed():
    with pytest.raises(TypeError, match=r"Expected target to be a tensor, got NoneType\."):
        MulticlassAccuracy(3).update(SCORES, None)
    with pytest.raises(TypeError, match=r"Expected preds to be a tensor, got NoneType\."):
        MulticlassAccuracy(3).update(None, LABELS, sample_weight=None)


def test_an_array_of_labels_is_no_tensor():
    with pytest.raises(TypeError, match=r"Expected target to be a tensor, got ndarray\."):
        MulticlassAccuracy(3).update(SCORES, LABELS.numpy())


def test_a_function_names_it_too():
    with pytest.raises(TypeError, match=r"Expected target to be a tensor, got list\."):
        multiclass_accuracy(SCORES, [0, 1, 2], num_classes=3)
    with pytest.raises(TypeError, match=r"Expected preds to be a tensor, got list\."):
        accuracy([1, 0, 1], LABELS, task="multiclass", num_classes=3)


def test_mistakes_of_authors_stay_theirs():
    class Mistaken(Rows):
        def update(self, value: torch.Tensor) -> None:
            self.rows.attend(value)

    with pytest.raises(AttributeError, match="attend"):
        Mistaken().update(torch.zeros(1, 2))


@pytest.mark.parametrize("method", ["update", "forward"])
def test_rows_of_another_shape_are_refused_and_nothing_is_lost(method):
    metric = Rows()
    metric.update(torch.ones(3, 2))
    with pytest.raises(ValueError, match=r"Expected rows of shape \(2,\), as before, got \(4,\)\."):
        getattr(metric, method)(torch.ones(1, 4))
    metric.update(torch.ones(0, 4))  # nothing fits everywhere
    assert metric.compute().shape == (3, 2)


def test_rows_of_another_shape_do_not_merge():
    one, other = Rows(), Rows()
    one.update(torch.ones(3, 2))
    other.update(torch.ones(3, 4))
    with pytest.raises(ValueError, match="as before"):
        one.merge_state(other)
    assert one.compute().shape == (3, 2)
