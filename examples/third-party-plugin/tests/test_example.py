import pytest
import torch

from metricore import InvalidDataError, registry
from metricore.testing import parametrize_with_checks
from metricore_example._cases import CASES
from metricore_example.metrics import MeanSquaredAngularError


@parametrize_with_checks([("mean_squared_angular_error", CASES)])
def test_law(check):
    check()


def test_found_by_name_alias_and_id():
    for name in ("mean_squared_angular_error", "angular-mse", "example/mean_squared_angular_error"):
        assert registry.get(name) is MeanSquaredAngularError


def test_senseless_circle_is_refused():
    with pytest.raises(ValueError, match="circle must be positive"):
        MeanSquaredAngularError(circle=0.0)


def test_different_shapes_are_refused():
    with pytest.raises(InvalidDataError, match="same shape"):
        MeanSquaredAngularError().update(torch.zeros(2), torch.zeros(3))
