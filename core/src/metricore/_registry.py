"""The registry: metrics by name, whoever wrote them."""

from __future__ import annotations

import builtins
import fnmatch
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from metricore._discovery import Plugin
from metricore._errors import AmbiguousMetricError
from metricore._index import Entry, Index, as_info, entries_of
from metricore._loading import load_metric, missing_for
from metricore._official import EXTRA_OF_NAME
from metricore._plugins import Plugins
from metricore._spec import MetricInfo, MetricSpec, name_key
from metricore._unknown import unknown_metric

if TYPE_CHECKING:
    from metricore._metric import Metric

__all__ = ["Registry", "registry"]

_Class = TypeVar("_Class", bound="type[Metric]")

_LOCAL_RANK = 2


class Registry:
    """Metrics by name: the built-in ones, those of installed plugins, and those registered at run time.

    Names may be written in any case, with dashes or underscores, or as the name of the class. The id
    ``namespace/name`` is never ambiguous. Plugins are looked for when a name is not built in, or all are listed; a
    metric's class is imported by :meth:`get` and :meth:`create` only.

    >>> from metricore import registry
    >>> "accuracy" in registry
    True
    >>> registry.info("MeanSquaredError").higher_is_better
    False
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()  # guards the tables; never held while a plugin's code runs
        self._local: dict[str, Entry] = {}
        self._preferred: dict[str, str] = {}
        self._plugins = Plugins()
        self._builtin = Index(entries_of(self._plugins.builtin))
        self._index: Index | None = None

    def get(self, name: str) -> type[Metric]:
        """Import and return the class of a metric.

        Args:
            name: Name, alias, class name or id of the metric, or ``scheme:rest`` for a plugin that resolves such names.

        Raises:
            MetricNotFoundError: There is none; the message has suggestions and what to install.
            AmbiguousMetricError: Several plugins offer it.
            MissingDependencyError: A library that it needs is not installed.
            PluginError: Its plugin points to something that cannot be used.
        """
        return _class_of(self._find(name))

    def create(self, name: str, /, *args: Any, **settings: Any) -> Metric:
        """Return a new metric: ``registry.create("accuracy", task="multiclass", num_classes=3)``.

        Raises:
            MissingDependencyError: A library that it needs is not installed.
        """
        entry = self._find(name)
        metric_class = _class_of(entry)
        try:
            return metric_class(*args, **settings)
        except ModuleNotFoundError as error:
            if not entry.info.requires:
                raise
            raise missing_for(entry.info, error) from error

    def info(self, name: str) -> MetricInfo:
        """Return what is known of a metric, without importing it."""
        return self._find(name).info

    def list(self, pattern: str = "*", *, domain: str | None = None, output: str | None = None) -> builtins.list[str]:
        """Return the sorted names that :meth:`get` understands: bare where that is clear, else ids.

        Args:
            pattern: Shell pattern for name, alias, class name or id: ``"*ssim*"``, ``"image/*"``.
            domain: Only metrics of this domain.
            output: Only metrics with this kind of output.
        """
        return [name for name, _ in self.described(pattern, domain=domain, output=output)]

    def described(
        self, pattern: str = "*", *, domain: str | None = None, output: str | None = None
    ) -> builtins.list[tuple[str, MetricInfo]]:
        """Return what :meth:`list` does, each name with the info of its metric."""
        index = self._full_index()
        found = [entry for entry in index.entries if _fits(entry.info, name_key(pattern), domain, output)]
        return sorted(((index.shortest_name(entry), entry.info) for entry in found), key=lambda pair: pair[0])

    def __contains__(self, name: object) -> bool:
        """Return whether :meth:`get` finds a metric of this name; an ambiguous name is not found."""
        try:
            return isinstance(name, str) and self._find(name) is not None
        except LookupError:
            return False

    @overload
    def register(self, name: str, /, **about: Any) -> Callable[[_Class], _Class]: ...

    @overload
    def register(self, name: str, metric: _Class, /, **about: Any) -> _Class: ...

    def register(self, name: str, metric: _Class | None = None, /, **about: Any) -> _Class | Callable[[_Class], _Class]:
        """Add a metric for the life of the program, as a call or as a decorator.

        Its id is ``local/name``. Registering a class again under its name, as a notebook does, replaces it.

        Args:
            name: Name of the metric.
            metric: Its class; without it, a decorator is returned.
            **about: Further fields of :class:`~metricore.MetricSpec`, such as ``summary`` and ``aliases``.

        Raises:
            ValueError: The name belongs to a built-in or official metric, or to another class registered before.
        """
        if metric is None:
            return lambda decorated: self.register(name, decorated, **about)
        bare = name.removeprefix("local/")
        if bare == name:
            self._refuse_taken(name)
        target = f"{metric.__module__}:{metric.__qualname__}".replace(".<locals>", "")
        info = as_info(MetricSpec(name=bare, target=target, **about), "local", "local")
        with self._lock:
            before = self._local.get(name_key(bare))
            if before is not None and before.info.target != target:
                raise ValueError(f"{info.id!r} is {before.info.target!r} already; register {target!r} by another name")
            self._local[name_key(bare)] = Entry(info, _LOCAL_RANK, metric)
            self._index = None
        return metric

    def prefer(self, name: str, choice: str | None) -> None:
        """Let a name mean the metric with the id ``choice`` from now on; ``None`` takes that back.

        >>> from metricore import registry
        >>> registry.prefer("error", "metricore/mean_squared_error")
        >>> registry.info("error").name
        'mean_squared_error'
        >>> registry.prefer("error", None)
        """
        chosen = None if choice is None else self._find(choice).info.id
        with self._lock:
            self._preferred.pop(name_key(name), None)
            if chosen is not None:
                self._preferred[name_key(name)] = chosen

    def plugins(self) -> builtins.list[Plugin]:
        """Return all plugins, the built-in one first, with their states."""
        return [self._plugins.builtin, *self._plugins.installed()]

    def refresh(self) -> None:
        """Forget what was discovered; the next lookup looks again. What was registered and preferred stays."""
        self._plugins.refresh()
        with self._lock:
            self._index = None

    def checks(self) -> Iterable[tuple[str, str, Callable[[], str | None]]]:
        """Yield plugin, title and function of each check that plugins offer to ``metricore doctor``."""
        for plugin in self._plugins.usable():
            for title, check in cast("Iterable[Any]", self._plugins.call("metricore_checks", plugin) or ()):
                yield plugin.id, title, check

    def conformance(self, name: str) -> tuple[object, ...]:
        """Return the cases that a metric's plugin has for the testing kit; none for a metric registered at run time."""
        info = self._find(name).info
        for plugin in self._plugins.usable():
            if plugin.id == info.plugin:
                cases = cast("dict[str, Any]", self._plugins.call("metricore_conformance", plugin) or {})
                return tuple({name_key(key): value for key, value in cases.items()}.get(name_key(info.name), ()))
        return ()

    def _find(self, name: str) -> Entry:
        wanted = self._preferred.get(name_key(name), name)
        entries = self._builtin.find(wanted) or self._full_index().find(wanted)
        if not entries and ":" in wanted:
            entries = self._plugins.resolve(wanted)
        if not entries:
            raise unknown_metric(name, self._full_index().names(), self._plugins.installed())
        if len(entries) > 1:
            ids = sorted(entry.info.id for entry in entries)
            raise AmbiguousMetricError(
                f"{name!r} may be {' or '.join(ids)}; ask for one of these, or choose once with "
                f"registry.prefer({name!r}, {ids[0]!r})"
            )
        return entries[0]

    def _refuse_taken(self, name: str) -> None:
        taken = self._builtin.find(name)
        if taken or name_key(name) in EXTRA_OF_NAME:
            owner = taken[0].info.id if taken else f"a metric of metricore[{EXTRA_OF_NAME[name_key(name)]}]"
            raise ValueError(
                f"{name!r} is the name of {owner}; choose another, or register 'local/{name}' "
                f"and call registry.prefer({name!r}, 'local/{name}')"
            )

    def _full_index(self) -> Index:
        plugins = self.plugins()
        with self._lock:
            if self._index is None:
                self._index = Index([*(e for plugin in plugins for e in entries_of(plugin)), *self._local.values()])
            return self._index


def _class_of(entry: Entry) -> type[Metric]:
    return cast("type[Metric]", load_metric(entry.info) if entry.loaded is None else entry.loaded)


def _fits(info: MetricInfo, pattern: str, domain: str | None, output: str | None) -> bool:
    names = (info.id, info.name, info.class_name, *info.aliases)
    return (
        domain in (None, info.domain)
        and output in (None, info.output)
        and any(fnmatch.fnmatchcase(name_key(name), pattern) for name in names)
    )


registry = Registry()
