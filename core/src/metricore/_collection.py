"""Several metrics over the same data: updated together, sharing what they accumulate, synchronised in one go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from operator import is_, itemgetter
from typing import Any

from torch import Tensor, nn

from metricore._errors import RanksDifferError, SyncError
from metricore._members import Members, Metrics
from metricore._metric import Metric
from metricore._state import CatState
from metricore._stateful import atomic, changes
from metricore._syncing import restore, synchronise, without_sync
from metricore._together import together

Team = tuple[Metric, list[Metric]]  # a leader, and those who hold what it holds

_AS_IT_IS = nullcontext()
_NO_GROUPING: tuple[int, list[Team]] = (-1, [])


class MetricCollection(Members):
    """Metrics over the same data, by name.

    Metrics that accumulate the same thing (:meth:`Metric.accumulates`) are updated once, in `update` and in `forward`.
    An update that raises leaves all of them as they were.

    Args:
        metrics: a metric, a list (named by class) or a dict; collections in it are taken apart.
        additional_metrics: more metrics, after a list.
        prefix: put before each name in results.
        postfix: put after each name in results.
        compute_groups: `True` to share, `False` to update each metric on its own, or lists of names that share.

    Examples:
        >>> import torch
        >>> from metricore import MeanMetric, MaxMetric, MetricCollection
        >>> metrics = MetricCollection({"mean": MeanMetric(), "max": MaxMetric()}, prefix="val_")
        >>> metrics.update(torch.tensor([1.0, 3.0]))
        >>> metrics.compute()
        {'val_mean': tensor(2.), 'val_max': tensor(3.)}
    """

    def __init__(
        self,
        metrics: Metrics,
        *additional_metrics: Metric,
        prefix: str | None = None,
        postfix: str | None = None,
        compute_groups: bool | list[list[str]] = True,
    ) -> None:
        super().__init__(prefix, postfix)
        self._sharing = compute_groups
        self._grouping = _NO_GROUPING
        self.add_metrics(metrics, *additional_metrics)

    @classmethod
    def from_config(cls, config: Mapping[str, Mapping[str, Any]], **kwargs: Any) -> MetricCollection:
        """Build a collection from names: `{"acc": {"metric": "accuracy", "task": "binary"}}`.

        Args:
            config: for each name the registered metric under `"metric"`, and its settings.
            kwargs: arguments of the collection.
        """
        from metricore._registry import registry

        metrics = {}
        for name, entry in config.items():
            if not isinstance(entry, Mapping) or "metric" not in entry:
                raise ValueError(f"Expected {name!r} to map to a dict with the key 'metric', got {entry!r}.")
            metrics[name] = registry.create(entry["metric"], **{k: v for k, v in entry.items() if k != "metric"})
        return cls(metrics, **kwargs)

    def add_metrics(self, metrics: Metrics, *additional_metrics: Metric) -> None:
        """Add metrics in any of the forms that the constructor takes."""
        super().add_metrics(metrics, *additional_metrics)
        self._find_groups()

    def __setitem__(self, key: str, module: nn.Module) -> None:
        """Add or replace a metric."""
        super().__setitem__(key, module)
        self._grouping = _NO_GROUPING

    def __delitem__(self, key: str) -> None:
        """Take a metric out."""
        super().__delitem__(key)
        self._grouping = _NO_GROUPING

    def clear(self) -> None:
        """Take all metrics out."""
        super().clear()
        self._grouping = _NO_GROUPING

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over what was pickled or copied; its metrics are grouped here."""
        super().__setstate__(state)  # type: ignore[no-untyped-call]
        self._grouping = _NO_GROUPING

    # -- sharing -------------------------------------------------------------------------------------------------

    def _find_groups(self) -> list[Team]:
        """Metrics that may share their states."""
        groups: dict[Any, list[Metric]] = {}
        asked = self._sharing if isinstance(self._sharing, list) else []
        unknown = {name for names in asked for name in names} - set(self._modules)
        if unknown:
            raise ValueError(f"Expected compute_groups to name metrics of the collection, got {sorted(unknown)}.")
        chosen = {name: ("asked", i) for i, names in enumerate(asked) for name in names}
        once = {id(metric): (name, metric) for name, metric in self._named()}  # a metric may have several names
        for name, metric in once.values():
            key = chosen.get(name) or (metric.accumulates() if self._sharing is True else None)
            hooked = metric._forward_hooks or metric._forward_pre_hooks
            own_way = hooked or len(metric._leaves()) > 1 or type(metric).forward is not Metric.forward
            group = groups.setdefault((name,) if key is None or own_way else (key, metric.dist_sync_on_step), [])
            group.append(metric)
            if name in chosen and (mine := _states_of(metric)) != (first := _states_of(group[0])):
                raise ValueError(f"Expected a group in compute_groups to have the same states, got {first} and {mine}.")
        teams = [(leader, others) for leader, *others in groups.values()]
        self._grouping = (changes.count, teams)
        return teams

    def _current_groups(self) -> list[Team]:
        """Those found last, unless a setting was changed since or a hook registered."""
        count, groups = self._grouping
        return groups if count == changes.count else self._find_groups()

    @property
    def compute_groups(self) -> dict[int, list[str]]:
        """Names of the metrics that share their states, by group."""
        members = [(leader, *others) for leader, others in self._current_groups()]
        return {
            i: [name for name, metric in self._named() if any(metric is its for its in group)]
            for i, group in enumerate(members)
        }

    def _teams(self) -> list[Team]:
        """Metrics that hold the same states now: the groups, unless some were used on their own."""
        groups = self._current_groups()
        for leader, others in groups:
            if others and not _in_step(leader, others):
                break
        else:
            return groups
        teams: list[Team] = []
        for leader, others in groups:
            remaining = [leader, *others]
            while remaining:
                first, *rest = remaining
                same, remaining = _by_states(first, rest)
                teams.append((first, same))
        return teams

    # -- the life of a metric ------------------------------------------------------------------------------------

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Add a batch to all metrics; each gets those keyword arguments that its `update` takes."""
        teams = self._teams()
        with self._atomic() if len(teams) > 1 else _AS_IT_IS:  # one update is atomic by itself
            for leader, sharing in teams:
                leader.update(*args, **(leader._filter_kwargs(**kwargs) if kwargs else {}))
                if sharing:
                    leader._lend(sharing)

    def forward(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Add a batch to all metrics and return its own values."""
        values: dict[int, Any] = {}
        teams = self._teams()
        with self._atomic() if len(teams) > 1 else together:
            for leader, sharing in teams:
                filtered = leader._filter_kwargs(**kwargs) if kwargs else {}
                results = leader._forward(args, filtered, sharing) if sharing else [leader(*args, **filtered)]
                values.update(zip(map(id, (leader, *sharing)), results, strict=True))
        found = map(values.__getitem__, map(id, self._modules.values()))
        return self._named_values(dict(zip(self._modules, found, strict=True)))

    def compute(self) -> dict[str, Any]:
        """Values of all metrics by name, over all ranks; entries of dict values are flattened into the result."""
        with self._synced(self._to_be_synced()), together:
            return self._named_values({name: metric.compute() for name, metric in self._named()})

    @contextmanager
    def _atomic(self) -> Iterator[None]:
        """A block in which metrics do common work once, and after which all of them are changed or none is."""
        with atomic(leaf for metric in self._metrics() for _, leaf in metric._leaves()), together:
            yield

    def merge_state(self, other: MetricCollection | Iterable[MetricCollection]) -> None:
        """Add what other collections of the same metrics have accumulated."""
        several = [other] if isinstance(other, MetricCollection) else list(other)
        for item in several:
            if not isinstance(item, MetricCollection) or list(item._modules) != list(self._modules):
                names = list(item._modules) if isinstance(item, MetricCollection) else type(item).__name__
                raise ValueError(f"Expected a collection of {list(self._modules)} to merge, got {names}.")
        with self._atomic():
            name_of = {id(metric): name for name, metric in self._named()}
            for leader, sharing in self._teams():
                remaining = [leader, *sharing]
                theirs = {id(metric): [item._modules[name_of[id(metric)]] for item in several] for metric in remaining}
                while remaining:
                    first, rest, remaining = remaining[0], remaining[1:], []
                    first.merge_state(theirs[id(first)])  # type: ignore[arg-type]
                    for metric in rest:
                        if all(map(_hold_the_same, theirs[id(first)], theirs[id(metric)])):
                            first._lend((metric,))
                        else:
                            remaining.append(metric)

    def plot(self, val: Any = None, ax: Any = None, together: bool = False, labels: Sequence[str] | None = None) -> Any:
        """Draw all metrics: each in a figure of its own, or `together` in one.

        Args:
            val: what `compute` or `forward` returned, or a list of such; by default `compute()` is called.
            ax: axes for `together`, or one for each metric.
            together: draw all values into one figure.
            labels: names of the classes, in order.
        """
        if together:
            figure, axes = self._metrics()[0].plot(self.compute() if val is None else val, ax)
            axes.set_title(type(self).__name__)
            return figure, axes
        given = ax if isinstance(ax, (list, tuple)) else [ax] * len(self._modules)
        if len(given) != len(self._modules):
            raise ValueError(f"Expected one axes for each of {len(self._modules)} metrics, got {len(given)}.")
        values = self._to_draw() if val is None else [self._taken_from(val, name) for name, _ in self._named()]
        drawn = zip(self._metrics(), values, given, strict=True)
        return [metric.plot(value, axis, labels) for metric, value, axis in drawn]

    def _to_draw(self) -> list[Any]:
        """What each metric draws."""
        with self._synced(self._to_be_synced()), together:
            return [metric._to_draw() for metric in self._metrics()]

    def _taken_from(self, val: Any, name: str) -> Any:
        """The value of one metric out of those of all, or the list of it over steps."""
        key = self._shown(name)
        return [step[key] for step in val] if isinstance(val, (list, tuple)) else val[key]

    # -- synchronisation -----------------------------------------------------------------------------------------

    def sync(self) -> None:
        """Give all metrics the states over all ranks in a few collectives; `unsync` brings the local ones back."""
        for metric in self._metrics():
            metric._refuse_when_synced()
        self._sync(self._metrics())

    def _sync(self, metrics: list[Metric]) -> None:
        try:
            self._sync_teams(metrics, self._teams())
        except RanksDifferError:  # on another rank other metrics may share their states: once more, each on its own
            restore(leaf for metric in metrics for _, leaf in metric._leaves())
            self._sync_teams(metrics, [(metric, []) for metric in self._metrics()])

    def _sync_teams(self, metrics: list[Metric], teams: list[Team]) -> None:
        wanted = {id(metric) for metric in metrics}
        batches: dict[Any, list[tuple[str, Any]]] = {}
        followers: list[tuple[Metric, Metric]] = []
        names = {id(metric): name for name, metric in self._named()}
        for leader, sharing in teams:
            firsts: dict[Any, Metric] = {}
            team = [metric for metric in (leader, *sharing) if id(metric) in wanted and metric._can_sync()]
            for metric in sorted(team, key=lambda its: names[id(its)]):  # whatever the order of the members
                route = (metric.process_group, metric.dist_sync_fn)
                if route in firsts:
                    followers.append((firsts[route], metric))
                    continue
                firsts[route] = metric
                for prefix, leaf in metric._leaves():
                    inner = (
                        leaf.__dict__.get("process_group") or route[0],
                        leaf.__dict__.get("dist_sync_fn") or route[1],
                    )
                    batches.setdefault(inner, []).append((f"{names[id(metric)]}.{prefix}", leaf))
        for (group, gather), leaves in batches.items():
            unique = {id(leaf): (prefix, leaf) for prefix, leaf in sorted(leaves, key=lambda pair: pair[0])}
            waiting = [pair for pair in unique.values() if pair[1]._local is None]
            if waiting:
                synchronise(waiting, group, gather, type(self).__name__)
        for first, metric in followers:
            metric.__dict__["_local"] = metric._hold()
            first._lend((metric,))

    def unsync(self) -> None:
        """Bring the local states back."""
        if all(metric._local is None for metric in self._metrics()):
            raise SyncError("The collection holds its local states: there is nothing to unsync.")
        restore(leaf for metric in self._metrics() for _, leaf in metric._leaves())

    def _to_be_synced(self) -> list[Metric]:
        """Those that `compute` synchronises."""
        return [m for m in self._metrics() if m.sync_on_compute and m.__dict__["_to_sync"] and m._local is None]

    @contextmanager
    def _synced(self, metrics: list[Metric]) -> Iterator[None]:
        try:
            self._sync(metrics)
            yield
        finally:
            restore(leaf for metric in metrics for _, leaf in metric._leaves())

    @contextmanager
    def sync_context(self) -> Iterator[None]:
        """Hold the states over all ranks within the block."""
        with self._synced([metric for metric in self._metrics() if metric._local is None]):
            yield

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """Let `compute` give the values of this rank alone within the block."""
        with without_sync(leaf for metric in self._metrics() for _, leaf in metric._leaves()):
            yield


