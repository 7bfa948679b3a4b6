"""The plugins of this process: loaded once, by whichever thread comes first."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterable

import pluggy

from metricore import _builtin, _hookspec
from metricore._discovery import Plugin, call_hook, discover, load_plugin, raise_if_strict
from metricore._errors import PluginError, PluginWarning
from metricore._index import Entry, as_info
from metricore._spec import MetricSpec
from metricore._warning import warn_user

__all__ = ["Plugins"]

_BUILTIN = Plugin("metricore", "", "metricore", "metricore.plugins", "metricore._builtin", "metricore")


class Plugins:
    """Holds the built-in plugin and, from the first time they are asked for, the installed ones."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._discovering = False
        self._warned: set[tuple[str, str]] = set()
        self.refresh()

    def refresh(self) -> None:
        """Forget what was discovered."""
        importlib.invalidate_caches()
        with self._lock:
            self._manager = pluggy.PluginManager("metricore")
            self._manager.add_hookspecs(_hookspec)
            self._installed: list[Plugin] | None = None
            self.builtin = load_plugin(_BUILTIN, self._manager, _builtin)
            if self.builtin.state != "ok":
                raise PluginError(f"the built-in metrics are {self.builtin.state}: {self.builtin.reason}")

    def installed(self) -> list[Plugin]:
        """Return the installed plugins, loading them the first time."""
        with self._lock:
            if self._installed is not None:
                return self._installed
            if self._discovering:
                raise PluginError("a plugin's module asked the registry for plugins while they were being loaded")
            self._discovering = True
            try:
                plugins = discover(self._manager)
            finally:
                self._discovering = False
            raise_if_strict(plugins)
            self._installed = plugins
        self._warn(plugins)
        return plugins

    def usable(self) -> list[Plugin]:
        """Return the built-in plugin and the installed ones that are in order."""
        return [self.builtin, *(plugin for plugin in self.installed() if plugin.state == "ok")]

    def call(self, hook: str, plugin: Plugin, **arguments: object) -> object:
        """Call a plugin's hook; an error names the plugin."""
        try:
            return call_hook(self._manager, hook, plugin.id, **arguments)
        except Exception as error:
            raise PluginError(f"{hook} of plugin {plugin.id} failed: {type(error).__name__}: {error}") from error

    def resolve(self, name: str) -> list[Entry]:
        """Ask every plugin what a ``scheme:rest`` name stands for; return the answers of the highest rank."""
        answers = [(plugin, self.call("metricore_resolve", plugin, name=name)) for plugin in self.usable()]
        entries = [_resolved(name, plugin, answer) for plugin, answer in answers if answer is not None]
        best = min((entry.rank for entry in entries), default=0)
        return [entry for entry in entries if entry.rank == best]

    def _warn(self, plugins: Iterable[Plugin]) -> None:
        for plugin in plugins:
            if plugin.state not in ("ok", "blocked") and (plugin.id, plugin.reason) not in self._warned:
                self._warned.add((plugin.id, plugin.reason))
                message = f"plugin {plugin.id} is left out, it is {plugin.state}: {plugin.reason}"
                warn_user(message, PluginWarning)


def _resolved(name: str, plugin: Plugin, answer: object) -> Entry:
    if isinstance(answer, MetricSpec):
        return Entry(as_info(answer, plugin.namespace, plugin.id), plugin.rank)
    if not callable(answer):
        raise PluginError(f"metricore_resolve of plugin {plugin.id} must return a class or a spec, got {answer!r}")
    spec = MetricSpec(name=name, target=f"{plugin.value.partition(':')[0]}:metricore_resolve")
    return Entry(as_info(spec, plugin.namespace, plugin.id), plugin.rank, answer)
