"""Matrices hold what the functions of two variables give."""

import math

import pytest
import torch

from metricore import functional

NAMES = ("cramers_v", "tschuprows_t", "pearsons_contingency_coefficient", "theils_u")
COLUMNS = torch.randint(4, (60, 4), generator=torch.Generator().manual_seed(0))
COLUMNS[:, 1] = (COLUMNS[:, 0] + COLUMNS[:, 1] // 3) % 4


def matrix_of(name, *args, **settings):
    return getattr(functional, f"{name}_matrix")(*args, **settings)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("settings", [{}, {"nan_strategy": "drop"}, {"nan_replace_value": 3.0}])
def test_pair_by_pair(name, settings):
    data = torch.where(torch.rand(COLUMNS.shape, generator=torch.Generator().manual_seed(1)) < 0.1, math.nan, COLUMNS)
    values = matrix_of(name, data, **settings)
    assert values.shape == (4, 4)
    for i in range(4):
        for j in range(4):
            pair = getattr(functional, name)(data[:, i], data[:, j], num_classes=4, **settings)
            assert values[i, j] == pytest.approx(1.0 if i == j else pair)


@pytest.mark.parametrize("name", NAMES[:2])
def test_without_correction(name):
    values = matrix_of(name, COLUMNS, False)
    pair = getattr(functional, name)(COLUMNS[:, 2], COLUMNS[:, 1], False)
    assert values[2, 1] == values[1, 2] == pair


@pytest.mark.parametrize("name", NAMES)
def test_any_values(name):
    """Only which values are equal counts."""
    values = matrix_of(name, COLUMNS)
    torch.testing.assert_close(matrix_of(name, COLUMNS * 1e6 - 0.5), values)
    torch.testing.assert_close(matrix_of(name, torch.where(COLUMNS == 3, math.inf, COLUMNS)), values)


@pytest.mark.parametrize("name", NAMES)
def test_constant_columns(name):
    data = torch.stack([torch.zeros(6), torch.arange(6.0) // 2, torch.arange(6.0) // 3], 1)
    values = matrix_of(name, data)
    assert values[0].isnan().all()
    assert values[1, 2] > 0
    assert (values[1:, 0] == 0).all() if name == "theils_u" else values[1:, 0].isnan().all()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_left(name):
    assert matrix_of(name, torch.full((3, 2), math.nan), nan_strategy="drop").isnan().all()
    assert matrix_of(name, torch.zeros(0, 2)).isnan().all()


@pytest.mark.parametrize("name", NAMES)
def test_senseless_arguments(name):
    with pytest.raises(ValueError, match=r"a matrix of real numbers of shape \(N, V\), got \(3,\)"):
        matrix_of(name, torch.zeros(3))
    with pytest.raises(ValueError, match="nan_strategy to be 'replace' or 'drop', got 'keep'"):
        matrix_of(name, COLUMNS, nan_strategy="keep")
