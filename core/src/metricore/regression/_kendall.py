"""Rank correlation after Kendall, with tests of it."""

from __future__ import annotations

from typing import Literal

from torch import Tensor

from metricore._arguments import check_choice, check_flag
from metricore.regression._kendall_pairs import Pairs
from metricore.regression._ranks import RankCorrelation

_ALTERNATIVES = ("two-sided", "less", "greater")


class KendallRankCorrCoef(RankCorrelation):
    r"""Kendall's rank correlation, by pairs in the same (`C`) and in different order (`D`), in O(n log n).

    .. math:: \tau_a = \frac{C - D}{n(n-1)/2} \qquad \tau_b = \frac{C - D}{\sqrt{(n_0 - n_1)(n_0 - n_2)}} \qquad
        \tau_c = \frac{2(C - D)}{n^2 (m - 1)/m}

    with :math:`n_0` pairs, :math:`n_1` and :math:`n_2` of them tied in predictions and in targets, and `m` the lesser
    number of distinct values. Without ties, the test is exact for up to 33 samples and for at most one pair out of
    order; otherwise it uses the normal approximation with variances for ties.

    Args:
        variant: `"a"`, `"b"` or `"c"`; `a` does not correct for ties.
        t_test: give the p-value of independence as well.
        alternative: what independence is tested against: `"two-sided"`, `"less"` (negative) or `"greater"` (positive
            correlation); may be `None` without a test.
        num_outputs: number of outputs; above 1, inputs have shape `(N, num_outputs)` and each output has its value.

    Shapes:
        - `preds`, `target`: `(N,)` or `(N, num_outputs)`; floating or integer.
        - `sample_weight`: `(N,)`, or the shape of `preds`; a weight counts like as many equal samples.
        - `mask`: bool, like `sample_weight`; false is padding, left out whatever it holds.
        - returns: scalar, or `(num_outputs,)`; with `t_test`, a tuple of coefficient and p-value; `nan` where
          predictions or targets are constant.

    Raises:
        ValueError: for inputs of other shapes.
        InvalidDataError: for NaN in the inputs.

    Reference:
        Kendall, Rank Correlation Methods, 4th edition (1970).

    Examples:
        >>> import torch
        >>> from metricore import KendallRankCorrCoef
        >>> metric = KendallRankCorrCoef()
        >>> metric(torch.tensor([2.5, 0.0, 2.0, 8.0]), torch.tensor([3.0, -0.5, 2.0, 1.0]))
        tensor(0.3333)
    """

    variant: Literal["a", "b", "c"] = "b"
    t_test: bool = False
    alternative: Literal["two-sided", "less", "greater"] | None = "two-sided"

    def check(self) -> None:
        super().check()
        check_choice("variant", self.variant, ("a", "b", "c"))
        check_flag("t_test", self.t_test)
        check_choice("alternative", self.alternative, _ALTERNATIVES if self.t_test else (*_ALTERNATIVES, None))

    def compute(self) -> Tensor | tuple[Tensor, Tensor]:
        pairs = [Pairs.of(*column) for column in self._columns()]
        coefficient = self._of_outputs([pair.coefficient(self.variant) for pair in pairs])
        if not self.t_test or self.alternative is None:
            return coefficient
        return coefficient, self._of_outputs([pair.p_value(self.alternative) for pair in pairs])