def _states_of(metric: Metric) -> dict[str, Any]:
    """The names of the states, with the shapes of tensors and the types of others."""
    defaults = {name: spec.default for name, spec in metric._specs.items()}
    return {name: tuple(its.shape) if isinstance(its, Tensor) else type(its) for name, its in defaults.items()}


def _in_step(leader: Metric, others: list[Metric]) -> bool:
    """Whether metrics hold what their leader lent them."""
    own = leader.__dict__
    held = itemgetter("_update_count", "_compiled_updates", "_narrow", *own["_specs"])
    mine = held(own)
    the_same = _same if own["_containers"] else is_
    return not [its for its in others if not all(map(the_same, mine, held(its.__dict__)))]


def _by_states(leader: Metric, metrics: list[Metric]) -> tuple[list[Metric], list[Metric]]:
    """Metrics that hold the very same states as the leader, or no data as it does, and the others."""
    mine = leader.__dict__
    count, ticks = mine["_update_count"], mine["_compiled_updates"]
    states = () if not count and ticks is None else tuple(mine["_specs"])
    same: list[Metric] = []
    others: list[Metric] = []
    for metric in metrics:
        its = metric.__dict__
        alike = (
            its["_update_count"] == count
            and its["_compiled_updates"] is ticks
            and its["_narrow"] is mine["_narrow"]
            and all(_same(mine[name], its[name]) for name in states)
        )
        (same if alike else others).append(metric)
    return same, others


def _hold_the_same(a: Any, b: Any) -> bool:
    return bool(_by_states(a, [b])[0])


def _same(a: Any, b: Any) -> bool:
    if a is b:
        return True
    if isinstance(a, CatState):
        return a.same_rows(b)
    if isinstance(a, list):
        return len(a) == len(b) and all(x is y for x, y in zip(a, b, strict=True))
    return False
