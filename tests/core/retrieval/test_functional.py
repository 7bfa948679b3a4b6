"""Functions of one query or of several."""

import inspect

import pytest
import torch

from metricore import functional
from metricore.functional import retrieval
from metricore.testing._retrieval_cases import CASES
from tests.core.retrieval.data import by_query, rankings

SETTINGS = {
    "retrieval_auroc": "top_k max_fpr",
    "retrieval_average_precision": "top_k",
    "retrieval_fall_out": "top_k",
    "retrieval_hit_rate": "top_k",
    "retrieval_normalized_dcg": "top_k",
    "retrieval_precision": "top_k adaptive_k",
    "retrieval_precision_recall_curve": "max_k adaptive_k",
    "retrieval_r_precision": "",
    "retrieval_recall": "top_k",
    "retrieval_reciprocal_rank": "top_k",
}


@pytest.mark.parametrize("name", SETTINGS)
def test_arguments_that_torchmetrics_users_know(name):
    known = ["preds", "target", *SETTINGS[name].split()]
    parameters = inspect.signature(getattr(retrieval, name)).parameters
    assert list(parameters)[: len(known)] == known
    assert parameters["indexes"].kind is inspect.Parameter.KEYWORD_ONLY


def test_exported_where_torchmetrics_has_them():
    assert set(functional.__all__) & set(retrieval.__all__) == set(SETTINGS) - {"retrieval_auroc"}


@pytest.mark.parametrize("name", CASES)
def test_one_query_several_and_rows(name):
    function = getattr(retrieval, name)
    data = rankings(6, 60)
    alone = [function(preds, target) for preds, target in by_query(*data).values()]
    whole = function(*data[:2], indexes=data[2])
    if isinstance(whole, torch.Tensor):
        torch.testing.assert_close(whole, torch.stack(alone).mean(0))
    metric = function.metric_class()
    torch.testing.assert_close(whole, metric(*data))
    rows = data[0].view(6, 10), data[1].view(6, 10)
    torch.testing.assert_close(function(*rows), function.metric_class()(*rows))


def test_what_is_wrong_is_said():
    preds, target, _ = rankings()
    with pytest.raises(TypeError, match="retrieval_recall: missing a required argument: 'target'"):
        retrieval.retrieval_recall(preds)
    with pytest.raises(ValueError, match="same shape"):
        retrieval.retrieval_recall(preds, target[1:])
