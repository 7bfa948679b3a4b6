"""What to say about a name that no metric has."""

from __future__ import annotations

from collections.abc import Iterable

from metricore._discovery import Plugin
from metricore._errors import MetricNotFoundError
from metricore._official import EXTRA_OF_NAME, NAMESPACES, PROVIDERS, TO_COME, install_command
from metricore._spec import name_key

__all__ = ["unknown_metric"]


def unknown_metric(name: str, known: Iterable[str], plugins: list[Plugin]) -> MetricNotFoundError:
    """Return the error: what was asked for, what may have been meant, what to install, which plugins are left out."""
    hints = [
        _namespace(name, plugins),
        _did_you_mean(name, known),
        _extra(name, plugins),
        _path(name),
        _left_out(plugins),
    ]
    told = [hint for hint in hints if hint] or ["`metricore list` has all names"]
    return MetricNotFoundError("; ".join([f"unknown metric {name!r}", *told]))


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    import difflib  # only an error needs it, and `metricore list` has to start quickly

    bare = name_key(name.rpartition("/")[2])
    if bare in EXTRA_OF_NAME:
        return ""
    candidates = {name_key(known_name): known_name for known_name in known}
    close = difflib.get_close_matches(bare, candidates, n=3, cutoff=0.65)
    if not close:
        close = difflib.get_close_matches(bare, EXTRA_OF_NAME, n=1, cutoff=0.8)
        return f"a similar name {_comes(close[0])}" if close else ""
    return f"did you mean {' or '.join(repr(candidates[match]) for match in close)}?" if close else ""


def _namespace(name: str, plugins: list[Plugin]) -> str:
    namespace, slash, _ = name.partition("/")
    known = {*NAMESPACES, *(plugin.namespace for plugin in plugins)}
    if not slash or name_key(namespace) in map(name_key, known):
        return ""
    return f"no plugin has the namespace {namespace!r}"


def _extra(name: str, plugins: list[Plugin]) -> str:
    key = name_key(name.rpartition("/")[2])
    extra = EXTRA_OF_NAME.get(key)
    if extra is None:
        return ""
    provider = next((plugin for plugin in plugins if plugin.distribution == PROVIDERS[extra]), None)
    if provider is None or key in TO_COME:
        return f"it {_comes(key)}"
    if provider.state == "ok":
        return f"the installed {provider.distribution} {provider.version} does not have it"
    return f"it comes with {provider.distribution}, which is {provider.state}"


def _comes(key: str) -> str:
    extra = EXTRA_OF_NAME[key]
    if key in TO_COME:
        return f"is still to come, with {PROVIDERS[extra]}"
    return f"comes with {PROVIDERS[extra]}: {install_command(f'metricore[{extra}]')}"


def _path(name: str) -> str:
    return "metrics are asked for by name, never by import path" if ":" in name else ""


def _left_out(plugins: list[Plugin]) -> str:
    out = [f"{plugin.id} ({plugin.state}: {plugin.reason})" for plugin in plugins if plugin.state != "ok"]
    return f"left out: {', '.join(out)}" if out else ""
