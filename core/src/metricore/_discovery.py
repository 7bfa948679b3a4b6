"""Finding plugins: from the entry points of what is installed to loaded hooks, or a reason why not.

Each plugin is taken on its own, in the order of its name, so that one that fails neither stops nor changes another.
"""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

import importlib_metadata
import pluggy

from metricore._errors import PluginError
from metricore._hookspec import API_VERSION
from metricore._loading import import_path
from metricore._official import DISTRIBUTIONS, NAMESPACES
from metricore._spec import MetricSpec, name_key

__all__ = ["Plugin", "call_hook", "discover", "load_plugin", "one_line", "raise_if_strict"]

State = Literal["ok", "broken", "incompatible", "blocked", "refused"]

PLUGIN_GROUP = "metricore.plugins"
METRIC_GROUP = "metricore.metrics"


@dataclass(frozen=True)
class Plugin:
    """One entry point and what became of it.

    Args:
        distribution: Distribution that declares the entry point.
        version: Version of that distribution.
        entry_point: Name of the entry point.
        group: Group of the entry point: ``metricore.plugins``, or ``metricore.metrics`` for a single metric.
        value: What the entry point names.
        namespace: First half of the ids of its metrics.
        state: ``"ok"``, or why it is left out: ``"broken"``, ``"incompatible"``, ``"blocked"``, ``"refused"``.
        reason: The state in words, empty for ``"ok"``.
        specs: The metrics it offers.
        light: Whether it was read without importing torch; a plugin that is not slows every listing.
    """

    distribution: str
    version: str
    entry_point: str
    group: str
    value: str
    namespace: str
    state: State = "ok"
    reason: str = ""
    specs: tuple[MetricSpec, ...] = ()
    light: bool = True

    @property
    def id(self) -> str:
        """``distribution:entry-point``, the name under which pluggy holds the plugin."""
        return f"{self.distribution}:{self.entry_point}"

    @property
    def rank(self) -> int:
        """Precedence of its names: 0 for built-in metrics, 1 for official plugins, 2 for all others."""
        return 0 if self.distribution == "metricore" else 1 if self.distribution in DISTRIBUTIONS else 2


_MACHINERY = frozenset({"metricore", "importlib", "pluggy"})


class _IncompatibleError(Exception):
    """The plugin speaks another version of the hooks."""


def discover(manager: pluggy.PluginManager) -> list[Plugin]:
    """Load every installed plugin that nothing speaks against, and register it in ``manager``."""
    allowed = _listed_in("METRICORE_PLUGINS")
    denied = _listed_in("METRICORE_DISABLE_PLUGINS") or frozenset()
    plugins = _refuse_clashes([_block(plugin, allowed, denied) for plugin in _installed()])
    return [load_plugin(plugin, manager) if plugin.state == "ok" else plugin for plugin in plugins]


def load_plugin(plugin: Plugin, manager: pluggy.PluginManager, module: object = None) -> Plugin:
    """Import a plugin, register its hooks and ask for its metrics; a failure becomes its state."""
    try:
        if plugin.group == METRIC_GROUP:
            return replace(plugin, specs=(MetricSpec(name=plugin.entry_point, target=plugin.value),))
        before = "torch" in sys.modules
        module = module or import_path(plugin.value)
        _check_version(module)
        manager.register(module, name=plugin.id)
        manager.check_pending()
        specs = _specs(call_hook(manager, "metricore_metrics", plugin.id))
        return replace(plugin, specs=specs, light=before or "torch" not in sys.modules)
    except _IncompatibleError as error:
        return replace(plugin, state="incompatible", reason=str(error))
    except (Exception, SystemExit) as error:
        if manager.has_plugin(plugin.id):
            manager.unregister(name=plugin.id)
        return replace(plugin, state="broken", reason=f"{type(error).__name__}: {one_line(error)}{_place(error)}")


def call_hook(manager: pluggy.PluginManager, hook: str, plugin_id: str, **arguments: object) -> object:
    """Call one plugin's implementation of a hook; ``None`` where it has none.

    pluggy calls all plugins in one go, where the first that raises ends the call for everybody.
    """
    caller: pluggy.HookCaller = getattr(manager.hook, hook)
    for implementation in caller.get_hookimpls():
        if implementation.plugin_name == plugin_id:
            return implementation.function(*(arguments[name] for name in implementation.argnames))
    return None


def raise_if_strict(plugins: Iterable[Plugin]) -> None:
    """Raise for plugins that failed if ``METRICORE_STRICT_PLUGINS`` asks for it."""
    if os.environ.get("METRICORE_STRICT_PLUGINS", "").strip().lower() in ("", "0", "false", "no", "off"):
        return
    failed = [f"{plugin.id} is {plugin.state}: {plugin.reason}" for plugin in plugins if _failed(plugin)]
    if failed:
        raise PluginError(f"METRICORE_STRICT_PLUGINS is set, and plugin {'; plugin '.join(failed)}")


def one_line(error: object) -> str:
    """Return the text of an error without line breaks."""
    return " ".join(str(error).split())


def _place(error: BaseException) -> str:
    """Where an error comes from: the innermost line that is not of what loads plugins."""
    place, step = "", error.__traceback__
    while step is not None:
        frame = step.tb_frame
        if str(frame.f_globals.get("__name__")).partition(".")[0] not in _MACHINERY:
            place = f" ({os.path.basename(frame.f_code.co_filename)}, line {step.tb_lineno})"
        step = step.tb_next
    return place


