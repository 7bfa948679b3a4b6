import logging
import warnings

import pytest
import torch

from metricore import utilities
from tests.core.framework.metrics import Rows


def test_concatenation():
    rows = [torch.tensor([1, 2]), torch.tensor(3)]
    assert utilities.dim_zero_cat(rows).tolist() == [1, 2, 3]
    assert utilities.dim_zero_cat(tuple(rows)).tolist() == [1, 2, 3]
    joined = torch.ones(3)
    assert utilities.dim_zero_cat(joined) is joined
    metric = Rows()
    metric.update(torch.ones(2, 2))
    assert utilities.dim_zero_cat(metric.rows).shape == (2, 2)
    with pytest.raises(ValueError, match="Expected at least one tensor to concatenate"):
        utilities.dim_zero_cat([])


def test_reductions_over_the_first_dimension():
    table = torch.tensor([[1.0, 6.0], [3.0, 2.0]])
    assert utilities.dim_zero_sum(table).tolist() == [4.0, 8.0]
    assert utilities.dim_zero_mean(table).tolist() == [2.0, 4.0]
    assert utilities.dim_zero_max(table).tolist() == [3.0, 6.0]
    assert utilities.dim_zero_min(table).tolist() == [1.0, 2.0]


def test_without_ranks_everything_is_said(caplog):
    with pytest.warns(DeprecationWarning, match="old") as caught:
        utilities.rank_zero_warn("old", DeprecationWarning)
    assert caught[0].filename == __file__
    with caplog.at_level(logging.DEBUG, "metricore"):
        utilities.rank_zero_info("%d rows", 3)
        utilities.rank_zero_debug("more")
    assert [record.getMessage() for record in caplog.records] == ["3 rows", "more"]


def test_on_other_ranks_nothing_is_said(monkeypatch, caplog):
    monkeypatch.setattr(torch.distributed, "is_initialized", lambda: True)
    monkeypatch.setattr(torch.distributed, "get_rank", lambda: 1)
    with warnings.catch_warnings(), caplog.at_level(logging.DEBUG, "metricore"):
        warnings.simplefilter("error")
        utilities.rank_zero_warn("old")
        utilities.rank_zero_info("rows")
    assert not caplog.records
