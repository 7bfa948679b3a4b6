"""Measures of association of two nominal variables."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from metricore._arguments import check_flag
from metricore.nominal._variables import TwoVariables


class _Table(NamedTuple):
    """What the measures take from the counts of pairs of values."""

    samples: Tensor
    rows: Tensor  # values that occur
    columns: Tensor
    phi_squared: Tensor  # chi-squared over samples

    @staticmethod
    def of(counts: Tensor) -> _Table:
        counts = counts.to(torch.float64)
        by_row, by_column, samples = counts.sum(1), counts.sum(0), counts.sum()
        expected = by_row.unsqueeze(1) * by_column / samples
        chi = torch.where(expected > 0, (counts - expected).square() / torch.where(expected > 0, expected, 1.0), 0.0)
        return _Table(samples, (by_row > 0).sum(), (by_column > 0).sum(), chi.sum() / samples)

    def freedom(self, corrected: bool) -> tuple[Tensor, Tensor]:
        """Numbers of values less 1; with the correction of Bergsma (2013), less what chance adds to them."""
        rows, columns = self.rows - 1, self.columns - 1
        if not corrected:
            return rows.to(torch.float64), columns.to(torch.float64)
        return rows * (1 - rows / (self.samples - 1)), columns * (1 - columns / (self.samples - 1))

    def association(self, corrected: bool) -> Tensor:
        """Chi-squared over samples; with the correction, less what chance gives."""
        if not corrected:
            return self.phi_squared
        by_chance = (self.rows - 1) * (self.columns - 1) / (self.samples - 1)
        return (self.phi_squared - by_chance).clamp(min=0.0)

    def defined(self, value: Tensor, corrected: bool = False) -> Tensor:
        """The value in the default dtype; `nan` where a variable is constant, or the correction leaves no freedom."""
        known = torch.minimum(*self.freedom(corrected)) > 0
        return torch.where(known, value.clamp(0.0, 1.0), torch.nan).to(torch.get_default_dtype())


def cramers_v_of(counts: Tensor, bias_correction: bool) -> Tensor:
    """Cramer's V of a table of counts."""
    table = _Table.of(counts)
    least = torch.minimum(*table.freedom(bias_correction))
    return table.defined((table.association(bias_correction) / least).sqrt(), bias_correction)


def tschuprows_t_of(counts: Tensor, bias_correction: bool) -> Tensor:
    """Tschuprow's T of a table of counts."""
    table = _Table.of(counts)
    rows, columns = table.freedom(bias_correction)
    return table.defined((table.association(bias_correction) / (rows * columns).sqrt()).sqrt(), bias_correction)


def pearsons_contingency_coefficient_of(counts: Tensor) -> Tensor:
    """Pearson's contingency coefficient of a table of counts."""
    table = _Table.of(counts)
    return table.defined((table.phi_squared / (1 + table.phi_squared)).sqrt())


def theils_u_of(counts: Tensor) -> Tensor:
    """Theil's U of the columns given the rows of a table of counts."""
    counts = counts.to(torch.float64)
    by_row, by_column, samples = counts.sum(1), counts.sum(0), counts.sum()
    together = by_row.unsqueeze(1) * by_column
    shared = torch.xlogy(counts, torch.where(counts > 0, counts * samples / together, 1.0)).sum()
    entropy = torch.xlogy(by_column, torch.where(by_column > 0, samples / by_column, 1.0)).sum()
    constant = (by_column > 0).sum() <= 1
    return torch.where(constant, torch.nan, (shared / entropy).clamp(0.0, 1.0)).to(torch.get_default_dtype())


class _BiasCorrected(TwoVariables):
    """Base of measures that can be corrected for bias.

    Args:
        bias_correction: take off what chance gives in samples of this size.
    """

    bias_correction: bool = True

    def check(self) -> None:
        super().check()
        check_flag("bias_correction", self.bias_correction)


