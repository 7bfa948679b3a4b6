"""Arguments and their order are those that TorchMetrics' users know; what is new comes after them."""

import inspect

import pytest

from metricore.functional import classification, regression

TASK = "threshold num_classes num_labels average multidim_average top_k ignore_index validate_args"
BINARY = "threshold multidim_average ignore_index validate_args"
MULTICLASS = "num_classes average top_k multidim_average ignore_index validate_args"
MULTILABEL = "num_labels threshold average multidim_average ignore_index validate_args"

FAMILIES = {
    "accuracy": ("", ""),
    "stat_scores": ("", ""),
    "hamming_distance": ("", ""),
    "specificity": ("", ""),
    "precision": ("", "zero_division"),
    "recall": ("", "zero_division"),
    "f1_score": ("", "zero_division"),
    "negative_predictive_value": ("", "zero_division"),
    "fbeta_score": ("beta", "zero_division"),
}
CONFUSION_MATRIX = {
    "confusion_matrix": "task threshold num_classes num_labels normalize ignore_index validate_args",
    "binary_confusion_matrix": "threshold normalize ignore_index validate_args",
    "multiclass_confusion_matrix": "num_classes normalize ignore_index validate_args",
    "multilabel_confusion_matrix": "num_labels threshold normalize ignore_index validate_args",
}
ERRORS = {"mean_squared_error": "squared num_outputs", "mean_absolute_error": "num_outputs"}

EXPECTED = CONFUSION_MATRIX | ERRORS
for family, (first, last) in FAMILIES.items():
    EXPECTED[family] = f"task {first} {TASK} {last}"
    EXPECTED[f"binary_{family}"] = f"{first} {BINARY} {last}"
    EXPECTED[f"multiclass_{family}"] = f"{first} {MULTICLASS} {last}"
    EXPECTED[f"multilabel_{family}"] = f"{first} {MULTILABEL} {last}"

DEFAULTS = {
    "task": inspect.Parameter.empty,
    "threshold": 0.5,
    "multidim_average": "global",
    "top_k": 1,
    "ignore_index": None,
    "validate_args": True,
    "normalize": None,
    "zero_division": 0,
    "num_labels": inspect.Parameter.empty,
    "squared": True,
    "num_outputs": 1,
    "from_logits": None,
    "sample_weight": None,
}


def parameters(name):
    function = getattr(regression if name in ERRORS else classification, name)
    return inspect.signature(function).parameters


@pytest.mark.parametrize("name", EXPECTED)
def test_names_in_order(name):
    names = ["preds", "target", *EXPECTED[name].split()]
    scores_are_read = name not in ERRORS and not name.startswith("multiclass_")
    assert list(parameters(name)) == [
        *names,
        *(["from_logits"] if scores_are_read else []),
        "sample_weight",
        *(["mask"] if name in ERRORS else []),
    ]


@pytest.mark.parametrize("name", EXPECTED)
def test_defaults(name):
    found = parameters(name)
    family = "task" in found
    expected = DEFAULTS | ({"num_labels": None, "num_classes": None, "average": "micro"} if family else {})
    if not family:
        expected["average"] = "macro"
    for parameter in found.values():
        if parameter.name in expected:
            assert parameter.default == expected[parameter.name], parameter.name
    assert found["sample_weight"].kind is inspect.Parameter.KEYWORD_ONLY


def test_named_and_described_like_functions():
    function = classification.multiclass_accuracy
    assert function.__name__ == "multiclass_accuracy"
    assert "share of its samples that were found" in function.__doc__
    assert "Example" not in function.__doc__
