import re
import subprocess
import sys

import numpy as np
import pytest
import torch

from metricore import MeanMetric, MetricNotFoundError, SumMetric
from metricore.testing import LAWS, Case, RankError, Ranks, check_metric, checks_for, outcomes, parametrize_with_checks
from tests.core.one_law import check_of
from tests.core.testing import broken, plain

BATCHES = [(torch.tensor([1.0, 2.0, 5.0]),), (torch.tensor([4.0]),)]
MEAN = Case({}, BATCHES, 3.0)


def problem(metric, case, law):
    return check_of(law, metric, [case]).problem()


# -- ids and what is checked ---------------------------------------------------------------------------------------


def test_ids_are_metric_case_and_law():
    cases = [MEAN, Case({"nan_strategy": "ignore"}, BATCHES, 3.0), Case({}, BATCHES, 3.0, name="again"), MEAN]
    ids = [check.id for check in checks_for(MeanMetric, cases)]
    assert len(set(ids)) == len(ids)
    for label in ("", "nan_strategy=ignore-", "again-", "#2-"):
        assert f"MeanMetric-{label}batch_split" in ids


def test_ids_stay_when_a_case_is_added():
    before = {check.id for check in checks_for(MeanMetric, [MEAN])}
    assert before < {check.id for check in checks_for(MeanMetric, [MEAN, Case({"nan_strategy": 0.0}, BATCHES, 3.0)])}


def test_every_law_has_a_statement_of_one_sentence():
    for law in LAWS.values():
        assert re.fullmatch(r"[A-Z`].{20,}", law.statement), law.name


def test_a_metric_on_text_is_spared_what_needs_tensors():
    case = Case({}, [(["a", "b"], ["a", "c"]), (["d"], ["d"])], 2 / 3)
    names = {check.law.name for check in checks_for(plain.ShareOfEqualStrings, [case])}
    assert {"batch_split", "empty_batch", "two_ranks"} <= names
    assert not names & {"no_host_sync", "compiles", "grad_modes", "low_precision", "device_moves"}
    check_metric(plain.ShareOfEqualStrings, [case])


def test_batches_that_are_units_are_not_cut():
    names = {check.law.name for check in checks_for(MeanMetric, [Case({}, BATCHES, 3.0, splits=False)])}
    assert not names & {"batch_split", "empty_batch"}


def test_numbers_are_units():
    names = {check.law.name for check in checks_for(MeanMetric, [Case({}, [(1.0,), (2.0,)], 1.5)])}
    assert "batch_split" not in names
    assert "merge_parts" in names


def test_a_metric_that_cannot_be_built_fails_every_law():
    states = {outcome.state for outcome in outcomes(checks_for(plain.Unbuildable, [Case({}, [()], 0.0)]))}
    assert states == {"failed"}


# -- cases ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "holds"),
    [
        (3.0, True),
        (torch.tensor(3.0), True),
        (np.float64(3.0), True),
        (lambda value: value.mean(), True),
        (3.1, False),
        ([3.0], False),
        ("3.0", False),
        ({"mean": 3.0}, False),
        (float("nan"), False),
    ],
)
def test_expected_value(expected, holds):
    assert (problem(MeanMetric, Case({}, BATCHES, expected), "value") is None) is holds


def test_nan_equals_nan():
    case = Case({"nan_strategy": "disable"}, [(torch.tensor([float("nan"), 1.0]),)], float("nan"))
    check_metric(MeanMetric, [case])


def test_tolerance_is_the_cases():
    assert problem(MeanMetric, Case({}, BATCHES, 3.01, rtol=0.01), "value") is None
    assert problem(MeanMetric, Case({}, BATCHES, 3.01, atol=0.02), "value") is None


def test_arguments_by_name():
    check_metric(MeanMetric, [Case({}, [{"value": torch.ones(2), "weight": torch.tensor([1.0, 3.0])}], 1.0)])


def test_a_reference_gets_lists_where_batches_cannot_be_joined():
    batches = [(torch.tensor(1.0),), (torch.tensor([2.0, 6.0]),)]
    got = []
    case = Case({}, batches, lambda values: got.append(values) or 3.0)
    assert problem(MeanMetric, case, "value") is None
    assert [value.tolist() for value in got[0]] == [1.0, [2.0, 6.0]]


@pytest.mark.parametrize(
    ("batches", "message"),
    [([], "non-empty list"), (torch.ones(2), "non-empty list"), ([torch.ones(2)], "must be a tuple")],
)
def test_senseless_batches_are_refused(batches, message):
    with pytest.raises(TypeError, match=message):
        Case({}, batches, 1.0)


def test_senseless_settings_are_refused():
    with pytest.raises(TypeError, match="settings of a case must be a dict"):
        Case([1], BATCHES, 1.0)  # type: ignore[arg-type]


# -- failures, expected and not ------------------------------------------------------------------------------------


def test_a_failure_names_law_metric_settings_and_values():
    with pytest.raises(AssertionError) as caught:
        check_metric(MeanMetric, [Case({"nan_strategy": "ignore"}, BATCHES, 4.0)])
    assert str(caught.value) == (
        "MeanMetric-nan_strategy=ignore-value: The value is that of the reference -- but not for "
        "MeanMetric(nan_strategy='ignore'): expected 4.0, got tensor(3.)"
    )


