"""Cases of the metrics of clusterings, small enough to be worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from metricore.testing._case import Case

# Clusters 0, 1 and 2 have 2 + 1, 0 + 2 and 0 + 1 samples of the two classes.
_LABELS = [
    (torch.tensor([0, 0, 0, 1]), torch.tensor([0, 0, 1, 1])),
    (torch.tensor([1, 2]), torch.tensor([1, 1])),
]
_NAMES = [(preds * 1000 - 7, target + 2**40) for preds, target in _LABELS]  # the same, by other labels
_POINTS = [
    (torch.tensor([[0.0], [2.0], [7.0], [9.0]]), torch.tensor([0, 0, 1, 1])),
    (torch.tensor([[8.0], [20.0]]), torch.tensor([1, 2])),
]
_SILHOUETTES = [6 / 8, 4 / 6, 4.5 / 6, 6.5 / 8, 6 / 7, 0.0]

_BY_CLUSTER, _BY_CLASS = (3, 2, 1), (2, 4)
_SIZES_ARE_READ = {"forward_no_host_sync": "the expectation has as many terms as the sizes of clusters say"}
_MATCHES_ON_CPU = {"forward_no_host_sync": "scipy matches clusters to classes on the CPU"}
_NUMBER_IS_READ = {"forward_no_host_sync": "how many clusters there are is known only by reading the labels"}


def _entropy(counts: Sequence[int]) -> float:
    return -sum(count / 6 * math.log(count / 6) for count in counts)


def _expected() -> float:
    """The mutual information of all labellings of six samples with these sizes."""
    total = 0.0
    for a in _BY_CLUSTER:
        for b in _BY_CLASS:
            for n in range(max(1, a + b - 6), min(a, b) + 1):
                chance = math.comb(b, n) * math.comb(6 - b, a - n) / math.comb(6, a)
                total += chance * n / 6 * math.log(6 * n / (a * b))
    return total


_H_CLUSTERS, _H_CLASSES, _H_BOTH = _entropy(_BY_CLUSTER), _entropy(_BY_CLASS), _entropy((2, 1, 2, 1))
_SHARED = _H_CLUSTERS + _H_CLASSES - _H_BOTH
_MEAN = (_H_CLUSTERS + _H_CLASSES) / 2
_LEAST = min(_H_CLUSTERS, _H_CLASSES)


def _labels(expected: Any, settings: dict[str, Any] | None = None, **about: Any) -> list[Case]:
    """Any integers, and labels of a known number."""
    settings = settings or {}
    return [
        Case(settings, _NAMES, expected, **about),
        Case({**settings, "num_classes": 3}, _LABELS, expected, **about),
    ]


def _points(expected: Any, settings: dict[str, Any] | None = None, **about: Any) -> list[Case]:
    settings = settings or {}
    return [
        Case(settings, _POINTS, expected, **about),
        Case({**settings, "num_clusters": 4}, _POINTS, expected),
    ]


CASES: Mapping[str, Sequence[Case]] = {
    "mutual_info_score": _labels(_SHARED),
    "normalized_mutual_info_score": [
        *_labels(_SHARED / _MEAN),
        Case({"average_method": "min"}, _LABELS, _SHARED / _LEAST),
    ],
    "adjusted_mutual_info_score": [
        *_labels((_SHARED - _expected()) / (_MEAN - _expected()), expected_failures=_SIZES_ARE_READ),
        Case(
            {"average_method": "min"},
            _LABELS,
            (_SHARED - _expected()) / (_LEAST - _expected()),
            expected_failures=_SIZES_ARE_READ,
        ),
    ],
    "homogeneity_score": _labels(_SHARED / _H_CLASSES),
    "completeness_score": _labels(_SHARED / _H_CLUSTERS),
    "v_measure_score": [
        *_labels(_SHARED / _MEAN),
        Case({"beta": 0.5}, _LABELS, 1.5 * _SHARED / (0.5 * _H_CLUSTERS + _H_CLASSES)),
    ],
    "variation_of_information": _labels(2 * _H_BOTH - _H_CLUSTERS - _H_CLASSES),
    "pair_confusion_matrix": _labels([[12, 4], [10, 4]]),
    "rand_score": _labels(16 / 30),
    "adjusted_rand_score": _labels(2 * (4 * 12 - 10 * 4) / (14 * 22 + 8 * 16)),
    "fowlkes_mallows_index": _labels(math.sqrt(4 / 8 * 4 / 14)),
    "cluster_accuracy": [Case({"num_classes": 3}, _LABELS, 4 / 6, expected_failures=_MATCHES_ON_CPU)],
    "purity": _labels(5 / 6),
    "bcubed_precision": _labels(7 / 9),
    "bcubed_recall": _labels(7 / 12),
    "bcubed_f_score": [*_labels(2 * 7 / (9 + 12)), Case({"beta": 2.0}, _LABELS, 5 * 7 / (4 * 12 + 9))],
    "calinski_harabasz_score": _points((2 * 400 + 3 * 1 + 1369) / 9 / 2 / (4 / 3)),
    "davies_bouldin_score": _points((5 / 21 + 5 / 21 + 1 / 18) / 3, expected_failures=_NUMBER_IS_READ),
    "dunn_index": [
        *_points(7.0, expected_failures=_NUMBER_IS_READ),
        Case({"p": 1, "num_clusters": 3}, _POINTS, 7.0),
    ],
    "silhouette_score": [*_points(sum(_SILHOUETTES) / 6), Case({"reduction": "none"}, _POINTS, _SILHOUETTES)],
}
