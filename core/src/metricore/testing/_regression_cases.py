"""Cases of the metrics of regression, small enough to be worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from metricore.testing._case import Case

# The differences are -0.5, 0.5, 0 and 1; the targets have the mean 2.875 and squares of deviations from it of 29.1875,
# those of predictions are 35.1875 with the mean 3.125, and the products of both 31.5625.
_PAIRS: list[Any] = [
    (torch.tensor([2.5, 0.0, 2.0]), torch.tensor([3.0, -0.5, 2.0])),
    (torch.tensor([8.0]), torch.tensor([7.0])),
]
_HALVES = [(*batch, torch.full((len(batch[0]),), 0.5)) for batch in _PAIRS]
_PADDED = [
    (
        torch.cat([preds, torch.tensor([math.nan])]),
        torch.cat([target, torch.tensor([1.0])]),
        torch.ones(len(preds) + 1),
        torch.tensor([True] * len(preds) + [False]),
    )
    for preds, target in _PAIRS
]
_COLUMNS = [tuple(part.unsqueeze(1) * torch.tensor([1.0, 2.0]) for part in batch) for batch in _PAIRS]
_POSITIVE = [(torch.tensor([1.0, 2.0, 4.0]), torch.tensor([2.0, 2.0, 1.0])), (torch.tensor([3.0]), torch.tensor([6.0]))]
_DISORDER = [  # of the six pairs, one is in different order
    (torch.tensor([0.5, 0.0, 2.0]), torch.tensor([1.0, 3.0, 5.0])),
    (torch.tensor([8.0]), torch.tensor([7.0])),
]
_VECTORS = [
    (torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[1.0, 2.0], [4.0, 3.0]])),
    (torch.tensor([[0.0, 1.0]]), torch.tensor([[-1.0, 0.0]])),
]
_CHANCES = [
    (torch.tensor([[0.5, 0.5], [0.2, 0.8]]), torch.tensor([[0.25, 0.75], [0.2, 0.8]])),
    (torch.tensor([[1.0, 0.0]]), torch.tensor([[0.5, 0.5]])),
]
_KL = [math.log(2) / 2 + math.log(2 / 3) / 2, 0.0, math.log(2)]
_ENSEMBLES = [
    (torch.tensor([[2.0, 3.0, 4.0], [0.0, 1.0, 5.0]]), torch.tensor([3.5, 1.0])),
    (torch.tensor([[1.0, 1.0, 1.0]]), torch.tensor([0.0])),
]
_EVENTS = [
    (torch.tensor([[0.8, 0.3, 0.6], [0.7, 0.2, 0.1]]), torch.tensor([[0.9, 0.6, 0.2], [0.5, 0.1, 0.2]])),
    (torch.tensor([[0.6, 0.7, 0.1]]), torch.tensor([[0.4, 0.8, 0.1]])),
]
_INTERVALS = [
    (torch.tensor([0.0, 1.0]), torch.tensor([2.0, 3.0]), torch.tensor([2.0, 4.0])),
    (torch.tensor([-1.0]), torch.tensor([3.0]), torch.tensor([0.0])),
]
_NORMALS = [
    (torch.tensor([0.5]), torch.tensor([1.0]), torch.tensor([0.5])),
    (torch.tensor([3.0]), torch.tensor([2.0]), torch.tensor([3.0])),
]

_MSE = 0.375
_LOGS = [math.log(2 / 3), 0.0, math.log(5 / 2), math.log(4 / 7)]
_COSH = (2 * math.log(math.cosh(0.5)) + math.log(math.cosh(1.0))) / 4
_R2 = 1 - 1.5 / 29.1875
_EXPLAINED = 1 - 1.25 / 29.1875
_PEARSON = 31.5625 / math.sqrt(35.1875 * 29.1875)
_CONCORDANCE = 2 * 31.5625 / (35.1875 + 29.1875 + 3 * 0.25**2)
_READS_WEIGHTS = {"forward_no_host_sync": "how many samples count is known only by reading their weights"}


def _both(expected: float, settings: dict[str, Any] | None = None, **about: Any) -> list[Case]:
    """The pairs, and the same with half weights, and with padding."""
    settings = settings or {}
    return [
        Case(settings, _PAIRS, expected),
        Case(settings, _HALVES, expected, name="weighted", **about),
        Case(settings, _PADDED, expected, name="padded", **about),
    ]


def _outputs(expected: float, **settings: Any) -> Case:
    """Two outputs with one value, whatever their unit."""
    return Case({**settings, "num_outputs": 2}, _COLUMNS, [expected, expected])


def _spread() -> dict[str, list[Case]]:
    root = math.sqrt(_MSE)
    sizes = {"mean": 2.875, "range": 7.5, "std": math.sqrt(29.1875 / 4), "l2": math.sqrt(62.25)}
    raw = Case({"multioutput": "raw_values"}, _COLUMNS, [_R2, _R2])
    return {
        "r2_score": [*_both(_R2), Case({"adjusted": 1}, _PAIRS, 1 - (1 - _R2) * 3 / 2), raw],
        "explained_variance": [
            *_both(_EXPLAINED),
            Case({"multioutput": "variance_weighted"}, _COLUMNS, _EXPLAINED),
        ],
        "relative_squared_error": [*_both(1 - _R2), Case({"squared": False}, _PAIRS, math.sqrt(1 - _R2))],
        "normalized_root_mean_squared_error": [
            *_both(root / 2.875),
            *(Case({"normalization": name}, _PAIRS, root / size) for name, size in sizes.items()),
            _outputs(root / 7.5, normalization="range"),
        ],
        "pearson_corrcoef": [*_both(_PEARSON), _outputs(_PEARSON)],
        "concordance_corrcoef": [Case({}, _PAIRS, _CONCORDANCE), _outputs(_CONCORDANCE)],
        "spearman_corrcoef": [
            Case({}, _DISORDER, 0.8),  # 1 - 6 (1 + 1) / (4 * 15)
            Case({"num_outputs": 2}, _COLUMNS, [1.0, 1.0]),
            Case({}, [(*batch, torch.full((len(batch[0]),), 2.0)) for batch in _DISORDER], 0.8, name="weighted"),
        ],
        "kendall_rank_corrcoef": [
            Case({}, _DISORDER, 2 / 3),
            Case({"t_test": True}, _DISORDER, (2 / 3, 1 / 3)),  # 4 of 24 orders have at most one pair out of order
            Case({"variant": "c", "num_outputs": 2}, _COLUMNS, [1.0, 1.0]),
            Case(
                {},
                [(*batch, torch.full((len(batch[0]),), 2.0)) for batch in _DISORDER],
                2 / 3,
                name="weighted",
                expected_failures=_READS_WEIGHTS,
            ),
        ],
    }


def _errors() -> dict[str, list[Case]]:
    return {
        "mean_squared_log_error": [Case({}, _POSITIVE, sum(value**2 for value in _LOGS) / 4)],
        "log_cosh_error": _both(_COSH),
        "mean_absolute_percentage_error": [Case({}, _POSITIVE, (0.5 + 0 + 3 + 0.5) / 4)],
        "symmetric_mean_absolute_percentage_error": [Case({}, _POSITIVE, (2 / 3 + 0 + 6 / 5 + 2 / 3) / 4)],
        "weighted_mean_absolute_percentage_error": _both(2 / 12.5),
        "minkowski_distance": [Case({"p": 3}, _PAIRS, 1.25 ** (1 / 3)), Case({"p": 1}, _PAIRS, 2.0)],
        "tweedie_deviance_score": [
            *_both(_MSE),
            Case({"power": 2}, _POSITIVE, (2 * (2 - 1 + math.log(0.5)) * 2 + 2 * (0.25 - 1 + math.log(4))) / 4),
            Case(
                {"power": 1},
                _POSITIVE,
                2 * (2 * math.log(2) - 1 + 0 + math.log(0.25) + 3 + 6 * math.log(2) - 3) / 4,
            ),
        ],
    }


def _forecasts() -> dict[str, list[Case]]:
    return {
        "root_mean_squared_error": [
            *_both(math.sqrt(_MSE)),
            Case({"num_outputs": 2}, _COLUMNS, [_MSE**0.5, 4**0.5 * _MSE**0.5]),
        ],
        "root_mean_squared_log_error": [Case({}, _POSITIVE, math.sqrt(sum(value**2 for value in _LOGS) / 4))],
        "max_error": _both(1.0),
        "mean_bias": [*_both(0.25), Case({"num_outputs": 2}, _COLUMNS, [0.25, 0.5])],
        "pinball_loss": [
            *_both(0.25),
            Case({"alpha": 0.9}, _PAIRS, 0.15),
            Case({"num_outputs": 2}, _COLUMNS, [0.25, 0.5]),
        ],
        "interval_coverage": [Case({}, _INTERVALS, 2 / 3)],
        "interval_width": [Case({}, _INTERVALS, 8 / 3)],
        "winkler_score": [Case({"alpha": 0.5}, _INTERVALS, 8 / 3 + 4 / 3)],
        "normal_crps": [
            Case({}, _NORMALS, ((1 + 2) * (2 / math.sqrt(2 * math.pi) - 1 / math.sqrt(math.pi))) / 2),
        ],
    }


def _scaled() -> dict[str, list[Case]]:
    # Naive forecasts of the series are off by 2, 2 and 2, and by 1 and 3; forecasts by 1 and 1, and by 4 and 0.
    train = torch.tensor([[1.0, 3.0, 5.0, 7.0], [math.nan, 2.0, 3.0, 0.0]])
    preds, target = torch.tensor([[7.0, 9.0], [5.0, 2.0]]), torch.tensor([[8.0, 8.0], [1.0, 2.0]])
    series: list[Any] = [(preds[:1], target[:1], train[:1]), (preds[1:], target[1:], train[1:])]
    scales = [(preds, target, None, torch.tensor([2.0, 0.5]), torch.tensor([1.0, 3.0]))]
    quantiles = torch.tensor([[1.0, 2.0, 4.0], [0.0, 3.0, 5.0]]), torch.tensor([2.0, 6.0])
    return {
        "mean_absolute_scaled_error": [
            Case({}, series, (0.5 + 2 / 2) / 2),
            Case({}, scales, (0.5 + 3 * 4) / 4, name="scales"),
            Case({"seasonality": 2}, series, (0.25 + 2 / 2) / 2),
        ],
        "root_mean_squared_scaled_error": [Case({}, series, (0.5 + math.sqrt(8 / 5)) / 2)],
        "weighted_interval_score": [  # with losses of 0.1, 0, 0.2, and of 0.6, 1.5, 0.9
            Case({"quantiles": [0.1, 0.5, 0.9]}, [quantiles], 1.1, name="one batch"),
            Case({"quantiles": [0.25, 0.75]}, [(quantiles[0][:, ::2], quantiles[1])], (0.75 + 2.25) / 2),
        ],
        "median_absolute_error": [
            *_both(0.5),
            Case({"num_outputs": 2}, _COLUMNS, [0.5, 1.0]),
            Case({}, _POSITIVE, 2.0, name="even"),
        ],
        "d2_absolute_error_score": [*_both(1 - 2 / 8.5), Case({"num_outputs": 2}, _COLUMNS, 1 - 2 / 8.5)],
        "d2_pinball_score": [
            *_both(1 - 0.6 / 1.65, {"alpha": 0.9}),
            Case({"num_outputs": 2, "multioutput": "raw_values"}, _COLUMNS, [1 - 2 / 8.5] * 2),
        ],
        "d2_tweedie_score": [
            *_both(_R2),
            Case(
                {"power": 2},
                _POSITIVE,
                1 - (1.25 + 2 * math.log(0.5) + math.log(4)) / (4 * math.log(2.75) - math.log(24)),
            ),
        ],
    }


def _others() -> dict[str, list[Case]]:
    js = (0.5 * math.log(2 / 3) + 0.5 * math.log(2) + math.log(4 / 3)) / 2  # of the third row
    first = (0.5 * math.log(4 / 3) + 0.5 * math.log(0.8) + 0.25 * math.log(2 / 3) + 0.75 * math.log(1.2)) / 2
    return {
        "cosine_similarity": [
            Case({}, _VECTORS, 1.96),
            Case({"reduction": "mean"}, _VECTORS, 1.96 / 3),
            Case({"reduction": "none"}, _VECTORS, [1.0, 0.96, 0.0]),
        ],
        "kl_divergence": [
            Case({}, _CHANCES, sum(_KL) / 3),
            Case({"reduction": "none"}, _CHANCES, _KL),
            Case(
                {"log_prob": True, "reduction": "sum"},
                [tuple(part.log() for part in batch) for batch in _CHANCES],
                sum(_KL),
                low_precision=False,
            ),
        ],
        "jensen_shannon_divergence": [Case({}, _CHANCES, (first + js) / 3)],
        "continuous_ranked_probability_score": [
            # 2.5 / 3 - 8 / 18, 5 / 3 - 20 / 18, 1
            Case({}, _ENSEMBLES, (7 / 18 + 10 / 18 + 1) / 3),
        ],
        "critical_success_index": [
            Case({"threshold": 0.5}, _EVENTS, 3 / 6),
            Case({"threshold": 0.5, "keep_sequence_dim": 0}, _EVENTS, [1 / 3, 1.0, 1 / 2]),
            Case({"threshold": 0.5, "keep_sequence_dim": 1}, _EVENTS, [2 / 3, 1 / 2, 0.0]),
        ],
    }


CASES: Mapping[str, Sequence[Case]] = {**_errors(), **_spread(), **_forecasts(), **_scaled(), **_others()}
