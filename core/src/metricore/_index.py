"""Which metric a name means: the one place where precedence is decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, fields

from metricore._discovery import Plugin
from metricore._spec import MetricInfo, MetricSpec, name_key

__all__ = ["Entry", "Index", "entries_of"]


_FIELDS = tuple(field.name for field in fields(MetricSpec))


@dataclass(frozen=True)
class Entry:
    """A metric in the registry.

    Args:
        info: What is known of it.
        rank: Precedence of its plugin; the lowest wins.
        loaded: The class itself, for metrics that were registered at run time.
    """

    info: MetricInfo
    rank: int
    loaded: object = None


def entries_of(plugin: Plugin) -> list[Entry]:
    """Return an entry for each metric of a plugin."""
    return [Entry(as_info(spec, plugin.namespace, plugin.id), plugin.rank) for spec in plugin.specs]


def as_info(spec: MetricSpec, namespace: str, plugin: str) -> MetricInfo:
    """Return a spec together with where it comes from."""
    return MetricInfo(**{name: getattr(spec, name) for name in _FIELDS}, namespace=namespace, plugin=plugin)


class Index:
    """Entries by name.

    Built-in metrics come before official plugins, those before all others; within a rank, a name or alias that a plugin
    declares comes before the name of a class. What is still level is ambiguous: the order of arrival never decides.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = sorted(entries, key=lambda entry: (entry.rank, entry.info.id))
        self._by_name: defaultdict[str, dict[str, tuple[int, int]]] = defaultdict(dict)
        self._by_id = {entry.info.id: entry for entry in self.entries}
        for entry in self.entries:
            info = entry.info
            self._add(info.class_name, entry, implied=1)
            for name in (*info.aliases, info.name):
                self._add(name, entry, implied=0)

    def _add(self, name: str, entry: Entry, implied: int) -> None:
        self._by_name[name_key(name)][entry.info.id] = (entry.rank, implied)

    def find(self, name: str) -> list[Entry]:
        """Return the metrics that a name or id may mean: one, several that are level, or none."""
        namespace, slash, bare = name.rpartition("/")
        candidates = self._by_name.get(name_key(bare), {})
        if slash:
            candidates = {
                ident: place
                for ident, place in candidates.items()
                if name_key(self._by_id[ident].info.namespace) == name_key(namespace)
            }
        best = min(candidates.values(), default=None)
        return [self._by_id[ident] for ident, place in candidates.items() if place == best]

    def shortest_name(self, entry: Entry) -> str:
        """Return the bare name where it means this entry, and the id where it does not."""
        return entry.info.name if self.find(entry.info.name) == [entry] else entry.info.id

    def names(self) -> list[str]:
        """Return all names and declared aliases, for suggestions."""
        return [name for entry in self.entries for name in (entry.info.name, *entry.info.aliases)]