def _failed(plugin: Plugin) -> bool:
    return plugin.state in ("broken", "incompatible", "refused")


def _installed() -> list[Plugin]:
    """Return the entry points of both groups, sorted; of two copies of a distribution the first on the path counts."""
    found: dict[str, list[Plugin]] = {}
    for distribution in importlib_metadata.Distribution.discover():
        # Reading the text first leaves a distribution with a malformed file, and no plugin, out of it.
        text = distribution.read_text("entry_points.txt") or ""
        if "metricore." in text:
            name, version = _name_and_version(distribution)
            name = re.sub(r"[-_.]+", "-", name).lower()
            found.setdefault(name, list(_plugins_of(name, version, _entry_points(distribution, text))))
    return sorted((plugin for plugins in found.values() for plugin in plugins), key=lambda p: (p.id, p.group))


def _name_and_version(distribution: importlib_metadata.Distribution) -> tuple[str, str]:
    """Both from the first lines of the metadata: reading all of it takes longer than everything else in a listing."""
    text = distribution.read_text("METADATA") or distribution.read_text("PKG-INFO") or ""
    fields = dict(re.findall(r"^(Name|Version):[ \t]*(\S+)", text.partition("\n\n")[0], re.MULTILINE))
    return fields.get("Name") or distribution.name, fields.get("Version") or distribution.version


def _plugins_of(name: str, version: str, entries: Iterable[tuple[str, str, str]]) -> Iterator[Plugin]:
    for group, entry, value in entries:
        if group in (PLUGIN_GROUP, METRIC_GROUP):
            namespace = entry if group == PLUGIN_GROUP else name
            yield Plugin(name, version, entry, group, value.partition("[")[0].strip(), namespace)


def _entry_points(distribution: importlib_metadata.Distribution, text: str) -> list[tuple[str, str, str]]:
    """Group, name and value of each entry point, also of those that are none, to be complained of one by one."""
    try:
        return [(entry.group, entry.name, entry.value) for entry in distribution.entry_points]
    except ValueError:  # some versions refuse all for the sake of one
        from configparser import ConfigParser, Error

        parser = ConfigParser(delimiters="=", interpolation=None, strict=False, allow_no_value=True)
        parser.optionxform = str  # type: ignore[assignment,method-assign]
        try:
            parser.read_string(text)
        except Error:
            return []
        return [(group, name, value or "") for group in parser.sections() for name, value in parser.items(group)]


def _listed_in(variable: str) -> frozenset[str] | None:
    text = os.environ.get(variable)
    return None if text is None else frozenset(name_key(name) for name in re.split(r"[,\s]+", text) if name)


def _block(plugin: Plugin, allowed: frozenset[str] | None, denied: frozenset[str]) -> Plugin:
    names = {name_key(name) for name in (plugin.distribution, plugin.namespace, plugin.id)} | {"*"}
    if names & denied:
        return replace(plugin, state="blocked", reason="listed in METRICORE_DISABLE_PLUGINS")
    if allowed is not None and not names & allowed:
        return replace(plugin, state="blocked", reason="not listed in METRICORE_PLUGINS")
    return plugin


def _refuse_clashes(plugins: list[Plugin]) -> list[Plugin]:
    """Refuse namespaces that belong to somebody else, or that several distributions claim."""
    claims: defaultdict[str, set[str]] = defaultdict(set)
    for plugin in plugins:
        if plugin.state == "ok":
            claims[name_key(plugin.namespace)].add(plugin.distribution)
    return [
        _refuse(plugin, claims[name_key(plugin.namespace)]) if plugin.state == "ok" else plugin for plugin in plugins
    ]


def _refuse(plugin: Plugin, claimants: set[str]) -> Plugin:
    owner = NAMESPACES.get(name_key(plugin.namespace))
    if owner is None and len(claimants & DISTRIBUTIONS) == 1:
        (owner,) = claimants & DISTRIBUTIONS
    if owner is not None:
        if plugin.distribution == owner:
            return plugin
        return replace(plugin, state="refused", reason=f"namespace {plugin.namespace!r} belongs to {owner}")
    if len(claimants) == 1:
        return plugin
    reason = f"namespace {plugin.namespace!r} is claimed by {' and by '.join(sorted(claimants))}"
    return replace(plugin, state="refused", reason=f"{reason}; uninstall one, or list it in METRICORE_DISABLE_PLUGINS")


def _check_version(module: object) -> None:
    version = getattr(module, "METRICORE_API", 1)
    if version != API_VERSION:
        raise _IncompatibleError(f"made for METRICORE_API {version!r}, this metricore has {API_VERSION}")


def _specs(returned: object) -> tuple[MetricSpec, ...]:
    if returned is None:
        return ()
    if not isinstance(returned, Iterable):
        raise TypeError(f"metricore_metrics must return MetricSpecs, got {returned!r}")
    specs: dict[str, MetricSpec] = {}
    for spec in returned:
        if not isinstance(spec, MetricSpec):
            raise TypeError(f"metricore_metrics must return MetricSpecs, got {spec!r} among them")
        if specs.setdefault(name_key(spec.name), spec) is not spec:
            raise ValueError(f"metricore_metrics returned two metrics named {spec.name!r}")
    return tuple(specs.values())
