"""Association of two variables beside scipy, and as derived where scipy has no such form."""

import math

import numpy as np
import pytest
import torch
from scipy.stats import chi2_contingency, entropy
from scipy.stats.contingency import association

from metricore import InvalidDataError, MetricCollection, nominal
from metricore.functional import nominal as functional

NAMES = ("CramersV", "PearsonsContingencyCoefficient", "TheilsU", "TschuprowsT")
FUNCTIONS = ("cramers_v", "pearsons_contingency_coefficient", "theils_u", "tschuprows_t")


def tables(seed=0):
    """Tables of counts, rows of the target and columns of the predictions, without empty ones."""
    rng = np.random.default_rng(seed)
    yield from [np.array([[10, 0], [0, 10]]), np.array([[5, 5], [5, 5]]), np.array([[1, 0], [0, 1]])]
    yield from [np.array([[3, 1], [1, 2]]), np.eye(5, dtype=int) * 4]
    for rows, columns in [(2, 3), (4, 2), (3, 3), (6, 5), (20, 30)]:
        for most in (3, 40):
            yield rng.integers(0, most, (rows, columns)) + np.eye(rows, columns, dtype=int) + (rng.random() < 0.5)


def samples(table, seed=0):
    """Samples with these counts, in some order."""
    target, preds = (np.repeat(index.ravel(), table.ravel()) for index in np.indices(table.shape))
    order = np.random.default_rng(seed).permutation(len(preds))
    return torch.from_numpy(preds[order]), torch.from_numpy(target[order])


def occurring(table):
    return table[table.any(1)][:, table.any(0)]


def derived(table):
    """Bergsma's corrected forms from scipy's chi-squared; Theil's U from scipy's entropies."""
    n, (rows, columns) = table.sum(), table.shape
    phi = chi2_contingency(table, correction=False).statistic / n
    phi = max(0.0, phi - (rows - 1) * (columns - 1) / (n - 1))
    rows, columns = rows - (rows - 1) ** 2 / (n - 1), columns - (columns - 1) ** 2 / (n - 1)
    of_preds, of_target, of_both = entropy(table.sum(0)), entropy(table.sum(1)), entropy(table.ravel())
    least, product = min(rows, columns) - 1, (rows - 1) * (columns - 1)
    return {
        "CramersV": math.sqrt(phi / least) if least > 1e-12 else math.nan,
        "TschuprowsT": math.sqrt(phi / math.sqrt(product)) if product > 1e-12 else math.nan,
        "TheilsU": (of_preds + of_target - of_both) / of_preds,
    }


def in_pieces(metric, preds, target):
    for some in zip(preds.split(7), target.split(7), strict=True):
        metric.update(*some)
    metric.update(preds[:0], target[:0])
    return metric.compute()


@pytest.mark.parametrize(
    ("name", "method"),
    [("CramersV", "cramer"), ("TschuprowsT", "tschuprow"), ("PearsonsContingencyCoefficient", "pearson")],
)
def test_as_scipy(name, method):
    settings = {} if method == "pearson" else {"bias_correction": False}
    for table in map(occurring, tables()):
        metric = getattr(nominal, name)(num_classes=40, **settings)
        value = in_pieces(metric, *samples(table))
        assert value == pytest.approx(association(table, method=method), abs=1e-6)


@pytest.mark.parametrize("name", ["CramersV", "TschuprowsT", "TheilsU"])
def test_as_derived(name):
    for table in map(occurring, tables()):
        value = in_pieces(getattr(nominal, name)(num_classes=40), *samples(table))
        assert value == pytest.approx(derived(table)[name], abs=1e-6, nan_ok=True)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_number_of_classes_is_found(name):
    preds, target = samples(np.array([[4, 1, 0], [0, 3, 2]]))
    function = getattr(functional, name)
    assert function(preds, target) == function(preds, target, num_classes=17)
    assert function(preds + 5, target + 9) == function(preds, target)


@pytest.mark.parametrize("name", NAMES)
def test_undefined_where_a_variable_is_constant(name):
    metric = getattr(nominal, name)(num_classes=4)
    constant, other = torch.zeros(4, dtype=torch.int64), torch.arange(4)
    assert metric(constant, other).isnan()
    assert metric(other, constant) == 0 if name == "TheilsU" else metric(other, constant).isnan()
    assert getattr(nominal, name)(num_classes=4)(other[:1], other[:1]).isnan()
    assert getattr(nominal, name)(num_classes=4)(other[:0], other[:0]).isnan()


@pytest.mark.parametrize("name", ["CramersV", "TschuprowsT"])
def test_corrected_undefined_where_all_are_distinct(name):
    """Chance alone explains as many values as there are samples."""
    assert getattr(nominal, name)(num_classes=4)(torch.arange(4), torch.arange(4)).isnan()
    for distinct, other in [
        ([0, 4, 2], [0, 1, 2]),
        ([3, 2, 0], [0, 1, 0]),
        ([2, 4, 1, 0, 5, 3, 6], [1, 1, 1, 0, 0, 4, 1]),
    ]:
        for pair in ((distinct, other), (other, distinct)):  # chance leaves nothing but rounding
            assert getattr(nominal, name)(num_classes=7)(*map(torch.tensor, pair)).isnan()


@pytest.mark.parametrize("kind", [torch.float16, torch.float32, torch.int8, torch.bool])
def test_values_of_any_dtype(kind):
    preds, target = samples(np.array([[5, 1], [2, 4]]))
    for name in NAMES:
        metric = getattr(nominal, name)(num_classes=2)
        assert metric(preds.to(kind), target.to(kind)) == metric(preds, target)