class CramersV(_BiasCorrected):
    r"""Cramer's V, the association of two nominal variables: :math:`\sqrt{\frac{\chi^2 / N}{\min(r, c) - 1}}`.

    For `r` and `c` values that occur. The corrected form takes :math:`(r - 1)(c - 1) / (N - 1)` off
    :math:`\chi^2 / N` and :math:`(r - 1)^2 / (N - 1)` off `r`, likewise for `c`. There is no continuity correction.

    Args:
        num_classes: values of both variables are from 0 to `num_classes - 1`.
        bias_correction: take off what chance gives in samples of this size.
        nan_strategy: `"replace"` puts `nan_replace_value` in the place of NaN, `"drop"` leaves the sample out.
        nan_replace_value: the value that stands for NaN.

    Shapes:
        - `preds`, `target`: `(N,)`, whole numbers of any dtype, or NaN; or `(N, C)`, of which the highest counts.
        - returns: scalar; `nan` where a variable is constant, and corrected where all values of one are distinct.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for values that are not whole, or outside of the classes.

    Reference:
        Bergsma, A bias-correction for Cramer's V and Tschuprow's T. Journal of the Korean Statistical Society, 2013.

    Examples:
        >>> import torch
        >>> from metricore.nominal import CramersV
        >>> metric = CramersV(num_classes=2, bias_correction=False)
        >>> metric(torch.tensor([0, 0, 0, 1, 1, 1]), torch.tensor([0, 0, 1, 1, 1, 0]))
        tensor(0.3333)
    """

    def compute(self) -> Tensor:
        return cramers_v_of(self.confmat, self.bias_correction)


class TschuprowsT(_BiasCorrected):
    r"""Tschuprow's T, the association of two nominal variables: :math:`\sqrt{\frac{\chi^2/N}{\sqrt{(r - 1)(c - 1)}}}`.

    For `r` and `c` values that occur, corrected like :class:`CramersV`.

    Args:
        num_classes: values of both variables are from 0 to `num_classes - 1`.
        bias_correction: take off what chance gives in samples of this size.
        nan_strategy: `"replace"` puts `nan_replace_value` in the place of NaN, `"drop"` leaves the sample out.
        nan_replace_value: the value that stands for NaN.

    Shapes:
        - `preds`, `target`: `(N,)`, whole numbers of any dtype, or NaN; or `(N, C)`, of which the highest counts.
        - returns: scalar; `nan` where a variable is constant, and corrected where all values of one are distinct.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for values that are not whole, or outside of the classes.

    Reference:
        Bergsma, A bias-correction for Cramer's V and Tschuprow's T. Journal of the Korean Statistical Society, 2013.

    Examples:
        >>> import torch
        >>> from metricore.nominal import TschuprowsT
        >>> metric = TschuprowsT(num_classes=2, bias_correction=False)
        >>> metric(torch.tensor([0, 0, 0, 1, 1, 1]), torch.tensor([0, 0, 1, 1, 1, 0]))
        tensor(0.3333)
    """

    def compute(self) -> Tensor:
        return tschuprows_t_of(self.confmat, self.bias_correction)


class PearsonsContingencyCoefficient(TwoVariables):
    r"""Pearson's contingency coefficient, :math:`\sqrt{\frac{\chi^2 / N}{1 + \chi^2 / N}}`.

    Args:
        num_classes: values of both variables are from 0 to `num_classes - 1`.
        nan_strategy: `"replace"` puts `nan_replace_value` in the place of NaN, `"drop"` leaves the sample out.
        nan_replace_value: the value that stands for NaN.

    Shapes:
        - `preds`, `target`: `(N,)`, whole numbers of any dtype, or NaN; or `(N, C)`, of which the highest counts.
        - returns: scalar; `nan` where a variable is constant.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for values that are not whole, or outside of the classes.

    Examples:
        >>> import torch
        >>> from metricore.nominal import PearsonsContingencyCoefficient
        >>> metric = PearsonsContingencyCoefficient(num_classes=2)
        >>> metric(torch.tensor([0, 0, 0, 1, 1, 1]), torch.tensor([0, 0, 1, 1, 1, 0]))
        tensor(0.3162)
    """

    def compute(self) -> Tensor:
        return pearsons_contingency_coefficient_of(self.confmat)


class TheilsU(TwoVariables):
    r"""Theil's U, what knowing `target` takes off the uncertainty of `preds`: :math:`\frac{H(p) - H(p | t)}{H(p)}`.

    Args:
        num_classes: values of both variables are from 0 to `num_classes - 1`.
        nan_strategy: `"replace"` puts `nan_replace_value` in the place of NaN, `"drop"` leaves the sample out.
        nan_replace_value: the value that stands for NaN.

    Shapes:
        - `preds`, `target`: `(N,)`, whole numbers of any dtype, or NaN; or `(N, C)`, of which the highest counts.
        - returns: scalar; `nan` where `preds` are constant.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for values that are not whole, or outside of the classes.

    Examples:
        >>> import torch
        >>> from metricore.nominal import TheilsU
        >>> metric = TheilsU(num_classes=3)
        >>> metric(torch.tensor([0, 1, 2, 2]), torch.tensor([0, 0, 1, 1]))
        tensor(0.6667)
    """

    def compute(self) -> Tensor:
        return theils_u_of(self.confmat)
