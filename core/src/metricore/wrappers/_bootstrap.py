"""How much a metric varies between samples like the one seen."""

from __future__ import annotations

import inspect
import warnings
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from metricore._arguments import check_choice, check_flag, check_optional_integer
from metricore._metric import Metric
from metricore._state import Joint, StateSpec
from metricore._syncing import initialised
from metricore.wrappers._base import WrapperMetric, the_metric
from metricore.wrappers._resampling import draws, stream
from metricore.wrappers._summaries import summaries

_STRATEGIES = ("poisson", "multinomial")
_PREFIX = "replicates_"
_UPDATES = "_updates"


class BootStrapper(WrapperMetric):
    r"""Bootstrap of a metric: mean, spread and quantiles of its values over samples drawn from the data anew.

    Each replicate draws every batch with replacement, a sample :math:`w_i` times, where :math:`w_i \sim
    \mathrm{Poisson}(1)` or :math:`(w_1, \dots, w_n) \sim \mathrm{Multinomial}(n, 1/n)`. For a metric that weighs
    samples and whose states are tensors that merge, the :math:`w_i` are weights and all replicates are updated at
    once: they are a leading dimension of the states. For other metrics each replicate is a copy that is updated with
    the rows it has drawn.

    Metrics of rankings have whole queries drawn, once all are there: a query that is drawn twice counts like two, and
    its documents may come in any batch and on any rank.

    Replicates without a value (NaN) are left out. Each rank draws on its own. Jobs whose states are merged later need
    different seeds.

    Args:
        base_metric: the metric.
        num_bootstraps: number of replicates.
        mean: give the mean over replicates.
        std: give the standard deviation over replicates.
        quantile: give these quantiles over replicates: a number or a tensor of numbers in [0, 1].
        raw: give the values of all replicates.
        sampling_strategy: `"poisson"` or `"multinomial"`.
        seed: with the same seed and data the result is the same on every device, also if it is continued from saved
            states; by default PyTorch's random numbers choose one.
        kwargs: what every metric takes.

    Shapes:
        - arguments of `update`: tensors (or lists) whose first dimension are samples.
        - returns: dict with `mean`, `std`, `quantile`, `raw` as asked for; the last two have a first dimension of
          quantiles or replicates.

    Reference:
        Efron, Bootstrap methods: another look at the jackknife. Annals of Statistics, 1979. Poisson weights for data
        that comes in pieces: Chamandy et al., Estimating uncertainty for massive data streams. Google, 2012.

    Examples:
        >>> import torch
        >>> from metricore import BootStrapper, MeanSquaredError
        >>> metric = BootStrapper(MeanSquaredError(), num_bootstraps=200, seed=1)
        >>> metric.update(torch.arange(50.0), torch.arange(50.0).flip(0))
        >>> {name: round(value.item()) for name, value in metric.compute().items()}
        {'mean': 844, 'std': 119}
    """

    updates_in_place = False

    def __init__(
        self,
        base_metric: Metric,
        num_bootstraps: int = 10,
        mean: bool = True,
        std: bool = True,
        quantile: float | Tensor | None = None,
        raw: bool = False,
        sampling_strategy: str = "poisson",
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        the_metric("base_metric", base_metric)
        if isinstance(num_bootstraps, bool) or not isinstance(num_bootstraps, int) or num_bootstraps < 1:
            raise ValueError(f"Expected num_bootstraps to be a positive integer, got {num_bootstraps!r}.")
        for name, value in (("mean", mean), ("std", std), ("raw", raw)):
            check_flag(name, value)
        check_choice("sampling_strategy", sampling_strategy, _STRATEGIES)
        check_optional_integer("seed", seed)
        if not (mean or std or raw or quantile is not None):
            raise ValueError("Expected one of mean, std, quantile and raw to be asked for.")
        self.num_bootstraps = num_bootstraps
        self.mean = mean
        self.std = std
        self.quantile = _quantiles(quantile)
        self.raw = raw
        self.sampling_strategy = sampling_strategy
        self.seed = seed
        self._key = int(torch.randint(2**62, ())) if seed is None else seed
        self._drawn: int | Tensor = 0  # for how many batches
        self._take_traits(base_metric)
        self._lay_out(base_metric.clone())

    def _lay_out(self, metric: Metric) -> None:
        """Replicates as a dimension of states beside a metric of all samples, or as copies."""
        metric.reset()
        self._whole = hasattr(type(metric), "_resampled")
        self._weight = None if self._whole else _weight_argument(metric)
        self._arguments = tuple(inspect.signature(type(metric).update).parameters)[1:]
        self._vectorised = True
        if self._whole:
            self.base_metric = metric
            self.add_state("stream_key", default=torch.tensor(self._key), dist_reduce_fx="max")  # one for all ranks
            return
        _refuse_parts_of_queries(metric)
        if self._weight is None:
            self.metrics = nn.ModuleList(metric.clone() for _ in range(self.num_bootstraps))
            return
        self.base_metric = metric
        merges: dict[int, Joint] = {}
        for name, spec in metric._specs.items():
            reduction = spec.reduction
            if isinstance(reduction, Joint):
                reduction = merges.setdefault(id(reduction), Joint(_EachReplicate(reduction)))
            start = spec.default.expand(self.num_bootstraps, *spec.default.shape).clone()
            self.add_state(_PREFIX + name, default=start, dist_reduce_fx=reduction)

    def _wrapped(self) -> Metric:
        return self.metrics[0] if "metrics" in self._modules else self.base_metric  # type: ignore[return-value]

    # -- update --------------------------------------------------------------------------------------------------

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Add a batch to each replicate."""
        turn = self._turn()
        start = stream(self._key, _rank(), turn)
        if self._whole:
            self.base_metric.update(*args, **kwargs)
        elif self._weight is None:
            self._update_copies(start, args, kwargs)
        else:
            self.base_metric.update(*args, **kwargs)  # checks the data
            self._update_weighted(start, args, kwargs)
        self._drawn = turn + 1

    def _turn(self) -> int | Tensor:
        """How many batches there were before; in a compiled step a tensor, so that no step is compiled anew."""
        if not torch.compiler.is_compiling():
            return max(int(self._drawn), self.update_count)
        ticks: Tensor | None = self._compiled_updates
        count = self._update_count + (torch.zeros((), dtype=torch.int64) if ticks is None else ticks)
        return count.clamp(min=self._drawn)

    def _hold(self) -> dict[str, Any]:
        return {**super()._hold(), "_drawn": self._drawn}

    def _begin(self) -> dict[str, Any]:
        turn = self._turn()  # the count starts anew
        before = super()._begin()
        before["_drawn"], self._drawn = self._drawn, turn
        return before

    def _add_to(self, old: dict[str, Any]) -> None:
        super()._add_to({**old, "_drawn": self._drawn})

    def _update_weighted(self, start: int | Tensor, args: Any, kwargs: Any) -> None:
        metric, weight = self.base_metric, str(self._weight)
        arguments = {**dict(zip(self._arguments[: len(args)], args, strict=True)), **kwargs}
        given = arguments.pop(weight, None)
        samples, dims = _samples(arguments.values())
        if samples == 0:
            return
        times = draws(
            self.sampling_strategy, self.num_bootstraps, 1 if samples is None else samples, start, self.device
        )
        if given is not None:
            given = torch.as_tensor(given, device=self.device)
            times = times.reshape(*times.shape, *[1] * (given.ndim - 1)) * given
        if samples is None:
            times = times[:, 0]
        elif weight != "sample_weight" and times.ndim == 2:
            times = times.reshape(*times.shape, *[1] * (dims - 1))

        names = list(metric._specs)
        none = torch.zeros((), dtype=torch.int64, device=self.device)

        def updated(own: Tensor, *states: Tensor) -> tuple[Tensor, ...]:
            before = {**dict(zip(names, states, strict=True)), _UPDATES: none}
            after = metric.update_state(before, **arguments, **{weight: own})
            return tuple(after[name] for name in names)

        before = [self.__dict__[_PREFIX + name] for name in names]
        for name, value in zip(names, self._mapped(updated, times, *before), strict=True):
            setattr(self, _PREFIX + name, value)

    def _mapped(self, updated: Any, times: Tensor, *before: Tensor) -> tuple[Tensor, ...]:
        """The states of all replicates: at once, or one by one where an update needs to look at its weights."""
        if torch.compiler.is_compiling():
            return torch.func.vmap(updated)(times, *before)  # type: ignore[no-any-return]
        if self._vectorised:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("error")  # an operation would be run for each replicate anyway
                    return torch.func.vmap(updated)(times, *before)  # type: ignore[no-any-return]
            except Exception:
                self._vectorised = False
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the update with all samples has warned
            after = [updated(*replicate) for replicate in zip(times, *before, strict=True)]
        return tuple(torch.stack(column) for column in zip(*after, strict=True))

    def _update_copies(self, start: int | Tensor, args: Any, kwargs: Any) -> None:
        samples, _ = _samples((*args, *kwargs.values()))
        if samples is None:
            raise ValueError("Expected a tensor or a list of samples among the arguments to draw from, got none.")
        where = next((a.device for a in (*args, *kwargs.values()) if isinstance(a, Tensor)), torch.device("cpu"))
        times = draws(self.sampling_strategy, self.num_bootstraps, samples, start, where)
        for metric, own in zip(self.metrics, times.to(torch.int64), strict=True):
            rows = torch.arange(samples, device=where).repeat_interleave(own)
            if len(rows) or not samples:
                drawn = [_taken(argument, rows) for argument in args]
                metric.update(*drawn, **{name: _taken(its, rows) for name, its in kwargs.items()})  # type: ignore[operator]

    # -- compute -------------------------------------------------------------------------------------------------

    def compute(self) -> dict[str, Any]:
        """What was asked for of the values of the replicates."""
        with warnings.catch_warnings():
            if not self._has_data() or self._weight is None:
                warnings.simplefilter("ignore")  # that there are no data was said, or is so in some replicates
            values = self._values()
        return summaries(values, self.mean, self.std, self.quantile, self.raw)

    def _values(self) -> list[Any]:
        if self._whole:
            start = stream(int(self.__dict__["stream_key"]))
            return self.base_metric._resampled(  # type: ignore[no-any-return, operator]
                lambda size: draws(self.sampling_strategy, self.num_bootstraps, size, start, self.device)
            )
        if self._weight is None:
            return [metric.compute() for metric in self.metrics]  # type: ignore[operator]
        metric = self.base_metric
        columns = {name: self.__dict__[_PREFIX + name].unbind() for name in metric._specs}
        return [
            metric.compute_state({name: column[r] for name, column in columns.items()})
            for r in range(self.num_bootstraps)
        ]

    def _forget(self) -> None:
        super()._forget()
        self._drawn = 0


@dataclass(frozen=True)
class _EachReplicate:
    """A joint merge of states that have a leading dimension of replicates."""

    joint: Joint

    def __call__(self, a: dict[str, Tensor], b: dict[str, Tensor]) -> dict[str, Tensor]:
        ours, theirs = ({name.removeprefix(_PREFIX): value for name, value in part.items()} for part in (a, b))
        try:
            merged = torch.func.vmap(self.joint.merge)(ours, theirs)
        except RuntimeError:  # it looks at values
            rows = [
                self.joint.merge({n: v[r] for n, v in ours.items()}, {n: v[r] for n, v in theirs.items()})
                for r in range(len(next(iter(ours.values()))))
            ]
            merged = {name: torch.stack([row[name] for row in rows]) for name in ours}
        return {_PREFIX + name: value for name, value in merged.items()}


def _weight_argument(metric: Metric) -> str | None:
    """The argument of `update` that weighs samples, if with it all replicates can be updated at once."""

    def merges(spec: StateSpec) -> bool:
        plain = type(spec.default) is Tensor and spec.neutral
        return plain and (spec.reduction in ("sum", "max", "min") or isinstance(spec.reduction, Joint))

    name = type(metric)._weight_argument
    parameters = inspect.signature(type(metric).update).parameters
    takes = name in parameters and all(p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) for p in parameters.values())
    alone = len(metric._leaves()) == 1 and type(metric)._leaves is Metric._leaves
    return name if takes and alone and metric._specs and all(map(merges, metric._specs.values())) else None


def _refuse_parts_of_queries(metric: Metric) -> None:
    """Refuse metrics of rankings inside of others, whose documents would be drawn one by one."""
    inside = [type(leaf).__name__ for _, leaf in metric._leaves() if hasattr(type(leaf), "_resampled")]
    if inside:
        raise ValueError(
            f"Expected a metric whose samples may be drawn one by one, got {type(metric).__name__} around {inside[0]}, "
            f"which needs whole queries; put BootStrapper around {inside[0]} itself."
        )


def _samples(arguments: Any) -> tuple[int | None, int]:
    """Number of samples and of dimensions of the first argument that has samples."""
    sized = [a for a in arguments if (isinstance(a, Tensor) and a.ndim) or isinstance(a, (list, tuple))]
    if len({len(a) for a in sized}) > 1:
        raise ValueError(f"Expected arguments with one number of samples, got {[len(a) for a in sized]}.")
    if not sized:
        return None, 0
    return len(sized[0]), sized[0].ndim if isinstance(sized[0], Tensor) else 1


def _taken(argument: Any, rows: Tensor) -> Any:
    if isinstance(argument, Tensor):
        return argument[rows] if argument.ndim else argument
    return [argument[row] for row in rows.tolist()] if isinstance(argument, (list, tuple)) else argument


def _quantiles(quantile: Any) -> Tensor | None:
    if quantile is None:
        return None
    number = isinstance(quantile, (int, float)) and not isinstance(quantile, bool)
    if not number and not isinstance(quantile, Tensor):
        raise ValueError(f"Expected quantile to be a number, a tensor or None, got {quantile!r}.")
    levels = torch.as_tensor(quantile, dtype=torch.float64).detach().cpu()
    if levels.ndim > 1 or not bool(((levels >= 0) & (levels <= 1)).all()):
        raise ValueError(f"Expected quantile to be in [0, 1] and of at most one dimension, got {quantile!r}.")
    return levels


def _rank() -> int:
    return torch.distributed.get_rank() if initialised() else 0