def test_scores_stand_for_the_highest():
    preds, target = samples(np.array([[5, 1, 0], [2, 4, 3], [0, 0, 2]]))
    scores = torch.nn.functional.one_hot(preds).float()
    for name in NAMES:
        metric = getattr(nominal, name)(num_classes=3)
        assert metric(scores, target) == metric(preds, target)
        scores[0, 2] = math.nan
        dropping = getattr(nominal, name)(num_classes=3, nan_strategy="drop")
        assert dropping(scores, target) == metric(preds[1:], target[1:])
        scores = torch.nn.functional.one_hot(preds).float()


@pytest.mark.parametrize("name", NAMES)
def test_missing_values(name):
    preds, target = (part.float() for part in samples(np.array([[5, 1, 0], [2, 4, 3], [0, 0, 2]])))
    there = torch.ones(len(preds), dtype=torch.bool)
    there[[0, 4]] = False
    gaps = torch.where(torch.arange(len(preds)) == 0, math.nan, preds)
    other_gaps = torch.where(torch.arange(len(preds)) == 4, math.nan, target)
    of = getattr(nominal, name)
    assert of(3, nan_strategy="drop")(gaps, other_gaps) == of(3)(preds[there], target[there])
    replaced = gaps.nan_to_num(2.0), other_gaps.nan_to_num(2.0)
    assert of(3, nan_replace_value=2.0)(gaps, other_gaps) == of(3)(*replaced)
    assert getattr(functional, FUNCTIONS[NAMES.index(name)])(gaps, other_gaps, nan_strategy="drop") == of(
        3, nan_strategy="drop"
    )(gaps, other_gaps)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_functions_count_no_table_that_is_too_large(function):
    labels = torch.tensor([0, 1, 1])
    with pytest.raises(ValueError, match=r"target to hold labels below 65536, .* got 1000000; `torch\.unique"):
        getattr(functional, function)(labels, torch.tensor([0, 1, 1_000_000]))
    with pytest.raises(ValueError, match=r"preds to hold labels below 65536, .* got 1e\+30"):
        getattr(functional, function)(torch.tensor([0, 1, 1e30], dtype=torch.float64), labels)
    with pytest.raises(InvalidDataError, match="preds to hold labels from 0 to 1; 1 of 3"):
        getattr(functional, function)(torch.tensor([0, 1, math.inf]), labels)


def test_what_stands_for_nan_is_a_class_of_its_own():
    preds, target = torch.tensor([0.0, 0.0, math.nan, 1.0]), torch.tensor([0, 0, 1, 1])
    value = functional.theils_u(preds, target, nan_replace_value=5.0)
    assert value == functional.theils_u(torch.tensor([0, 0, 5, 1]), target)


def test_all_share_one_table():
    metrics = MetricCollection([getattr(nominal, name)(num_classes=3) for name in NAMES])
    metrics.add_metrics({"plain": nominal.CramersV(num_classes=3, bias_correction=False)})
    assert len(metrics.compute_groups) == 1


@pytest.mark.parametrize("wrong", [-1.0, 3.0, 1.5, math.inf, -math.inf])
def test_values_that_are_no_class(wrong):
    metric = nominal.CramersV(num_classes=3)
    metric.update(torch.tensor([0, 1, 2]), torch.tensor([0, 1, 1]))
    before = metric.confmat.clone()
    with pytest.raises(InvalidDataError, match=r"Expected target to hold .*; 1 of 2"):
        metric.update(torch.tensor([0.0, 1.0]), torch.tensor([0.0, wrong]))
    assert torch.equal(metric.confmat, before)


@pytest.mark.parametrize(
    ("preds", "target", "message"),
    [
        (torch.zeros(3), torch.zeros(2), "of the same length, got 3 and 2"),
        (torch.zeros(3, 2, 2), torch.zeros(3), r"preds of real numbers of shape \(N,\) or \(N, C\), got \(3, 2, 2\)"),
        (torch.zeros(3), torch.tensor(0.0), r"target of real numbers of shape \(N,\) or \(N, C\), got \(\)"),
    ],
)
def test_inputs_that_do_not_fit(preds, target, message):
    with pytest.raises(ValueError, match=message):
        nominal.CramersV(num_classes=3)(preds, target)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"num_classes": 0}, "num_classes to be an integer of at least 1, got 0"),
        ({"num_classes": "3"}, "num_classes to be an integer of at least 1, got '3'"),
        ({"num_classes": 3, "bias_correction": 1}, "bias_correction to be True or False, got 1"),
        ({"num_classes": 3, "nan_strategy": "ignore"}, "nan_strategy to be 'replace' or 'drop', got 'ignore'"),
        ({"num_classes": 3, "nan_replace_value": None}, "nan_replace_value to be a whole number .*, got None"),
        ({"num_classes": 3, "nan_replace_value": 0.5}, r"nan_replace_value to be a whole number .*, got 0\.5"),
        ({"num_classes": 3, "nan_replace_value": math.inf}, "nan_replace_value to be .*, got inf"),
        ({"num_classes": 3, "nan_replace_value": 3}, "nan_replace_value to be from 0 to 2, got 3"),
    ],
)
def test_senseless_settings(settings, message):
    with pytest.raises(ValueError, match=message):
        nominal.CramersV(**settings)


def test_without_replacement_no_value_is_needed():
    assert nominal.TheilsU(num_classes=3, nan_strategy="drop", nan_replace_value=None).nan_replace_value is None
