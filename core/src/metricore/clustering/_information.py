"""Scores of two labellings from the information that one gives about the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal, NamedTuple

import torch
from torch import Tensor

from metricore._arguments import check_choice
from metricore._values import in_default_dtype
from metricore.clustering._contingency import Contingency
from metricore.clustering._expected import expected_mutual_information
from metricore.clustering._labellings import Labellings, check_beta

AverageMethod = Literal["min", "geometric", "arithmetic", "max"]
_EPS = torch.finfo(torch.float64).eps
_ROUNDING = 32 * _EPS
_AVERAGES: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "min": torch.minimum,
    "geometric": lambda a, b: (a * b).sqrt(),
    "arithmetic": lambda a, b: (a + b) / 2,
    "max": torch.maximum,
}


class _Information(NamedTuple):
    """Entropies of both labellings and what they share, in nats."""

    mutual: Tensor
    preds: Tensor
    target: Tensor

    @staticmethod
    def of(table: Contingency) -> _Information:
        samples = table.samples.to(torch.float64)
        cells = table.cells.to(torch.float64)
        together = table.pred_sizes[table.preds].to(torch.float64) * table.target_sizes[table.target]
        shared = torch.xlogy(cells, cells * samples / torch.where(cells > 0, together, 1.0)) / samples
        shared = torch.where(shared.abs() < _EPS, 0.0, shared).nansum()
        return _Information(shared.clamp(min=0.0), _entropy(table.pred_sizes), _entropy(table.target_sizes))


def _entropy(sizes: Tensor) -> Tensor:
    share = sizes.to(torch.float64) / sizes.sum()
    entropy: Tensor = torch.special.entr(share)
    return entropy.nansum()


class MutualInfoScore(Labellings):
    r"""Mutual information of two labellings, in nats: :math:`\sum_{ij} p_{ij} \ln \frac{p_{ij}}{p_i p_j}`.

    State and arguments are those of :class:`~metricore.clustering._labellings.Labellings`.

    Args:
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; `nan` without samples.

    Examples:
        >>> import torch
        >>> from metricore.clustering import MutualInfoScore
        >>> MutualInfoScore()(torch.tensor([2, 1, 0, 1, 0]), torch.tensor([0, 2, 1, 1, 0]))
        tensor(0.5004)
    """

    plot_lower_bound = 0.0
    plot_upper_bound = None

    def compute(self) -> Tensor:
        table = self.contingency()
        return in_default_dtype(torch.where(table.samples > 0, _Information.of(table).mutual, torch.nan))


class NormalizedMutualInfoScore(Labellings):
    r"""Mutual information of two labellings as a share of the mean of their entropies.

    It is 1 where each labelling has a single cluster, and 0 where only one of them has, as in scikit-learn.

    Args:
        average_method: the mean: `"min"`, `"geometric"`, `"arithmetic"` or `"max"`.
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; 1 without samples.

    Examples:
        >>> import torch
        >>> from metricore.clustering import NormalizedMutualInfoScore
        >>> NormalizedMutualInfoScore("arithmetic")(torch.tensor([2, 1, 0, 1, 0]), torch.tensor([0, 2, 1, 1, 0]))
        tensor(0.4744)
    """

    average_method: AverageMethod = "arithmetic"

    plot_lower_bound: ClassVar[float | None] = 0.0

    def check(self) -> None:
        super().check()
        check_choice("average_method", self.average_method, tuple(_AVERAGES))

    def compute(self) -> Tensor:
        table = self.contingency()
        mutual, preds, target = _Information.of(table)
        share = torch.where(mutual == 0, 0.0, mutual / _AVERAGES[self.average_method](preds, target))
        return in_default_dtype(torch.where((table.clusters() <= 1).all(), 1.0, share))


class AdjustedMutualInfoScore(NormalizedMutualInfoScore):
    r"""Mutual information of two labellings beyond what chance gives, as a share of the most there can be.

    .. math:: \frac{I - E[I]}{\mathrm{mean}(H_p, H_t) - E[I]}

    with the expectation over labellings with clusters of the same sizes (Vinh, Epps and Bailey 2010). `compute` looks
    at the sizes, which stalls an accelerator.

    Args:
        average_method: the mean: `"min"`, `"geometric"`, `"arithmetic"` or `"max"`.
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; 1 without samples, and where each labelling has a single cluster.

    Reference:
        Vinh, Epps and Bailey, Information theoretic measures for clusterings comparison: variants, properties,
        normalization and correction for chance. JMLR, 2010.

    Examples:
        >>> import torch
        >>> from metricore.clustering import AdjustedMutualInfoScore
        >>> AdjustedMutualInfoScore("arithmetic")(torch.tensor([2, 1, 0, 1, 0]), torch.tensor([0, 2, 1, 1, 0]))
        tensor(-0.2500)
    """

    plot_lower_bound = None

    def compute(self) -> Tensor:
        table = self.contingency()
        clusters = table.clusters()
        mutual, preds, target = _Information.of(table)
        expected = expected_mutual_information(table.pred_sizes, table.target_sizes)
        most = _AVERAGES[self.average_method](preds, target)
        noise = _ROUNDING * most.clamp(min=1.0)
        score = _beyond(mutual - expected, noise) / _beyond(most - expected, noise)
        score = torch.where((clusters == 1).any(), 0.0, score)
        return in_default_dtype(torch.where((clusters <= 1).all(), 1.0, score))


def _beyond(difference: Tensor, noise: Tensor) -> Tensor:
    """The difference, where rounding may leave it of 0 one that is the same for all: a perfect match is then 1."""
    return torch.where(difference.abs() <= noise, _EPS, difference)


class HomogeneityScore(Labellings):
    r"""Homogeneity: 1 where each cluster has samples of one class only, :math:`I / H_t`.

    Args:
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; 1 where the target has one class, or no samples.

    Examples:
        >>> import torch
        >>> from metricore.clustering import HomogeneityScore
        >>> HomogeneityScore()(torch.tensor([0, 0, 1, 2]), torch.tensor([0, 0, 1, 1]))
        tensor(1.)
    """

    plot_lower_bound = 0.0

    def compute(self) -> Tensor:
        return in_default_dtype(_homogeneity_and_completeness(self.contingency())[0])


class CompletenessScore(Labellings):
    r"""Completeness: 1 where all samples of a class are in the same cluster, :math:`I / H_p`.

    Args:
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; 1 where there is one cluster, or no samples.

    Examples:
        >>> import torch
        >>> from metricore.clustering import CompletenessScore
        >>> CompletenessScore()(torch.tensor([0, 0, 1, 2]), torch.tensor([0, 0, 1, 1]))
        tensor(0.6667)
    """

    plot_lower_bound = 0.0

    def compute(self) -> Tensor:
        return in_default_dtype(_homogeneity_and_completeness(self.contingency())[1])


class VMeasureScore(Labellings):
    r"""Harmonic mean of homogeneity and completeness, :math:`\frac{(1 + \beta) h c}{\beta h + c}`.

    Args:
        beta: weight of completeness relative to homogeneity.
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; 0 where homogeneity and completeness are 0, 1 without samples.

    Examples:
        >>> import torch
        >>> from metricore.clustering import VMeasureScore
        >>> VMeasureScore(beta=1.0)(torch.tensor([0, 0, 1, 2]), torch.tensor([0, 0, 1, 1]))
        tensor(0.8000)
    """

    beta: float = 1.0

    plot_lower_bound = 0.0

    def check(self) -> None:
        super().check()
        check_beta(self.beta)

    def compute(self) -> Tensor:
        homogeneity, completeness = _homogeneity_and_completeness(self.contingency())
        mean = (1 + self.beta) * homogeneity * completeness / (self.beta * homogeneity + completeness)
        return in_default_dtype(torch.where(homogeneity + completeness == 0, 0.0, mean))


def _homogeneity_and_completeness(table: Contingency) -> tuple[Tensor, Tensor]:
    mutual, preds, target = _Information.of(table)
    return torch.where(target == 0, 1.0, mutual / target), torch.where(preds == 0, 1.0, mutual / preds)


class VariationOfInformation(Labellings):
    r"""Variation of information, what neither labelling says about the other, in nats: :math:`H_p + H_t - 2 I`.

    A distance: 0 for equal labellings, at most :math:`\ln N`.

    Args:
        num_classes: labels of both sides are from 0 to `num_classes - 1`; `None` for any integers.

    Shapes:
        - `preds`, `target`: `(N,)`, integer or boolean.
        - returns: scalar; `nan` without samples.

    Reference:
        Meila, Comparing clusterings: an information based distance. Journal of Multivariate Analysis, 2007.

    Examples:
        >>> import torch
        >>> from metricore.clustering import VariationOfInformation
        >>> VariationOfInformation()(torch.tensor([0, 0, 1, 2]), torch.tensor([0, 0, 1, 1]))
        tensor(0.3466)
    """

    higher_is_better = False
    plot_lower_bound = 0.0
    plot_upper_bound = None

    def compute(self) -> Tensor:
        table = self.contingency()
        cells = table.cells.to(torch.float64)
        apart = torch.zeros((), dtype=torch.float64, device=cells.device)
        for place, sizes in ((table.preds, table.pred_sizes), (table.target, table.target_sizes)):
            size = sizes[place].to(torch.float64)
            apart = apart + torch.xlogy(cells, torch.where(cells > 0, size / cells, 1.0)).sum()
        return in_default_dtype(apart / table.samples)
