"""Functions of regression: outputs are found in the data where the class has to be told."""

import inspect
import math

import pytest
import torch

from metricore import functional
from metricore.functional import regression
from metricore.testing._regression_cases import CASES
from tests.core.regression.data import pairs

FOUND = ("concordance_corrcoef", "kendall_rank_corrcoef", "log_cosh_error", "pearson_corrcoef", "spearman_corrcoef")
DOMAIN_ONLY = (
    *("continuous_ranked_probability_score", "jensen_shannon_divergence", "interval_coverage", "interval_width"),
    *("max_error", "mean_bias", "normal_crps", "pinball_loss", "root_mean_squared_error"),
    *("root_mean_squared_log_error", "winkler_score", "weighted_interval_score", "median_absolute_error"),
    *("d2_absolute_error_score", "d2_pinball_score", "d2_tweedie_score"),
    *("mean_absolute_scaled_error", "root_mean_squared_scaled_error"),
)
OF_THREE = ("interval_width", "winkler_score", "normal_crps")


@pytest.mark.parametrize("name", CASES)
def test_like_the_class(name):
    function = getattr(regression, name)
    for case in CASES[name]:
        for batch in case.batches:
            settings = dict(case.settings)
            metric = function.metric_class(**settings)
            taken = list(inspect.signature(type(metric).update).parameters)[1:]
            needed = next(k for k, name in enumerate(taken) if name in ("train", "sample_weight"))
            extra = dict(zip(taken[needed:], batch[needed:], strict=False))
            got = function(*batch[:needed], **settings, **extra)
            metric.update(*batch)
            torch.testing.assert_close(got, metric.compute(), equal_nan=True)


def test_exported_where_torchmetrics_has_them():
    for name in CASES:
        assert (name in functional.__all__) is (name not in DOMAIN_ONLY)


@pytest.mark.parametrize("name", FOUND)
def test_outputs_are_found(name):
    preds, target = pairs(10, 3)
    function = getattr(regression, name)
    expected = torch.stack([function(*columns) for columns in zip(preds.T, target.T, strict=True)])
    torch.testing.assert_close(function(preds, target), expected)
    torch.testing.assert_close(function(preds, target, num_outputs=3), expected)
    assert function(preds[:, :1], target[:, :1]).shape == ()


def test_relative_error_of_found_outputs():
    preds, target = pairs(10, 3)
    expected = torch.stack([regression.relative_squared_error(*c) for c in zip(preds.T, target.T, strict=True)]).mean()
    torch.testing.assert_close(regression.relative_squared_error(preds, target), expected)
    each = [regression.relative_squared_error(*c, False) for c in zip(preds.T, target.T, strict=True)]
    torch.testing.assert_close(regression.relative_squared_error(preds, target, False), torch.stack(each).mean())


def test_settings_by_position():
    preds, target = pairs(10)
    assert isinstance(regression.kendall_rank_corrcoef(preds, target, "c", True, "less"), tuple)
    euclidean = math.sqrt(float((preds - target).square().sum()))
    assert regression.minkowski_distance(preds, target, 2).item() == pytest.approx(euclidean)
    with pytest.raises(TypeError, match="missing a required argument: 'p'"):
        regression.minkowski_distance(preds, target)


@pytest.mark.parametrize(
    "name",
    [n for n in CASES if getattr(regression, n).metric_class.is_differentiable and n != "interval_width"],
)
def test_people_may_train_on_it(name):
    preds, target = (part.abs() + 0.1 for part in pairs(10, 3))
    of_rows = ("continuous_ranked_probability_score", "weighted_interval_score")
    preds, target = (preds.sort(1).values, target[:, 0]) if name in of_rows else (preds, target)
    preds = preds.detach().requires_grad_()
    settings = {
        "minkowski_distance": {"p": 3},
        "tweedie_deviance_score": {"power": 1.5},
        "weighted_interval_score": {"quantiles": [0.2, 0.5, 0.8]},
        "mean_absolute_scaled_error": {"scale": torch.ones(10)},
        "root_mean_squared_scaled_error": {"scale": torch.ones(10)},
    }.get(name, {})
    between = [preds + 0.5] if name in OF_THREE else []
    getattr(regression, name)(preds, *between, target, **settings).sum().backward()
    assert preds.grad.isfinite().all()
    assert preds.grad.abs().sum() > 0