def test_all_failures_are_reported_together():
    with pytest.raises(AssertionError) as caught:
        check_metric(broken.MeanOfBatchMeans, [Case({}, BATCHES, 7.0)])
    assert {"value", "batch_split"} <= {line.split(":")[0].split("-")[1] for line in str(caught.value).splitlines()}


def test_an_expected_failure_is_none():
    reasons = {"MeanMetric-value": "the reference is wrong on purpose"}
    check_metric(MeanMetric, [Case({}, BATCHES, 4.0)], expected_failures=reasons)
    states = {o.id: o for o in outcomes(checks_for(MeanMetric, [Case({}, BATCHES, 4.0)], reasons))}
    assert states["MeanMetric-value"].state == "expected failure"
    assert states["MeanMetric-value"].detail == "the reference is wrong on purpose"


def test_a_case_may_expect_failures_by_the_name_of_the_law():
    check_metric(MeanMetric, [Case({}, BATCHES, 4.0, expected_failures={"value": "wrong on purpose"})])


def test_an_expected_failure_that_passes_is_an_error():
    with pytest.raises(AssertionError, match=r"MeanMetric-reset: expected to fail .*but the law holds"):
        check_metric(MeanMetric, [MEAN], expected_failures={"MeanMetric-reset": "so they say"})


def test_expected_failures_must_name_checks_and_laws():
    with pytest.raises(ValueError, match=r"must name checks of MeanMetric, got \['MeanMetric-rest'\]"):
        checks_for(MeanMetric, [MEAN], {"MeanMetric-rest": "a slip"})
    with pytest.raises(ValueError, match=r"must name laws .* got \['rest'\]"):
        checks_for(MeanMetric, [Case({}, BATCHES, 3.0, expected_failures={"rest": "a slip"})])
    with pytest.raises(ValueError, match="must name checks of the metrics"):
        parametrize_with_checks([(MeanMetric, [MEAN])], expected_failures={"Other-reset": "a slip"})


def test_unknown_metrics_and_missing_cases():
    with pytest.raises(MetricNotFoundError):
        check_metric("no_such_metric_at_all", [MEAN])
    with pytest.raises(ValueError, match="no case to check MeanMetric with"):
        checks_for(MeanMetric, [])
    with pytest.raises(ValueError, match="is not registered, so its cases must be given"):
        checks_for(plain.ShareOfEqualStrings)


def test_a_registered_metric_is_checked_by_name_and_against_its_spec():
    checks = checks_for("sum", [Case({}, BATCHES, 12.0)])
    assert {"SumMetric-spec", "SumMetric-value"} <= {check.id for check in checks}
    assert checks[0].subject.metric_class is SumMetric
    check_metric("sum", [Case({}, BATCHES, 12.0)])


def test_a_spec_that_is_wrong_is_noticed(registered):
    registered(higher_is_better=True)
    assert "higher_is_better is True in the spec and False" in problem(broken.Right, Case({}, BATCHES, 11.5), "spec")[0]
    registered(higher_is_better=False, output="dict")
    assert "output is 'dict' in the spec" in problem(broken.Right, Case({}, BATCHES, 11.5), "spec")[0]
    registered(higher_is_better=False, upper_bound=1.0)
    assert "upper bound of the spec is 1" in problem(broken.Right, Case({}, BATCHES, 11.5), "spec")[0]
    registered(higher_is_better=False, functional="tests.core.testing.broken:nothing")
    assert "nothing" in problem(broken.Right, Case({}, BATCHES, 11.5), "spec")[0]
    registered(higher_is_better=False, lower_bound=0.0)
    assert problem(broken.Right, Case({}, BATCHES, 11.5), "spec") is None


@pytest.fixture
def registered(monkeypatch):
    """A registry of its own that knows `Right` by what a test says of it."""
    from metricore.testing import _checks_spec, _run

    def register(**about):
        from metricore._registry import Registry

        registry = Registry()
        registry.register("right", broken.Right, **about)
        for module in (_run, _checks_spec):
            monkeypatch.setattr(module, "registry", registry)

    return register


# -- around the laws -----------------------------------------------------------------------------------------------


def test_randomness_outside_is_as_before():
    torch.manual_seed(3)
    expected = torch.rand(1)
    torch.manual_seed(3)
    check_metric(SumMetric, [Case({}, BATCHES, 12.0)])
    assert torch.equal(torch.rand(1), expected)


def test_pytest_is_not_needed():
    code = "import sys, metricore.testing; assert 'pytest' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


# -- ranks ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ranks():
    ranks = Ranks(2)
    yield ranks
    ranks.stop()


def test_ranks_form_a_group(ranks):
    assert [v.item() for v in ranks.call(plain.sum_of_ranks, [torch.tensor(1.0), torch.tensor(2.0)])] == [3.0, 3.0]


@pytest.mark.parametrize(
    ("function", "limit", "message"),
    [
        (plain.raise_on_one, 60.0, "rank 0: still waits for the others; rank 1: KeyError: 'lost'"),
        (plain.hang_on_one, 1.0, r"no answer within 1 seconds from ranks \[1\]"),
        (plain.die_on_one, 60.0, "the process of rank 1 ended"),
    ],
)
def test_a_rank_that_fails_is_named_and_replaced(ranks, function, limit, message):
    with pytest.raises(RankError, match=message):
        ranks.call(function, limit=limit)
    assert ranks.call(plain.sum_of_ranks, [torch.tensor(1.0)] * 2)[0].item() == 2.0
