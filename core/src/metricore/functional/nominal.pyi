# Written by tools/stubs.py; do not edit.

from typing import Literal

from torch import Tensor

from metricore.nominal._variables import NanStrategy

__all__ = [
    "cramers_v",
    "cramers_v_matrix",
    "fleiss_kappa",
    "pearsons_contingency_coefficient",
    "pearsons_contingency_coefficient_matrix",
    "theils_u",
    "theils_u_matrix",
    "tschuprows_t",
    "tschuprows_t_matrix",
]

def cramers_v(
    preds: Tensor,
    target: Tensor,
    bias_correction: bool = True,
    nan_strategy: NanStrategy = "replace",
    nan_replace_value: float | None = 0.0,
    num_classes: int | None = None,
) -> Tensor: ...
def cramers_v_matrix(
    matrix: Tensor,
    bias_correction: bool = True,
    nan_strategy: NanStrategy = "replace",
    nan_replace_value: float | None = 0.0,
) -> Tensor: ...
def fleiss_kappa(
    ratings: Tensor,
    mode: Literal["counts", "probs"] = "counts",
) -> Tensor: ...
def pearsons_contingency_coefficient(
    preds: Tensor,
    target: Tensor,
    nan_strategy: NanStrategy = "replace",
    nan_replace_value: float | None = 0.0,
    num_classes: int | None = None,
) -> Tensor: ...
def pearsons_contingency_coefficient_matrix(
    matrix: Tensor,
    nan_strategy: NanStrategy = "replace",
    nan_replace_value: float | None = 0.0,
) -> Tensor: ...
def theils_u(
    preds: Tensor,
    target: Tensor,
    nan_strategy: NanStrategy = "replace",
    nan_replace_value: float | None = 0.0,
    num_classes: int | None = None,
) -> Tensor: ...
def theils_u_matrix(
    matrix: Tensor,
    nan_strategy: NanStrategy = "replace",
    nan_replace_value: float | None = 0.0,
) -> Tensor: ...
def tschuprows_t(
    preds: Tensor,
    target: Tensor,
    bias_correction: bool = True,
    nan_strategy: NanStrategy = "replace",
    nan_replace_value: float | None = 0.0,
    num_classes: int | None = None,
) -> Tensor: ...
def tschuprows_t_matrix(
    matrix: Tensor,
    bias_correction: bool = True,
    nan_strategy: NanStrategy = "replace",
    nan_replace_value: float | None = 0.0,
) -> Tensor: ...
